"""Finishing a picture: a rounded card, and for the notebook a small PNG with twice the pixels."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from coursekit.checks import is_whole
from coursekit.display.pictures.scene import Scene
from coursekit.display.pictures.theme import BORDER, FRAME, RGB
from coursekit.strangers import shown

DENSITY = 2  # pixels per CSS pixel in a notebook: sharp on a high-density screen
RADIUS = 9  # of the rounded corners, in CSS pixels
FINE = 8  # corners are drawn this many times larger and then averaged down
OPACITIES = (0, 51, 102, 153, 204)  # that a corner pixel of a PNG can have, besides 255


# What IPython takes from `_repr_png_`: the bytes, and the width at which they are to be shown.
NotebookPng = tuple[bytes, dict[str, int]]


class Picture(Image.Image):
    """A Pillow image that a notebook shows at its own size, but with twice the pixels.

    It behaves as any `PIL.Image.Image`: `save`, `resize`, `numpy.asarray` and so on. For the
    notebook it draws itself again, finer; a picture that was changed since is shown as it is.
    """

    scene: Scene | None = None  # what it shows, if that is one board
    _paint: Callable[[int], Image.Image] | None = None
    _caption = "picture"
    _columns = 1

    @classmethod
    def of(
        cls,
        paint: Callable[[int], Image.Image],
        caption: str,
        scene: Scene | None = None,
        columns: int = 1,
    ) -> Picture:
        """Returns the picture that `paint` draws.

        Args:
            paint: gives the opaque RGB card, for a number of pixels per CSS pixel.
            caption: one line that says what is seen.
            scene: the one board on it, kept so that `grid` can draw it at another size.
            columns: equal parts side by side that may be shown below each other as well.
        """
        picture = cls()
        picture.__dict__.update(_rounded_card(paint(1)).__dict__)
        picture._paint, picture._caption, picture.scene = paint, caption, scene
        picture._columns = columns
        return picture

    def __repr__(self) -> str:
        return f"<{self._caption}: {self.width} x {self.height} pixels>"

    def _repr_pretty_(self, p: Any, cycle: bool) -> None:
        p.text(repr(self))

    def _repr_png_(self) -> bytes | NotebookPng | None:  # type: ignore[override]
        if self._paint is None or self.tobytes() != _rounded_card(self._paint(1)).tobytes():
            return super()._repr_png_()
        return encode(self._paint(DENSITY), columns=self._columns)


def checked_pixels(name: str, value: Any, least: int, most: int, usual: int) -> int:
    """Returns an argument that is a number of pixels.

    Raises:
        ValueError: it is no whole number from `least` to `most`.
    """
    if not is_whole(value) or not least <= value <= most:
        raise ValueError(
            f"{name}: {shown(value)} is no whole number of pixels from {least} to {most}; "
            f"try {usual}"
        )
    return int(value)


def frame(card: Image.Image, scale: int) -> Image.Image:
    """Draws the thin rounded border of a card and returns it; its corners must be empty."""
    box = (0, 0, card.width - 1, card.height - 1)
    ImageDraw.Draw(card).rectangle(box, outline=BORDER, width=scale)
    tile = Image.new("RGB", (2 * RADIUS * scale,) * 2, BORDER)
    tile.paste(FRAME, mask=_disc(RADIUS * scale, scale))
    _paste_corners(card, tile)
    return card


def encode(
    card: Image.Image, colours: tuple[RGB, ...] | None = None, columns: int = 1
) -> NotebookPng:
    """Returns a card as a PNG with transparent corners, and its width in CSS pixels.

    Args:
        card: opaque RGB image with a border from `frame`, drawn at `DENSITY`.
        colours: the at most 250 colours of the card, for a small PNG; without them it keeps all,
            as a colour scale needs.
        columns: equal parts side by side; if there are several, the file says so (the book then
            shows them below each other on a narrow screen).
    """
    options: dict[str, Any] = {}
    if columns > 1:
        options["pnginfo"] = PngInfo()
        options["pnginfo"].add_text("columns", str(columns))
    if colours is None:
        image = _rounded_card(card, DENSITY)
    else:
        # Pillow would take twice the time to find 256 colours itself, and tint the flat ones.
        image = card.quantize(palette=_palette_image(colours), dither=Image.Dither.NONE)
        entries = [(*colour, 255) for colour in colours] + [(*BORDER, o) for o in OPACITIES]
        image.putpalette([part for entry in entries for part in entry], "RGBA")
        disc = _disc(RADIUS * DENSITY, 0)
        steps = len(OPACITIES)
        to_index = [len(colours) + min(level * steps // 255, steps - 1) for level in range(256)]
        outside = disc.point([255 if level < 255 else 0 for level in range(256)])
        _paste_corners(image, disc.point(to_index), outside)
        # Level 4 takes half the time of Pillow's 6 and makes the file a sixth larger.
        opacity = bytes([255] * len(colours) + list(OPACITIES))
        options |= {"transparency": opacity, "compress_level": 4}
    buffer = io.BytesIO()
    image.save(buffer, "PNG", **options)
    # The height is left to the page: where the width has to shrink, the proportions stay right.
    return buffer.getvalue(), {"width": card.width // DENSITY}


def _rounded_card(card: Image.Image, scale: int = 1) -> Image.Image:
    rounded = card.convert("RGBA")
    mask = Image.new("L", card.size, 255)
    _paste_corners(mask, _disc(RADIUS * scale, 0))
    rounded.putalpha(mask)
    return rounded


@lru_cache(maxsize=16)
def _disc(radius: int, line: int) -> Image.Image:
    """Returns a disc with `radius - line`, as a mask with sides of twice the `radius`."""
    big = Image.new("L", (2 * radius * FINE,) * 2)
    near, far = line * FINE, (2 * radius - line) * FINE - 1
    ImageDraw.Draw(big).ellipse((near, near, far, far), fill=255)
    return big.reduce(FINE)


def _paste_corners(image: Image.Image, tile: Image.Image, mask: Image.Image | None = None) -> None:
    """Pastes each quarter of a tile into its corner."""
    radius = tile.width // 2
    for x, left in ((0, 0), (image.width - radius, radius)):
        for y, top in ((0, 0), (image.height - radius, radius)):
            box = left, top, left + radius, top + radius
            image.paste(tile.crop(box), (x, y), mask.crop(box) if mask else None)


@lru_cache(maxsize=16)
def _palette_image(colours: tuple[RGB, ...]) -> Image.Image:
    holder = Image.new("P", (1, 1))
    # Pillow compares against all 256 entries: repeat the first so that no other colour slips in.
    padded = [*colours, *[colours[0]] * (256 - len(colours))]
    holder.putpalette([part for colour in padded for part in colour])
    return holder

"""Finishing a picture: a rounded card, and for the notebook a small PNG with twice the pixels."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from .scene import Scene
from .theme import BORDER, FRAME, RGB

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

    @classmethod
    def of(
        cls, paint: Callable[[int], Image.Image], caption: str, scene: Scene | None = None
    ) -> Picture:
        """Returns the picture that `paint` draws.

        Args:
            paint: gives the opaque RGB card, for a number of pixels per CSS pixel.
            caption: one line that says what is seen.
            scene: the one board on it, kept so that `grid` can draw it at another size.
        """
        picture = cls()
        picture.__dict__.update(_rounded_card(paint(1)).__dict__)
        picture._paint, picture._caption, picture.scene = paint, caption, scene
        return picture

    def __repr__(self) -> str:
        return f"<{self._caption}: {self.width} x {self.height} pixels>"

    def _repr_pretty_(self, p: Any, cycle: bool) -> None:
        p.text(repr(self))

    def _repr_png_(self) -> bytes | NotebookPng | None:  # type: ignore[override]
        if self._paint is None or self.tobytes() != _rounded_card(self._paint(1)).tobytes():
            return super()._repr_png_()
        return encode(self._paint(DENSITY))


def frame(card: Image.Image, scale: int) -> None:
    """Draws the thin rounded border of a card, in place; its corners must be empty."""
    box = (0, 0, card.width - 1, card.height - 1)
    ImageDraw.Draw(card).rectangle(box, outline=BORDER, width=scale)
    tile = Image.new("RGB", (RADIUS * scale,) * 2, BORDER)
    tile.paste(FRAME, mask=_quarter(RADIUS * scale, scale))
    _paste_corners(card, tile)


def encode(card: Image.Image, colours: tuple[RGB, ...] | None = None) -> NotebookPng:
    """Returns a card as a PNG with transparent corners, and its width in CSS pixels.

    Args:
        card: opaque RGB image with a border from `frame`, drawn at `DENSITY`.
        colours: the at most 250 colours of the card, for a small PNG; without them it keeps all,
            as a colour scale needs.
    """
    if colours is None:
        buffer = io.BytesIO()
        _rounded_card(card, DENSITY).save(buffer, "PNG")
        return buffer.getvalue(), {"width": card.width // DENSITY}
    reduced = indexed(card, colours)
    entries = [(*colour, 255) for colour in colours] + [(*BORDER, level) for level in OPACITIES]
    reduced.putpalette([part for entry in entries for part in entry], "RGBA")
    quarter = _quarter(RADIUS * DENSITY, 0)
    steps = len(OPACITIES)
    to_index = [len(colours) + min(level * steps // 255, steps - 1) for level in range(256)]
    outside = quarter.point([255 if level < 255 else 0 for level in range(256)])
    _paste_corners(reduced, quarter.point(to_index), outside)
    buffer = io.BytesIO()
    opacity = bytes([255] * len(colours) + list(OPACITIES))
    # Level 4 takes half the time of Pillow's 6 and makes the file a sixth larger.
    reduced.save(buffer, "PNG", transparency=opacity, compress_level=4)
    # The height is left to the page: where the width has to shrink, the proportions stay right.
    return buffer.getvalue(), {"width": card.width // DENSITY}


def indexed(card: Image.Image, colours: tuple[RGB, ...]) -> Image.Image:
    """Returns the card with each pixel as an index into these at most 256 colours."""
    return card.quantize(palette=_palette_image(colours), dither=Image.Dither.NONE)


def _rounded_card(card: Image.Image, scale: int = 1) -> Image.Image:
    rounded = card.convert("RGBA")
    mask = Image.new("L", card.size, 255)
    _paste_corners(mask, _quarter(RADIUS * scale, 0))
    rounded.putalpha(mask)
    return rounded


@lru_cache(maxsize=16)
def _quarter(radius: int, line: int) -> Image.Image:
    """Returns the upper left quarter of a disc with `radius - line`, as a mask of side `radius`."""
    big = Image.new("L", (radius * FINE,) * 2)
    near, far = line * FINE, (2 * radius - line) * FINE - 1
    ImageDraw.Draw(big).ellipse((near, near, far, far), fill=255)
    return big.reduce(FINE)


def _paste_corners(image: Image.Image, tile: Image.Image, mask: Image.Image | None = None) -> None:
    right, bottom = image.width - tile.width, image.height - tile.height
    mirror, flip = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    for place, turns in {
        (0, 0): (),
        (right, 0): (mirror,),
        (0, bottom): (flip,),
        (right, bottom): (mirror, flip),
    }.items():
        turned, hole = tile, mask
        for turn in turns:
            turned = turned.transpose(turn)
            hole = hole.transpose(turn) if hole is not None else None
        image.paste(turned, place, hole)


def frequent(card: Image.Image) -> tuple[RGB, ...]:
    """Returns the 250 most frequent colours, on the grid of 4 on which Pillow looks them up."""
    coarse = card.point([level & ~3 for level in range(256)] * 3)
    counted: Any = coarse.getcolors(1 << 18)
    return tuple(colour for _, colour in sorted(counted, reverse=True)[:250])


@lru_cache(maxsize=16)
def _palette_image(colours: tuple[RGB, ...]) -> Image.Image:
    holder = Image.new("P", (1, 1))
    # Pillow compares against all 256 entries: repeat the first so that no other colour slips in.
    padded = [*colours, *[colours[0]] * (256 - len(colours))]
    holder.putpalette([part for colour in padded for part in colour])
    return holder

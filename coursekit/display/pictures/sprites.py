"""The small drawings that a board is made of, anti-aliased and kept per size."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from coursekit.display.pictures.theme import BLACK_DISC, BLUE, INK, RGB, VERMILION, WHITE_DISC

FINE = 4  # sprites are drawn this many times larger and then averaged down

# The embedded font is a subset; these stand in for what it lacks, and a line with other missing
# characters is set in DejaVu Sans.
SUBSTITUTES = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "x", "’": "'", "→": ">"})


def face(kind: str, side: int) -> RGB:
    """Returns the main colour of a side's piece; `kind` as in `Theme.pieces`."""
    if kind == "disc":
        return (BLACK_DISC if side > 0 else WHITE_DISC)[0]
    return BLUE if side > 0 else VERMILION


@lru_cache(maxsize=256)
def piece(kind: str, side: int, px: int) -> Image.Image:
    """Returns a piece that fills a square of `px` pixels, on transparent ground."""
    if kind == "disc":
        colour, edge = BLACK_DISC if side > 0 else WHITE_DISC
        inner = dot(px, 0.42 - max(0.016, 0.6 / px), colour)
        return Image.alpha_composite(dot(px, 0.42, edge), inner)
    return cross(px, 0.25, 0.125, BLUE) if side > 0 else ring(px, 0.295, 0.12, VERMILION)


@lru_cache(maxsize=64)
def dot(px: int, share: float, colour: RGB, opacity: float = 1.0) -> Image.Image:
    """Returns a filled circle of radius `share`·`px` in a square of `px` pixels."""
    big, draw, mask = _canvas(px)
    draw.ellipse(_around(big / 2, big / 2, share * big), fill=255)
    return _tinted(mask, colour, opacity)


@lru_cache(maxsize=64)
def ring(px: int, share: float, stroke: float, colour: RGB, opacity: float = 1.0) -> Image.Image:
    """Returns a circle; radius to the middle of its stroke and stroke as shares of `px`."""
    big, draw, mask = _canvas(px)
    middle, outer, inner = big / 2, (share + stroke / 2) * big, (share - stroke / 2) * big
    draw.ellipse(_around(middle, middle, outer), fill=255)
    draw.ellipse(_around(middle, middle, inner), fill=0)
    return _tinted(mask, colour, opacity)


@lru_cache(maxsize=64)
def cross(px: int, inset: float, stroke: float, colour: RGB, opacity: float = 1.0) -> Image.Image:
    """Returns an X with round ends; inset of the ends and stroke as shares of `px`."""
    big, draw, mask = _canvas(px)
    near, far, width = inset * big, (1 - inset) * big, stroke * big
    for x0, x1 in ((near, far), (far, near)):
        draw.line((x0, near, x1, far), fill=255, width=round(width))
        for x, y in ((x0, near), (x1, far)):
            draw.ellipse(_around(x, y, width / 2), fill=255)
    return _tinted(mask, colour, opacity)


def sign(
    side: int, px: int, inset: float, radius: float, stroke: float, opacity: float = 1.0
) -> Image.Image:
    """Returns the X or the O of a side; lengths as for `cross` and `ring`."""
    if side > 0:
        return cross(px, inset, stroke, BLUE, opacity)
    return ring(px, radius, stroke, VERMILION, opacity)


@lru_cache(maxsize=512)
def label(text: str, font: int) -> Image.Image:
    """Returns `text` as a mask; lines are centred.

    It is drawn fine and averaged down, so that small sizes keep their spacing.
    """
    text = text.translate(SUBSTITUTES)
    drawn = _font(font * FINE, any(map(_lacks, text)))
    ruler = ImageDraw.Draw(Image.new("L", (1, 1)))
    lines = text.count("\n") + 1
    left, _, right, _ = ruler.multiline_textbbox((0, 0), text, font=drawn)
    width = -(-int(right - left + 1) // FINE)
    # Every one-line mask of a font has the same height, so that baselines agree.
    height = round(font * (1.1 + 1.2 * (lines - 1)))
    mask = Image.new("L", (width * FINE, height * FINE))
    middle = (width * FINE / 2, height * FINE / 2 - 0.03 * font * FINE)
    ImageDraw.Draw(mask).multiline_text(
        middle, text, fill=255, font=drawn, anchor="mm", align="center", spacing=0.2 * font * FINE
    )
    return mask.reduce(FINE)


def write(
    image: Image.Image,
    text: str,
    font: int,
    place: tuple[int, int],
    colour: RGB = INK,
    anchor: str = "middle",
) -> None:
    """Writes one line on an image; `place` is its middle, or with "left" its left end."""
    mask = label(text, font)
    x = place[0] - (mask.width // 2 if anchor == "middle" else 0)
    image.paste(colour, (x, place[1] - mask.height // 2), mask)


def stamp(image: Image.Image, sprite: Image.Image, place: tuple[int, int]) -> None:
    """Pastes a sprite; `place` is its upper left corner."""
    image.paste(sprite, place, sprite)


def _canvas(px: int) -> tuple[int, ImageDraw.ImageDraw, Image.Image]:
    big = px * FINE
    mask = Image.new("L", (big, big))
    return big, ImageDraw.Draw(mask), mask


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    # Pillow's ellipse covers the pixel at its lower right corner too, hence the minus one.
    return x - radius, y - radius, x + radius - 1, y + radius - 1


def _tinted(mask: Image.Image, colour: RGB, opacity: float) -> Image.Image:
    small = mask.reduce(FINE)
    if opacity < 1:
        small = small.point([round(level * opacity) for level in range(256)])
    sprite = Image.new("RGBA", small.size, colour)
    sprite.putalpha(small)
    return sprite


@lru_cache(maxsize=32)
def _font(size: int, symbols: bool = False) -> ImageFont.FreeTypeFont:
    if symbols:
        import matplotlib

        # DejaVu Sans looks larger than the embedded font at the same size.
        path = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
        return ImageFont.truetype(path, round(0.92 * size))
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # Pillow's wheels all carry FreeType
    return font


@lru_cache(maxsize=512)
def _lacks(character: str) -> bool:
    """Returns whether the embedded font has no glyph for a character, such as a Greek letter."""
    if character.isascii():
        return False
    font = _font(20)
    return bytes(font.getmask(character)) == bytes(font.getmask("\U0010fff0"))

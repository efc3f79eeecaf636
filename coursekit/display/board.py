"""The board picture: `render` for any env, and the PNG that a notebook shows for an env itself."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from PIL import Image, ImageDraw

from . import sprites
from .layout import Layout, lay_out
from .overlays import SHAPES
from .picture import DENSITY, NotebookPng, Picture, encode, frame
from .scales import Scale, compact, ink_on
from .scene import Drawable, Scene, read
from .theme import (
    BORDER,
    FORCED_EDGE,
    FORCED_TINT,
    FRAME,
    INK,
    LAST,
    LAST_TINT,
    MUTED,
    NAMED,
    RGB,
    Theme,
    mix,
    palette,
)

SIZE = 400  # width of a board in CSS pixels
SMALLEST, LARGEST = 160, 4000


def render(
    env: Drawable, size: int = SIZE, heat: Any = None, text: Any = None, marks: Any = None
) -> Picture:
    """Returns a picture of the board; the env is not changed.

    A square can be given as an Action, a name such as "f5", a pair (row, col) or an index.

    Args:
        env: any game that follows the protocol.
        size: width in pixels; a notebook shows the picture at this size with twice the pixels.
        heat: numbers drawn as colours: a dict from square to number, an (n, n) array with NaN
            for nothing, or a sequence aligned with `env.legal_actions()`. Non-negative numbers get
            a sequential scale; as soon as one is negative, the scale diverges from 0.
        text: labels in the same forms; numbers are written compactly.
        marks: squares to ring, or a dict from square to "circle", "cross" or a colour name.

    Raises:
        ValueError: an argument that does not fit the board; the message says what would.

    >>> from coursekit import othello
    >>> othello.make().render(size=240, marks=["d3"])
    <othello8, Black to move: 240 x 257 pixels>
    """
    scene = read(env, heat, text, marks)
    return picture_of(scene, size, f"{getattr(env, 'name', 'board')}, {scene.status}")


def png_bytes(env: Drawable) -> NotebookPng:
    """Returns what `_repr_png_` of an env returns: the PNG's bytes and its width in CSS pixels.

    The PNG has `DENSITY` times the pixels of its size on the page, so that it is sharp on every
    screen. The same position and last action give the same bytes.
    """
    scene = read(env)
    return encode(card(scene, SIZE, DENSITY), palette(scene.theme) if scene.is_plain else None)


def picture_of(scene: Scene, size: int, caption: str) -> Picture:
    """Returns the picture of a scene.

    Raises:
        ValueError: `size` is no whole number of pixels in a sensible range.
    """
    return Picture.of(partial(card, scene, checked_size(size)), caption, scene)


def checked_size(size: Any) -> int:
    """Returns `size` as an int.

    Raises:
        ValueError: it is no whole number from `SMALLEST` to `LARGEST`.
    """
    if isinstance(size, bool) or not hasattr(size, "__index__"):
        raise ValueError(f"size: {size!r} is no whole number of pixels; use for example {SIZE}")
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size: {size} pixels is not in {SMALLEST}..{LARGEST}; try {SIZE}")
    return int(size)


def card(scene: Scene, size: int, scale: int) -> Image.Image:
    """Returns the framed board as an opaque RGB image, `scale` pixels for each CSS pixel."""
    image = panel(scene, size, scale)
    frame(image, scale)
    return image


def panel(scene: Scene, size: int, scale: int) -> Image.Image:
    """Returns the board without the border, for use in a larger picture."""
    theme = scene.theme
    layout = lay_out(
        scene.n,
        size,
        scale,
        theme.block,
        bool(scene.status),
        bool(scene.heat),
        bool(scene.title),
    )
    image = _ground(theme, layout, not scene.heat).copy()
    draw = ImageDraw.Draw(image)
    colours = _tints(scene)
    heat = Scale.of(scene.heat.values()) if scene.heat else None
    if heat is not None:
        colours |= {square: heat.colour(value) for square, value in scene.heat.items()}
    if scene.forced is not None:
        _forced(draw, scene.forced, theme, layout)
    for square, colour in colours.items():
        draw.rectangle(layout.box(square), fill=colour)
    _pieces(image, scene, layout)
    if theme.block:
        _won_blocks(image, draw, scene, layout)
    for square, mark in scene.marks.items():
        _mark(image, mark, theme, layout.cell, layout.corner(square))
    _labels(image, scene, layout, colours)
    if scene.title:
        middle = layout.left + layout.side // 2
        _write(image, scene.title, layout.status_font, (middle, layout.title_middle))
    if scene.status:
        _status(image, scene, layout)
    if heat is not None:
        _colour_bar(image, draw, heat, layout)
    return image


@lru_cache(maxsize=24)
def _ground(theme: Theme, layout: Layout, stars: bool) -> Image.Image:
    """Returns the empty board with its lines and coordinates."""
    image = Image.new("RGB", (layout.width, layout.height), FRAME)
    draw = ImageDraw.Draw(image)
    x, y, side, line = layout.left, layout.top, layout.side, layout.line
    outline = theme.strong if theme.block else theme.line
    draw.rectangle((x, y, x + side - 1, y + side - 1), fill=outline)
    for row in range(layout.n):
        for col in range(layout.n):
            x0, y0, x1, y1 = layout.box((row, col))
            # A square paints its own lines: thin ones inside a local board, none around it.
            block = layout.block
            right = line if block and col % block != block - 1 else 0
            below = line if block and row % block != block - 1 else 0
            draw.rectangle((x0, y0, x1 + right, y1 + below), fill=theme.line)
            draw.rectangle((x0, y0, x1, y1), fill=theme.board)
    if stars and theme.pieces == "disc" and layout.n == 8:
        px = layout.pitch // 2 * 2
        star = sprites.dot(px, 0.065, theme.line, 1.0)
        for row in (2, 6):
            for col in (2, 6):
                x0, y0 = layout.corner((row, col))
                shift = px // 2 + (line + 1) // 2
                image.paste(star, (x0 - shift, y0 - shift), star)
    for index in range(layout.n):
        x0, y0 = layout.corner((index, index))
        half = layout.cell // 2
        letter, number = chr(ord("a") + index), str(index + 1)
        gap = round(0.85 * layout.label_font)
        _write(image, letter, layout.label_font, (x0 + half, layout.top - gap), MUTED)
        _write(image, number, layout.label_font, (layout.left - gap, y0 + half), MUTED)
    return image


def _tints(scene: Scene) -> dict[tuple[int, int], RGB]:
    """Returns the ground of each square that differs from the bare board."""
    tints: dict[tuple[int, int], RGB] = {}
    block = scene.theme.block
    if block and scene.forced is not None:
        row, col = scene.forced
        tints = {
            (row * block + r, col * block + c): FORCED_TINT
            for r in range(block)
            for c in range(block)
        }
    if scene.last is not None and scene.theme.pieces == "cross":
        tints[scene.last] = LAST_TINT
    return tints


def _forced(draw: ImageDraw.ImageDraw, block: tuple[int, int], theme: Theme, at: Layout) -> None:
    x0, y0, x1, y1 = at.local_box(block)
    reach = at.gutter
    draw.rectangle(
        (x0 - reach, y0 - reach, x1 + reach, y1 + reach),
        outline=FORCED_EDGE,
        width=reach + at.line,
    )


def _pieces(image: Image.Image, scene: Scene, at: Layout) -> None:
    kind = scene.theme.pieces
    for square, side in scene.pieces.items():
        _stamp(image, sprites.piece(kind, side, at.cell), at.corner(square))
    opacity = 0.5 if kind == "disc" else 0.4
    hint = sprites.dot(at.cell, 0.11, sprites.face(kind, scene.mover), opacity)
    for square in scene.dots:
        if square not in scene.heat and square not in scene.text:
            _stamp(image, hint, at.corner(square))
    if scene.last is not None and kind == "disc":
        x, y = at.corner(scene.last)
        # A label needs the middle of the disc, so the mark moves down.
        lower = round(0.27 * at.cell) if scene.last in scene.text else 0
        share = 0.065 if lower else 0.12
        _stamp(image, sprites.dot(at.cell, share, LAST, 1.0), (x, y + lower))


def _won_blocks(image: Image.Image, draw: ImageDraw.ImageDraw, scene: Scene, at: Layout) -> None:
    """Fades each local board that is won and lays its winner's sign over it."""
    for block, side in scene.local_winners.items():
        x0, y0, x1, y1 = at.local_box(block)
        inner = (x0 + at.line, y0 + at.line, x1 + 1 - at.line, y1 + 1 - at.line)
        colour = sprites.face("cross", side)
        wash = Image.new("RGB", (inner[2] - inner[0],) * 2, mix(scene.theme.board, colour, 0.14))
        image.paste(Image.blend(image.crop(inner), wash, 0.7), inner)
        px = inner[2] - inner[0]
        shape = (
            sprites.cross(px, 0.16, 0.11, colour)
            if side > 0
            else sprites.ring(px, 0.36, 0.11, colour)
        )
        sign = shape.copy()
        sign.putalpha(shape.getchannel("A").point([round(0.85 * a) for a in range(256)]))
        _stamp(image, sign, inner[:2])
    if scene.last is not None and tuple(i // at.block for i in scene.last) in scene.local_winners:
        # The wash has covered the tint of the last square.
        draw.rectangle(at.box(scene.last), outline=LAST, width=2 * at.line)


def _mark(image: Image.Image, mark: str, theme: Theme, px: int, place: tuple[int, int]) -> None:
    colour = theme.mark if mark in SHAPES else NAMED[mark]
    # A dark casing keeps the mark visible on every disc and heat colour.
    for stroke, ink in ((0.1, INK), (0.07, colour)):
        if mark == "cross":
            _stamp(image, sprites.cross(px, 0.2, stroke, ink), place)
        else:
            _stamp(image, sprites.ring(px, 0.42, stroke, ink), place)


def _labels(
    image: Image.Image, scene: Scene, at: Layout, grounds: dict[tuple[int, int], RGB]
) -> None:
    if not scene.text:
        return
    on_disc = scene.theme.pieces == "disc" and not scene.pieces.keys().isdisjoint(scene.text)
    share = 0.72 if on_disc else 0.84
    font = min(
        round(1.5 * at.status_font), _fitting_font(tuple(scene.text.values()), at.cell, share)
    )
    for square, text in scene.text.items():
        ground = grounds.get(square, scene.theme.board)
        side = scene.pieces.get(square, 0)
        if side and scene.theme.pieces == "disc":
            ground = sprites.face("disc", side)
        x, y = at.corner(square)
        _write(image, text, font, (x + at.cell // 2, y + at.cell // 2), ink_on(ground))


@lru_cache(maxsize=64)
def _fitting_font(texts: tuple[str, ...], cell: int, share: float) -> int:
    """Returns one font size at which each label fits into `share` of a square's width."""
    trial = 40
    masks = [sprites.label(text, trial) for text in set(texts)]
    widest, tallest = max(m.width for m in masks), max(m.height for m in masks)
    largest = min(0.36 * cell, share * cell * trial / widest, 0.8 * cell * trial / tallest)
    return max(4, int(largest))


def _status(image: Image.Image, scene: Scene, at: Layout) -> None:
    """Draws the counts at the left and whose turn it is, or the result, at the right."""
    font, y = at.status_font, at.status_middle
    px = round(1.3 * font)
    kind, status = scene.theme.pieces, scene.status
    x = at.left
    if scene.theme.counts:
        counted = scene.pieces if scene.theme.counts == "pieces" else scene.local_winners
        for side in (1, -1):
            number = str(sum(owner == side for owner in counted.values()))
            _stamp(image, sprites.piece(kind, side, px), (x, y - px // 2))
            x += px + round(0.3 * font)
            _write(image, number, font, (x, y), anchor="left")
            x += sprites.label("00", font).width + round(0.9 * font)
    right = at.left + at.side
    before = px + round(0.3 * font) if scene.status_side else 0
    if x + before + sprites.label(status, font).width > right:
        status = status.partition(" ")[2]  # in a narrow picture the drawn piece names the side
    start = right - sprites.label(status, font).width
    _write(image, status, font, (start, y), anchor="left")
    if scene.status_side:
        _stamp(image, sprites.piece(kind, scene.status_side, px), (start - before, y - px // 2))


def _colour_bar(image: Image.Image, draw: ImageDraw.ImageDraw, scale: Scale, at: Layout) -> None:
    """Draws the scale under the board with its two ends written beside it."""
    font, y = at.label_font, at.bar_middle
    signed = scale.low < 0
    low, high = compact(scale.low), compact(scale.high, signed)
    half = round(0.3 * font)
    x0 = at.left + at.side // 4
    x1 = at.left + at.side - at.side // 4
    for x in range(x0, x1):
        share = (x - x0) / (x1 - 1 - x0)
        colour = scale.colour(scale.low + share * (scale.high - scale.low))
        draw.line((x, y - half, x, y + half), fill=colour)
    draw.rectangle((x0 - 1, y - half - 1, x1, y + half + 1), outline=BORDER)
    gap = round(0.5 * font)
    _write(image, low, font, (x0 - gap - sprites.label(low, font).width, y), MUTED, "left")
    _write(image, high, font, (x1 + gap, y), MUTED, "left")


def _write(
    image: Image.Image,
    text: str,
    font: int,
    place: tuple[int, int],
    colour: RGB = INK,
    anchor: str = "middle",
) -> None:
    mask = sprites.label(text, font)
    x = place[0] - (mask.width // 2 if anchor == "middle" else 0)
    image.paste(colour, (x, place[1] - mask.height // 2), mask)


def _stamp(image: Image.Image, sprite: Image.Image, place: tuple[int, int]) -> None:
    image.paste(sprite, place, sprite)

"""The board picture: `render` for any env, and the PNG that a notebook shows for an env itself."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from coursekit.display.pictures import sprites
from coursekit.display.pictures.layout import Layout, lay_out
from coursekit.display.pictures.overlays import Square
from coursekit.display.pictures.picture import (
    DENSITY,
    NotebookPng,
    Picture,
    checked_pixels,
    encode,
    frame,
)
from coursekit.display.pictures.scales import Scale, compact, ink_on
from coursekit.display.pictures.scene import Scene, read
from coursekit.display.pictures.sprites import stamp, write
from coursekit.display.pictures.theme import (
    BORDER,
    FORCED_EDGE,
    FRAME,
    INK,
    LAST,
    MUTED,
    RGB,
    Theme,
    mix,
    palette,
)
from coursekit.games.env import Env

SIZE = 400  # width of a board in CSS pixels
SMALLEST, LARGEST = 160, 4000


def render(
    env: Env,
    size: int = SIZE,
    heat: Any = None,
    text: Any = None,
    marks: Any = None,
    reach: float | None = None,
) -> Picture:
    """Returns a picture of the board; the env is not changed.

    A square can be given as an Action, a name such as "f5", a pair (row, col) or an index.

    Args:
        env: any game that follows the protocol.
        size: width in pixels; a notebook shows the picture at this size with twice the pixels.
        heat: numbers drawn as colours: a dict from square to number, an array of the board's shape
            with NaN for nothing, or a sequence aligned with `env.legal_actions()`. Non-negative
            numbers get a sequential scale; as soon as one is negative, the scale diverges from 0.
        text: labels in the same forms; numbers are written compactly.
        marks: squares to ring.
        reach: the number whose colour is full, and minus it; by default the picture's largest.

    Raises:
        ValueError: an argument that does not fit the board; the message says what would.

    >>> from coursekit import othello
    >>> othello.make().render(size=240, marks=["d3"])
    <othello8, Black to move: 240 x 257 pixels>
    """
    scene = read(env, heat, text, marks, reach)
    return picture_of(scene, size, f"{getattr(env, 'name', 'board')}, {scene.status}")


def png_bytes(env: Env) -> NotebookPng:
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
    return Picture.of(
        partial(card, scene, checked_pixels("size", size, SMALLEST, LARGEST, SIZE)), caption, scene
    )


def card(scene: Scene, size: int, scale: int) -> Image.Image:
    """Returns the framed board as an opaque RGB image, `scale` pixels for each CSS pixel."""
    return frame(panel(scene, size, scale), scale)


def panel(scene: Scene, size: int, scale: int) -> Image.Image:
    """Returns the board without the border, for use in a larger picture."""
    theme = scene.theme
    parts = bool(scene.status), bool(scene.heat), bool(scene.title)
    at = lay_out(scene.shape, size, scale, theme.block, *parts)
    image = _ground(theme, at, not scene.heat).copy()
    draw = ImageDraw.Draw(image)
    heat = scene.scale
    grounds = scene.tints()
    if heat is not None:
        grounds |= {square: heat.colour(value) for square, value in scene.heat.items()}
    if scene.forced is not None:
        x0, y0, x1, y1 = at.local_box(scene.forced)
        edge = at.gutter + at.line
        around = x0 - edge, y0 - edge, x1 + edge - 1, y1 + edge - 1
        draw.rectangle(around, outline=FORCED_EDGE, width=edge)
    for square, colour in grounds.items():
        draw.rectangle(at.box(square), fill=colour)
    _pieces(image, scene, at)
    if theme.block:
        _won_blocks(image, draw, scene, at)
    for square in scene.marks:
        # A dark casing keeps the ring visible on every disc and heat colour.
        for stroke, ink in ((0.1, INK), (0.07, theme.mark)):
            stamp(image, sprites.ring(at.cell, 0.42, stroke, ink), at.corner(square))
    if scene.text:
        _labels(image, scene, at, grounds)
    if scene.title:
        write(image, scene.title, at.status_font, ((at.left + at.right) // 2, at.title_middle))
    if scene.status:
        _status(image, scene, at)
    if heat is not None:
        _colour_bar(image, draw, heat, at)
    return image


@lru_cache(maxsize=24)
def _ground(theme: Theme, at: Layout, stars: bool) -> Image.Image:
    """Returns the empty board with its lines and coordinates."""
    image = Image.new("RGB", (at.width, at.height), FRAME)
    draw = ImageDraw.Draw(image)
    rows, cols = at.shape
    outline = theme.strong if theme.block else theme.line
    draw.rectangle((at.left, at.top, at.right - 1, at.bottom - 1), fill=outline)
    for row, col in np.ndindex(rows, cols):
        x0, y0, x1, y1 = at.box((row, col))
        # A square paints its own lines: thin ones inside a local board, none around it.
        right, below = (at.line if at.block and (i + 1) % at.block else 0 for i in (col, row))
        draw.rectangle((x0, y0, x1 + right, y1 + below), fill=theme.line)
        draw.rectangle((x0, y0, x1, y1), fill=theme.board)
    if stars and theme.pieces == "disc" and at.shape == (8, 8):
        px = at.pitch // 2 * 2
        star = sprites.dot(px, 0.065, theme.line)
        for square in product((2, 6), (2, 6)):
            x0, y0 = at.corner(square)
            shift = px // 2 + (at.line + 1) // 2
            stamp(image, star, (x0 - shift, y0 - shift))
    half, gap = at.cell // 2, round(0.85 * at.label_font)
    for col in range(cols):
        x = at.corner((0, col))[0] + half
        write(image, chr(ord("a") + col), at.label_font, (x, at.top - gap), MUTED)
    for row in range(rows):
        y = at.corner((row, 0))[1] + half
        write(image, str(row + 1), at.label_font, (at.left - gap, y), MUTED)
    return image


def _pieces(image: Image.Image, scene: Scene, at: Layout) -> None:
    kind = scene.theme.pieces
    for square, side in scene.pieces.items():
        stamp(image, sprites.piece(kind, side, at.cell), at.corner(square))
    opacity = 0.5 if kind == "disc" else 0.4
    hint = sprites.dot(at.cell, 0.11, sprites.face(kind, scene.mover), opacity)
    for square in scene.dots:
        if square not in scene.heat and square not in scene.text:
            stamp(image, hint, at.corner(square))
    if scene.last is not None and kind == "disc":
        x, y = at.corner(scene.last)
        # A label needs the middle of the disc, so the mark moves down.
        lower = round(0.27 * at.cell) if scene.last in scene.text else 0
        stamp(image, sprites.dot(at.cell, 0.065 if lower else 0.12, LAST), (x, y + lower))


def _won_blocks(image: Image.Image, draw: ImageDraw.ImageDraw, scene: Scene, at: Layout) -> None:
    """Fades each local board that is won and lays its winner's sign over it."""
    for block, side in scene.local_winners.items():
        inner = at.local_box(block)
        px = inner[2] - inner[0]
        tint = mix(scene.theme.board, sprites.face("cross", side), 0.14)
        wash = Image.new("RGB", (px, px), tint)
        image.paste(Image.blend(image.crop(inner), wash, 0.7), inner)
        stamp(image, sprites.sign(side, px, 0.16, 0.36, 0.11, opacity=0.85), inner[:2])
    if scene.last is not None and tuple(i // at.block for i in scene.last) in scene.local_winners:
        # The wash has covered the tint of the last square.
        draw.rectangle(at.box(scene.last), outline=LAST, width=2 * at.line)


def _labels(image: Image.Image, scene: Scene, at: Layout, grounds: dict[Square, RGB]) -> None:
    on_discs = scene.theme.pieces == "disc" and not scene.pieces.keys().isdisjoint(scene.text)
    fitting = _fitting_font(tuple(scene.text.values()), at.cell, 0.72 if on_discs else 0.84)
    font = min(round(1.5 * at.status_font), fitting)
    for square, text in scene.text.items():
        ground = grounds.get(square, scene.theme.board)
        if square in scene.pieces and scene.theme.pieces == "disc":
            ground = sprites.face("disc", scene.pieces[square])
        x, y = at.corner(square)
        write(image, text, font, (x + at.cell // 2, y + at.cell // 2), ink_on(ground))


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
    font, x, y = at.status_font, at.left, at.status_middle
    px, gap = round(1.3 * font), round(0.3 * font)
    kind, status = scene.theme.pieces, scene.status
    if scene.theme.counts:
        counted = scene.pieces if scene.theme.counts == "pieces" else scene.local_winners
        owners = list(counted.values())
        for side in (1, -1):
            stamp(image, sprites.piece(kind, side, px), (x, y - px // 2))
            write(image, str(owners.count(side)), font, (x + px + gap, y), anchor="left")
            x += px + gap + sprites.label("00", font).width + round(0.9 * font)
    before = px + gap if scene.status_side else 0
    if x + before + sprites.label(status, font).width > at.right:
        status = status.partition(" ")[2]  # in a narrow picture the drawn piece names the side
    start = at.right - sprites.label(status, font).width
    write(image, status, font, (start, y), anchor="left")
    if scene.status_side:
        stamp(image, sprites.piece(kind, scene.status_side, px), (start - before, y - px // 2))


def _colour_bar(image: Image.Image, draw: ImageDraw.ImageDraw, scale: Scale, at: Layout) -> None:
    """Draws the scale under the board with its two ends written beside it."""
    font, y = at.label_font, at.bar_middle
    low, high = compact(scale.low), compact(scale.high, scale.low < 0)
    half, gap = round(0.3 * font), round(0.5 * font)
    quarter = (at.right - at.left) // 4
    x0, x1 = at.left + quarter, at.right - quarter
    for x, value in zip(range(x0, x1), np.linspace(scale.low, scale.high, x1 - x0), strict=True):
        draw.line((x, y - half, x, y + half), fill=scale.colour(value))
    draw.rectangle((x0 - 1, y - half - 1, x1, y + half + 1), outline=BORDER)
    write(image, low, font, (x0 - gap - sprites.label(low, font).width, y), MUTED, "left")
    write(image, high, font, (x1 + gap, y), MUTED, "left")

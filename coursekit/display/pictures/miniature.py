"""A board as small as a stamp: squares and pieces only, for the nodes of a search tree."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from PIL import Image, ImageDraw

from coursekit.display.pictures import sprites
from coursekit.display.pictures.layout import Layout
from coursekit.display.pictures.scene import Scene
from coursekit.display.pictures.theme import LAST, Theme, mix


def miniature(scene: Scene, side: int) -> Image.Image:
    """Returns the board of a scene as an opaque RGB image, its longer side `side` pixels."""
    theme, line = scene.theme, max(1, round(side / 110))
    at = Layout(scene.shape, theme.block, (side - line) // max(scene.shape), line)
    image = _squares(theme, at).copy()
    draw = ImageDraw.Draw(image)
    for square, colour in scene.tints().items():
        draw.rectangle(at.box(square), fill=colour)
    for square, player in scene.pieces.items():
        sprites.stamp(image, sprites.piece(theme.pieces, player, at.cell), at.corner(square))
    for block, player in scene.local_winners.items():
        x0, y0, x1, y1 = at.local_box(block)
        image.paste(mix(theme.board, sprites.face("cross", player), 0.14), (x0, y0, x1, y1))
        sprites.stamp(image, sprites.sign(player, x1 - x0, 0.2, 0.32, 0.13), (x0, y0))
    if scene.last is not None and theme.pieces == "disc":
        sprites.stamp(image, sprites.dot(at.cell, 0.16, LAST), at.corner(scene.last))
    return image


@lru_cache(maxsize=32)
def _squares(theme: Theme, at: Layout) -> Image.Image:
    rows, cols = at.shape
    image = Image.new("RGB", (at.right, at.bottom), theme.line)
    draw = ImageDraw.Draw(image)
    for square in product(range(rows), range(cols)):
        draw.rectangle(at.box(square), fill=theme.board)
    for x in range(0, at.right, (theme.block or cols) * at.pitch):
        draw.rectangle((x, 0, x + at.line - 1, at.bottom), fill=theme.strong)
    for y in range(0, at.bottom, (theme.block or rows) * at.pitch):
        draw.rectangle((0, y, at.right, y + at.line - 1), fill=theme.strong)
    return image

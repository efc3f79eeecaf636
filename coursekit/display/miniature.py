"""A board as small as a stamp: squares and pieces only, for the nodes of a search tree."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from . import sprites
from .scene import Scene
from .theme import FORCED_TINT, LAST, LAST_TINT, Theme, mix


def miniature(scene: Scene, side: int) -> Image.Image:
    """Returns the board of a scene, at most `side` pixels wide, as an opaque RGB image."""
    line = max(1, round(side / 110))
    pitch = (side - line) // scene.n
    cell = pitch - line
    image = _squares(scene.theme, scene.n, pitch, line).copy()
    draw = ImageDraw.Draw(image)

    def corner(row: int, col: int) -> tuple[int, int]:
        return col * pitch + line, row * pitch + line

    def fill(row: int, col: int, colour: tuple[int, int, int]) -> None:
        x, y = corner(row, col)
        draw.rectangle((x, y, x + cell - 1, y + cell - 1), fill=colour)

    block, kind = scene.theme.block, scene.theme.pieces
    if block and scene.forced is not None:
        for r in range(block):
            for c in range(block):
                fill(scene.forced[0] * block + r, scene.forced[1] * block + c, FORCED_TINT)
    if scene.last is not None and kind == "cross":
        fill(*scene.last, LAST_TINT)
    for (row, col), player in scene.pieces.items():
        piece = sprites.piece(kind, player, cell)
        image.paste(piece, corner(row, col), piece)
    for (row, col), player in scene.local_winners.items():
        x, y = corner(row * block, col * block)
        px = block * pitch - line
        colour = sprites.face("cross", player)
        image.paste(mix(scene.theme.board, colour, 0.14), (x, y, x + px, y + px))
        sign = (
            sprites.cross(px, 0.2, 0.13, colour)
            if player > 0
            else sprites.ring(px, 0.32, 0.13, colour)
        )
        image.paste(sign, (x, y), sign)
    if scene.last is not None and kind == "disc":
        dot = sprites.dot(cell, 0.16, LAST, 1.0)
        image.paste(dot, corner(*scene.last), dot)
    return image


@lru_cache(maxsize=32)
def _squares(theme: Theme, n: int, pitch: int, line: int) -> Image.Image:
    side = n * pitch + line
    image = Image.new("RGB", (side, side), theme.line)
    draw = ImageDraw.Draw(image)
    for row in range(n):
        for col in range(n):
            x, y = col * pitch + line, row * pitch + line
            draw.rectangle((x, y, x + pitch - line - 1, y + pitch - line - 1), fill=theme.board)
    for index in range(0, n + 1, theme.block or n):
        at = index * pitch
        draw.rectangle((at, 0, at + line - 1, side), fill=theme.strong)
        draw.rectangle((0, at, side, at + line - 1), fill=theme.strong)
    return image

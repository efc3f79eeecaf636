"""Several boards in one picture: a grid, a game's stages side by side, an animated game."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from .board import checked_size, panel
from .picture import Picture, frame, frequent, indexed
from .scene import Drawable, Scene, read, retitled
from .theme import FRAME, palette

SMALL = 200  # width of one board of several, in CSS pixels
GAP = 6  # between the boards, in CSS pixels
WIDEST = 840  # a sheet is broken into rows at this width, in CSS pixels


def grid(
    boards: Sequence[Drawable | Picture],
    columns: int | None = None,
    titles: Sequence[str] | None = None,
    size: int = SMALL,
) -> Picture:
    """Returns several boards as one picture, row by row.

    Args:
        boards: envs, or pictures from `render` where overlays are wanted.
        columns: boards in a row; None takes as many as fit into a notebook cell.
        titles: a short line above each board.
        size: width of one board in pixels.

    Raises:
        ValueError: no boards, a wrong number of titles, or no sensible `columns` or `size`.

    >>> from coursekit import othello, tictactoe
    >>> grid([othello.make(), tictactoe.make()], titles=["Othello", "Tic-tac-toe"])
    <grid of 2 boards: 418 x 250 pixels>
    """
    size = checked_size(size)
    scenes = [_scene(board, place) for place, board in enumerate(boards)]
    if not scenes:
        raise ValueError("boards: the list is empty; give at least one env")
    if titles is not None:
        if isinstance(titles, str) or len(titles) != len(scenes):
            raise ValueError(
                f"titles: got {titles!r} for {len(scenes)} boards; give a list with one for each"
            )
        scenes = [retitled(scene, str(t)) for scene, t in zip(scenes, titles, strict=True)]
    if columns is None:
        fitting = max(1, (WIDEST - GAP) // (size + GAP))
        rows = -(-len(scenes) // fitting)
        columns = -(-len(scenes) // rows)
    elif isinstance(columns, bool) or not isinstance(columns, int) or columns < 1:
        raise ValueError(f"columns: {columns!r} is no number of boards in a row; use 1 or more")
    columns = min(columns, len(scenes))
    caption = f"grid of {len(scenes)} boards"
    return Picture.of(partial(_sheet, tuple(scenes), columns, size), caption)


def strip(
    game: Drawable | str | list[Any] | tuple[Any, ...],
    stages: int = 4,
    size: int = SMALL,
) -> Picture:
    """Returns a game's stages side by side.

    Args:
        game: an env with its history, an Othello transcript such as "f5d6c3", or a list of envs
            that are the stages themselves.
        stages: how many positions of a game to show, evenly spaced; the last is always one.
        size: width of one board in pixels.

    Raises:
        ValueError: fewer than one stage, or a transcript that cannot be played.
    """
    if isinstance(stages, bool) or not isinstance(stages, int) or stages < 1:
        raise ValueError(f"stages: {stages!r} is no number of positions; use 1 or more")
    envs = _envs(game)
    if not isinstance(game, (list, tuple)):
        plies = np.linspace(len(envs) - 1, 0, min(stages, len(envs))).round().astype(int)
        envs = [envs[ply] for ply in reversed(plies)]
    return grid(envs, titles=[_title(env) for env in envs], size=size)


class Animation:
    """An animated GIF of a game, which a notebook shows; `data` holds its bytes."""

    def __init__(self, data: bytes, plies: int) -> None:
        self.data = data
        self.plies = plies

    def __repr__(self) -> str:
        return f"<animated game of {self.plies} plies>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/gif": base64.b64encode(self.data).decode(), "text/plain": repr(self)}

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the GIF to `path`."""
        Path(path).write_bytes(self.data)


def gif(
    game: Drawable | str | list[Any] | tuple[Any, ...],
    path: str | PathLike[str] | None = None,
    size: int = 360,
    seconds: float = 0.7,
) -> Animation:
    """Returns the game as an animated GIF, one frame for each position.

    The same game gives the same bytes.

    Args:
        game: an env with its history, an Othello transcript, or a list of envs.
        path: file to write the GIF to as well; None writes none.
        size: width in pixels.
        seconds: time for each position; the last one stays four times as long.

    Raises:
        ValueError: no position, no sensible `size` or `seconds`, or a transcript that cannot be
            played.
    """
    size = checked_size(size)
    if not 0.02 <= seconds <= 60:
        raise ValueError(f"seconds: {seconds!r} is not in 0.02..60; try 0.7")
    envs = _envs(game)
    frames = []
    for env in envs:
        scene = read(env)
        picture = panel(scene, size, 1)
        colours = palette(scene.theme) if scene.is_plain else None
        frames.append(indexed(picture, colours or frequent(picture)))
    pause = round(1000 * seconds)
    buffer = io.BytesIO()
    frames[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[pause] * (len(frames) - 1) + [4 * pause],
        loop=0,
    )
    animation = Animation(buffer.getvalue(), len(envs) - 1)
    if path is not None:
        animation.save(path)
    return animation


def _scene(board: Drawable | Picture, place: int) -> Scene:
    scene = getattr(board, "scene", None) if isinstance(board, Image.Image) else read(board)
    if scene is None:
        raise ValueError(
            f"boards: item {place} is {board!r}, which is neither an env nor a picture from render"
        )
    return scene


def _envs(game: Any) -> list[Any]:
    """Returns the envs given as a list, or copies of an env at each ply of its history."""
    if isinstance(game, (list, tuple)):
        if not game:
            raise ValueError("game: the list is empty; give at least one env")
        return list(game)
    if isinstance(game, str):
        from coursekit import othello

        game = othello.from_moves(game)
    env = game.copy()
    envs = [env.copy()]
    for _ in game.history:
        env.undo()
        envs.append(env.copy())
    return envs[::-1]


def _title(env: Any) -> str:
    plies = len(env.history)
    return "start" if plies == 0 else f"ply {plies}"


def _sheet(scenes: tuple[Scene, ...], columns: int, size: int, scale: int) -> Image.Image:
    panels = [panel(scene, size, scale) for scene in scenes]
    rows = [panels[start : start + columns] for start in range(0, len(panels), columns)]
    heights = [max(image.height for image in row) for row in rows]
    gap = GAP * scale
    width = columns * (size * scale + gap) + gap
    sheet = Image.new("RGB", (width, sum(heights) + gap * (len(rows) + 1)), FRAME)
    y = gap
    for row, height in zip(rows, heights, strict=True):
        for place, image in enumerate(row):
            sheet.paste(image, (gap + place * (size * scale + gap), y))
        y += height + gap
    frame(sheet, scale)
    return sheet

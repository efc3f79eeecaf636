"""Several boards in one picture: a grid, or a game's stages side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from PIL import Image

from coursekit.checks import checked_whole
from coursekit.display.pictures.board import LARGEST, SMALLEST, panel
from coursekit.display.pictures.picture import Picture, checked_pixels, frame
from coursekit.display.pictures.scene import Scene, read
from coursekit.display.pictures.theme import FRAME
from coursekit.games.env import Env, checked_env
from coursekit.strangers import shown

SMALL = 200  # width of one board of several, in CSS pixels
GAP = 6  # between the boards, in CSS pixels
WIDEST = 840  # a sheet is broken into rows at this width, in CSS pixels


def grid(
    boards: Sequence[Env | Picture],
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
    size = checked_pixels("size", size, SMALLEST, LARGEST, SMALL)
    scenes = [_scene(board, place) for place, board in enumerate(boards)]
    if not scenes:
        raise ValueError("boards: the list is empty; give at least one env")
    if titles is not None:
        if isinstance(titles, str) or len(titles) != len(scenes):
            raise ValueError(
                f"titles: got {shown(titles)} for {len(scenes)} boards; give one for each"
            )
        scenes = [replace(scene, title=str(t)) for scene, t in zip(scenes, titles, strict=True)]
    if columns is None:
        fitting = max(1, (WIDEST - GAP) // (size + GAP))
        rows = -(-len(scenes) // fitting)
        columns = -(-len(scenes) // rows)
    else:
        columns = checked_whole(columns, "columns")
    columns = min(columns, len(scenes))
    caption = f"grid of {len(scenes)} boards"
    one_row = columns if columns == len(scenes) else 1
    return Picture.of(partial(_sheet, tuple(scenes), columns, size), caption, columns=one_row)


def strip(env: Env, stages: int = 4, size: int = SMALL) -> Picture:
    """Returns a game's stages side by side.

    Args:
        env: the game, with its history.
        stages: how many positions to show, evenly spaced; the last is always one.
        size: width of one board in pixels.

    Raises:
        ValueError: fewer than one stage.
    """
    plies = len(checked_env(env).history)
    plies_shown = np.linspace(plies, 0, min(checked_whole(stages, "stages"), plies + 1)).round()
    env, envs = env.clone(), []
    for ply in plies_shown:
        while len(env.history) > ply:
            env.undo()
        envs.append(env.clone())
    titles = [f"ply {ply:.0f}" if ply else "start" for ply in plies_shown[::-1]]
    return grid(envs[::-1], titles=titles, size=size)


def _scene(board: Env | Picture, place: int) -> Scene:
    scene = getattr(board, "scene", None) if isinstance(board, Image.Image) else read(board)
    if scene is None:
        raise ValueError(f"boards: item {place} is {shown(board)}, neither an env nor from render")
    return scene


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
    return frame(sheet, scale)

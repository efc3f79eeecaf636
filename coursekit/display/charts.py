"""The house style of the course's charts, and tables drawn on the board they are about."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from coursekit.checks import checked_text
from coursekit.display.pictures.board import SIZE, picture_of
from coursekit.display.pictures.overlays import read_heat, read_text
from coursekit.display.pictures.picture import Picture
from coursekit.display.pictures.scene import Scene
from coursekit.display.pictures.theme import OTHELLO

# Okabe and Ito (2008), in an order whose neighbours differ in lightness as well.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#404448")


def use_style() -> None:
    """Gives matplotlib the style of the course.

    Opaque light ground for light and dark pages, readable sizes, colour-blind safe colours.
    """
    import matplotlib as mpl
    import matplotlib.style
    from cycler import cycler

    mpl.style.use(Path(__file__).with_name("course.mplstyle"))
    mpl.rcParams["axes.prop_cycle"] = cycler(color=COLOURS)


def heat_map(table: Any, title: str = "", size: int = SIZE) -> Picture:
    """Returns a picture of an empty board with a number on each square, as colour and as text.

    Args:
        table: (rows, cols) or, for a square board, n·n numbers; NaN leaves a square empty.
        title: a line above the board.
        size: width in pixels.

    Raises:
        ValueError: the table has no such shape, or holds something else than numbers.

    >>> heat_map([[3, 2, 3], [2, 4, 2], [3, 2, 3]], size=240)
    <heat map: 240 x 256 pixels>
    """
    numbers = np.asarray(table, dtype=float)
    if numbers.ndim == 1:
        n = math.isqrt(numbers.size)
        numbers = numbers.reshape(n, n) if n * n == numbers.size else numbers
    if numbers.ndim != 2 or not all(2 <= n <= 26 for n in numbers.shape):
        raise ValueError(f"table: got shape {numbers.shape}; give a number for each square")
    shape = numbers.shape
    labels, colours = read_text(numbers, shape, ()), read_heat(numbers, shape, ())
    scene = Scene(
        OTHELLO, shape, pieces={}, heat=colours, text=labels, title=checked_text(title, "title")
    )
    return picture_of(scene, size, title or "heat map")

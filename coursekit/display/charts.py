"""The house style of the course's charts, and tables drawn on the board they are about."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .board import SIZE, picture_of
from .overlays import read_heat, read_text
from .picture import Picture
from .scene import Scene
from .theme import theme_of

# Okabe and Ito (2008), in an order whose neighbours differ in lightness as well.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#404448")


def use_style() -> None:
    """Gives matplotlib the style of the course.

    Opaque light ground for light and dark pages, readable sizes, colour-blind safe colours.
    """
    import matplotlib as mpl

    mpl.rcParams.update(
        {
            "axes.axisbelow": True,
            "axes.edgecolor": "#686C70",
            "axes.facecolor": "#FDFDFB",
            "axes.grid": True,
            "axes.labelcolor": "#282C30",
            "axes.labelsize": 11,
            "axes.prop_cycle": mpl.cycler(color=COLOURS),  # type: ignore[attr-defined]
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlesize": 12,
            "figure.autolayout": True,
            "figure.dpi": 100,
            "figure.facecolor": "#F8F8F4",
            "figure.figsize": (6.5, 3.6),
            "font.size": 10.5,
            "grid.color": "#DCDCD6",
            "grid.linewidth": 0.8,
            "legend.frameon": False,
            "lines.linewidth": 2.0,
            "savefig.dpi": 100,
            "savefig.facecolor": "#F8F8F4",
            "text.color": "#282C30",
            "xtick.color": "#686C70",
            "ytick.color": "#686C70",
        }
    )


def heat_map(table: Any, title: str = "", size: int = SIZE, game: str = "othello") -> Picture:
    """Returns a picture of an empty board with a number on each square, as colour and as text.

    Args:
        table: (n, n) or n·n numbers; NaN leaves a square empty.
        title: a line above the board.
        size: width in pixels.
        game: whose board: "othello", "tictactoe" or "ultimate".

    Raises:
        ValueError: the table is not square, or holds something else than numbers.

    >>> heat_map([[3, 2, 3], [2, 4, 2], [3, 2, 3]], game="tictactoe", size=240)
    <heat map: 240 x 256 pixels>
    """
    try:
        numbers = np.asarray(table, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"table: {table!r} is no table of numbers") from None
    n = math.isqrt(numbers.size)
    if n < 2 or n > 26 or numbers.shape not in ((n, n), (n * n,)):
        raise ValueError(
            f"table: got shape {numbers.shape}; give one number for each square, as (n, n) or n·n"
        )
    numbers = numbers.reshape(n, n)
    scene = Scene(
        theme=theme_of(game),
        n=n,
        pieces={},
        heat=read_heat(numbers, n, ()),
        text=read_text(numbers, n, ()),
        title=title,
    )
    return picture_of(scene, size, title or "heat map")

"""Reads `heat=`, `text=` and `marks=`: any per-square values become a dict from (row, col)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from coursekit.checks import is_number, is_whole
from coursekit.display.pictures.scales import compact
from coursekit.games.actions import square_name
from coursekit.strangers import shown

Square = tuple[int, int]
Shape = tuple[int, int]
"""Rows and columns of a board."""


def square_of(key: Any, shape: Shape, argument: str) -> Square | None:
    """Returns (row, col) of a square given as Action, "f5", (row, col) or index; None for a pass.

    Args:
        key: the square.
        shape: rows and columns of the board.
        argument: name of the argument that the key came in, for the error.

    Raises:
        ValueError: `key` is no square of such a board.

    >>> [square_of(key, (8, 8), "heat") for key in ("f5", 0, "pass")]
    [(4, 5), (0, 0), None]
    """
    rows, cols = shape
    cells = rows * cols
    if getattr(key, "is_pass", False) or key == "pass":
        return None
    place: Any = getattr(key, "row", None), getattr(key, "col", None)
    if isinstance(key, str):
        if match := re.fullmatch(r"([a-z])([1-9][0-9]?)", key.strip().lower()):
            place = int(match[2]) - 1, ord(match[1]) - ord("a")
    elif isinstance(key, tuple) and len(key) == 2:
        place = key
    elif is_whole(key):
        if key == cells:
            return None
        place = divmod(int(key), cols)
    row, col = place
    if is_whole(row) and is_whole(col) and 0 <= row < rows and 0 <= col < cols:
        return int(row), int(col)
    raise ValueError(
        f"{argument}: {shown(key)} is no square of this {rows}×{cols} board; use a name from "
        f"'a1' to '{square_name(rows - 1, cols - 1)}', a pair (row, col), an index from 0 to "
        f"{cells - 1} or an Action"
    )


def read_heat(heat: Any, shape: Shape, legal: Sequence[Any]) -> dict[Square, float]:
    """Returns the number on each square that has one.

    Args:
        heat: dict from square to number, array of the board's shape (NaN: nothing), or a sequence
            with one number per legal action, per square, or per square and the pass.
        shape: rows and columns of the board.
        legal: the legal actions, in order.

    Raises:
        ValueError: unknown square, wrong shape, a value that is no finite number, or only NaN.
    """
    numbers: dict[Square, float] = {}
    for key, square, value in _pairs(heat, shape, legal, "heat"):
        if not is_number(value) or math.isinf(value):
            raise ValueError(
                f"heat: the value for {key} is {shown(value)}; heat needs finite numbers, or NaN "
                "where nothing is to be drawn, and text= takes labels"
            )
        if square is not None:  # a pass has no square to colour
            numbers[square] = float(value)
    drawn = {square: number for square, number in numbers.items() if not math.isnan(number)}
    if numbers and not drawn:
        raise ValueError(f"heat: all {len(numbers)} values are NaN; give at least one number")
    return drawn


def read_text(text: Any, shape: Shape, legal: Sequence[Any]) -> dict[Square, str]:
    """Returns the label on each square that has one; numbers are written compactly.

    Takes the same forms as `read_heat`; None, NaN and "" mean no label. If any number is
    negative, the positive ones get a plus.

    Raises:
        ValueError: unknown square or wrong shape.
    """
    found = {square: value for _, square, value in _pairs(text, shape, legal, "text")}
    signed = any(is_number(value) and value < 0 for value in found.values())
    labels = {}
    for square, value in found.items():
        if square is None or value is None or value != value:  # NaN
            continue
        if label := compact(float(value), signed) if is_number(value) else str(value):
            labels[square] = label
    return labels


def read_marks(marks: Any, shape: Shape) -> tuple[Square, ...]:
    """Returns the squares to ring.

    Raises:
        ValueError: no list of squares, or an unknown square.
    """
    if isinstance(marks, str) or not isinstance(marks, Iterable):
        given = shown(marks)
        raise ValueError(f"marks: {given} is no list of squares; write marks=[{given}] for one")
    squares = [square_of(key, shape, "marks") for key in marks]
    return tuple(square for square in squares if square is not None)


def _pairs(
    values: Any, shape: Shape, legal: Sequence[Any], argument: str
) -> list[tuple[str, Square | None, Any]]:
    """Returns (what to call it in an error, square, value) for every entry of `values`."""
    if hasattr(values, "items"):
        return [(shown(key), square_of(key, shape, argument), v) for key, v in values.items()]
    cells = shape[0] * shape[1]
    table = np.asarray(values, dtype=None if hasattr(values, "__array__") else object)
    keys: Sequence[Any] = legal
    if table.shape in (shape, (cells,), (cells + 1,)):
        keys = range(table.size)
    elif table.shape != (len(legal),):
        given = f"an array of shape {table.shape}" if table.ndim else shown(values)
        raise ValueError(
            f"{argument}: got {given}; give a dict from square to value, an array of shape "
            f"{shape}, or a sequence with one value for each of the {len(legal)} legal actions"
        )
    squares = [square_of(key, shape, argument) for key in keys]
    named = ["the pass" if square is None else square_name(*square) for square in squares]
    return list(zip(named, squares, table.ravel().tolist(), strict=True))

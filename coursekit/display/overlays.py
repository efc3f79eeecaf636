"""Reads `heat=`, `text=` and `marks=`: any per-square values become a dict from (row, col)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from .scales import compact
from .theme import NAMED

Square = tuple[int, int]
SHAPES = ("circle", "cross")


def square_of(key: object, n: int, argument: str) -> Square | None:
    """Returns (row, col) of a square given as Action, "f5", (row, col) or index; None for a pass.

    Args:
        key: the square.
        n: side of the board.
        argument: name of the argument that the key came in, for the error.

    Raises:
        ValueError: `key` is no square of an n×n board.

    >>> square_of("f5", 8, "heat"), square_of(0, 8, "heat"), square_of("pass", 8, "heat")
    ((4, 5), (0, 0), None)
    """
    if getattr(key, "is_pass", False) or key == "pass":
        return None
    row: Any = getattr(key, "row", None)
    col: Any = getattr(key, "col", None)
    if isinstance(key, str):
        if match := re.fullmatch(r"([a-z])([1-9][0-9]?)", key.strip().lower()):
            row, col = int(match[2]) - 1, ord(match[1]) - ord("a")
    elif isinstance(key, tuple) and len(key) == 2:
        row, col = key
    elif _is_a(key, Integral):
        index: Any = key
        if index == n * n:
            return None
        row, col = divmod(int(index), n)
    if _is_a(row, Integral) and _is_a(col, Integral):
        row, col = int(row), int(col)
        if 0 <= row < n and 0 <= col < n:
            return row, col
    corner = f"{chr(ord('a') + n - 1)}{n}"
    raise ValueError(
        f"{argument}: {key!r} is no square of this {n}×{n} board; use a name from 'a1' to "
        f"'{corner}', a pair (row, col), an index from 0 to {n * n - 1} or an Action"
    )


def read_heat(heat: Any, n: int, legal: Sequence[Any]) -> dict[Square, float]:
    """Returns the number on each square that has one.

    Args:
        heat: dict from square to number, n×n array (NaN: nothing), or a sequence with one number
            per legal action, per square, or per square and the pass.
        n: side of the board.
        legal: the legal actions, in order.

    Raises:
        ValueError: unknown square, wrong shape, a value that is no finite number, or only NaN.
    """
    values: dict[Square, float] = {}
    seen = 0
    for key, square, value in _pairs(heat, n, legal, "heat"):
        if not _is_a(value, Real):
            raise ValueError(
                f"heat: the value for {key} is {value!r} ({type(value).__name__}); heat needs "
                "numbers, and text= takes labels"
            )
        number = float(value)
        if math.isinf(number):
            raise ValueError(
                f"heat: the value for {key} is {number}; heat needs finite numbers, or NaN "
                "where nothing is to be drawn"
            )
        seen += 1
        if square is not None and not math.isnan(number):
            values[square] = number
        elif square is None:
            seen -= 1  # a pass has no square to colour, so it does not count
    if seen and not values:
        raise ValueError(
            f"heat: all {seen} values are NaN, so there is nothing to draw; give at least one "
            "number, or leave heat out"
        )
    return values


def read_text(text: Any, n: int, legal: Sequence[Any]) -> dict[Square, str]:
    """Returns the label on each square that has one; numbers are written compactly.

    Takes the same forms as `read_heat`; None, NaN and "" mean no label. If any number is
    negative, the positive ones get a plus.

    Raises:
        ValueError: unknown square or wrong shape.
    """
    found = [(square, value) for _, square, value in _pairs(text, n, legal, "text")]
    signed = any(isinstance(value, Real) and value < 0 for _, value in found)
    labels: dict[Square, str] = {}
    for square, value in found:
        if value is None or (isinstance(value, Real) and math.isnan(value)):
            continue
        label = compact(float(value), signed) if _is_a(value, Real) else str(value)
        if square is not None and label:
            labels[square] = label
    return labels


def read_marks(marks: Any, n: int) -> dict[Square, str]:
    """Returns "circle", "cross" or a colour name for each marked square.

    Args:
        marks: squares to ring, or a dict from square to "circle", "cross" or a colour name.
        n: side of the board.

    Raises:
        ValueError: unknown square or unknown mark.
    """
    if isinstance(marks, str) or not isinstance(marks, Iterable):
        raise ValueError(
            f"marks: {marks!r} is no list of squares; write marks=[{marks!r}] for one square, or "
            'a dict such as {"f5": "cross"}'
        )
    items = marks.items() if isinstance(marks, Mapping) else ((key, "circle") for key in marks)
    result: dict[Square, str] = {}
    for key, mark in items:
        square = square_of(key, n, "marks")
        if mark not in SHAPES and mark not in NAMED:
            raise ValueError(
                f"marks: {mark!r} for {key!r} is no mark; use 'circle', 'cross' or a colour: "
                + ", ".join(NAMED)
            )
        if square is not None:
            result[square] = mark
    return result


def _pairs(
    values: Any, n: int, legal: Sequence[Any], argument: str
) -> list[tuple[str, Square | None, Any]]:
    """Returns (what to call it in an error, square, value) for every entry of `values`."""
    if isinstance(values, Mapping) or hasattr(values, "items"):
        return [(repr(key), square_of(key, n, argument), v) for key, v in values.items()]
    table = _array(values)
    if table is not None and table.shape == (n, n):
        keys: Sequence[Any] = range(n * n)
        table = table.ravel()
    elif table is not None and table.ndim == 1 and len(table) in (n * n, n * n + 1):
        keys = range(len(table))
    elif table is not None and table.ndim == 1 and len(table) == len(legal):
        keys = legal
    else:
        given = f"an array of shape {table.shape}" if table is not None else repr(values)
        raise ValueError(
            f"{argument}: got {given}; give a dict from square to value, an array of shape "
            f"({n}, {n}), or a sequence with one value for each of the {len(legal)} legal actions"
        )
    squares = [square_of(key, n, argument) for key in keys]
    named = [_name(square) for square in squares]
    return list(zip(named, squares, table.tolist(), strict=True))


def _array(values: Any) -> np.ndarray[Any, Any] | None:
    """Returns `values` as an array, or None for what is no table of values at all."""
    if hasattr(values, "__array__"):
        return np.asarray(values)
    if isinstance(values, Sequence) and not isinstance(values, str):
        table = np.empty(len(values), dtype=object)
        table[:] = list(values)
        rows = [row for row in values if isinstance(row, Sequence) and not isinstance(row, str)]
        if rows and len(rows) == len(values) and len({len(row) for row in rows}) == 1:
            return np.array(values, dtype=object)
        return table
    return None


def _is_a(value: object, kind: type) -> bool:
    # In Python True is a number too, but nobody means square 1 by it.
    return isinstance(value, kind) and not isinstance(value, bool)


def _name(square: Square | None) -> str:
    return "the pass" if square is None else f"{chr(ord('a') + square[1])}{square[0] + 1}"

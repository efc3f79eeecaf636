"""Checks of the numbers and texts that people pass in."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TypeGuard

from coursekit.strangers import shown


def is_number(value: object) -> TypeGuard[float]:
    """Returns whether a value is a real number; numpy's count, True and False do not."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole(value: object) -> TypeGuard[int]:
    """Returns whether a value is an integer, of Python or of numpy; True and False are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def checked_whole(value: object, name: str, least: int = 1, most: int | None = None) -> int:
    """Returns an argument as a plain ``int``.

    Args:
        value: What was passed.
        name: The argument's name, for the error.
        least: The smallest number allowed.
        most: The largest, where there is one.

    Raises:
        ValueError: If it is no integer, or too small, or too large.

    >>> checked_whole(1.5, "depth")
    Traceback (most recent call last):
        ...
    ValueError: depth is a whole number from 1 up, not 1.5
    """
    if not is_whole(value) or value < least or (most is not None and value > most):
        reach = "up" if most is None else f"to {most:,}"
        raise ValueError(f"{name} is a whole number from {least} {reach}, not {shown(value)}")
    return int(value)


def checked_text(value: object, name: str) -> str:
    """Returns an argument that must be a text.

    Args:
        value: What was passed.
        name: What it is, for the error.

    Raises:
        TypeError: If it is none.

    >>> checked_text(None, "a transcript")
    Traceback (most recent call last):
        ...
    TypeError: a transcript is a text, not None
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text, not {shown(value)}")
    return value

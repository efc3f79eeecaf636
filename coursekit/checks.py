"""Checks of the numbers that people pass in."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TypeGuard


def is_number(value: object) -> TypeGuard[float]:
    """Returns whether a value is a real number; numpy's count, True and False do not."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_whole(value: object) -> TypeGuard[int]:
    """Returns whether a value is an integer, of Python or of numpy; True and False are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def checked_whole(value: object, name: str, least: int = 1) -> int:
    """Returns an argument as a plain ``int``.

    Args:
        value: What was passed.
        name: The argument's name, for the error.
        least: The smallest number allowed.

    Raises:
        ValueError: If it is no integer, or too small.

    >>> checked_whole(1.5, "depth")
    Traceback (most recent call last):
        ...
    ValueError: depth is a whole number from 1 up, not 1.5
    """
    if not is_whole(value) or value < least:
        raise ValueError(f"{name} is a whole number from {least} up, not {value!r}")
    return int(value)

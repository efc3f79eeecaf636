"""What a student's function returns, read kindly, or said plainly where it cannot be read."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.exercises.exercise import Wrong
from coursekit.games.actions import Action
from coursekit.games.env import Env


def described(given: Any) -> str:
    """Returns in words what was given instead of what was asked for.

    >>> described("a1")
    "yours is 'a1', a str"
    """
    if given is None:
        return "yours is None: does your function end with `return`? (`print` only shows a value)"
    text = " ".join(repr(given).split())
    return f"yours is {text if len(text) <= 60 else text[:59] + '…'}, a {type(given).__name__}"


def number(given: Any, env: Env | None = None) -> float:
    """Returns a real number of any kind: of Python, of NumPy, or a Fraction.

    Args:
        given: What should be a number.
        env: The position it was given for.

    Raises:
        Wrong: If it is none, or not finite.
    """
    if isinstance(given, np.ndarray) and given.shape == ():
        given = given.item()
    if isinstance(given, bool) or not isinstance(given, Real):
        raise Wrong(f"A number is asked for; {described(given)}.", env)
    if not np.isfinite(float(given)):
        raise Wrong(f"A finite number is asked for; yours is {given}.", env)
    return float(given)


def shown(value: float) -> str:
    """Returns a number as a student reads it: ``shown(1000042.0)`` is ``"1,000,042"``."""
    return f"{value:,.10g}"


def legal_action(given: Any, env: Env) -> Action:
    """Returns the action that a player chose.

    Args:
        given: What the player returned.
        env: The position it was given.

    Raises:
        Wrong: If it is none of the legal actions.
    """
    if not isinstance(given, Action):
        raise Wrong(f"A player returns one of env.legal_actions(); {described(given)}.", env)
    if given not in env.legal_actions():
        raise Wrong(f"Your player chose {given} here, which is not legal.", env)
    return given


def board_of_numbers(given: Any, env: Env | None = None) -> npt.NDArray[np.float64]:
    """Returns an 8×8 array of numbers, also from nested lists.

    Args:
        given: What should be one.
        env: The position it was given for.

    Raises:
        Wrong: If it is none.
    """
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"An 8×8 array of numbers is asked for; {described(given)}.", env) from None
    if array.shape != (8, 8):
        other = f"yours has shape {array.shape}" if array.ndim else described(given)
        raise Wrong(f"An array of shape (8, 8) is asked for; {other}.", env)
    return array


def square_name(row: int, col: int) -> str:
    """Returns the name of a square: ``square_name(4, 5)`` is ``"f5"``."""
    return "abcdefgh"[col] + str(row + 1)

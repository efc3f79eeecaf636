"""Reads what a student's function returns, and says plainly what is wrong with it."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.exercises.counted import Endless
from coursekit.games.actions import Action, IllegalActionError
from coursekit.games.env import Env

ALARM = 5.5
"""Standard errors from what chance allows: a right answer is refused once in a million checks."""


class Wrong(Exception):
    """Raised by a judge: the answer is not right yet.

    Args:
        message: What is wrong, and what would be right, without giving the solution away.
        env: The position where it is wrong, which is then drawn below the message.
    """

    def __init__(self, message: str, env: Env | None = None) -> None:
        super().__init__(message)
        self.env = env.copy() if env is not None else None


@contextmanager
def drawn(env: Env | None) -> Iterator[None]:
    """Draws a position below whatever turns out to be wrong inside the block."""
    try:
        yield
    except Wrong as wrong:
        if wrong.env is None and env is not None:
            wrong.env = env.copy()
        raise


def described(given: Any) -> str:
    """Returns in words what was given instead of what was asked for.

    >>> described("a1")
    "yours is 'a1', a str"
    """
    if given is None:
        return "yours is None: does your function end with `return`? (`print` only shows a value)"
    text = " ".join(repr(given).split())
    name = type(given).__name__
    article = "an" if name[0] in "aeiouAEIO" else "a"
    return f"yours is {text if len(text) <= 60 else text[:59] + '…'}, {article} {name}"


def shown(value: float) -> str:
    """Returns a number as a student reads it: ``shown(1000042.0)`` is ``"1,000,042"``."""
    return f"{value:,.10g}"


def square_name(row: int, col: int) -> str:
    """Returns the name of a square: ``square_name(4, 5)`` is ``"f5"``."""
    return "abcdefgh"[col] + str(row + 1)


def number(given: Any) -> float:
    """Returns a real number of any kind: of Python, NumPy or PyTorch, or a Fraction.

    Raises:
        Wrong: If it is none, or not finite.
    """
    if getattr(given, "shape", None) == ():  # an array or tensor without axes
        given = given.item()
    if isinstance(given, bool) or not isinstance(given, Real):
        raise Wrong(f"A number is asked for; {described(given)}.")
    if not np.isfinite(float(given)):
        raise Wrong(f"A finite number is asked for; yours is {given}.")
    return float(given)


def numbers(given: Any, *shape: int) -> npt.NDArray[np.float64]:
    """Returns numbers of a given shape as an array, also from nested lists.

    Raises:
        Wrong: If they are not numbers, or not finite, or have another shape.
    """
    wanted = f"{shape[0]} numbers are" if len(shape) == 1 else f"An array of shape {shape} is"
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"{wanted} asked for; {described(given)}.") from None
    if array.shape != shape:
        other = f"yours has shape {array.shape}" if array.ndim else described(given)
        raise Wrong(f"{wanted} asked for; {other}.")
    if not np.isfinite(array).all():
        raise Wrong(f"{wanted} asked for, all of them finite; {described(given)}.")
    return array


def listed(given: Any, what: str) -> list[Any]:
    """Returns the items of a list, a tuple or anything else but a text.

    Args:
        given: What should be one.
        what: What it should hold, for the message: ``"actions"``.

    Raises:
        Wrong: If it is none.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise Wrong(f"A list of {what} is asked for; {described(given)}.")
    return list(given)


def legal_action(given: Any, env: Env) -> Action:
    """Returns the action that a player chose at a position.

    Raises:
        Wrong: If it is none of the legal actions.
    """
    if not isinstance(given, Action):
        raise Wrong(f"A player returns one of env.legal_actions(); {described(given)}.", env)
    if given not in env.legal_actions():
        raise Wrong(f"Your player chose {given} here, which is not legal.", env)
    return given


def call(answer: Any, *arguments: Any) -> Any:
    """Calls a student's function on copies, and demands that it leaves the env as it was.

    Args:
        answer: The function.
        arguments: What it is given. The first env among them is drawn when something is wrong.

    Raises:
        Wrong: If the function fails or changes the env.
    """
    given = [fresh(argument) for argument in arguments]
    env = env_of(arguments)
    try:
        result = answer(*given)
    except Exception as error:
        raise Wrong(stopped(error, answer), env) from error
    except Endless as endless:
        raise Wrong(str(endless), env) from None
    if env != env_of(given):
        raise Wrong(
            "Your function leaves the env changed: take back every action that it plays, "
            "or play on env.copy().",
            env,
        )
    return result


def fresh(argument: Any) -> Any:
    """Returns a copy for one call; an env's copy has chance of its own."""
    return argument.copy() if isinstance(argument, Env) else copy.deepcopy(argument)


def env_of(arguments: Iterable[Any]) -> Env | None:
    """Returns the first env among some arguments, if there is one."""
    return next((argument for argument in arguments if isinstance(argument, Env)), None)


def stopped(error: BaseException, answer: Any) -> str:
    """Returns which error stopped a student's code, and in which of its own lines."""
    code = getattr(answer, "__code__", None)
    trace, line = error.__traceback__, ""
    while code is not None and trace is not None:
        if trace.tb_frame.f_code is code:
            line = f" in line {trace.tb_lineno - code.co_firstlineno + 1} of {answer.__name__}"
        trace = trace.tb_next
    note = ""
    if "read-only" in str(error):
        note = ". It belongs to all players: change a copy."
    elif isinstance(error, IllegalActionError) and "is not legal" in str(error):
        passes = "legal actions are pass" in str(error)
        note = "\nIs a pass missing?" if passes else "\nIs an undo missing, or a board's size?"
    return f"Your code stopped with {type(error).__name__}{line}: {error}{note}"

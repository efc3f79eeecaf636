"""What is not the course's own: words of players, moves and exceptions, and students' files.

Their ``__repr__``, ``__str__`` and ``name`` are code that may raise or leave the program, where
somebody is just writing down what else went wrong.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

_LINES = 20  # of an exception's message: enough for the largest board


def own_words(speak: Callable[[], str], otherwise: str = "?") -> str:
    """Returns what an object says of itself.

    Args:
        speak: Asks the object.
        otherwise: What to say if that fails.

    >>> own_words(lambda: str(1 / 0), "nothing")
    'nothing'
    """
    try:
        return "".join([speak()])  # a plain str, whatever class the answer has
    except KeyboardInterrupt:
        raise
    except BaseException:
        return otherwise


def plain(text: str, most: int = 400) -> str:
    r"""Returns a text that can stand in a line: what does not print is escaped.

    Args:
        text: Any text.
        most: Characters that are kept; all actions of the largest board fit.

    >>> plain("two\nlines \x1b[31m")
    'two\\nlines \\x1b[31m'
    """
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in short)


def shown(value: object) -> str:
    """Returns the first line of an object's ``repr``.

    >>> shown([1, 2.5])
    '[1, 2.5]'
    """
    otherwise = f"an object of class {type(value).__name__}"
    return plain(own_words(partial(repr, value), otherwise).partition("\n")[0], most=100)


def raised(error: BaseException) -> str:
    """Returns the type and the message of an exception.

    >>> raised(ValueError("no such square"))
    'ValueError: no such square'
    """
    lines = f"{type(error).__name__}: {own_words(partial(str, error))}".split("\n")
    return "\n".join(map(plain, lines[:_LINES]))


def run_file(path: Path) -> dict[str, Any]:
    """Returns what a file defines, in a namespace of its own.

    Raises:
        ValueError: If the file stops with an exception, or leaves the program.
    """
    try:
        return runpy.run_path(str(path.absolute()), run_name=path.stem)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"{path} stopped with {raised(error)}") from error

"""Words of objects that are not the course's own: players, moves, exceptions.

Their ``__repr__``, ``__str__`` and ``name`` are code that may raise or leave the program, where
somebody is just writing down what else went wrong.
"""

from __future__ import annotations

from collections.abc import Callable


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


def raised(error: BaseException) -> str:
    """Returns the type and the message of an exception.

    >>> raised(ValueError("no such square"))
    'ValueError: no such square'
    """
    return f"{type(error).__name__}: {own_words(lambda: str(error))}"

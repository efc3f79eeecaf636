"""Records what a recursive search does, call by call, without a change to the search."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

from coursekit.arena.games import is_asking
from coursekit.checks import is_number
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.strangers import shown

LIMIT = 2000  # calls that are recorded: more can hardly be looked at

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


@dataclass(eq=False, repr=False)
class Call:
    """One call of a traced function.

    Attributes:
        function: Its name.
        env: The game as it was when the call began.
        arguments: The other arguments by name, as far as they are numbers or texts.
        parent: The call that this one was made in.
        children: The calls made in this one, in the order of time.
        result: What it returned.
        error: The exception that ended it, by name; "" if it returned.
        whole: Whether all calls made in it are recorded.
    """

    function: str
    env: Env
    arguments: dict[str, Any]
    parent: Call | None
    children: list[Call] = field(default_factory=list)
    result: Any = None
    error: str = ""
    whole: bool = True

    @cached_property
    def moves(self) -> tuple[Action, ...]:
        """The actions that lead here from the parent's position; none at the root."""
        if self.parent is None:
            return ()
        before, after = self.parent.env, self.env
        begun = before.history
        if after.position == before.position:
            return ()
        if after.history[: len(begun)] == begun and after.history != begun:
            return after.history[len(begun) :]
        for action in before.legal_actions():  # the function has made a position of its own
            follower = before.clone()
            follower.update(action)
            if follower.position == after.position:
                return (action,)
        return ()

    @cached_property
    def cut(self) -> list[Action]:
        """The legal actions that it did not search, though it searched others."""
        if self.error or not self.whole:
            return []
        searched = {child.moves[0] for child in self.children if child.moves}
        return [a for a in self.env.legal_actions() if searched and a not in searched]

    @property
    def value(self) -> float | None:
        """The number that it returned, alone or first in a tuple such as (value, action)."""
        parts = self.result if isinstance(self.result, (tuple, list)) else [self.result]
        return next((float(part) for part in parts if is_number(part)), None)


@dataclass(eq=False, repr=False)
class Trace:
    """What a traced function did when it was last called from outside.

    Attributes:
        calls: The recorded calls, in the order in which they began.
        events: The same in the order of time: a call when it begins, and again when it ends.
        total: The number of all calls, recorded or not.
    """

    calls: list[Call] = field(default_factory=list)
    events: list[Call] = field(default_factory=list)
    total: int = 0
    open: list[Call] = field(default_factory=list)

    def __repr__(self) -> str:
        name = self.calls[0].function if self.calls else "nothing"
        return f"<trace of {name}: {self.total:,} call{'s' * (self.total != 1)}>"

    def __reduce__(self) -> tuple[type[Trace], tuple[()]]:
        return Trace, ()  # what was recorded stays here when the function is sent to a worker

    def begin(self, function: str, signature: inspect.Signature, args: Any, kwargs: Any) -> bool:
        """Records that a call begins; returns whether there was room for it."""
        self.total += 1
        if len(self.calls) >= LIMIT:
            if self.open:
                self.open[-1].whole = False
            return False
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        found = [value for value in bound.arguments.values() if isinstance(value, Env)]
        if not found:
            raise TypeError(
                f"traced: {function} was called without a game; one argument must be an env"
            )
        kept = {name: x for name, x in bound.arguments.items() if is_number(x) or type(x) is str}
        call = Call(function, found[0].clone(), kept, self.open[-1] if self.open else None)
        if call.parent is not None:
            call.parent.children.append(call)
        self.calls.append(call)
        self.events.append(call)
        self.open.append(call)
        return True

    def end(self, result: Any, error: str = "") -> None:
        """Records that the call that began last returns, or is ended by an exception."""
        call = self.open.pop()
        call.result, call.error = result, error
        self.events.append(call)


class Traced(Protocol, Generic[P, R_co]):
    """A function that keeps a record of its last call."""

    trace: Trace | None
    __name__: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Calls the function."""


_current = threading.local()  # the recording that is under way, one for each thread


def traced(function: Callable[P, R]) -> Traced[P, R]:
    """Makes a recursive function over an env keep a record of what it does: a decorator.

    The function works as before; :func:`steps` shows its last call from outside, with all calls
    that it made. Traced functions that call each other share one record, kept by the outermost.
    Of a call with more than 2,000 calls in it the first 2,000 are recorded. What a player does in
    a game or match is not recorded, so that it loses no time.

    Args:
        function: Any function one of whose arguments is an env.

    Raises:
        TypeError: If ``function`` is none, or is called without an env.

    >>> from coursekit import othello
    >>> @traced
    ... def perft(env, depth):
    ...     if depth == 0:
    ...         return 1
    ...     count = 0
    ...     for action in env.legal_actions():
    ...         env.update(action)
    ...         count += perft(env, depth - 1)
    ...         env.undo()
    ...     return count
    >>> perft(othello.make(4), 2), perft.trace.total
    (12, 17)
    """
    given: object = function
    if not inspect.isroutine(given):
        raise TypeError(f"traced decorates a function, not {shown(function)}")
    signature = inspect.signature(function)

    @wraps(function)
    def recorded(*args: P.args, **kwargs: P.kwargs) -> R:
        if is_asking():
            return function(*args, **kwargs)
        return _recorded(keeper, function, signature, args, kwargs)

    keeper = cast(Traced[P, R], recorded)
    keeper.trace = None
    return keeper


def _recorded(
    keeper: Traced[..., R],
    function: Callable[..., R],
    signature: inspect.Signature,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> R:
    """Calls a function and records the call; a worker imports this, so it needs no copy of it."""
    trace: Trace | None = getattr(_current, "trace", None)
    outermost = trace is None
    if trace is None:
        trace = _current.trace = keeper.trace = Trace()
    try:
        if not trace.begin(function.__name__, signature, args, kwargs):
            return function(*args, **kwargs)
        try:
            result = function(*args, **kwargs)
        except BaseException as error:
            trace.end(None, type(error).__name__)
            raise
        trace.end(result)
        return result
    finally:
        if outermost:
            _current.trace = None

"""A progress bar for long work that leaves no trace in a notebook's compared outputs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

QUIET_SECONDS = 2.0
"""Seconds before a bar appears, so that short work shows none."""


@dataclass
class _Listener:
    tell: Callable[[float], None]
    outermost: Progress | None = None


_listener: ContextVar[_Listener | None] = ContextVar("progress is told to", default=None)


@contextmanager
def heard(tell: Callable[[float], None]) -> Iterator[None]:
    """Shows no bars in this thread; ``tell`` hears the outermost one's share, from 0 to 1."""
    token = _listener.set(_Listener(tell))
    try:
        yield
    finally:
        _listener.reset(token)


class Progress:
    """A bar that appears after two seconds.

    Used as a context: the bar is gone when the block ends, and when it is interrupted.

    Args:
        title: What is going on.
        total: Number of steps.
        unit: What a step is.

    Attributes:
        stage: Moves done and their number, for a solve that is one of several; otherwise the
            solver's own count is shown.
    """

    stage: tuple[int, int] | None = None

    def __init__(self, title: str, total: int = 1, unit: str = "move") -> None:
        self._title, self._total, self._unit = title, total, unit
        self._began = time.perf_counter()
        self._done = 0
        self._bar: Any = None
        self._listener = _listener.get()
        if self._listener and self._listener.outermost is None:
            self._listener.outermost = self

    def advance(self, steps: int) -> None:
        """Counts the steps just done."""
        self._show(self._done + steps, self._total, "")

    def show(self, done: int, total: int, nodes: int) -> None:
        """Shows how many of the moves at the root are solved, and the nodes visited."""
        self._show(*(self.stage or (done, total)), f"{nodes:,} nodes")

    def _show(self, done: int, total: int, note: str) -> None:
        self._done = done
        if self._listener:
            if self._listener.outermost is self:
                self._listener.tell(done / total)
            return
        waited = time.perf_counter() - self._began
        if self._bar is None and waited < QUIET_SECONDS:
            return
        if self._bar is None:
            self._bar = _bar(self._title, total, self._unit, waited)
        elif self._bar.total != total:  # the solver's next position
            self._bar.reset(total)
        self._bar.update(done - self._bar.n)
        if note:
            self._bar.set_postfix_str(note)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()


def _bar(title: str, total: int, unit: str, waited: float) -> Any:
    """Returns a bar that is on the screen, in a notebook as a widget without a text.

    tqdm would add a text to the widget, and whether it does depends on the clock.
    """
    from tqdm.auto import tqdm

    # With a delay tqdm does not show the widget itself; with miniters=0 each update may redraw.
    bar: Any = tqdm(desc=title, total=total, unit=unit, delay=1e-9, miniters=0, leave=False)
    if bar.disable:  # by tqdm's own variable TQDM_DISABLE
        return bar
    bar.start_t -= waited
    bar.last_print_t = bar.start_t - bar.mininterval  # the first update is drawn at once
    if getattr(bar, "container", None) is not None:
        from IPython.display import display

        bar.displayed = True
        display(bar.container, exclude=["text/plain"])  # type: ignore[no-untyped-call]
    return bar

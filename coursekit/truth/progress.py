"""A report on a long solve that leaves no trace in a notebook's compared outputs."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Self

_QUIET_SECONDS = 2.0


class Progress:
    """A bar of the moves done at the root, and the nodes visited; it appears after two seconds.

    Used as a context: the bar is gone when the block ends, and when it is interrupted.

    Args:
        title: What is going on.

    Attributes:
        stage: Moves done and their number, for a solve that is one of several; else the solver's
            own count is shown.
    """

    stage: tuple[int, int] | None = None

    def __init__(self, title: str) -> None:
        self._title = title
        self._began = time.perf_counter()
        self._bar: Any = None

    def show(self, done: int, total: int, nodes: int) -> None:
        """Shows how many of the moves at the root are done, once two seconds are over."""
        if self._bar is None:
            if time.perf_counter() - self._began < _QUIET_SECONDS:
                return
            self._bar = _bar(self._title)
        self._bar.n, self._bar.total = self.stage or (done, total)
        self._bar.set_postfix_str(f"{nodes:,} nodes")

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


def _bar(title: str) -> Any:
    from tqdm.auto import tqdm

    from coursekit.progress import show_widget, take_widget  # loads tqdm too

    bar: Any = tqdm(desc=title, unit="move", total=1, delay=1e-9, leave=False)
    show_widget(take_widget(bar))
    return bar

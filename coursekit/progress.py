"""A progress bar for what takes long, which leaves no trace in a notebook's compared outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tqdm.auto import tqdm


@contextmanager
def progress(total: int, title: str, unit: str, after: float) -> Iterator[Callable[[int], None]]:
    """Shows a bar while its block runs, and yields a function that takes the steps just done.

    Args:
        total: Number of steps.
        title: What is going on.
        unit: What a step is.
        after: Seconds before the bar appears, so that short work shows none.
    """
    bar: Any = tqdm(total=total, desc=title, unit=unit, delay=after, leave=False)
    container = take_widget(bar)  # advance shows it

    def advance(steps: int) -> None:
        nonlocal container
        if container is not None and bar.format_dict["elapsed"] >= after:
            show_widget(container)
            container = None
        bar.update(steps)

    with bar:
        yield advance


def take_widget(bar: Any) -> Any:
    """Returns a bar's widget, ``None`` outside notebooks, and keeps tqdm from showing it itself.

    tqdm would add a text to it, and whether it does depends on the clock.
    """
    container = getattr(bar, "container", None)
    if container is not None:
        bar.displayed = True
    return container


def show_widget(container: Any) -> None:
    """Shows what :func:`take_widget` returned, without a text."""
    if container is not None:
        from IPython.display import display

        display(container, exclude=["text/plain"])  # type: ignore[no-untyped-call]

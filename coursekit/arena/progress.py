"""A progress bar for what takes long, which leaves no trace in a notebook's compared outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tqdm.auto import tqdm

from coursekit.truth.progress import show_widget, take_widget


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

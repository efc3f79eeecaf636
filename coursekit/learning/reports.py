"""Showing a training while it runs: a bar and a plot in a notebook, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any

_SHOWN = {
    "step": "update {:,.0f}",
    "games": "{:,.0f} games",
    "loss": "loss {:.4f}",
    "value_error": "value error {:.3f}",
    "optimal": "{:.1%} optimal",
    "losing_lines_first": "losing lines {:,.0f} as first",
    "losing_lines_second": "{:,.0f} as second",
}


def print_line(record: Mapping[str, float]) -> None:
    """Prints a line of the log for people.

    >>> print_line({"step": 100, "loss": 0.25, "seconds": 1.0})
    update 100, loss 0.2500
    """
    shown = [form.format(record[name]) for name, form in _SHOWN.items() if name in record]
    print(", ".join(shown), flush=True)


def in_notebook() -> bool:
    """Returns whether this code runs in a notebook, where displays can be updated in place."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None


@contextmanager
def progress_bar(step: int, last: int) -> Iterator[Callable[[], None]]:
    """Shows a bar in a notebook while its block runs; elsewhere the lines of the log must do.

    Args:
        step: Number of the update that was made last.
        last: Number of the last update.

    Yields:
        What to call after each update.
    """
    if not in_notebook():
        yield lambda: None
        return
    from tqdm.auto import tqdm

    bar: Any = tqdm(total=last, initial=step, desc="training", unit="update", leave=False)
    with bar:
        yield lambda: bar.update(1)


class LivePlot:
    """A plot that grows with the log: loss, value error, and results against random play.

    Give it to :func:`coursekit.learning.training.train` as ``report``. Outside a notebook it
    prints a line instead.

    Attributes:
        records: The lines so far.
    """

    def __init__(self) -> None:
        self.records: list[Mapping[str, float]] = []
        self._display: Any = None

    def __call__(self, record: Mapping[str, float]) -> None:
        """Takes a line of the log and draws all of them."""
        self.records.append(record)
        if not in_notebook():
            print_line(record)
            return
        from IPython.display import Image, display

        png = BytesIO()
        self.figure().savefig(png, format="png")
        picture = Image(png.getvalue())  # type: ignore[no-untyped-call]
        if self._display is None:
            self._display = display(picture, display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._display.update(picture)

    def figure(self) -> Any:
        """Returns the plot as a matplotlib figure, not yet shown."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 2.8), layout="constrained")
        steps = [record["step"] for record in self.records]
        panels = {
            "loss": {"loss": "mean squared error"},
            "value error": {"value_error": "against exact values"},
            "against random": {"wins_first": "wins as first", "wins_second": "wins as second"},
        }
        for axes, (title, lines) in zip(figure.subplots(1, 3), panels.items(), strict=True):
            for name, label in lines.items():
                axes.plot(steps, [record[name] for record in self.records], label=label)
            axes.set_title(title)
            axes.set_xlabel("update")
            axes.legend()
        return figure

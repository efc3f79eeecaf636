"""Showing a training while it runs: a bar and a plot in a notebook, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from math import nan
from typing import Any

_SHOWN = {
    "generation": "generation {:,.0f}",
    "step": "update {:,.0f}",
    "games": "{:,.0f} games",
    "positions": "{:,.0f} positions",
    "loss": "loss {:.4f}",
    "fresh_policy_loss": "on new games: policy loss {:.3f}",
    "fresh_value_loss": "value loss {:.3f}",
    "validation": "validation {:.4f}",
    "top1": "{:.1%} of the moves",
    "top3": "{:.1%} among three",
    "sign": "{:.1%} of the winners",
    "result": "mean result {:+.3f}",
    "against_start": "{:.1%} against the start",
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
    if "generation" in record:
        record = {name: number for name, number in record.items() if name not in ("step", "loss")}
    shown = [form.format(record[name]) for name, form in _SHOWN.items() if name in record]
    print(", ".join(shown), flush=True)


def in_notebook() -> bool:
    """Returns whether this code runs in a notebook, where displays can be updated in place."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return False
    return getattr(get_ipython(), "kernel", None) is not None


_Q_PANELS = {
    "loss": {"loss": "mean squared error"},
    "value error": {"value_error": "against exact values"},
    "against random": {"wins_first": "wins as first", "wins_second": "wins as second"},
}
_ALPHAGO_PANELS = {
    "loss": {"loss": "learned from", "validation": "validation"},
    "validation moves": {"top1": "first choice", "top3": "one of three"},
    "validation results": {"sign": "winners named"},
    "games": {"against_start": "score against the start"},
}
_ALPHAZERO_PANELS = {
    "policy loss": {"policy_loss": "learned from", "fresh_policy_loss": "new games"},
    "value loss": {"value_loss": "learned from", "fresh_value_loss": "new games"},
    "truth": {"optimal": "best moves", "value_error": "value error"},
}


class LivePlot:
    """A plot that grows with the log: losses, and what the truth says where it is known.

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
        known = self.records[0].keys()
        unit = "generation" if "generation" in known else "update"
        offered = _ALPHAZERO_PANELS if unit == "generation" else _Q_PANELS
        if known & {"validation", "against_start"}:
            offered = _ALPHAGO_PANELS
        panels = {title: lines for title, lines in offered.items() if lines.keys() <= known}
        steps = [record["step"] for record in self.records]
        every_axes = figure.subplots(1, len(panels), squeeze=False)[0]
        for axes, (title, lines) in zip(every_axes, panels.items(), strict=True):
            for name, label in lines.items():
                axes.plot(steps, [record.get(name, nan) for record in self.records], label=label)
            axes.set_title(title)
            axes.set_xlabel(unit)
            axes.legend()
        return figure

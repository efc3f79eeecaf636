"""The chart of an analysed game: values along the plies, faults marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coursekit.engine.evaluation import WIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from coursekit.arena.analysis import Analysis, Review

_LINE, _FAULT = "#0072B2", "#D55E00"


def draw(analysis: Analysis) -> Figure:
    """Returns the figure of :meth:`Analysis.plot`: one panel for each unit that occurs."""
    import matplotlib.pyplot as plt

    panels = [
        (label, found)
        for label, exact in ((analysis.judge, False), (f"{analysis.unit}, exact", True))
        if (found := [review for review in analysis.reviews if review.exact == exact])
    ]
    if not panels:
        raise ValueError("there is nothing to draw: no move could be judged")
    figure, row = plt.subplots(
        1,
        len(panels),
        figsize=(7.2, 3.2),
        layout="constrained",
        squeeze=False,
        width_ratios=[max(8, len(found)) for _, found in panels],
    )
    for ax, (label, found) in zip(row[0], panels, strict=True):
        _panel(ax, label, found)
    first = str(max(review.action.player for review in analysis.reviews))
    row[0][0].set_ylabel(f"value for {first}")
    row[0][0].plot([], [], color=_FAULT, linewidth=2, label="lost by the move played")
    figure.legend(loc="outside upper right", frameon=False)
    plt.close(figure)  # a notebook shows what is returned; it need not show it twice
    return figure


def _panel(ax: Axes, label: str, reviews: list[Review]) -> None:
    """Draws the value of the best moves as a line, and what each move lost as a stroke from it."""
    plies = [review.ply + 1 for review in reviews]
    sides = [int(review.action.player) for review in reviews]
    best = [s * review.best_value for s, review in zip(sides, reviews, strict=True)]
    after = [s * review.value for s, review in zip(sides, reviews, strict=True)]
    known = [abs(x) for x in best + after if abs(x) < WIN / 2]
    reach = 1.1 * max([1.0, *known])  # a certain win is drawn at the edge
    best, after = (np.clip(x, -reach, reach).tolist() for x in (best, after))
    ax.axhline(0, color="#686C70", linewidth=0.8)
    ax.plot(plies, best, color=_LINE, marker="o", markersize=3, linewidth=1.5)
    for ply, top, low, review in zip(plies, best, after, reviews, strict=True):
        if review.lost > 0:
            ax.plot([ply, ply], [top, low], color=_FAULT, linewidth=2)
    ax.set(xlabel="ply", title=label, ylim=(-1.05 * reach, 1.05 * reach))

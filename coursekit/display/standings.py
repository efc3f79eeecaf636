"""Charts of a league: who beats whom, how strong everyone is, and what strength costs."""

from __future__ import annotations

from itertools import product

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import FuncFormatter
from matplotlib.transforms import Bbox

from coursekit.arena.leagues.standings import LeagueResult
from coursekit.display.charts import COLOURS
from coursekit.display.pictures.scales import DIVERGING, ink_on
from coursekit.display.pictures.theme import css
from coursekit.strangers import shown

_MAP = LinearSegmentedColormap.from_list("score", [css(colour) for colour in DIVERGING])
_LEAST_MS = 0.001  # below it a move takes no time that could be measured


def cross_table(league: LeagueResult) -> Axes:
    """Draws the cross table: each row is a player's score, in per cent, against each column's.

    Blue is more than half of the points and red less. The strongest player comes first, and a
    column has the number of its player's row.

    Args:
        league: What :func:`coursekit.arena.league` returned.

    Returns:
        The axes.
    """
    table = _checked(league).table
    count = len(table)
    ax = plt.subplots(figsize=(3.0 + 0.44 * count, 0.6 + 0.42 * count))[1]
    scores = 100 * table.to_numpy()
    ax.imshow(scores, cmap=_MAP, vmin=0, vmax=100, aspect="auto")
    for row, column in np.argwhere(~np.isnan(scores)):
        score = scores[row, column]
        red, green, blue, _ = _MAP(score / 100)
        colour = css(ink_on((round(255 * red), round(255 * green), round(255 * blue))))
        ax.text(column, row, f"{score:.0f}", ha="center", va="center", color=colour, fontsize=9)
    ax.set_xticks(range(count), [str(place) for place in range(1, count + 1)])
    names = [f"{name}  {n}" for n, name in enumerate(table.index, start=1)]
    ax.set_yticks(range(count), names, parse_math=False)
    ax.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False, length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return ax


def rating_chart(league: LeagueResult) -> Axes:
    """Draws each player's rating with its 95 % interval, the strongest at the top.

    Args:
        league: What :func:`coursekit.arena.league` returned.

    Returns:
        The axes.
    """
    ratings = _checked(league).ratings
    ax = plt.subplots(figsize=(6.5, 1 + 0.32 * len(ratings)))[1]
    places = np.arange(len(ratings))
    ax.hlines(places, ratings.low, ratings.high, color=COLOURS[0], linewidth=4, alpha=0.45)
    ax.plot(ratings.elo, places, "o", color=COLOURS[0])
    ax.set_yticks(places, list(ratings.index), parse_math=False)
    ax.invert_yaxis()
    ax.set_xlabel("Elo points about the mean, with 95 % interval")
    return ax


def strength_map(league: LeagueResult) -> Axes:
    """Draws each player's rating against the time that it takes for a move, on a log scale.

    A line joins the Pareto front: a player below it is slower than one that is stronger.

    Args:
        league: What :func:`coursekit.arena.league` returned.

    Returns:
        The axes.
    """
    ratings = _checked(league).ratings
    ax = plt.subplots(figsize=(7.2, 4.6))[1]
    times = ratings.ms.clip(lower=_LEAST_MS)
    by_time = ratings.assign(ms=times).sort_values(["ms", "elo"], ascending=[True, False])
    best = by_time.loc[by_time.elo.cummax() == by_time.elo]
    ax.step(best.ms, best.elo, where="post", color="#9A9A94", linewidth=1.2)
    error = [ratings.elo - ratings.low, ratings.high - ratings.elo]
    ax.errorbar(times, ratings.elo, yerr=error, fmt="o", color=COLOURS[0], elinewidth=1)
    ax.set_xscale("log")
    ax.set_xlim(times.min() / 20, times.max() * 100)  # names take room
    ax.margins(y=0.08)
    ax.autoscale_view()  # the limits must be known before names are placed
    _label(ax, list(zip(map(str, ratings.index), times, ratings.elo, strict=True)))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda ms, _: f"{ms:g}"))
    ax.set_xlabel("milliseconds for a move")
    ax.set_ylabel("rating in Elo points")
    return ax


def _checked(league: object) -> LeagueResult:
    if not isinstance(league, LeagueResult):
        raise TypeError(f"this draws what league() returned, not {shown(league)}")
    return league


def _label(ax: Axes, points: list[tuple[str, float, float]]) -> None:
    """Writes names beside points, higher or lower where they would cover each other or an edge."""
    frame = ax.get_window_extent()
    # The points themselves, seven pixels wide.
    places = ax.transData.transform([(x, y) for _, x, y in points])
    taken = [Bbox.from_bounds(x - 3, y - 3, 7, 7) for x, y in places]
    for name, x, y in points:
        note = ax.annotate(name, (x, y), (7, 0), textcoords="offset points", va="center", size=9)
        note.set_parse_math(False)  # a name is no formula
        # A line is seen through a name, but faintly.
        paper = {"facecolor": ax.get_facecolor(), "edgecolor": "none", "alpha": 0.7, "pad": 0.5}
        note.set_bbox(paper)
        for step, side in product(range(20), (1, -1)):
            # 0, +1, −1, +2, −2… half lines away from the point, to the right of it or to the left
            note.set_position((7 * side, 6 * (step // 2 + step % 2) * (1 if step % 2 else -1)))
            note.set_horizontalalignment("left" if side > 0 else "right")
            box = note.get_window_extent()
            within = all(frame.contains(*corner) for corner in box.corners())
            if within and not any(box.overlaps(other) for other in taken):
                break
        taken.append(box)

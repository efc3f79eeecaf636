"""The charts of a league show its numbers."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes

from coursekit import display
from coursekit.arena import league
from coursekit.arena.leagues.standings import LeagueResult
from coursekit.games import othello
from tests.support.sessions import first, last


def middle(env):
    actions = env.legal_actions()
    return actions[len(actions) // 2]


@pytest.fixture(scope="module")
def found() -> LeagueResult:
    # Names that are no formulas: matplotlib could not read them.
    field = {f"$\\frac{{1}}{{$ {n}": player for n, player in enumerate((first, last, middle))}
    return league(field, games=20, make=lambda: othello.make(4))


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_the_cross_table_has_a_number_for_each_pair(found: LeagueResult) -> None:
    ax = display.cross_table(found)
    ax.figure.draw_without_rendering()
    scores = 100 * found.table.to_numpy()
    assert texts(ax) == [f"{score:.0f}" for score in scores[~np.isnan(scores)]]
    assert len(texts(ax)) == 6
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [f"{name}  {n}" for n, name in enumerate(found.ratings.index, start=1)]


def test_ratings_are_drawn_from_the_strongest_down(found: LeagueResult) -> None:
    ax = display.rating_chart(found)
    ax.figure.draw_without_rendering()
    (line,) = ax.lines
    assert list(line.get_xdata()) == list(found.ratings.elo)
    assert ax.yaxis_inverted()


def test_the_map_names_everyone_and_covers_no_name(found: LeagueResult) -> None:
    ax = display.strength_map(found)
    ax.figure.draw_without_rendering()
    assert texts(ax) == list(found.ratings.index)
    assert ax.get_xscale() == "log"
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    frame = ax.get_window_extent()
    assert all(frame.contains(*corner) for box in boxes for corner in box.corners())

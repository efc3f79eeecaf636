from math import inf, log10, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from coursekit.arena import bradley_terry, elo_lead
from coursekit.arena.leagues.ratings import expected_score
from tests.support.ratings import ratings_by_mm


def simulated(elo, games, seed):
    """Returns the points of a round robin between players of known ratings."""
    rng = np.random.default_rng(seed)
    points = np.zeros((len(elo), len(elo)))
    for i in range(len(elo)):
        for j in range(i):
            points[i, j] = rng.binomial(games, expected_score(elo[i] - elo[j]))
            points[j, i] = games - points[i, j]
    return points


def tables(least=0):
    """Random tables of points, in halves."""
    halves = st.integers(least, 60).map(lambda half: half / 2)
    return st.integers(2, 6).flatmap(lambda n: arrays(float, (n, n), elements=halves))


# One number from one score


@given(st.floats(-10_000, 10_000), st.floats(0.001, 0.999))
def test_both_shares_make_one_point_and_lead_and_score_are_inverse(lead, score):
    assert expected_score(lead) + expected_score(-lead) == pytest.approx(1)
    assert expected_score(elo_lead(score)) == pytest.approx(score)


def test_400_points_are_ten_to_one_and_a_score_without_any_loss_is_infinite():
    assert expected_score(400) == pytest.approx(10 / 11)
    assert (elo_lead(1), elo_lead(0)) == (inf, -inf)
    assert (expected_score(inf), expected_score(-inf)) == (1, 0)
    with pytest.raises(ValueError, match="from 0 to 1"):
        elo_lead(1.2)


# Closed forms


@pytest.mark.parametrize(("won", "lost"), [(75, 25), (50.5, 49.5), (1, 999)])
def test_two_players_have_the_log_odds_and_their_error(won, lost):
    found = bradley_terry([[0, won], [lost, 0]], prior=0)
    lead = found.lead("0", "1")
    assert lead.elo == pytest.approx(400 * log10(won / lost))
    share = won / (won + lost)
    error = 400 / np.log(10) / sqrt((won + lost) * share * (1 - share))
    low, high = lead.interval
    assert (high - low) / 2 == pytest.approx(1.959964 * error, rel=1e-6)
    assert (low + high) / 2 == pytest.approx(lead.elo)
    assert won != 75 or str(lead) == "+191 (95 %: +112 to +269)"


def test_a_chain_of_pairs_is_as_long_as_its_links():
    points = [[0, 30, 0], [10, 0, 60], [0, 20, 0]]
    found = bradley_terry(points, names=["a", "b", "c"], prior=0)
    assert found.lead("a", "b").elo == pytest.approx(400 * log10(3))
    assert found.lead("b", "c").elo == pytest.approx(400 * log10(3))
    assert expected_score(found.lead("a", "c").elo) == pytest.approx(0.9)


@settings(deadline=None, max_examples=40)
@given(tables(least=1), st.sampled_from([0, 0.5, 4]), tables())
def test_hunters_algorithm_finds_the_same(points, prior, some_won_nothing):
    np.fill_diagonal(points, 0)
    found = bradley_terry(points, prior=prior)
    assert found.elo == pytest.approx(ratings_by_mm(points, prior), abs=0.01)
    np.fill_diagonal(some_won_nothing, 0)
    mm = ratings_by_mm(some_won_nothing, 1)
    assert bradley_terry(some_won_nothing).elo == pytest.approx(mm, abs=0.01)


# What must not matter


@settings(deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_does_not_matter(points, random):
    order = list(range(len(points)))
    random.shuffle(order)
    one, other = bradley_terry(points), bradley_terry(points[np.ix_(order, order)])
    assert other.elo == pytest.approx(one.elo[order], abs=1e-6)
    assert other.covariance == pytest.approx(one.covariance[np.ix_(order, order)], rel=1e-6)
    assert bradley_terry(points.T).elo == pytest.approx(-one.elo, abs=1e-6), "wins and losses"


# Truth


def test_simulated_leagues_hold_the_true_ratings_in_95_of_100_intervals():
    true = np.array([-400.0, -150, -20, 0, 170, 400])
    inside, leads = [], []
    for seed in range(400):
        found = bradley_terry(simulated(true, 60, seed))
        table = found.table()
        for name, rating in zip(found.names, true, strict=True):
            inside.append(table.low[name] < rating < table.high[name])
        lead = found.lead("3", "2")
        leads.append(lead.interval.low < 20 < lead.interval.high)
    assert 0.935 < np.mean(inside) < 0.965
    assert 0.92 < np.mean(leads) < 0.975


# Errors


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bradley_terry([[0, 1, 2], [1, 0, 2]]), r"square table, got shape \(2, 3\)"),
        (lambda: bradley_terry([[0, -1], [1, 0]]), "from 0 up"),
        (lambda: bradley_terry([[0, np.nan], [1, 0]]), "from 0 up"),
        (lambda: bradley_terry([[0, 1], [1, 0]], names=["a", "a"]), "2 different names"),
        (
            lambda: bradley_terry([[0, 50, 20], [0, 0, 0], [10, 30, 0]], prior=0),
            r"no finite ratings: 1 won nothing .* leave prior at 1",
        ),
        (lambda: bradley_terry([[0, 1], [1, 0]], prior=-1), "prior=-1"),
        (lambda: bradley_terry([[0, 1], [1, 0]], prior=float("nan")), "prior=nan"),
    ],
)
def test_errors_say_what_would_be_right(call, words):
    with pytest.raises(ValueError, match=words):
        call()

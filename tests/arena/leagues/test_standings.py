import numpy as np
import pytest

from coursekit import BLACK
from coursekit.arena import games_needed
from coursekit.arena.leagues.ratings import expected_score
from coursekit.arena.leagues.standings import LeagueResult
from coursekit.arena.result import MatchResult, Transcript


def result(a, b, wins, draws, losses):
    outcomes = [1] * wins + [0] * draws + [-1] * losses
    games = tuple(Transcript(f"m{i}", BLACK, 8, o, i) for i, o in enumerate(outcomes))
    return MatchResult(a, b, "othello8", 0, games)


def league_of(*matches):
    names = tuple(dict.fromkeys(name for match in matches for name in (match.a, match.b)))
    return LeagueResult(names, "othello8", 0, matches, dict.fromkeys(names, 0.25))


CIRCLE = league_of(
    result("rock", "scissors", 80, 0, 20),
    result("paper", "rock", 70, 10, 20),
    result("paper", "scissors", 25, 0, 75),
    result("rock", "pebble", 55, 0, 45),
    result("scissors", "pebble", 45, 0, 55),
    result("paper", "pebble", 100, 0, 0),
)


def test_ratings_and_the_cross_table_have_a_row_for_each_player():
    ratings = CIRCLE.ratings
    assert list(ratings.columns) == ["elo", "low", "high", "score", "games", "ms"]
    assert ratings.index[0] == "paper"
    assert ratings.elo.is_monotonic_decreasing
    assert ratings.score["paper"] == pytest.approx((75 + 25 + 100) / 300)
    assert ratings.score["rock"] == pytest.approx((80 + 25 + 55) / 300)
    assert set(ratings.games) == {300}
    assert ratings.score.sum() == pytest.approx(2)
    table = CIRCLE.table
    assert list(table.index) == list(table.columns) == list(ratings.index)
    assert table.loc["rock", "scissors"] == 0.8
    assert table.loc["rock", "paper"] == 0.25
    assert np.isnan(np.diag(table)).all()
    both = table.to_numpy() + table.to_numpy().T
    assert np.allclose(both[~np.eye(4, dtype=bool)], 1)


def test_triples_in_a_circle_are_found_with_their_intervals():
    first, second = CIRCLE.non_transitive()
    assert set(first.names) == {"rock", "paper", "scissors"}
    assert first.proven
    won = dict(zip(first.names, first.tallies, strict=True))
    assert won == {"rock": (80, 0, 20), "paper": (70, 10, 20), "scissors": (75, 0, 25)}
    assert set(second.names) == {"paper", "scissors", "pebble"}
    assert not second.proven
    assert "rock beats scissors with 80.0 % (95 %: 71.1–86.7 %)" in str(first)


@pytest.mark.parametrize(("second", "circles"), [(52, 1), (50, 0), (40, 0)])
def test_a_circle_needs_three_wins_and_is_not_proven_by_chance(second, circles):
    found = league_of(
        result("a", "b", 60, 0, 40),
        result("b", "c", second, 0, 100 - second),
        result("c", "a", 70, 0, 30),
    )
    told = [(triple.names, triple.proven) for triple in found.non_transitive()]
    assert told == [(("a", "b", "c"), False)] * circles


def test_leads_and_games_needed_follow_from_the_ratings():
    lead = CIRCLE.lead("paper", "rock")
    assert lead.elo == pytest.approx(CIRCLE.ratings.elo["paper"] - CIRCLE.ratings.elo["rock"])
    assert lead.interval.low < lead.elo < lead.interval.high
    needed = CIRCLE.games_needed("rock", "paper")
    assert needed == games_needed(expected_score(lead.elo) - 0.5)
    with pytest.raises(ValueError, match="same rating"):
        league_of(result("a", "b", 5, 0, 5)).games_needed("a", "b")


def test_pairs_that_have_not_met_are_told_apart_all_the_same():
    found = league_of(result("a", "b", 75, 0, 25), result("b", "c", 75, 0, 25))
    assert found.lead("a", "c").elo == pytest.approx(382, abs=12)
    with pytest.raises(ValueError, match="no player 'x', but a, b, c"):
        found.lead("a", "x")
    assert found.non_transitive() == []


def test_names_are_shown_as_they_are_in_html():
    found = league_of(result("<b>a & b</b>", "c", 3, 0, 1))
    html = found._repr_html_()
    assert "&lt;b&gt;a &amp; b&lt;/b&gt;" in html
    assert "<b>a" not in html
    assert html.count("<svg") == 2

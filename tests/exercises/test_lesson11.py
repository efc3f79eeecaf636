"""The judges of lesson 11, met with the answers of students."""

import math
from itertools import permutations

import numpy as np
import pytest

from coursekit import players
from coursekit.arena import expected_score, games_needed
from coursekit.exercises import lesson11


def not_yet(exercise, answer, *words, drawn=False):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn


# What a rating promises


def with_numpy(rating, opponents, games):
    return games * np.sum(1 / (1 + 10 ** ((np.array(opponents, dtype=float) - rating) / 400)))


def with_the_package(rating, opponents, games):
    return games * sum(expected_score(rating - opponent) for opponent in opponents)


@pytest.mark.parametrize("answer", [with_numpy, with_the_package])
def test_the_points_are_right(answer):
    assert lesson11.points.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda r, o, g: with_numpy(-r, -np.array(o), g), "should win 10.00 points; your"),
        (lambda r, o, g: with_numpy(r, o, 1), "should win 5.00 points; your function says 0.5"),
        (lambda r, o, g: with_numpy(r, [np.mean(o)] if o else [], g * len(o)), "points; your"),
        (lambda r, o, g: g * sum(1 / (1 + math.exp((x - r) / 400)) for x in o), "10.00 points"),
        (lambda r, o, g: [with_numpy(r, o, g)], "a list"),
        (lambda r, o, g: None if o else 0, "`return`?"),
        (lambda r, o: 1, "TypeError"),
        (5, "A function of a rating"),
    ],
)
def test_the_points_are_wrong(answer, words):
    not_yet(lesson11.points, answer, words)


# How many games show it


def by_the_package(lead):
    return games_needed(expected_score(lead) - 0.5)


def by_counting(lead):
    n = 1
    while 1.96 / (2 * math.sqrt(n)) > expected_score(lead) - 0.5:
        n += 1
    return n


@pytest.mark.parametrize("answer", [by_the_package, by_counting, lambda d: float(by_counting(d))])
def test_the_number_of_games_is_right(answer):
    assert lesson11.games.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda lead: (0.98 / (expected_score(lead) - 0.5)) ** 2, "round up"),
        (lambda lead: int((0.98 / (expected_score(lead) - 0.5)) ** 2), "after 49 games"),
        (lambda lead: 4 * by_counting(lead), "z / (2√n)"),
        (lambda lead: games_needed(min(0.5, lead / 400)), "A lead of 100 Elo points is a score of"),
        (lambda lead: games_needed(expected_score(lead)), "Error"),
        (lambda lead: None if lead else 0, "`return`?"),
        (lambda: 1, "TypeError"),
        (100, "A function of a lead"),
    ],
)
def test_the_number_of_games_is_wrong(answer, words):
    not_yet(lesson11.games, answer, words)


# Who beats whom in a circle


def in_a_circle(table, a, b, c):
    return all(table.loc[pair] > 0.5 for pair in ((a, b), (b, c), (c, a)))


def by_permutations(table):
    found = set()
    for a, b, c in permutations(table.index, 3):
        if a == min(a, b, c) and in_a_circle(table, a, b, c):
            found.add((a, b, c))
    return found


def by_chasing(table):
    beats = {a: [b for b in table.columns if table.loc[a, b] > 0.5] for a in table.index}
    for a in beats:
        for b in beats[a]:
            for c in beats[b]:
                if a in beats[c] and a < b and a < c:
                    yield [a, b, c]


@pytest.mark.parametrize("answer", [by_permutations, by_chasing])
def test_the_circles_are_found(answer):
    assert lesson11.triples.check(answer).outcome == "correct"


def every_rotation(table):
    return [(a, b, c) for a, b, c in permutations(table.index, 3) if in_a_circle(table, a, b, c)]


def one_way_only(table):
    return [triple for triple in by_permutations(table) if list(triple) == sorted(triple)]


def columns_for_rows(table):
    return by_permutations(table.T)


def even_counts(table):
    return by_permutations(table.where(table != 0.5, 0.51))


def not_met_counts(table):
    return by_permutations(table.fillna(0.6))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (every_rotation, "3 times, begun with different"),
        (one_way_only, "your list lacks it"),
        (columns_for_rows, "but it is not true that A beats"),
        (even_counts, "but it is not true"),
        (not_met_counts, "but it is not true"),
        (lambda table: [], "In this table A beats B, B beats C and C beats A"),
        (lambda table: [("A", "B")], "Each triple has three names"),
        (lambda table: ["ABC"], "Each triple has three names"),
        (lambda table: [(0, 1, 2)], "names of players"),
        (lambda table: len(by_permutations(table)), "A list of triples is asked for; yours is 1"),
        (lambda table: None if len(table) else 0, "`return`?"),
        (lambda table: table.loc["X", "Y"], "KeyError"),
        ([], "A function of a cross table"),
    ],
)
def test_the_circles_are_not_found(answer, words):
    not_yet(lesson11.triples, answer, words)


def test_the_judge_knows_tables_with_and_without_circles():
    counts = [len(lesson11.circles_of(table)) for table in lesson11._TABLES]
    assert counts[:5] == [1, 1, 0, 0, 0]
    assert max(counts) > 3


# Enter your own player


@pytest.mark.parametrize("answer", [players.alpha_beta(3), lambda env: players.minimax(2)(env)])
def test_a_strong_player_may_enter(answer):
    verdict = lesson11.player.check(answer)
    assert verdict.outcome == "correct"
    assert "Now let it enter the league" in verdict.message


def changes(env):
    action = env.legal_actions()[0]
    env.update(action)
    return action


def fails_late(env):
    if len(env.history) == 33:
        raise LookupError("no idea")
    return env.legal_actions()[0]


@pytest.mark.parametrize(
    ("answer", "words", "drawn"),
    [
        (players.random(), "The interval must leave 50 % out", False),
        (players.cell_scores(), "of 60 games against cell scores", False),
        (lambda env: "a1", "A player returns one of env.legal_actions()", True),
        (lambda env: None if env.player else 0, "`return`?", True),
        (changes, "leaves the env changed", True),
        (fails_late, "In a match the player 'fails_late' raised LookupError: no idea", True),
        (players.random, "TypeError", True),
        ("random", "cannot be called", False),
    ],
)
def test_a_player_may_not_enter(answer, words, drawn):
    not_yet(lesson11.player, answer, words, drawn=drawn)

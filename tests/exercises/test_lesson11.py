"""The judges of lesson 11, met with the answers of students."""

import math
from itertools import permutations

import numpy as np
import pytest

from coursekit import players
from coursekit.arena import games_needed
from coursekit.arena.leagues.ratings import expected_score
from coursekit.exercises import lesson11
from tests.exercises.judging import judged


# What a rating promises
def with_numpy(rating, opponents, games):
    return games * np.sum(1 / (1 + 10 ** ((np.array(opponents, dtype=float) - rating) / 400)))


def with_the_package(rating, opponents, games):
    return games * sum(expected_score(rating - opponent) for opponent in opponents)


test_points = judged(
    lesson11.points,
    right=[with_numpy, with_the_package],
    wrong=[
        (lambda r, o, g: with_numpy(-r, -np.array(o), g), "should win 10.00 points in 11"),
        (
            lambda r, o, g: with_numpy(r, o, 1),
            "should win 5.00 points in 10 games with each of [0]; your function says 0.5",
        ),
        (lambda r, o, g: with_numpy(r, [np.mean(o)] if o else [], g * len(o)), "183.87 points"),
        (lambda r, o, g: g * sum(1 / (1 + math.exp((x - r) / 400)) for x in o), "10.00 points"),
    ],
)


# How many games show it
def by_the_package(lead):
    return games_needed(expected_score(lead) - 0.5)


def by_counting(lead):
    n = 1
    while 1.96 / (2 * math.sqrt(n)) > expected_score(lead) - 0.5:
        n += 1
    return n


test_games = judged(
    lesson11.games,
    right=[by_the_package, by_counting, lambda d: float(by_counting(d))],
    wrong=[
        (lambda lead: (0.98 / (expected_score(lead) - 0.5)) ** 2, "round up"),
        (lambda lead: int((0.98 / (expected_score(lead) - 0.5)) ** 2), "after 49 games"),
        (lambda lead: 4 * by_counting(lead), "z / (2√n)"),
        (lambda lead: games_needed(min(0.5, lead / 400)), "A lead of 100 Elo points is a score of"),
        (lambda lead: games_needed(expected_score(lead)), "Error"),
    ],
)


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


def every_rotation(table):
    return [(a, b, c) for a, b, c in permutations(table.index, 3) if in_a_circle(table, a, b, c)]


def one_way_only(table):
    return [triple for triple in by_permutations(table) if list(triple) == sorted(triple)]


test_triples = judged(
    lesson11.triples,
    right=[by_permutations, by_chasing],
    wrong=[
        (every_rotation, "3 times, begun with different"),
        (one_way_only, "you lack it"),
        (lambda table: by_permutations(table.T), "but it is not true that A beats"),
        (lambda table: by_permutations(table.where(table != 0.5, 0.51)), "but it is not true"),
        (lambda table: by_permutations(table.fillna(0.6)), "but it is not true"),
        (lambda table: [], "In this table A beats B, B beats C and C beats A"),
        (lambda table: [("A", "B")], "Each triple has three names"),
        (lambda table: [(0, 1, 2)], "names of players"),
    ],
)


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


test_player = judged(
    lesson11.player,
    wrong=[
        (players.random(), "The interval must leave 50 % out", False),
        (players.cell_scores(), "of 60 games against cell scores", False),
        (lambda env: "a1", "A player returns one of env.legal_actions()"),
    ],
)

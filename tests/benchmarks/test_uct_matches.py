"""The recorded matches of lesson 07: that they are what they say, and can be found again."""

import json
from collections import Counter

import numpy as np
import pytest

from benchmarks import uct_matches
from benchmarks.uct_matches import MATCHES, OPENING, again, lesson, opening
from coursekit import Budget, othello, players
from coursekit.games import bank

LINES = list(map(json.loads, uct_matches.FILE.read_text(encoding="utf-8").splitlines()))
GAMES = [line for line in LINES if "moves" in line]
PAIRS = [(a, b, limit) for a, b, limit, _ in MATCHES]


def games_of(a, b, limit):
    return [game for game in GAMES if game["players"] == [a, b] and game["limit"] == limit]


@pytest.mark.parametrize(("a", "b", "limit", "count"), MATCHES)
def test_every_match_is_whole(a, b, limit, count):
    assert [game["game"] for game in games_of(a, b, limit)] == list(range(count))
    assert count % 2 == 0  # each opening is played with both colours


def test_results_and_openings_are_those_of_the_transcripts():
    assert len(GAMES) == sum(count for *_, count in MATCHES)
    assert set(LINES[0]) == {"machine", "python"}
    assert all(set(line) == set(LINES[0]) for line in LINES if line not in GAMES)
    for game in GAMES:
        env = othello.from_moves(game["moves"])
        first = 1 if game["game"] % 2 == 0 else -1
        assert env.is_done()
        assert game["result"] == int(env.is_win(first)) - int(env.is_lose(first))
        assert env.history[:OPENING] == opening(game["game"]).history
        assert len(game["steps"]) == len(env.history) - OPENING


def test_both_colours_from_each_opening():
    assert len(Counter(opening(game).to_moves() for game in range(0, 100, 2))) == 50
    assert opening(6).position == opening(7).position


@pytest.mark.parametrize(("a", "b", "limit"), PAIRS)
@pytest.mark.parametrize(
    ("game", "most", "least"),
    [(0, 3000, 1), pytest.param(-1, 1_000_000, 20, marks=pytest.mark.slow)],
)
def test_moves_are_found_again(a, b, limit, game, most, least):
    found = list(again(games_of(a, b, limit)[game], lesson(), most))
    assert len(found) >= least
    assert all(move == other for move, other in found)


def test_a_game_is_played_to_its_end():
    line = uct_matches.play("UCT", "alpha-beta", {"steps": 4}, 3, lesson())
    assert set(line) == set(GAMES[0])
    assert max(line["steps"]) == 4
    assert all(move == other for move, other in again(line, lesson(), most=4))


def test_the_compiled_uct_visits_moves_as_often_as_the_lesson():
    names, board = lesson(), bank.position("middle game")
    twin, visits = players.uct(Budget(count=400)), ([], [])
    for seed in range(300):
        board.seed(seed)
        visits[0].append([child.visits for child in names["uct"](board, 400).children])
        visits[1].append([move.visits for move in twin.analyse(board).moves])
    spread = np.sqrt(sum(np.var(rows, axis=0, ddof=1) / 300 for rows in visits))
    errors = np.subtract(*(np.mean(rows, axis=0) for rows in visits)) / spread
    assert len(errors) == 14
    assert abs(errors).max() < 3.5

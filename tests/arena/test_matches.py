import functools
import os
import pickle
import random as python_random
import signal
import subprocess
import sys
import time
from math import sqrt
from pathlib import Path

import joblib
import numpy as np
import pytest

from coursekit import Budget, othello, players, tictactoe
from coursekit.arena import match
from coursekit.arena.errors import PlayerError
from coursekit.arena.games import play_games, side_by_side
from coursekit.arena.matches import schedule
from coursekit.engine.mcts.forest import PuctConfig
from coursekit.games import registry
from coursekit.players.network_search import NetworkSearchPlayer
from tests.support import puct
from tests.support.movers import first, four, last
from tests.support.row_game import RowGame

ROOT = Path(__file__).parents[2]


def test_games_come_in_pairs_with_the_same_opening_and_the_sides_swapped():
    result = match(players.random(), players.mobility(), games=40)
    assert len(result.transcripts) == 40
    for one, two in zip(result.transcripts[::2], result.transcripts[1::2], strict=True):
        assert (str(one.side), str(two.side)) == ("BLACK", "WHITE")
        assert one.opening == two.opening == 8
        histories = [othello.from_moves(game.moves).history for game in (one, two)]
        assert histories[0][:8] == histories[1][:8]
        assert histories[0][8:] != histories[1][8:]
    assert result.distinct == 40
    assert result.as_black.games == result.as_white.games == 20


def test_results_are_those_of_the_transcripts():
    result = match(players.random(), players.random(), games=60, make=tictactoe.make)
    envs = [tictactoe.from_moves(game.moves) for game in result.transcripts]
    assert all(env.is_done() for env in envs)
    sides = [game.side for game in result.transcripts]
    outcomes = [env.is_win(s) - env.is_lose(s) for env, s in zip(envs, sides, strict=True)]
    assert [game.result for game in result.transcripts] == outcomes
    assert [result.wins, result.draws, result.losses] == [outcomes.count(x) for x in (1, 0, -1)]
    assert set(outcomes) == {1, 0, -1}


def test_everything_follows_from_the_seed():
    one = match(players.random(), players.cell_scores(), games=20, seed=5)
    assert match(players.random(), players.cell_scores(), games=20, seed=5) == one
    other = match(players.random(), players.cell_scores(), games=20, seed=6)
    assert {game.moves for game in other.transcripts}.isdisjoint(g.moves for g in one.transcripts)
    assert len({game.seed for game in one.transcripts}) == 20
    shorter = match(players.random(), players.cell_scores(), games=10, seed=5)
    assert shorter.transcripts == one.transcripts[:10]


def uses_every_chance(env):
    """Takes chance from all three generators that a match seeds."""
    total = env.rng.random() + python_random.random() + np.random.random()  # noqa: NPY002
    actions = env.legal_actions()
    return actions[int(total * len(actions)) % len(actions)]


@pytest.fixture(scope="module")
def alone():
    return match(uses_every_chance, players.random(), games=60, seed=3)


@pytest.mark.parametrize(
    ("backend", "chunk"), [("threading", 7), ("loky", 100), ("multiprocessing", 100)]
)
def test_workers_backends_and_chunks_do_not_change_the_result(alone, backend, chunk, monkeypatch):
    monkeypatch.setattr("coursekit.arena.playing._LARGEST_CHUNK", chunk)
    with joblib.parallel_config(backend, n_jobs=2):
        assert match(uses_every_chance, players.random(), games=60, seed=3) == alone


def test_closures_and_lambdas_reach_the_workers():
    scorer, size = players.cell_scores(np.arange(64).reshape(8, 8)), 8
    arguments = (lambda env: scorer(env), players.random(), 8)
    make = lambda: othello.make(size)  # noqa: E731
    assert match(*arguments, n_jobs=2, make=make) == match(*arguments, make=make)


def test_bug_two_deterministic_players_without_openings_are_two_games(recwarn):
    with pytest.warns(UserWarning, match="only 2 of the 100 games are different"):
        assert match(first, last, games=100, openings=0).distinct == 2
    assert match(first, last, games=100).distinct == 100
    assert not recwarn.list
    same = match(first, first, games=2)
    assert (same.a, same.b, same.score) == ("first (a)", "first (b)", 0.5)


def test_bug_seeds_reach_the_workers():
    games = match(players.random(), players.random(), games=32, openings=0, n_jobs=2)
    assert games.distinct == 32


DEPTHS = {"othello8": 8, "othello6": 6, "othello4": 2, "tictactoe": 0, "ultimate": 4, "row3": 2}


@pytest.mark.parametrize("name", DEPTHS)
def test_every_game_has_its_own_depth_of_openings_registered_or_not(name):
    make = RowGame if name == "row3" else registry.spec(name).make
    result = match(players.random(), first, games=4, make=make)
    assert result.game == name
    assert {game.opening for game in result.transcripts} == {DEPTHS[name]}
    assert {game.side for game in result.transcripts} == {1, -1}


def test_a_match_can_start_from_any_position():
    make = functools.partial(othello.from_moves, "f5d6c3")
    result = match(first, players.random(), games=4, make=make, openings=2)
    assert all(game.moves.startswith("f5d6c3") for game in result.transcripts)
    assert result.distinct == 4


def fails_late(env):
    if len(env.history) == 30 and env.count(1) > 20:
        raise LookupError("nothing at ply 30")
    return first(env)


def test_a_player_that_raises_stops_the_match_in_the_same_game_on_any_number_of_workers():
    blamed = []
    for n_jobs in (1, 2):
        with pytest.raises(PlayerError, match="'fails_late' raised LookupError: noth") as caught:
            match(players.random(), fails_late, games=40, n_jobs=n_jobs)
        error = caught.value
        blamed.append((error.game, error.seed, error.env.to_moves(), error.finished))
        assert len(error.env.history) == 30
        assert f"In game {error.game} (seed {error.seed}), " in str(error)
        assert f"{error.game} of the match's games had ended (see .finished)" in str(error)
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.env) == (str(error), error.env)
    assert blamed[0] == blamed[1]
    games = match(players.random(), first, games=40).transcripts
    assert error.finished == games[: error.game]
    assert error.game
    cause = "".join(error.__cause__.args)
    assert "in fails_late" in cause
    assert 'raise LookupError("nothing at ply 30")' in cause, "the line of code is shown"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"games": 5}, ValueError, "games=5: expected an even number"),
        ({"games": 4.0}, ValueError, "games=4.0: expected an even number"),
        ({"games": 10**9}, ValueError, "an even number from 2 to 1,000,000"),
        ({"openings": -1}, ValueError, "openings is a whole number from 0 up, not -1"),
        ({"openings": float("nan")}, ValueError, "openings is .* not nan"),
        ({"openings": 1.5}, ValueError, "openings is .* not 1.5"),
        ({"seed": -1}, ValueError, "seed is a whole number from 0 up, not -1"),
        ({"seed": 1.5}, ValueError, "seed is .* not 1.5"),
        ({"n_jobs": 1.5}, ValueError, "n_jobs is a whole number .* not 1.5"),
        ({"n_jobs": 10**12}, ValueError, "n_jobs is .* not 1000000000000"),
        ({"make": lambda: tictactoe.from_moves("a1a2b1b2c1")}, ValueError, "finished game"),
        ({"openings": 200}, ValueError, r"openings=200: .*nothing to play in othello8"),
        ({"a": "first"}, TypeError, "player a is 'first'"),
        ({"b": players.cell_scores}, TypeError, r"call it, players.cell_scores\(\)"),
        ({"make": othello}, TypeError, "make is <module"),
        ({"make": othello.make()}, TypeError, "make is othello.from_moves"),
        ({"make": lambda: 3}, TypeError, "make returns 3"),
    ],
)
def test_wrong_arguments_are_refused_before_any_play(arguments, error, message):
    with pytest.raises(error, match=message):
        match(**({"a": first, "b": last, "games": 4} | arguments))


# Side by side


def searcher(simulations=12, name="noise"):
    """A player whose evaluator does not depend on what else is in a batch."""

    def evaluate(leaves, legal, seeds):
        return puct.noise(leaves[:, 0], leaves[:, 1], 10 if leaves.shape[1] == 2 else 17)

    return NetworkSearchPlayer(name, PuctConfig(simulations), lambda game: evaluate)


@pytest.mark.parametrize(
    "opponent",
    [players.random(), players.alpha_beta(2), players.uct(Budget(count=30)), searcher(3)],
    ids=lambda player: player.name,
)
def test_side_by_side_the_games_are_the_same(opponent, monkeypatch):
    found = match(searcher(), opponent, 24, seed=4, make=four)
    again = match(searcher(), opponent, 24, seed=4, make=four, n_jobs=2)
    monkeypatch.setattr("coursekit.arena.games.side_by_side", lambda a, b: False)
    assert found == again == match(searcher(), opponent, 24, seed=4, make=four)


def test_only_the_packages_own_players_play_side_by_side():
    assert side_by_side(players.random(), searcher())
    assert side_by_side(players.exact_endgame(players.random(), 4), searcher())
    assert not side_by_side(players.random(), players.uct(Budget(count=30)))
    assert not side_by_side(first, searcher())
    assert not side_by_side(players.exact_endgame(first, 4), searcher())


def test_bug_a_fault_side_by_side_has_its_game_and_seed(monkeypatch):
    right = NetworkSearchPlayer.choose_all

    def breaks(self, envs):
        if len(envs[0].history) > 4:
            raise LookupError("nothing here")
        return right(self, envs)

    monkeypatch.setattr(NetworkSearchPlayer, "choose_all", breaks)
    with pytest.raises(PlayerError, match=" raised LookupError") as caught:
        match(players.random(), searcher(), 4, make=four)
    assert None not in (caught.value.game, caught.value.seed)
    assert f"In game {caught.value.game} (seed {caught.value.seed})" in str(caught.value)
    assert len(caught.value.env.history) > 4


def test_progress_grows_with_every_ply_though_games_end_together():
    steps = []
    games = schedule(four(), 24, 4, 2)
    play_games(searcher(), players.random(), four(), games, steps.append)
    assert sum(steps) == len(games)
    assert sum(step > 0 for step in steps) > 5
    assert min(steps) >= 0


SLOW = """
import os, pathlib, time
def slow(env):
    pathlib.Path(__file__).with_name(str(os.getpid())).touch()
    time.sleep(0.05)
    return env.legal_actions()[0]
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="sends a POSIX signal")
def test_ctrl_c_ends_the_match_and_its_workers(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(SLOW)
    words = ["match", f"{own}:slow", "random", "--games", "200", "--jobs", "2"]
    process = subprocess.Popen([sys.executable, "-m", "coursekit", *words], cwd=ROOT)
    deadline = time.monotonic() + 60
    while not (workers := [*tmp_path.glob("[0-9]*")]) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert workers
    assert not any(map(alive, workers))


def alive(worker):
    try:
        os.kill(int(worker.name), 0)
        return True
    except ProcessLookupError:
        return False


def within(share, expected, games):
    """Whether a share of ``games`` games is within four standard errors of the expected one."""
    return abs(share - expected) < 4 * sqrt(expected * (1 - expected) / games)


@pytest.mark.parametrize(
    ("player", "as_black", "as_white"),
    [
        (players.random(), 0.455, 0.503),
        (players.most_flips(), 0.591, 0.591),
        (players.mobility(), 0.655, 0.659),
    ],
    ids=lambda it: getattr(it, "name", ""),
)
def test_greedy_players_beat_random_as_often_as_they_do(player, as_black, as_white):
    result = match(player, players.random(), games=4000, openings=0, seed=1)
    assert within(result.as_black.wins / 2000, as_black, 2000)
    assert within(result.as_white.wins / 2000, as_white, 2000)


def test_cell_scores_beat_random_as_the_sources_report():
    result = match(players.cell_scores(), players.random(), games=4000, openings=0, seed=1)
    # 100,000 games of an independent program: 72.9 % wins, 3.8 % draws.
    assert within(result.wins / 4000, 0.729, 4000)
    assert within(result.draws / 4000, 0.038, 4000)

import functools
import os
import pickle
import random as python_random
import signal
import subprocess
import sys
import textwrap
from math import sqrt

import joblib
import numpy as np
import pytest

from coursekit import othello, players, tictactoe, ultimate
from coursekit.arena import PlayerError, match


def first(env):
    return env.legal_actions()[0]


def last(env):
    return env.legal_actions()[-1]


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
    counted = [0, 0, 0]
    for game in result.transcripts:
        env = tictactoe.from_moves(game.moves)
        assert env.is_done()
        outcome = 1 if env.is_win(game.side) else -1 if env.is_lose(game.side) else 0
        assert outcome == game.result
        counted[1 - outcome] += 1
    assert [result.wins, result.draws, result.losses] == counted
    assert min(counted) > 0, "wins, draws and losses all occur, so all three are tested"


def test_everything_follows_from_the_seed():
    one = match(players.random(), players.cell_scores(), games=20, seed=5)
    assert match(players.random(), players.cell_scores(), games=20, seed=5) == one
    other = match(players.random(), players.cell_scores(), games=20, seed=6)
    assert {game.moves for game in other.transcripts}.isdisjoint(g.moves for g in one.transcripts)
    assert len({game.seed for game in one.transcripts}) == 20


def test_a_short_match_is_the_beginning_of_a_longer_one():
    long = match(players.random(), players.most_flips(), games=30)
    assert (
        match(players.random(), players.most_flips(), games=10).transcripts
        == (long.transcripts[:10])
    )


def uses_every_chance(env):
    """Takes chance from all three generators that a match seeds."""
    total = env.rng.random() + python_random.random() + np.random.random()  # noqa: NPY002
    actions = env.legal_actions()
    return actions[int(total * len(actions)) % len(actions)]


@pytest.fixture(scope="module")
def alone():
    return match(uses_every_chance, players.random(), games=60, seed=3)


def test_workers_do_not_change_the_result(alone):
    assert match(uses_every_chance, players.random(), games=60, seed=3, n_jobs=2) == alone


@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
def test_backends_do_not_change_the_result(alone, backend):
    with joblib.parallel_config(backend, n_jobs=2):
        assert match(uses_every_chance, players.random(), games=60, seed=3) == alone


def test_chunks_do_not_change_the_result(alone, monkeypatch):
    monkeypatch.setattr("coursekit.arena.matches._LARGEST_CHUNK", 7)
    with joblib.parallel_config("threading", n_jobs=2):
        assert match(uses_every_chance, players.random(), games=60, seed=3) == alone


def test_closures_and_lambdas_reach_the_workers():
    table = np.arange(64).reshape(8, 8)
    scorer = players.cell_scores(table)
    size = 8
    arguments = (lambda env: scorer(env), players.random(), 8)
    make = lambda: othello.make(size)  # noqa: E731
    assert match(*arguments, n_jobs=2, make=make) == match(*arguments, make=make)


def test_global_chance_goes_on_as_if_nothing_had_happened():
    python_random.seed(4)
    before = python_random.getstate()
    match(uses_every_chance, players.random(), games=2)
    assert python_random.getstate() == before


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_bug_two_deterministic_players_without_openings_are_two_games(n_jobs):
    with pytest.warns(UserWarning, match="only 2 of the 100 games are different"):
        result = match(first, last, games=100, openings=0, n_jobs=n_jobs)
    assert result.distinct == 2


def test_deterministic_players_with_openings_are_as_many_games_as_counted(recwarn):
    assert match(first, last, games=100).distinct == 100
    assert not recwarn.list


def test_bug_seeds_reach_the_workers():
    games = match(players.random(), players.random(), games=32, openings=0, n_jobs=2)
    assert games.distinct == 32


@pytest.mark.parametrize(
    ("make", "name", "plies"),
    [
        (othello.make, "othello8", 8),
        (functools.partial(othello.make, 6), "othello6", 6),
        (functools.partial(othello.make, 4), "othello4", 2),
        (tictactoe.make, "tictactoe", 0),
        (ultimate.make, "ultimate", 4),
    ],
)
def test_every_game_has_its_own_depth_of_openings(make, name, plies):
    result = match(players.random(), players.random(), games=4, make=make)
    assert result.game == name
    assert {game.opening for game in result.transcripts} == {plies}


def test_a_match_can_start_from_any_position():
    make = functools.partial(othello.from_moves, "f5d6c3")
    result = match(first, players.random(), games=4, make=make, openings=2)
    assert all(game.moves.startswith("f5d6c3") for game in result.transcripts)
    assert result.distinct == 4


def test_equal_names_are_told_apart():
    result = match(first, first, games=2)
    assert (result.a, result.b) == ("first (a)", "first (b)")
    assert result.score == 0.5


def fails_late(env):
    if len(env.history) == 30:
        raise LookupError("nothing at ply 30")
    return first(env)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_player_that_raises_stops_the_match(n_jobs):
    with pytest.raises(PlayerError, match="'fails_late' raised LookupError: nothing") as caught:
        match(players.random(), fails_late, games=40, n_jobs=n_jobs)
    error = caught.value
    # In even games b is white, to move after odd plies: unless a side passed, it fails in odd ones.
    assert error.game is not None
    assert len(error.env.history) == 30
    assert f"In game {error.game} (seed {error.seed}), {error.env.player} to move, after " in str(
        error
    )
    assert error.env.to_moves() in str(error)
    assert str(error.env) in str(error)
    cause = "".join(getattr(error.__cause__, "args", ()))
    assert "nothing at ply 30" in cause
    if n_jobs == 2:
        assert "in fails_late" in cause
        assert 'raise LookupError("nothing at ply 30")' in cause, "the line of code is shown"


def test_the_same_game_is_blamed_with_any_number_of_workers():
    blamed = []
    for n_jobs in (1, 2):
        with pytest.raises(PlayerError) as caught:
            match(fails_late, players.random(), games=40, n_jobs=n_jobs)
        blamed.append((caught.value.game, caught.value.seed, caught.value.env.to_moves()))
    assert blamed[0] == blamed[1]


def test_the_error_survives_pickle():
    with pytest.raises(PlayerError) as caught:
        match(fails_late, players.random(), games=4)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.env == caught.value.env


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"games": 5}, ValueError, "games=5: expected an even number"),
        ({"games": 0}, ValueError, "games=0"),
        ({"openings": -1}, ValueError, "openings=-1"),
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


def test_a_finished_start_is_refused():
    over = functools.partial(tictactoe.from_moves, "a1a2b1b2c1")
    with pytest.raises(ValueError, match="finished game"):
        match(first, last, games=2, make=over)


def test_a_short_match_shows_no_progress_bar(capsys):
    match(players.random(), players.random(), games=10)
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="sends a POSIX signal")
def test_ctrl_c_ends_the_match_and_its_workers():
    script = """
        import os, signal, threading, time
        import joblib
        from coursekit import arena, players

        def slow(env):
            with open(marker, "a") as file:
                file.write(f"{os.getpid()}\\n")
            time.sleep(0.05)
            return env.legal_actions()[0]

        def interrupt():
            while not os.path.exists(marker):
                time.sleep(0.05)
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGINT)

        def alive(pid):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return False
            return True

        if __name__ == "__main__":
            import tempfile
            folder = tempfile.mkdtemp()
            marker = os.path.join(folder, "marker")
            threading.Thread(target=interrupt).start()
            try:
                arena.match(slow, players.random(), games=200, n_jobs=2)
            except KeyboardInterrupt:
                workers = {int(line) for line in open(marker)} - {os.getpid()}
                deadline = time.monotonic() + 20
                while any(map(alive, workers)) and time.monotonic() < deadline:
                    time.sleep(0.05)
                print("interrupted", len(workers) > 0, sum(map(alive, workers)))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "interrupted True 0\n", done.stderr
    assert done.returncode != -signal.SIGINT


def within(share, expected, games, errors=4.0):
    """Whether a share of so many games is within some standard errors of the expected one."""
    return abs(share - expected) < errors * sqrt(expected * (1 - expected) / games)


def test_random_play_is_as_lopsided_as_it_is():
    result = match(players.random(), players.random(), games=4000, openings=0, seed=1)
    black_wins = result.as_black.wins + result.as_white.losses
    assert within(black_wins / 4000, 0.455, 4000)
    assert within(result.draws / 4000, 0.042, 4000)
    assert within(1 - (black_wins + result.draws) / 4000, 0.503, 4000)


@pytest.mark.parametrize(
    ("player", "as_black", "as_white"),
    [(players.most_flips(), 0.591, 0.591), (players.mobility(), 0.655, 0.659)],
    ids=["most flips", "mobility"],
)
def test_greedy_players_beat_random_as_often_as_they_do(player, as_black, as_white):
    result = match(player, players.random(), games=4000, openings=0, seed=1)
    assert within(result.as_black.wins / 2000, as_black, 2000)
    assert within(result.as_white.wins / 2000, as_white, 2000)
    assert result.verdict == f"{player.name} is stronger"


def test_cell_scores_beat_random_as_the_sources_report():
    result = match(players.cell_scores(), players.random(), games=4000, openings=0, seed=1)
    assert within(0.71, result.wins / 4000, 100, errors=2)
    assert within(0.04, result.draws / 4000, 100, errors=2)
    # 100,000 games of an independent program: 72.9 % wins, 3.8 % draws.
    assert within(result.wins / 4000, 0.729, 4000)
    assert within(result.draws / 4000, 0.038, 4000)

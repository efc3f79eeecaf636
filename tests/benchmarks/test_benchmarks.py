"""The benchmarks start, measure coursekit without the peers, and say how to get the peers."""

import sys
from pathlib import Path

import pytest

from benchmarks import positions, solving
from benchmarks.peers import array_board
from benchmarks.solving import Solved, Target
from benchmarks.table import Figure, Row, table
from benchmarks.timing import Contestant, Rates, peers_python
from coursekit import othello, players
from tests.benchmarks.running import quick


def test_quick_run_without_peers_prints_our_numbers():
    printed = quick("rules")
    assert "OpenSpiel" not in printed
    assert "| coursekit: update, undo | " in printed
    assert "`import coursekit`" in printed


def test_quick_search_without_peers_checks_our_searches_and_keeps_the_picture():
    before = solving.PICTURE.read_bytes()
    printed = quick("search")
    assert "rust-reversi" not in printed
    assert "| coursekit: LinearEvaluation | " in printed
    assert "| coursekit: the plain kernel | " in printed
    assert "| 12 | 3 | " in printed
    assert "Of the 20 endgames with known scores, 20 have every move right" in printed
    assert solving.PICTURE.read_bytes() == before


def test_missing_peers_are_said_with_their_recipe(tmp_path, capsys):
    assert peers_python(tmp_path / "none") is None
    recipe = capsys.readouterr().err
    assert f"python -m venv {tmp_path / 'none'}" in recipe
    assert "-m pip install -r benchmarks/requirements-peers.txt" in recipe


def test_tables_have_ratios_of_medians_and_name_a_missed_target():
    assert Rates((10.0, 30.0, 20.0)).over(Rates((5.0, 5.0, 4.0))) == (4.0, 2.0, 6.0)
    figure = Figure("f", (Row("a", "m", "x"), Row("b", "m", "y", target=6)))
    rates = {("m", "x"): Rates((50.0,)), ("m", "y"): Rates((10.0,))}
    row = "| b | 10.0 (10.0–10.0) | 5.00× (5.00–5.00) | 6×: MISSED |"
    assert table([figure], rates)[-1] == row
    solved = Solved(12, (10.0, 30.0, 2_000.0), nodes=2_040_000)
    row = "| 12 | 3 | 30.0 ms | 2.00 s | 1,000,000 | median < 20.0 ms: MISSED |"
    assert solving.solver_table([solved])[-1] == row
    assert Target(31).met(solved)
    assert not Target(31, slowest=True).met(solved)


def test_a_failing_contestant_stops_the_run():
    with (
        Contestant(Path(sys.executable), "benchmarks.no_such_contestant") as contestant,
        pytest.raises(RuntimeError, match="no_such_contestant ended"),
    ):
        contestant.rate("makes", 0.0)


def test_array_board_plays_our_game():
    """The baseline must play Othello, passes and ends included, or its speed means nothing."""
    env = othello.make(seed=5)
    for _ in range(20):
        env.reset()
        state = array_board.start()
        while actions := env.legal_actions():
            assert array_board.legal_actions(state) == [action.index for action in actions]
            assert not array_board.is_over(state)
            action = actions[int(env.rng.integers(len(actions)))]
            env.update(action)
            state = array_board.next_state(state, action.index)
            assert (state[0] == env.board).all()
        assert array_board.is_over(state)


def test_the_positions_to_search_are_those_of_the_course():
    """What the peers must find is what plain minimax finds, with the course's cell scores."""
    assert players.CELL_SCORES.tolist() == positions.CELLS
    minimax = players.minimax(positions.MINIMAX_PLIES)
    values = []
    for transcript, moves in zip(positions.TRANSCRIPTS, positions.MOVES, strict=True):
        env = othello.from_moves(transcript)
        assert [action.index for action in env.history] == moves
        values.append(minimax.analyse(env).value)
    positions.check_values(values, "cells", positions.MINIMAX_PLIES)

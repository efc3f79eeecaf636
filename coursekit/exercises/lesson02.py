"""Exercises of lesson 02: cell scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit import arena, players
from coursekit.exercises.answers import (
    board_of_numbers,
    described,
    legal_action,
    number,
    square_name,
)
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, othello
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players import CELL_SCORES

TRIANGLE = {
    "a1": 30, "b1": -12, "c1": 0, "d1": -1,
    "b2": -15, "c2": -3, "d2": -3,
    "c3": 0, "d3": -1,
    "d4": -1,
}  # fmt: skip
"""The ten different squares of an 8×8 board, and their scores in the classic table."""


def full_table(triangle: dict[str, int]) -> npt.NDArray[np.int64]:
    """Returns the 8×8 table that the scores of ten squares make by symmetry."""
    table = np.zeros((8, 8), dtype=int)
    for name, score in triangle.items():
        col, row = "abcdefgh".index(name[0]), int(name[1]) - 1
        for r in (row, 7 - row):
            for c in (col, 7 - col):
                table[r, c] = table[c, r] = score
    return table


def _judge_full_table(answer: Any) -> str:
    if not callable(answer):
        raise Wrong(f"A function of the dictionary of ten scores is asked for; {described(answer)}")
    probe = dict(zip(TRIANGLE, range(1, 11), strict=True))
    for triangle in (TRIANGLE, probe):
        given, expected = board_of_numbers(answer(dict(triangle))), full_table(triangle)
        wrong = np.argwhere(given != expected)
        if not len(wrong):
            continue
        row, col = wrong[0]
        which = "the scores of the table" if triangle is TRIANGLE else f"the scores {probe}"
        raise Wrong(
            f"With {which}, {square_name(row, col)} has {given[row, col]:g} and should have "
            f"{expected[row, col]}, the score of {_first_twin(row, col)}."
        )
    return "Ten numbers make the whole table: that is what symmetry is worth."


def _first_twin(row: int, col: int) -> str:
    """Returns the square of the triangle that a square is a twin of, or is."""
    return square_name(*sorted((min(row, 7 - row), min(col, 7 - col))))


symmetry = Exercise(
    title="ten numbers are enough",
    judge=_judge_full_table,
    answer=full_table,
    hints=(
        "A square in column c and row r has twins in column 7 − c, in row 7 − r, and with row and "
        "column exchanged.",
        "Fill `table[r, c]` and `table[c, r]` for r in (row, 7 − row) and c in (col, 7 − col).",
    ),
)


def corner_first(env: Env) -> Action:
    """Takes a corner when it can, and plays by cell scores otherwise."""
    for action in env.legal_actions():
        if {action.row, action.col} <= {0, 7}:
            return action
    return players.cell_scores()(env)


def _judge_corner_first(answer: Any) -> str:
    for seed in range(20):
        env = arena.play_game(players.random(), players.cell_scores(), seed=seed)
        while env.history:
            env.undo()
            chosen = legal_action(call(answer, env), env)
            corners = [a for a in env.legal_actions() if {a.row, a.col} <= {0, 7}]
            if corners and chosen not in corners:
                names = " or ".join(action.name for action in corners)
                raise Wrong(f"Your player leaves the corner {names} alone here.", env)
            if not corners and chosen not in _best_by_table(env):
                raise Wrong(
                    f"There is no corner to take here, and {chosen.name} is not what the table "
                    "likes best.",
                    env,
                )
    result = arena.match(answer, players.random(), games=200, seed=1)
    return f"It takes every corner that it can, and scores {result.score:.0%} against random play."


def _best_by_table(env: Env) -> list[Action]:
    """Returns the actions that lead to the best position for the mover by cell scores."""
    me, values = int(env.player), {}
    for action in env.legal_actions():
        env.update(action)
        values[action] = me * int((env.board * CELL_SCORES).sum())
        env.undo()
    return [action for action, value in values.items() if value == max(values.values())]


corner = Exercise(
    title="corners come first",
    judge=_judge_corner_first,
    answer=corner_first,
    hints=(
        "Look through the legal actions for a corner: row and column both in {0, 7}.",
        "If there is none, let a ready player choose: `players.cell_scores()(env)`.",
    ),
)


def wise_table(env: Env) -> npt.NDArray[np.int64]:
    """Returns the cell scores, with nothing to fear beside a corner that is taken."""
    table = players.CELL_SCORES.copy()
    for row, down in ((0, 1), (7, -1)):
        for col, right in ((0, 1), (7, -1)):
            if env.board[row, col] != 0:
                table[row + down, col] = 0
                table[row, col + right] = 0
                table[row + down, col + right] = 0
    return table


def _judge_wise_table(answer: Any) -> str:
    games = [
        *bank.unfinished(8),
        *(arena.play_game(players.random(), players.random(), seed=s) for s in range(20)),
    ]
    _demand_wise_table(answer, othello.make(), later=False)
    for env in games:
        while True:
            _demand_wise_table(answer, env)
            if len(env.history) < 8:
                break
            for _ in range(8):
                env.undo()
    return "The fear of the neighbours ends where the corner is taken."


def _demand_wise_table(answer: Any, env: Env, later: bool = True) -> None:
    try:
        given = board_of_numbers(call(answer, env), env)
    except Wrong as wrong:
        if "read-only" in str(wrong):
            raise Wrong(f"{wrong}. The cell scores belong to all: change a copy.", env) from None
        raise
    expected = wise_table(env)
    for row, col in np.argwhere(given != expected):
        corner = 7 * (row > 3), 7 * (col > 3)
        near = abs(corner[0] - row) <= 1 and abs(corner[1] - col) <= 1 and corner != (row, col)
        stale = _stale(answer) if later else ""
        raise Wrong(
            f"In your table {square_name(row, col)} counts {given[row, col]:g} here, and should "
            f"count {expected[row, col]}: {_reason(env, corner, near)}.{stale}",
            env,
        )


def _reason(env: Env, corner: tuple[int, int], near: bool) -> str:
    if not near:
        return "only the neighbours of a taken corner change"
    name = square_name(*corner)
    return f"the corner {name} is {'taken' if env.board[corner] else 'still empty'}"


def _stale(answer: Any) -> str:
    """Returns a word on a table that keeps what an earlier call wrote into it."""
    start = board_of_numbers(call(answer, othello.make()))
    if (start == CELL_SCORES).all():
        return ""
    return " Even at the start position it differs: does each call begin with a new copy?"


wise = Exercise(
    title="a table that looks at the board",
    judge=_judge_wise_table,
    answer=wise_table,
    hints=(
        "Begin with `table = players.CELL_SCORES.copy()`: the table itself belongs to every "
        "player, and cannot be changed.",
        "Each corner has three neighbours: beside it, below or above it, and across.",
        "`env.board[row, col] != 0` says whether a corner is taken, by either side.",
    ),
)


def _judge_upside_down(answer: Any) -> str:
    if hasattr(answer, "score"):
        raise Wrong("That is the whole result of a match: the number asked for is its `.score`.")
    given = number(answer)
    result = arena.match(players.cell_scores(-CELL_SCORES), players.random(), games=1000, seed=0)
    if not 0 <= given <= 1:
        raise Wrong(f"A score is a number between 0 and 1; yours is {given:g}.")
    if abs(1 - given - result.score) < 0.006:
        raise Wrong("That is the score of the other player: give the upside-down player first.")
    if abs(given - result.score) > 0.006:  # two decimals are enough
        raise Wrong(
            "That is not the score of cell_scores(-CELL_SCORES) against random() over 1,000 games "
            "with seed 0. Did you give the players in this order?"
        )
    return (
        f"It scores {result.score:.1%} (95 %: {result.interval}), further from one half than the "
        "table itself: to do on purpose what the weights warn of is a sure way to lose."
    )


upside_down = Exercise(
    title="the table upside down",
    judge=_judge_upside_down,
    answer=None,
    hints=(
        "`players.cell_scores(-TABLE)` loves what the table fears.",
        "`arena.match(a, b, games=1000, seed=0).score` is the number asked for.",
    ),
    code=(
        "upside_down = players.cell_scores(-players.CELL_SCORES)\n"
        "answer = arena.match(upside_down, players.random(), games=1000, seed=0).score"
    ),
)

"""Exercises of lesson 02: cell scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from coursekit import arena, players
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, othello
from coursekit.games.env import Env
from coursekit.games.symmetry import SYMMETRIES, transform
from coursekit.players import CELL_SCORES

TRIANGLE = {
    "a1": 30, "b1": -12, "c1": 0, "d1": -1,
    "b2": -15, "c2": -3, "d2": -3,
    "c3": 0, "d3": -1,
    "d4": -1,
}  # fmt: skip
"""The ten different squares of an 8×8 board, and their scores in the classic table."""


def full_table(triangle: dict[str, int]) -> Any:
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
        raise Wrong("A function of the dictionary of ten scores is asked for.")
    probe = {name: number for number, name in enumerate(TRIANGLE, start=1)}
    for triangle in (TRIANGLE, probe):
        given, expected = np.asarray(answer(dict(triangle))), full_table(triangle)
        if given.shape != (8, 8):
            raise Wrong(f"An array of shape (8, 8) is asked for, yours has shape {given.shape}.")
        for symmetry in SYMMETRIES:
            if (transform(given, symmetry) != given).any():
                raise Wrong("Your table changes when the board is turned or mirrored.")
        if (given != expected).any():
            row, col = np.argwhere(given != expected)[0]
            square = "abcdefgh"[col] + str(row + 1)
            raise Wrong(f"{square} has {given[row, col]}, and should have {expected[row, col]}.")
    return "Ten numbers make the whole table: that is what symmetry is worth."


symmetry = Exercise(
    title="ten numbers are enough",
    judge=_judge_full_table,
    answer=full_table,
    hints=(
        "A square in column c and row r has twins in column 7 − c, in row 7 − r, and with row and "
        "column exchanged.",
        "Fill `table[r, c]` and `table[c, r]` for r in (row, 7 − row) and c in (col, 7 − col).",
    ),
    code="",
)


def corner_first(env: Env) -> Any:
    """Takes a corner when it can, and plays by cell scores otherwise."""
    for action in env.legal_actions():
        if {action.row, action.col} <= {0, 7}:
            return action
    return players.cell_scores()(env)


def _judge_corner_first(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A player is a function of an env that returns an action.")
    for seed in range(40):
        env = arena.play_game(players.random(), players.cell_scores(), seed=seed)
        while env.history:
            env.undo()
            corners = [a for a in env.legal_actions() if {a.row, a.col} <= {0, 7}]
            if corners and call(answer, env) not in corners:
                names = " or ".join(action.name for action in corners)
                raise Wrong(f"Your player leaves the corner {names} alone here.", env)
    result = arena.match(answer, players.random(), games=200, seed=1)
    if result.interval.low < 0.55:
        raise Wrong(f"It takes every corner, but against random play it scores only {result}.")
    return f"It takes every corner that it can, and scores {result.score:.0%} against random play."


corner = Exercise(
    title="corners come first",
    judge=_judge_corner_first,
    answer=corner_first,
    hints=(
        "Look through the legal actions for a corner: row and column both in {0, 7}.",
        "If there is none, let a ready player choose: `players.cell_scores()(env)`.",
    ),
)


def wise_table(env: Env) -> Any:
    """Returns the cell scores, with nothing to fear beside a corner that is taken."""
    table = CELL_SCORES.copy()
    for row, down in ((0, 1), (7, -1)):
        for col, right in ((0, 1), (7, -1)):
            if env.board[row, col] != 0:
                for neighbour in (
                    (row + down, col),
                    (row, col + right),
                    (row + down, col + right),
                ):
                    table[neighbour] = 0
    return table


def _judge_wise_table(answer: Any) -> str:
    games = [
        *bank.unfinished(8),
        *(arena.play_game(players.random(), players.random(), seed=s) for s in range(20)),
    ]
    for env in games:
        while True:
            given = np.asarray(call(answer, env))
            if given.shape != (8, 8):
                raise Wrong(f"An array of shape (8, 8) is asked for, not {given.shape}.", env)
            different = np.argwhere(given != wise_table(env))
            if len(different):
                row, col = different[0]
                square = "abcdefgh"[col] + str(row + 1)
                raise Wrong(
                    f"In your table {square} counts {given[row, col]} here, and should count "
                    f"{wise_table(env)[row, col]}.",
                    env,
                )
            if len(env.history) < 8:
                break
            for _ in range(8):
                env.undo()
    if (np.asarray(answer(othello.make())) != CELL_SCORES).any():
        raise Wrong("CELL_SCORES itself has changed: work on a copy().", othello.make())
    return "The fear of the neighbours ends where the corner is taken."


wise = Exercise(
    title="a table that looks at the board",
    judge=_judge_wise_table,
    answer=wise_table,
    hints=(
        "Begin with `table = CELL_SCORES.copy()`: without copy() you would change the table of "
        "every player.",
        "Each corner has three neighbours: beside it, below or above it, and across.",
        "`env.board[row, col] != 0` says whether a corner is taken, by either side.",
    ),
)


def _judge_upside_down(answer: Any) -> str:
    if not isinstance(answer, int | float):
        raise Wrong(f"A number between 0 and 1 is asked for, not {answer!r}.")
    result = arena.match(players.cell_scores(-CELL_SCORES), players.random(), games=1000, seed=0)
    if abs(answer - result.score) > 0.005:
        raise Wrong(
            "That is not the score of cell_scores(-CELL_SCORES) against random() over 1,000 games "
            "with seed 0. Did you give the players in this order?"
        )
    return f"{result}: knowing what is bad is worth as much as knowing what is good."


upside_down = Exercise(
    title="the table upside down",
    judge=_judge_upside_down,
    answer=None,
    hints=(
        "`players.cell_scores(-CELL_SCORES)` loves what the table fears.",
        "`arena.match(a, b, games=1000, seed=0).score` is the number asked for.",
    ),
    code=(
        "upside_down = players.cell_scores(-CELL_SCORES)\n"
        "answer = arena.match(upside_down, players.random(), games=1000, seed=0).score"
    ),
)

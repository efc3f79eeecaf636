"""Solves endgames of Othello on the command line: one position, or the end of a whole game.

``python -m coursekit solve "f5d6c3…"`` prints what each move is worth and how best play goes on;
with ``--line`` it goes along a transcript backwards and values every position near its end.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from coursekit import BLACK, WHITE, Action, Env, othello, truth
from coursekit.truth.solving import EMPTIES, MOST_EMPTIES, duration, empty_squares

COUNTED = {"winner": "count for the winner", "nobody": "count for nobody"}
INTERRUPTED = 130
"""Exit status of a program that Ctrl-C has ended."""


@dataclass(frozen=True)
class Question:
    """What is asked on the command line.

    Attributes:
        text: A transcript, or the squares of a position and its side to move.
        size: Squares in a row of a transcript's board.
        empties: For whom squares count that stay empty.
        max_empties: Empty squares beyond which nothing is solved.
        from_empties: With ``line``, empty squares up to which positions are solved.
        line: Whether to go along the transcript from its end.
    """

    text: str
    size: int = 8
    empties: str = EMPTIES[0]
    max_empties: int = MOST_EMPTIES
    from_empties: int = 20
    line: bool = False


def report(question: Question) -> int:
    """Prints the answer; returns the exit status: 0, 2 for a wrong question, 130 for Ctrl-C."""
    try:
        env = read(question)
        lines = line_report(env, question) if question.line else position_report(env, question)
        for line in lines:
            print(line, flush=True)
    except ValueError as error:  # every error of the package is one
        print(f"coursekit solve: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ncoursekit solve: stopped", file=sys.stderr)
        return INTERRUPTED
    return 0


def read(question: Question) -> Env:
    """Returns the env that a question is about.

    Raises:
        NotationError: If the text is neither a transcript nor a position.
        IllegalActionError: If a move of the transcript is not legal.
        ValueError: If too many squares are empty, or there is nothing to solve.
    """
    text = question.text.strip()
    is_position = bool(text) and re.search(r"\d", text) is None
    if is_position and question.line:
        raise ValueError("--line needs the transcript of a game, not a position")
    env = othello.from_string(text) if is_position else othello.from_moves(text, question.size)
    count = question.from_empties if question.line else empty_squares(env)
    if count > question.max_empties and (question.line or not env.is_done()):
        raise ValueError(
            f"{count} squares are empty: the value alone would take about {duration(count)} (each "
            f"square more takes about three times as long); pass --max-empties {count} to go on"
        )
    if question.line and empty_squares(env) > question.from_empties:
        raise ValueError(
            f"the transcript ends with {empty_squares(env)} empty squares, so it has no position "
            f"with at most {question.from_empties}"
        )
    return env


def position_report(env: Env, question: Question) -> Iterator[str]:
    """Yields the lines about one position: board, value, moves, and the line of best play."""
    yield str(env)
    yield ""
    if env.is_done():
        value = truth.exact_value(env, question.empties)
        yield f"The game is over: {outcome(env, value)}."
        return
    values = truth.move_values(env, question.empties, question.max_empties)
    value = max(values.values())
    best = [action for action in values if values[action] == value]
    yield f"With best play, {outcome(env, value)} (empty squares {COUNTED[question.empties]})."
    yield ""
    for action in sorted(values, key=values.__getitem__, reverse=True):
        mark = "best" if action in best else f"gives away {value - values[action]}"
        yield f"  {action.name:<4} {values[action]:+3d}  {mark}"
    yield ""
    yield f"Best: {names(best)}"
    variation = truth.principal_variation(env, question.empties, question.max_empties)
    end = env.copy()
    for action in variation:
        end.update(action)
    yield f"Line: {names(variation)} ({end.count(BLACK)}–{end.count(WHITE)})"


def line_report(env: Env, question: Question) -> Iterator[str]:
    """Yields a line for each position of a game from its end up to ``from_empties``."""
    yield str(env)
    yield ""
    yield f"Exact values from the end (empty squares {COUNTED[question.empties]}):"
    later: int | None = None
    played: Action | None = None
    solved = drawn = choices = best = 0
    while empty_squares(env) <= question.from_empties:
        value = truth.exact_value(env, question.empties, question.max_empties)
        note = ""
        if played is not None and later is not None:
            lost = value + later
            note = f"   {played.name} {f'gives away {lost}' if lost else 'is a best move'}"
            choices += 1
            best += lost == 0
        solved += 1
        drawn += value == 0
        row = f"  {empty_squares(env):2d} empty  {env.player!s:5}  {outcome(env, value):<16}{note}"
        yield row.rstrip()
        if not env.history:
            break
        played, later = env.last_action, value
        env.undo()
    yield ""
    yield f"Positions solved: {solved}, drawn: {drawn}. Moves: {choices}, best: {best}."


def outcome(env: Env, value: int) -> str:
    """Returns in words what a value for the side to move means.

    >>> outcome(othello.from_moves("f5"), -6)
    'BLACK wins by 6'
    """
    if value == 0:
        return "a draw"
    return f"{env.player if value > 0 else -env.player} wins by {abs(value)}"


def names(actions: list[Action]) -> str:
    """Returns the actions' names with a space between them."""
    return " ".join(action.name for action in actions)

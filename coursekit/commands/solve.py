"""Solves an endgame of Othello exactly, or with --line the end of a game.

One position gets the value of each move and a line of best play. With --line, a transcript is
followed backwards, and every position near its end gets its value.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from coursekit import BLACK, WHITE, Action, Env, othello, truth
from coursekit.commands.common import add_choice, add_number, describe, is_position
from coursekit.truth.exact import principal_variation
from coursekit.truth.solving import EMPTIES, MOST_EMPTIES, duration, empty_squares


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, run, __doc__)
    parser.add_argument(
        "text",
        help="a transcript (f5d6c3…), or a position in quotes: its squares from a1 with X for "
        "black, O for white and - for empty, a space, and the side to move",
    )
    parser.add_argument(
        "--line", action="store_true", help="value every position near the transcript's end"
    )
    add_number(parser, "--from-empties", 20, "with --line: positions with at most N empty squares")
    about = "who gets the squares that stay empty"
    add_choice(parser, "--empties", EMPTIES, EMPTIES[0], about)
    add_choice(parser, "--size", othello.SIZES, 8, "squares in a row of a transcript's board")
    add_number(parser, "--max-empties", MOST_EMPTIES, "solve nothing with more empty squares")


def run(options: argparse.Namespace) -> int:
    """Prints the answer; returns the exit status."""
    env = read(options)
    print(f"{env}\n", flush=True)
    for line in (line_report if options.line else position_report)(env, options):
        print(line, flush=True)
    return 0


def read(options: argparse.Namespace) -> Env:
    """Returns the env that is asked about.

    Raises:
        NotationError: If the text is neither a transcript nor a position.
        IllegalActionError: If a move of the transcript is not legal.
        ValueError: If too many squares are empty, or there is nothing to solve.
    """
    text = options.text.strip()
    given = is_position(text)
    if given and options.line:
        raise ValueError("--line needs the transcript of a game, not a position")
    env = othello.from_string(text) if given else othello.from_moves(text, options.size)
    empty = empty_squares(env)
    count = options.from_empties if options.line else empty
    if count > options.max_empties and (options.line or not env.is_done()):
        raise ValueError(
            f"{count} squares are empty: the value alone would take about {duration(count)} (each "
            f"additional square triples it); pass --max-empties {count} to solve it anyway"
        )
    if options.line and empty > options.from_empties:
        raise ValueError(
            f"the transcript ends with {empty} empty squares, so it has no position with at most "
            f"{options.from_empties}"
        )
    return env


def position_report(env: Env, options: argparse.Namespace) -> Iterator[str]:
    """Yields the lines about one position: value, moves, and the line of best play."""
    if env.is_done():
        value = truth.exact_value(env, options.empties)
        yield f"The game is over: {outcome(env, value)}."
        return
    values = truth.move_values(env, options.empties, options.max_empties)
    value = max(values.values())
    best = [action for action in values if values[action] == value]
    yield f"With best play, {outcome(env, value)} (empty squares count for {_counted(options)})."
    yield ""
    for action in sorted(values, key=values.__getitem__, reverse=True):
        mark = "best" if action in best else f"gives away {value - values[action]}"
        yield f"  {action.name:<4} {values[action]:+3d}  {mark}"
    yield ""
    yield f"Best: {names(best)}"
    variation = principal_variation(env, options.empties, options.max_empties)
    end = env.copy()
    for action in variation:
        end.update(action)
    yield f"Line: {names(variation)} ({end.count(BLACK)}–{end.count(WHITE)})"


def line_report(env: Env, options: argparse.Namespace) -> Iterator[str]:
    """Yields a line for each position of a game from its end up to ``from_empties``."""
    yield f"Exact values from the end (empty squares count for {_counted(options)}):"
    values: list[int] = []
    losses: list[int] = []
    played = note = ""
    while empty_squares(env) <= options.from_empties:
        value = truth.exact_value(env, options.empties, options.max_empties)
        if played:
            lost = value + values[-1]
            losses.append(lost)
            note = f"   {played} {f'gives away {lost}' if lost else 'is a best move'}"
        values.append(value)
        row = f"  {empty_squares(env):2d} empty  {env.player!s:5}  {outcome(env, value):<16}{note}"
        yield row.rstrip()
        if not env.history:
            break
        played = env.history[-1].name
        env.undo()
    yield ""
    solved = f"Positions solved: {len(values)}, drawn: {values.count(0)}"
    yield f"{solved}. Moves: {len(losses)}, best: {losses.count(0)}."


def _counted(options: argparse.Namespace) -> str:
    return "the winner" if options.empties == "winner" else "nobody"


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

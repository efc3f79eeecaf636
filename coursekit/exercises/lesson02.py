"""Exercises of lesson 02: cell scores."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit import arena, players
from coursekit.exercises.answers import (
    Wrong,
    described,
    legal_action,
    number,
    numbers,
    square_name,
)
from coursekit.exercises.exercise import Compared, Exercise, Tried
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


def _wrong_full_table(given: Any, right: Any, triangle: dict[str, int]) -> str:
    row, col = np.argwhere(given != right)[0]
    which = "the scores of the table" if triangle == TRIANGLE else f"the scores {triangle}"
    twin = square_name(*sorted((min(row, 7 - row), min(col, 7 - col))))
    name = square_name(row, col)
    why = "" if twin == name else f", the score of {twin}"
    return f"With {which}, {name} has {given[row, col]:g} and should have {right[row, col]}{why}."


symmetry = Compared(
    "ten numbers are enough",
    full_table,
    [TRIANGLE, dict(zip(TRIANGLE, range(1, 11), strict=True))],
    _wrong_full_table,
    "A square's twins lie in column 7 − c, in row 7 − r, and with row and column exchanged.",
    "Fill `table[r, c]` and `table[c, r]` for r in (row, 7 − row) and c in (col, 7 − col).",
    praise="Ten numbers make the whole table: that is what symmetry is worth.",
)


def corner_first(env: Env) -> Action:
    """Takes a corner when it can: 51.7 % (50.5–53.0 %) against the table in 6,000 games."""
    for action in env.legal_actions():
        if {action.row, action.col} <= {0, 7}:
            return action
    return players.cell_scores()(env)


def _positions() -> Iterator[Env]:
    """Yields positions of games and, after each, the start: a table that is kept shows there."""
    for env in filter(lambda env: env.history, bank.unfinished(8)):
        yield from (env, othello.make())
    for seed in range(20):
        game = arena.play_game(players.random(), players.cell_scores(), seed=seed)
        while len(game.history) > 5:
            for _ in range(5):
                game.undo()
            yield from (game, othello.make())


def _demand_corner(given: Any, env: Env) -> None:
    """Demands a corner, or else the best by the table; an action may be given by its name."""
    by_name = {action.name: action for action in env.legal_actions()}
    chosen = legal_action(by_name.get(given, given) if isinstance(given, str) else given, env)
    corners = [a for a in env.legal_actions() if {a.row, a.col} <= {0, 7}]
    if corners and chosen not in corners:
        names = " or ".join(action.name for action in corners)
        raise Wrong(f"Your player leaves the corner {names} alone here.")
    if not corners and chosen not in _best_by_table(env):
        raise Wrong(f"There is no corner here, and {chosen.name} is not what the table likes best.")


def _best_by_table(env: Env) -> list[Action]:
    """Returns the actions that lead to the best position for the mover by cell scores."""
    me, values = int(env.player), {}
    for action in env.legal_actions():
        env.update(action)
        values[action] = me * int((env.board * CELL_SCORES).sum())
        env.undo()
    return [action for action, value in values.items() if value == max(values.values())]


def _praise_of_corner_first(answer: Any) -> str:
    result = arena.match(answer, players.cell_scores(), games=400, seed=0)
    scores = f"{result.score:.1%} (95 %: {result.interval}) in 400 games against the table"
    low, high = result.interval
    told = "That is a hint, no more: one match in twenty leaves out 50 % by luck alone"
    if low <= 0.5 <= high:
        told = "That cannot be told from even: 400 games leave ±5 points"
    return f"It takes every corner, and scores {scores}. {told}; the solution has 6,000 games."


corner = Tried(
    "corners come first",
    corner_first,
    _positions,
    _demand_corner,
    "Look through the legal actions for a corner: row and column both in {0, 7}.",
    "If there is none, let a ready player choose: `players.cell_scores()(env)`.",
    praise=_praise_of_corner_first,
)


_NUMBERS = (384, -67, 22, 9, -192, 11, 6, 14, -1, 5)
MENDED = full_table(dict(zip(TRIANGLE, _NUMBERS, strict=True)))
"""The lesson's table that is fitted to 32,000 random games, with b2 at half a corner."""


_TRAP = " A fine of more than half the corner can make it leave the corner alone (Figure 2.5)."


def _judge_own_table(answer: Any) -> str:
    table = numbers(answer, 8, 8)
    if table[0, 0] > 0 and np.allclose(table / table[0, 0], MENDED / MENDED[0, 0]):
        raise Wrong("That is the mended table itself. Which of its numbers would you change?")
    player = players.cell_scores(table)
    # Other games than those of the exercise, whose seed a student may try as often as they like.
    result = arena.match(player, players.cell_scores(MENDED), games=2000, seed=1)
    told = f"{result.score:.1%} (95 %: {result.interval}) in 2,000 games against the mended one"
    fine = -min(table[0, 1], table[1, 0], table[1, 1])
    hint = _TRAP if 2 * fine > table[0, 0] > 0 else ""
    for image in (table[:, ::-1], table[::-1], table.T):
        for row, col in np.argwhere(table != image)[:1]:
            twins = f"{table[row, col]:g} and one of its twins {image[row, col]:g}"
            hint = f" {square_name(row, col)} has {twins}: is that meant?"
    if result.score < 0.55:
        raise Wrong(f"Your table scores {told}. It must score at least 55 %.{hint}")
    return (
        f"Your table scores {told}. Ours is the mended one with 80 on c1 and -50 on c2: 67 %. The "
        "classic table, too, fines c2, which random games reward. Why c1 gains is for you to test."
    )


own_table = Exercise(
    "sixty-four numbers of your own",
    None,
    _judge_own_table,
    "Compare with the classic table, which people made: which squares does only that one fine?",
    "Start from `mended.copy()` and change one kind of square at a time, by a lot: c2 down, c1 up.",
    code="my_table = lesson02.MENDED.copy()\n"
    "my_table[::7, 2::3] = my_table[2::3, ::7] = 80  # c1 and its twins\n"
    "my_table[1::5, 2::3] = my_table[2::3, 1::5] = -50  # c2 and its twins",
)


def endings_for_mover(env: Env) -> list[int]:
    """Returns how all games that can come from here end for the side to move in ``env``."""
    if env.is_done():
        return [env.result()]
    found = []
    for action in env.legal_actions():
        env.update(action)
        found += [-result for result in endings_for_mover(env)]
        env.undo()
    return found


def _late_positions() -> Iterator[Env]:
    """Yields finished games, and before each the positions of its last plies, passes among them."""
    for seed in range(12):
        game = arena.play_game(players.random(), players.random(), seed=seed)
        yield game.copy()
        while (game.board == 0).sum() < 5:
            game.undo()
            yield game.copy()


def _read_endings(given: Any) -> list[float]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        also = " `append` returns None, too: return the list." if given is None else ""
        raise Wrong(f"A list of results is asked for, one for each game; {described(given)}.{also}")
    results = list(given)
    if any(isinstance(result, list) for result in results):
        raise Wrong("One list is asked for; yours has lists in it: add them by `+=`, not `append`.")
    if not results and inspect.isgenerator(given):
        raise Wrong("Your function has a `yield`, and yields nothing here: yield every result.")
    return sorted(map(number, results))


def _wrong_endings(given: list[float], right: list[float], env: Env) -> str:
    if env.is_done() and not given:
        return "This game is over, and your list is empty: its one result is missing."
    side = "black" if env.player > 0 else "white"
    games = "1 game" if len(right) == 1 else f"{len(right)} games"
    told = f"{side.capitalize()} is to move, and {games} can come from here"
    if len(given) != len(right):
        has = "1 result" if len(given) == 1 else f"{len(given)} results"
        return f"{told}; your list has {has}."
    if given == sorted(-result for result in right):
        other = "white" if env.player > 0 else "black"
        return f"These are the results as {other} sees them; {side} is to move."
    if odd := set(given) - {-1, 0, 1}:
        return f"A result is +1, 0 or -1; your list has {odd.pop():g}."
    ours, yours = ([results.count(one) for one in (1, 0, -1)] for results in (right, given))
    return f"{told}. Wins, draws and losses of {side} are {ours}; in your list they are {yours}."


mover = Compared(
    "from the side to move",
    endings_for_mover,
    _late_positions,
    _wrong_endings,
    "A finished game has one result, and `env.result()` gives it for the side to move.",
    "After `env.update(action)` the other side is to move: what it wins, you lose.",
    "`found += [-result for result in endings_for_mover(env)]`, between `update` and `undo`.",
    praise="The results are right. The shortest way calls itself, and one sign takes the place of "
    "`player`: lesson 03 calls it negamax.",
    read=_read_endings,
    right=lambda env: sorted(endings_for_mover(env)),
)

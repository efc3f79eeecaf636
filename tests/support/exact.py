"""Exact values the slow way: plain minimax over an env, without a bound, a table or an order."""

import random
from collections.abc import Callable
from functools import cache, partial

from coursekit import Env, othello, tictactoe
from coursekit.games.othello import Othello
from tests.support.playing import othello_text


def final_difference(env: Env, to_winner: bool = True) -> int:
    """Returns the disc difference of a finished game for the side to move."""
    difference = env.count(env.player) - env.count(-env.player)
    left = int((env.board == 0).sum()) if to_winner else 0
    return difference + left * ((difference > 0) - (difference < 0))


def slow_best(env: Env, value: Callable[[Env], int]) -> int:
    """Returns the best final value for the side to move, by plain minimax."""
    if env.is_done():
        return value(env)
    best = -100
    for action in env.legal_actions():
        env.update(action)
        best = max(best, -slow_best(env, value))
        env.undo()
    return best


def slow_value(env: Env, to_winner: bool = True) -> int:
    """Returns the exact final disc difference for the side to move."""
    return slow_best(env, partial(final_difference, to_winner=to_winner))


def slow_result(env: Env) -> int:
    """Returns the exact result for the side to move."""
    return slow_best(env, Env.result)


def near_end(size: int, empties: int, seed: int) -> Othello:
    """Returns a position of a random game with at most ``empties`` empty squares, over or not."""
    chance = random.Random(f"{size} {empties} {seed}")
    env = othello.make(size)
    while not env.is_done() and int((env.board == 0).sum()) > empties:
        env.update(chance.choice(env.legal_actions()))
    return env


def any_board(size: int, empties: int, seed: int) -> Othello:
    """Returns a board with ``empties`` empty squares and random discs, reachable or not."""
    chance = random.Random(f"any {size} {empties} {seed}")
    black = chance.choice([0.1, 0.3, 0.5, 0.7, 0.9])
    cells = [0] * empties + [1 if chance.random() < black else -1 for _ in range(size**2 - empties)]
    chance.shuffle(cells)
    rows = [cells[size * row : size * (row + 1)] for row in range(size)]
    return othello.from_string(othello_text(rows, chance.choice([1, -1])))


def solvable(most: int, count: int) -> list[Othello]:
    """Returns positions of all sizes with 0 to ``most`` empty squares, real and arbitrary ones."""
    return [
        make(size, empties, seed)
        for size in (4, 6, 8)
        for empties in range(most + 1)
        for seed in range(count)
        for make in (near_end, any_board)
    ]


@cache
def every_tictactoe() -> list[tuple[Env, int, dict[int, int]]]:
    """Returns the positions of tic-tac-toe that are not over, their values and their moves'."""
    known: dict[object, tuple[Env, int, dict[int, int]]] = {}

    def value(env: Env) -> int:
        if env.is_done():
            return env.result()
        if env.position not in known:
            values = {}
            for action in env.legal_actions():
                env.update(action)
                values[action.index] = -value(env)
                env.undo()
            known[env.position] = env.copy(), max(values.values()), values
        return known[env.position][1]

    value(tictactoe.make())
    assert len(known) == 4520
    return list(known.values())

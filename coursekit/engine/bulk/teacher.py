"""A teacher of Othello: games of an alpha-beta player with exact endgames, played in bulk.

Among equally good moves it takes each with the same probability, so its play prefers no side of
the board; all moves among which it chose are written down beside its choice.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from numba import int64, uint64

from coursekit.engine.alphabeta import frames
from coursekit.engine.alphabeta.evaluation import INFINITY, Evaluation
from coursekit.engine.alphabeta.pvs import pv_search
from coursekit.engine.endgame.kernel import Workspace, solve
from coursekit.engine.endgame.solver import Solver
from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Int,
    WordRows,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.othello import random_bit, sign_of
from coursekit.engine.rules.vectors import flips, legal_moves

MOST_MOVES = 60
_ENTRIES = 1 << 12  # of that table: few, so that it stays in the processor's cache
_NO_LIMIT = 1 << 62


CHOICE = np.dtype(
    [
        ("own", np.uint64),  # discs of the side to move, bit 8·row + column
        ("opp", np.uint64),  # discs of the other side
        ("best", np.uint64),  # the moves that are equally good to the teacher
        ("move", np.uint8),  # bit number of the one that it played
        ("result", np.int8),  # the game's result for the side to move: +1, 0 or −1
        ("game", np.int64),  # number of the game
        ("ply", np.uint8),  # plies before the position, passes included
    ]
)
"""A position in which the teacher chose."""

Choices: TypeAlias = Annotated[Any, numba.from_dtype(CHOICE)[::1]]


class Settings(NamedTuple):
    """What the teacher's kernels are given.

    Attributes:
        search: What a search works in.
        entries: Its transposition table.
        solver: What a solve works in.
        depth: Plies to search, from 1.
        exact: Empty squares from which on the moves of the best final disc difference are found.
    """

    search: frames.Workspace
    entries: WordRows
    solver: Workspace
    depth: Int
    exact: Int


@kernel
def best_moves(own: Bits, opp: Bits, generation: Int, teacher: Settings) -> Bits:
    """Returns the legal moves that are equally good to the teacher, none where it must pass.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        generation: Number of the search in its table.
        teacher: How it plays.
    """
    search, state = teacher.search, teacher.search.states[0]
    empty = state.board & ~(own | opp)
    legal = legal_moves(own, opp, empty)
    if not legal & (legal - ONE):
        return legal
    ends = int64(popcount(empty)) <= teacher.exact
    best = -INFINITY
    if ends:
        best = solve(own, opp, -64, 64, teacher.solver)
    state.generation = generation
    found, left = ZERO, legal
    while left:
        move = left & (~left + ONE)
        left ^= move
        flipped = flips(own, opp, move)
        other, mover = opp ^ flipped, own ^ flipped ^ move
        if ends:
            value = -solve(other, mover, -best, 1 - best, teacher.solver)
        else:
            frames.begin(other, mover, teacher.depth - 1, 1 - best, -1, search)
            pv_search(search, teacher.entries, _NO_LIMIT)
            value = -search.frames[0].best
        if value > best:
            best, found = value, ZERO
        if value == best:
            found |= move
    return found


@kernel
def play_game(
    own: Bits, opp: Bits, stream: Bits, opening: Int, teacher: Settings, chosen: Choices
) -> Int:
    """Plays a game to its end and writes down the positions in which the teacher chose.

    Args:
        own: Discs of the side that begins.
        opp: Discs of the other side.
        stream: Start state of the game's random numbers.
        opening: The largest number of random plies at the beginning; the number is drawn.
        teacher: How it plays.
        chosen: (60,) for the positions, with all but the number of the game.

    Returns:
        The number of positions.
    """
    teacher.entries[:] = ZERO
    board = teacher.search.states[0].board
    state = rng.step(stream)
    opening = int64(rng.below(state, uint64(opening + 1)))
    count, ply, passed = 0, 0, False
    while True:
        legal = legal_moves(own, opp, board & ~(own | opp))
        if not legal:
            if passed:
                break
            passed = True
            own, opp = opp, own
            ply += 1
            continue
        passed = False
        state = rng.step(state)
        if ply < opening:
            move = random_bit(legal, state)
        else:
            best = best_moves(own, opp, ply + 1, teacher)
            move = random_bit(best, state)
            choice = chosen[count]
            choice.own, choice.opp, choice.best = own, opp, best
            choice.move, choice.ply = lowest_bit_index(move), ply
            count += 1
        flipped = flips(own, opp, move)
        own, opp = opp ^ flipped, own ^ flipped ^ move
        ply += 1
    result = sign_of(int64(popcount(own)) - int64(popcount(opp)))
    for i in range(count):
        chosen[i].result = result if (ply - chosen[i].ply) % 2 == 0 else -result
    return count


class Teacher:
    """An alpha-beta player with exact endgames that plays many games in a row.

    Args:
        board: Squares of the board.
        evaluation: What positions are worth where the search ends.
        depth: Plies to search, from 1.
        exact: Empty squares from which play is exact.
    """

    def __init__(self, board: int, evaluation: Evaluation, depth: int, exact: int) -> None:
        self._settings = Settings(
            frames.workspace(board, evaluation, depth),
            np.zeros((_ENTRIES, 2), np.uint64),
            Solver(board, exact).space,
            depth,
            exact,
        )
        self._chosen = np.zeros(MOST_MOVES, CHOICE)

    def best_moves(self, own: int, opp: int) -> int:
        """Returns the equally good moves of a position as bits, none where the side must pass."""
        self._settings.entries.fill(0)
        return best_moves(own, opp, 1, self._settings)

    def play(self, own: int, opp: int, seed: int, first: int, count: int, opening: int) -> Any:
        """Plays games from a position; each has its own random numbers, by seed and number.

        Args:
            own: Discs of the side that begins.
            opp: Discs of the other side.
            seed: Seed of the random numbers, below 2^64.
            first: Number of the first game.
            count: How many games.
            opening: The largest number of random plies at the beginning.

        Returns:
            The positions in which the teacher chose, game by game: a record array of ``CHOICE``.
        """
        parts = []
        for game in range(first, first + count):
            stream = rng.stream(seed, game)
            length = play_game(own, opp, stream, opening, self._settings, self._chosen)
            self._chosen["game"] = game
            parts.append(self._chosen[:length].copy())
        return np.concatenate(parts).view(np.recarray)

"""A teacher of Othello: games of an alpha-beta player with exact endgames, played in bulk.

Among equally good moves it takes each with the same probability, so its play prefers no side of
the board; all moves among which it chose are written down beside its choice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, types, uint8, uint64

from coursekit.engine import rng, solver_kernel
from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.evaluation import INFINITY, Evaluation
from coursekit.engine.leaves import disc_units
from coursekit.engine.othello import random_bit
from coursekit.engine.pvs import NUMBERS, pv_search
from coursekit.engine.solver import geometry
from coursekit.engine.solver_table import default_megabytes, make_table
from coursekit.engine.vectors import flips, legal_moves

Words = npt.NDArray[np.uint64]

MOST_MOVES = 60
_ENTRIES = 1 << 12  # of that table: few, so that it stays in the processor's cache
_NO_LIMIT = 1 << 62
_ZERO, _ONE = np.uint64(0), np.uint64(1)

_SEARCH = types.Tuple(  # type: ignore[no-untyped-call]
    [
        uint64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        uint64[:, ::1],
        int64[:, :, ::1],
        int64[::1],
        int64[::1],
        uint64[:, ::1],
        int32[:, ::1],
    ]
)
_SOLVER = types.Tuple(  # type: ignore[no-untyped-call]
    [
        uint64[:, ::1],
        int64[:, ::1],
        uint64[:, :, ::1],
        int64[:, ::1],
        uint64[:, ::1],
        uint64[::1],
        uint64[::1],
        int64[::1],
        uint64[::1],
    ]
)


class Games(NamedTuple):
    """Positions of several games, in the order in which they were played.

    Attributes:
        own: (N,) uint64 discs of the side to move, bit 8·row + column.
        opp: (N,) uint64 discs of the other side.
        best: (N,) uint64 the moves that are equally good to the teacher.
        move: (N,) uint8 bit number of the one that it played.
        result: (N,) int8 the game's result for the side to move: +1, 0 or −1.
        game: (N,) int64 number of the game.
        ply: (N,) uint8 plies before the position, passes included.
    """

    own: Words
    opp: Words
    best: Words
    move: npt.NDArray[np.uint8]
    result: npt.NDArray[np.int8]
    game: npt.NDArray[np.int64]
    ply: npt.NDArray[np.uint8]


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, _SEARCH, int64), inline=True)
def _searched(
    own: Bits,
    opp: Bits,
    board: Bits,
    depth: int,
    beta: int,
    mobility: int,
    memory: Any,
    generation: int,
) -> int:
    """Returns the value of a search to a depth; from ``beta`` on it is only a lower bound."""
    boards, numbers, lines, turned, moves, state, root, entries, rows = memory
    boards[0, 0], boards[0, 1] = own, opp
    numbers[0, :] = 0
    numbers[0, 0], numbers[0, 1], numbers[0, 2], numbers[0, 3] = depth, -INFINITY, beta, -INFINITY
    numbers[0, 4] = disc_units(own, rows) - disc_units(opp, rows)
    state[0], state[1], state[2], state[3] = 0, 0, 1, -1
    pv_search(
        boards,
        numbers,
        lines,
        turned,
        moves,
        state,
        root,
        entries,
        generation,
        rows,
        mobility,
        board,
        _NO_LIMIT,
    )
    value: int = numbers[0, 3]
    return value


@kernel(int64(uint64, uint64, uint64, int64, int64, _SOLVER), inline=True)
def _solved(own: Bits, opp: Bits, board: Bits, alpha: int, beta: int, memory: Any) -> int:
    """Returns the final disc difference; a bound where it is not between the limits."""
    path, windows, moves, promises, table, rim, quadrant_of, control, quadrants = memory
    odd = _ZERO
    for part in quadrants:
        if popcount(part & ~(own | opp)) & _ONE:
            odd |= part
    path[0, solver_kernel.OWN], path[0, solver_kernel.OPP] = own, opp
    path[0, solver_kernel.ODD] = odd
    windows[0, :] = 0
    windows[0, solver_kernel.ALPHA], windows[0, solver_kernel.BETA] = alpha, beta
    control[:] = 0
    control[solver_kernel.IS_NEW] = 1
    control[solver_kernel.BONUS] = 1
    solver_kernel.search(
        path, windows, moves, promises, table, rim, quadrant_of, board, control, _NO_LIMIT
    )
    value: int = control[solver_kernel.VALUE]
    return value


@kernel(uint64(uint64, uint64, uint64, int64, int64, int64, _SEARCH, _SOLVER, int64))
def best_moves(
    own: Bits,
    opp: Bits,
    board: Bits,
    depth: int,
    exact: int,
    mobility: int,
    searching: Any,
    solving: Any,
    generation: int,
) -> Bits:
    """Returns the legal moves that are equally good to the teacher, none where it must pass.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        depth: Plies to search, from 1.
        exact: Empty squares from which on the moves of the best final disc difference are found.
        mobility: The evaluation's units for each move.
        searching: What a search needs, as :class:`Teacher` makes it.
        solving: What a solve needs.
        generation: Number of the search in its table.
    """
    empty = board & ~(own | opp)
    legal = legal_moves(own, opp, empty)
    if not legal & (legal - _ONE):
        return legal
    ends = int64(popcount(empty)) <= exact
    best = -INFINITY
    if ends:
        best = _solved(own, opp, board, -64, 64, solving)
    found, left = _ZERO, legal
    while left:
        move = left & (~left + _ONE)
        left ^= move
        turned = flips(own, opp, move)
        other, mover = opp ^ turned, own ^ turned ^ move
        if ends:
            value = -_solved(other, mover, board, -best, 1 - best, solving)
        else:
            value = -_searched(
                other, mover, board, depth - 1, 1 - best, mobility, searching, generation
            )
        if value > best:
            best, found = value, _ZERO
        if value == best:
            found |= move
    return found


@kernel(
    int64(
        uint64,
        uint64,
        uint64,
        uint64,
        int64,
        int64,
        int64,
        int64,
        _SEARCH,
        _SOLVER,
        uint64[:, ::1],
        uint8[:, ::1],
        int64[::1],
    )
)
def play_game(
    own: Bits,
    opp: Bits,
    board: Bits,
    stream: Bits,
    opening: int,
    depth: int,
    exact: int,
    mobility: int,
    searching: Any,
    solving: Any,
    words: Words,
    bytes_: npt.NDArray[np.uint8],
    results: npt.NDArray[np.int64],
) -> int:
    """Plays a game to its end and writes down the positions in which the teacher chose.

    Args:
        own: Discs of the side that begins.
        opp: Discs of the other side.
        board: Squares of the board.
        stream: Start state of the game's random numbers.
        opening: The largest number of random plies at the beginning; the number is drawn.
        depth: As in :func:`best_moves`.
        exact: As in :func:`best_moves`.
        mobility: As in :func:`best_moves`.
        searching: As in :func:`best_moves`.
        solving: As in :func:`best_moves`.
        words: (60, 3) for own discs, the other's, and the equally good moves.
        bytes_: (60, 2) for the move and the ply.
        results: (60,) for the result.

    Returns:
        The number of positions.
    """
    entries = searching[7]
    entries[:] = _ZERO
    state = rng.step(stream)
    opening = int64(rng.below(state, uint64(opening + 1)))
    count, ply, passed = 0, 0, False
    while True:
        empty = board & ~(own | opp)
        legal = legal_moves(own, opp, empty)
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
            best = best_moves(own, opp, board, depth, exact, mobility, searching, solving, ply + 1)
            move = random_bit(best, state)
            words[count, 0], words[count, 1], words[count, 2] = own, opp, best
            bytes_[count, 0], bytes_[count, 1] = lowest_bit_index(move), ply
            results[count] = ply
            count += 1
        turned = flips(own, opp, move)
        own, opp = opp ^ turned, own ^ turned ^ move
        ply += 1
    difference = int64(popcount(own)) - int64(popcount(opp))
    result = int64(difference > 0) - int64(difference < 0)
    for i in range(count):
        results[i] = result if (ply - results[i]) % 2 == 0 else -result
    return count


class Teacher:
    """An alpha-beta player with exact endgames that plays many games in a row.

    Args:
        board: Squares of the board.
        evaluation: What positions are worth where the search ends.
        depth: Plies to search, from 1.
        exact: Empty squares from which on play is exact.
    """

    def __init__(self, board: int, evaluation: Evaluation, depth: int, exact: int) -> None:
        self._board = board
        self._depth, self._exact, self._mobility = depth, exact, evaluation.mobility
        rows = depth + 2
        self._searching = (
            np.zeros((rows, 4), np.uint64),
            np.zeros((rows, NUMBERS), np.int64),
            np.zeros((rows, rows), np.int64),
            np.empty((rows, 64), np.uint64),
            np.empty((rows, 3, 64), np.int64),
            np.zeros(4, np.int64),
            np.zeros(65, np.int64),
            np.zeros((_ENTRIES, 2), np.uint64),
            evaluation.rows,
        )
        rim, quadrant_of, quadrants = geometry(board)
        rows = 2 * exact + 4
        self._solving = (
            np.zeros((rows, solver_kernel.NODE_WORDS), np.uint64),
            np.zeros((rows, solver_kernel.NODE_NUMBERS), np.int64),
            np.zeros((rows, max(1, exact), 2), np.uint64),
            np.zeros((rows, max(1, exact)), np.int64),
            make_table(default_megabytes(exact)),
            rim,
            quadrant_of,
            np.zeros(solver_kernel.CONTROL_NUMBERS, np.int64),
            np.array(quadrants, np.uint64),
        )
        self._words = np.empty((MOST_MOVES, 3), np.uint64)
        self._bytes = np.empty((MOST_MOVES, 2), np.uint8)
        self._results = np.empty(MOST_MOVES, np.int64)

    def best_moves(self, own: int, opp: int) -> int:
        """Returns the equally good moves of a position as bits, none where the side must pass."""
        self._searching[7].fill(0)
        found: int = best_moves(
            own,
            opp,
            self._board,
            self._depth,
            self._exact,
            self._mobility,
            self._searching,
            self._solving,
            1,
        )
        return found

    def play(self, own: int, opp: int, seed: int, first: int, count: int, opening: int) -> Games:
        """Plays games from a position; each has its own random numbers, by seed and number.

        Args:
            own: Discs of the side that begins.
            opp: Discs of the other side.
            seed: Seed of the random numbers, below 2^64.
            first: Number of the first game.
            count: How many games.
            opening: The largest number of random plies at the beginning.
        """
        words, small, results, games = [], [], [], []
        for game in range(first, first + count):
            length = play_game(
                own,
                opp,
                self._board,
                rng.stream(seed, game),
                opening,
                self._depth,
                self._exact,
                self._mobility,
                self._searching,
                self._solving,
                self._words,
                self._bytes,
                self._results,
            )
            words.append(self._words[:length].copy())
            small.append(self._bytes[:length].copy())
            results.append(self._results[:length].astype(np.int8))
            games.append(np.full(length, game, np.int64))
        all_words, all_small = np.concatenate(words), np.concatenate(small)
        return Games(
            own=np.ascontiguousarray(all_words[:, 0]),
            opp=np.ascontiguousarray(all_words[:, 1]),
            best=np.ascontiguousarray(all_words[:, 2]),
            move=np.ascontiguousarray(all_small[:, 0]),
            result=np.concatenate(results),
            game=np.concatenate(games),
            ply=np.ascontiguousarray(all_small[:, 1]),
        )

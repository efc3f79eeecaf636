"""The rules of all games behind one interface, for the tree search: positions as words.

A position is a short array of uint64, seen by the side to move. Othello: own discs, other discs,
squares of the board; moves are bit numbers, 64 is the pass. Tic-tac-toe: own marks, other marks.
Ultimate tic-tac-toe: see :mod:`coursekit.engine.ultimate_lanes`; its moves are numbered row by row
as everywhere else.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import boolean, int64, types, uint8, uint64

from coursekit.engine import othello, rng, tictactoe, ultimate_lanes
from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.othello import LANES
from coursekit.engine.ultimate_lanes import Int, Positions

OTHELLO, TICTACTOE, ULTIMATE = 0, 1, 2
POSITION_WORDS = (3, 2, ultimate_lanes.WORDS)
PASS = 64
MOST_MOVES = 81
MOST_PLIES = 128
"""More than any game has: in Othello, 60 moves with a pass before each."""

_ZERO, _ONE, _NINE_SQUARES = np.uint64(0), np.uint64(1), np.uint64(0o777)
_OPP_WON = ultimate_lanes.OPP_WON
_OPEN_LOW, _OPEN_HIGH = ultimate_lanes.OPEN_LOW, ultimate_lanes.OPEN_HIGH
_FORCED_LOW, _FORCED_HIGH = ultimate_lanes.FORCED_LOW, ultimate_lanes.FORCED_HIGH
_LOW_SQUARES = ultimate_lanes.LOW_SQUARES
_INDEX = np.arange(81).reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).ravel()
"""The row-by-row number of each square that is numbered local board by local board; and back."""
_WORTH_A_STEP = 4  # so many games at once are faster than one after the other


@kernel(int64(uint64, int64, int64, uint8[::1]), inline=True)
def list_bits(bits: Bits, offset: int, count: int, moves: npt.NDArray[np.uint8]) -> Int:
    """Appends ``offset`` + the number of each set bit to ``moves``; returns the new count."""
    while bits != _ZERO:
        moves[count] = offset + int64(lowest_bit_index(bits))
        bits &= bits - _ONE
        count += 1
    return count


@kernel(int64(int64, uint64[:, ::1], int64, uint8[::1]))
def legal_moves(game: int, positions: Positions, row: int, moves: npt.NDArray[np.uint8]) -> Int:
    """Writes the legal moves of a row of ``positions``; returns their number, 0 when over."""
    if game == OTHELLO:
        own, opp, board = positions[row, 0], positions[row, 1], positions[row, 2]
        count = list_bits(othello.legal_moves(own, opp, board), 0, 0, moves)
        if count == 0 and othello.legal_moves(opp, own, board):
            moves[0] = PASS
            count = 1
        return count
    if game == TICTACTOE:
        if tictactoe.has_line(positions[row, 1]):
            return 0
        return list_bits(_NINE_SQUARES & ~(positions[row, 0] | positions[row, 1]), 0, 0, moves)
    if ultimate_lanes.has_won(positions[row, _OPP_WON]):
        return 0
    low, high = ultimate_lanes.legal(
        positions[row, _OPEN_LOW],
        positions[row, _OPEN_HIGH],
        positions[row, _FORCED_LOW],
        positions[row, _FORCED_HIGH],
    )
    count = list_bits(high, _LOW_SQUARES, list_bits(low, 0, 0, moves), moves)
    for i in range(count):
        moves[i] = _INDEX[moves[i]]
    return count


@kernel(boolean(int64, uint64[:, ::1], int64, uint8[::1]), inline=True)
def is_over(game: int, positions: Positions, row: int, scratch: npt.NDArray[np.uint8]) -> bool:
    """Returns whether the game of a row of ``positions`` is over, sooner than its moves are listed.

    Args:
        game: Which game.
        positions: (rows, words).
        row: Which of them.
        scratch: Room for the moves of a position.
    """
    if game == OTHELLO:
        own, opp, board = positions[row, 0], positions[row, 1], positions[row, 2]
        if othello.legal_moves(own, opp, board) != _ZERO:
            return False
        over: bool = othello.legal_moves(opp, own, board) == _ZERO
        return over
    none: bool = legal_moves(game, positions, row, scratch) == 0
    return none


@kernel(types.void(int64, uint64[:, ::1], int64, int64), inline=True)
def play(game: int, positions: Positions, row: int, move: int) -> None:
    """Plays a legal move in a row of ``positions``, seen by the next side afterwards."""
    if game == ULTIMATE:
        ultimate_lanes.play(positions, row, _INDEX[move])
        return
    own, opp = positions[row, 0], positions[row, 1]
    if game == TICTACTOE:
        positions[row, 0], positions[row, 1] = opp, own | (_ONE << uint64(move))
    elif move == PASS:
        positions[row, 0], positions[row, 1] = opp, own
    else:
        bit = _ONE << uint64(move)
        turned = othello.flips(own, opp, bit)
        positions[row, 0], positions[row, 1] = opp ^ turned, own ^ turned ^ bit


@kernel(int64(int64, uint64[:, ::1], int64), inline=True)
def outcome(game: int, positions: Positions, row: int) -> Int:
    """Returns the result of a finished game for the side to move: +1, 0 or −1."""
    if game == OTHELLO:
        own, opp = popcount(positions[row, 0]), popcount(positions[row, 1])
        return int64(own > opp) - int64(own < opp)
    if game == TICTACTOE:
        return -int64(tictactoe.has_line(positions[row, 1]))
    return ultimate_lanes.outcome(positions, row)


@kernel(types.void(int64, uint64[:, ::1], int64, uint64, int64, int64[::1]))
def playouts(
    game: int,
    positions: Positions,
    count: int,
    seed: Bits,
    first: int,
    results: npt.NDArray[np.int64],
) -> None:
    """Plays uniformly random moves from each of ``count`` positions to the end.

    Args:
        game: Which game.
        positions: (LANES, words) array whose first ``count`` rows count; finished ones are fine.
        count: Number of positions, at most LANES.
        seed: Seed of the random numbers.
        first: Number of the first playout: each has a random stream of its own.
        results: Where the results go: +1, 0 or −1 for the side that is to move now.
    """
    if game == ULTIMATE:
        ultimate_lanes.playouts(positions, count, seed, first, results)
    elif game == OTHELLO and count >= _WORTH_A_STEP:
        owns = np.zeros(LANES, np.uint64)
        opps = np.zeros(LANES, np.uint64)
        states = np.zeros(LANES, np.uint64)
        for lane in range(count):
            owns[lane], opps[lane] = positions[lane, 0], positions[lane, 1]
            states[lane] = rng.stream(seed, uint64(first + lane))
        sign = othello.play_in_step(owns, opps, states, positions[0, 2])
        for lane in range(count):
            own, opp = popcount(owns[lane]), popcount(opps[lane])
            results[lane] = sign * (int64(own > opp) - int64(own < opp))
    else:
        for lane in range(count):
            own, opp, number = positions[lane, 0], positions[lane, 1], uint64(first + lane)
            if game == OTHELLO:
                discs = othello.playout(own, opp, positions[lane, 2], seed, number)
                results[lane] = int64(discs > 0) - int64(discs < 0)
            elif tictactoe.has_line(opp):
                results[lane] = -1
            else:
                results[lane] = tictactoe.playout(own, opp, seed, number)

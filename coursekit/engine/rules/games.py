"""The rules of all games behind one interface, for the tree search: positions as words.

A position is a short array of uint64, seen by the side to move. Othello: own discs, other discs,
squares of the board; moves are bit numbers, 64 is the pass. Tic-tac-toe: own marks, other marks.
Ultimate tic-tac-toe: see ``ultimate``; its moves are numbered row by row
as everywhere else.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from coursekit.engine.rules import othello, rng, tictactoe, ultimate
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Bytes,
    Flag,
    Int,
    Ints,
    WordRows,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.constants import OTHELLO as OTHELLO
from coursekit.engine.rules.constants import PASS as PASS
from coursekit.engine.rules.constants import TICTACTOE as TICTACTOE
from coursekit.engine.rules.constants import ULTIMATE as ULTIMATE
from coursekit.engine.rules.othello import LANES

POSITION_WORDS = (3, 2, ultimate.WORDS)
MOST_MOVES = 81
MOST_PLIES = 128
"""More than any game has: in Othello, 60 moves with a pass before each."""

_NINE_SQUARES = np.uint64(0o777)
_WORTH_A_STEP = 4  # games from which on playing them in step is faster


@kernel(inline=True)
def list_bits(bits: Bits, offset: Int, count: Int, moves: Bytes) -> Int:
    """Appends ``offset`` + the number of each set bit to ``moves``; returns the new count."""
    while bits != ZERO:
        moves[count] = offset + int64(lowest_bit_index(bits))
        bits &= bits - ONE
        count += 1
    return count


@kernel
def legal_moves(game: Int, positions: WordRows, row: Int, moves: Bytes) -> Int:
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
    if ultimate.has_won(positions[row, ultimate.OPP_WON]):
        return 0
    low, high = ultimate.legal(
        positions[row, ultimate.OPEN_LOW],
        positions[row, ultimate.OPEN_HIGH],
        positions[row, ultimate.FORCED_LOW],
        positions[row, ultimate.FORCED_HIGH],
    )
    count = list_bits(high, ultimate.LOW_SQUARES, list_bits(low, 0, 0, moves), moves)
    for i in range(count):
        moves[i] = ultimate.ROW_BY_ROW[moves[i]]
    return count


@kernel(inline=True)
def is_over(game: Int, positions: WordRows, row: Int, scratch: Bytes) -> Flag:
    """Returns whether the game of a row of ``positions`` is over, sooner than its moves are listed.

    Args:
        game: Which game.
        positions: (rows, words).
        row: Which of them.
        scratch: Room for the moves of a position.
    """
    if game == OTHELLO:
        own, opp, board = positions[row, 0], positions[row, 1], positions[row, 2]
        if othello.legal_moves(own, opp, board) != ZERO:
            return False
        over = othello.legal_moves(opp, own, board) == ZERO
        return over
    return legal_moves(game, positions, row, scratch) == 0


@kernel(inline=True)
def play(game: Int, positions: WordRows, row: Int, move: Int) -> None:
    """Plays a legal move in a row of ``positions``, seen by the next side afterwards."""
    if game == ULTIMATE:
        ultimate.play(positions, row, ultimate.ROW_BY_ROW[move])
        return
    own, opp = positions[row, 0], positions[row, 1]
    if game == TICTACTOE:
        positions[row, 0], positions[row, 1] = opp, own | (ONE << uint64(move))
    elif move == PASS:
        positions[row, 0], positions[row, 1] = opp, own
    else:
        bit = ONE << uint64(move)
        flipped = othello.flips(own, opp, bit)
        positions[row, 0], positions[row, 1] = opp ^ flipped, own ^ flipped ^ bit


@kernel(inline=True)
def outcome(game: Int, positions: WordRows, row: Int) -> Int:
    """Returns the result of a finished game for the side to move: +1, 0 or −1."""
    if game == OTHELLO:
        own, opp = popcount(positions[row, 0]), popcount(positions[row, 1])
        return int64(own > opp) - int64(own < opp)
    if game == TICTACTOE:
        return -int64(tictactoe.has_line(positions[row, 1]))
    return ultimate.outcome(positions, row)


@kernel
def playouts(
    game: Int, positions: WordRows, count: Int, seed: Bits, first: Int, results: Ints
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
        ultimate.playouts(positions, count, seed, first, results)
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

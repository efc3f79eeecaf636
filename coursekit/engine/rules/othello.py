"""Othello on bitboards: legal moves, flips, update, playouts and perft, for 4×4, 6×6 and 8×8.

A board is two uint64: the discs of the side to move (``own``) and of the other (``opp``). The
square in row r and column c is bit 8·r + c whatever the size; ``board`` is the mask of the squares
that a size has. Runs of discs are found by parallel-prefix fills, after the "Kogge–Stone" routines
of the Chess Programming Wiki: three doubling steps cover the six squares that a run can have.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Int,
    Ints,
    Words,
    in_parts,
    kernel,
    popcount,
)
from coursekit.engine.rules.constants import INNER_COLUMNS

_INNER_COLUMNS = np.uint64(INNER_COLUMNS)
_TWO = np.uint64(2)
_DIRECTIONS = (np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9))
_COLUMN = np.uint64(8)
LANES = 16
_HALVES = tuple((np.uint64(width), np.uint64((1 << width) - 1)) for width in (32, 16, 8, 4, 2, 1))


@kernel(inline=True)
def run_up(start: Bits, discs: Bits, shift: Bits) -> Bits:
    """Returns the unbroken runs of ``discs`` that begin next to ``start``, towards higher bits."""
    run = discs & (start << shift)
    run |= discs & (run << shift)
    pairs = discs & (discs << shift)
    run |= pairs & (run << (shift * _TWO))
    run |= pairs & (run << (shift * _TWO))
    return run


@kernel(inline=True)
def run_down(start: Bits, discs: Bits, shift: Bits) -> Bits:
    """Returns the unbroken runs of ``discs`` that begin next to ``start``, towards lower bits."""
    run = discs & (start >> shift)
    run |= discs & (run >> shift)
    pairs = discs & (discs >> shift)
    run |= pairs & (run >> (shift * _TWO))
    run |= pairs & (run >> (shift * _TWO))
    return run


@kernel(inline=True)
def legal_moves(own: Bits, opp: Bits, board: Bits) -> Bits:
    """Returns the squares where the side to move may place a disc."""
    inner = opp & _INNER_COLUMNS
    found = ZERO
    for shift in _DIRECTIONS:
        discs = opp if shift == _COLUMN else inner
        found |= run_up(own, discs, shift) << shift
        found |= run_down(own, discs, shift) >> shift
    return found & board & ~(own | opp)


@kernel(inline=True)
def flips(own: Bits, opp: Bits, move: Bits) -> Bits:
    """Returns the discs that are flipped when the side to move places one on the bit ``move``."""
    inner = opp & _INNER_COLUMNS
    flipped = ZERO
    for shift in _DIRECTIONS:
        discs = opp if shift == _COLUMN else inner
        run = run_up(move, discs, shift)
        if own & (run << shift):
            flipped |= run
        run = run_down(move, discs, shift)
        if own & (run >> shift):
            flipped |= run
    return flipped


@kernel(keep_lock=True)
def advance(own: Bits, opp: Bits, move: Bits, board: Bits) -> tuple[Bits, Bits, Bits]:
    """Plays a move: returns ``own``, ``opp`` and legal moves as the next side sees them."""
    flipped = flips(own, opp, move)
    mover = own ^ flipped ^ move
    other = opp ^ flipped
    return other, mover, legal_moves(other, mover, board)


@kernel(inline=True)
def sign_of(difference: Int) -> Int:
    """Returns the result, +1, 0 or −1, that a disc difference means."""
    return (difference > 0) - (difference < 0)


@kernel(inline=True)
def random_bit(bits: Bits, random: Bits) -> Bits:
    """Returns one of the set bits of ``bits``, chosen by the random number ``random``."""
    skip = rng.below(random, popcount(bits))
    while skip != ZERO:
        bits &= bits - ONE
        skip -= ONE
    return bits & (~bits + ONE)


@kernel
def playout(own: Bits, opp: Bits, board: Bits, seed: Bits, number: Bits) -> Int:
    """Plays uniformly random moves to the end.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        seed: Seed of the random numbers.
        number: Number of the playout: each has a random stream of its own.

    Returns:
        The final disc difference, own minus other, for the side that is to move now.
    """
    state = rng.stream(seed, number)
    sign = 1
    passed = False
    while True:
        legal = legal_moves(own, opp, board)
        if legal:
            passed = False
            state = rng.step(state)
            move = random_bit(legal, state)
            flipped = flips(own, opp, move)
            own, opp = opp ^ flipped, own ^ flipped ^ move
        elif passed:
            difference = sign * (int64(popcount(own)) - int64(popcount(opp)))
            return difference
        else:
            passed = True
            own, opp = opp, own
        sign = -sign


@kernel(inline=True)
def flips_without_branches(own: Bits, opp: Bits, move: Bits) -> Bits:
    """Returns what :func:`flips` returns; a vector unit can do it for several games at once."""
    inner = opp & _INNER_COLUMNS
    flipped = ZERO
    for shift in _DIRECTIONS:
        discs = opp if shift == _COLUMN else inner
        run = run_up(move, discs, shift)
        flipped |= run & (ZERO - np.uint64((own & (run << shift)) != ZERO))
        run = run_down(move, discs, shift)
        flipped |= run & (ZERO - np.uint64((own & (run >> shift)) != ZERO))
    return flipped


@kernel(inline=True)
def nth_bit_index(bits: Bits, n: Bits) -> Bits:
    """Returns the index of the set bit that has ``n`` others below it, without a branch.

    It is found by halving the word six times; where there is no such bit, 63 is reflipped.
    """
    place = ZERO
    for width, mask in _HALVES:
        ones = popcount((bits >> place) & mask)
        above = np.uint64(n >= ones)
        n -= ones * above
        place += width * above
    return place


@kernel
def play_in_step(owns: Words, opps: Words, states: Words, board: Bits) -> Int:
    """Plays uniformly random moves from sixteen positions to the end, in place.

    The games advance in step, without a branch between them, which LLVM turns into vector code:
    4.5 times as fast with AVX-512, twice as fast with AVX2.

    Args:
        owns: (LANES,) discs of the side to move in each position.
        opps: (LANES,) discs of the other side.
        states: (LANES,) states of the random numbers.
        board: Squares of the board.

    Returns:
        1 if ``owns`` holds the discs of those who were to move, −1 if ``opps`` does.
    """
    sign, passes = 1, 0
    while passes < 2:  # until no lane can move, nor could before
        movable = ZERO
        for lane in range(LANES):
            mover, other = owns[lane], opps[lane]
            legal = legal_moves(mover, other, board)
            movable |= legal
            can_move = ZERO - np.uint64(legal != ZERO)
            state = rng.step(states[lane])
            states[lane] = (state & can_move) | (states[lane] & ~can_move)
            place = nth_bit_index(legal, rng.below(state, popcount(legal)))
            move = (ONE << place) & can_move
            flipped = flips_without_branches(mover, other, move)
            owns[lane], opps[lane] = other ^ flipped, mover ^ flipped ^ move
        passes = 0 if movable else passes + 1
        sign = -sign
    return sign


@kernel
def playouts(own: Bits, opp: Bits, board: Bits, seed: Bits, first: Int, differences: Ints) -> None:
    """Plays one playout for each entry of ``differences`` and stores its disc difference there.

    Entry i holds playout number ``first + i``, the same game as :func:`playout` plays, so the
    results do not depend on how many threads share the work.
    """
    owns = np.empty(LANES, np.uint64)
    opps = np.empty(LANES, np.uint64)
    states = np.empty(LANES, np.uint64)
    for start in range(0, differences.size, LANES):
        for lane in range(LANES):
            owns[lane], opps[lane] = own, opp
            states[lane] = rng.stream(seed, uint64(first + start + lane))
        sign = play_in_step(owns, opps, states, board)
        for lane in range(min(LANES, differences.size - start)):
            discs = int64(popcount(owns[lane])) - int64(popcount(opps[lane]))
            differences[start + lane] = sign * discs


def random_games(
    own: int, opp: int, board: int, seed: int, first: int, count: int, threads: int | None = None
) -> npt.NDArray[np.int64]:
    """Returns the disc differences of ``count`` random games from one position.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        seed: Seed of the random numbers, below 2^64.
        first: Number of the first game; each has a random stream of its own.
        count: Number of games.
        threads: Number of threads; as many as there are cores when not given.

    Returns:
        (count,) int64 array: own minus other discs at the end, for the side to move now.
    """

    def play(start: int, differences: npt.NDArray[np.int64]) -> None:
        playouts(own, opp, board, seed, start, differences)

    return in_parts(play, first, count, threads)


@kernel
def perft(own: Bits, opp: Bits, board: Bits, depth: Int, counting: Int, passed: Int) -> Int:
    """Counts the leaves of the game tree ``depth`` plies below a position.

    Args:
        own: Discs of the side to move.
        opp: Discs of the other side.
        board: Squares of the board.
        depth: Plies, from 0.
        counting: 0 (A: a pass is a ply, finished games count 0), 1 (B: a pass is a ply, finished
            games count 1) or 2 (C: a pass is no ply, finished games count 1).
        passed: 1 if the move before this position was a pass, else 0.
    """
    if depth == 0:
        return 1
    left = legal_moves(own, opp, board)
    if not left:
        if passed or not legal_moves(opp, own, board):
            return 1 if counting > 0 else 0
        return perft(opp, own, board, depth - int64(counting < 2), counting, int64(1))
    if depth == 1:
        return int64(popcount(left))
    leaves = 0
    while left:
        move = left & (~left + ONE)
        left ^= move
        flipped = flips(own, opp, move)
        leaves += perft(opp ^ flipped, own ^ flipped ^ move, board, depth - 1, counting, int64(0))
    return leaves

"""Ultimate tic-tac-toe without branches: moves, results, and random games played in step.

The 81 squares are numbered local board by local board, ``9 * board + cell``. A side's marks are two
words: local boards 0–6 in the low one, 7 and 8 in the high one. A position is ten words, named by
the constants below; ``OPEN`` holds the empty squares of local boards that nobody has won, and
``FORCED`` the local board to play on (all ones for any).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import int64, types, uint64

from coursekit.engine import rng
from coursekit.engine._jit import Bits, kernel, popcount
from coursekit.engine.othello import LANES, nth_bit_index

OWN_LOW, OWN_HIGH, OWN_WON, OPP_LOW, OPP_HIGH, OPP_WON = range(6)
OPEN_LOW, OPEN_HIGH, FORCED_LOW, FORCED_HIGH, WORDS = range(6, 11)

LOW_SQUARES = 63

Positions: TypeAlias = npt.NDArray[np.uint64]
"""Positions, one in each row."""

Int: TypeAlias = Any
"""The type of an int64 in a kernel."""

_ZERO, _ONE, _TWO, _THREE, _FOUR = (np.uint64(n) for n in range(5))
_SIX, _SEVEN, _EIGHT, _NINE = np.uint64(6), np.uint64(7), np.uint64(8), np.uint64(9)
_LOCAL, _HALF, _LOW_HALF = np.uint64(0o777), np.uint64(32), np.uint64(0xFFFFFFFF)
_ROWS, _COLUMNS, _CORNERS = (np.uint64(n | n << 32) for n in (0o111, 0o007, 0o001))


@kernel(uint64(uint64), inline=True)
def lines(cells: Bits) -> Bits:
    """Looks for three in a row in bits 0–8 and in bits 32–40 of ``cells``, both at once.

    Returns:
        A word whose low half is not 0 if there is one in the first, its high half in the second.
    """
    found = cells & (cells >> _ONE) & (cells >> _TWO) & _ROWS
    found |= cells & (cells >> _THREE) & (cells >> _SIX) & _COLUMNS
    found |= cells & (cells >> _FOUR) & (cells >> _EIGHT) & _CORNERS
    found |= (cells >> _TWO) & (cells >> _FOUR) & (cells >> _SIX) & _CORNERS
    return found


@kernel("UniTuple(uint64, 2)(uint64, uint64, uint64, uint64)", inline=True)
def legal(open_low: Bits, open_high: Bits, low: Bits, high: Bits) -> tuple[Bits, Bits]:
    """Returns the legal squares: those on the forced local board if it has any, else all open."""
    anywhere = _ZERO - uint64(((open_low & low) | (open_high & high)) == _ZERO)
    return open_low & (low | anywhere), open_high & (high | anywhere)


@kernel("uint64(uint64)", inline=True)
def has_won(won: Bits) -> Bits:
    """Returns 1 if three of the local boards ``won`` lie in a row, else 0."""
    return uint64(lines(won) != _ZERO)


@kernel(
    "UniTuple(uint64, 7)(uint64, uint64, uint64, uint64, uint64, uint64, uint64, uint64)",
    inline=True,
)
def marked(
    low: Bits,
    high: Bits,
    won: Bits,
    opp_won: Bits,
    open_low: Bits,
    open_high: Bits,
    place: Bits,
    in_high: Bits,
) -> tuple[Bits, Bits, Bits, Bits, Bits, Bits, Bits]:
    """Plays a mark; if the other side has already won, closes the board instead.

    Args:
        low: Marks of the mover, low word.
        high: Marks of the mover, high word.
        won: Local boards that the mover has won.
        opp_won: Local boards that the other side has won.
        open_low: Open squares, low word.
        open_high: Open squares, high word.
        place: The square's bit number in its word.
        in_high: All ones if that is the high word, else 0.

    Returns:
        Low, high, won and the open squares as they are afterwards, and the two words of the local
        board to play on.
    """
    board = ((place << _SIX) - (place << _THREE) + place) >> _NINE  # 57 n / 512: n // 9 up to 63
    corner = (board << _THREE) + board
    bit = _ONE << place
    low |= bit & ~in_high
    high |= bit & in_high
    cells = (((low & ~in_high) | (high & in_high)) >> corner) & _LOCAL
    found = lines(cells | (opp_won << _HALF))
    goes_on = uint64(found <= _LOW_HALF)
    wins = uint64((found & _LOW_HALF) != _ZERO) & goes_on
    won |= wins << (board + (_SEVEN & in_high))
    gone = bit | ((_LOCAL << corner) & (_ZERO - wins))
    kept = _ZERO - goes_on
    open_low &= ~(gone & ~in_high) & kept
    open_high &= ~(gone & in_high) & kept
    cell = place - corner
    far = _ZERO - uint64(cell >= _SEVEN)
    near_cell = cell - (_SEVEN & far)
    target = _LOCAL << ((near_cell << _THREE) + near_cell)
    return low, high, won, open_low, open_high, target & ~far, target & far


@kernel(types.void(uint64[:, ::1], int64, int64), inline=True)
def play(positions: Positions, row: int, square: int) -> None:
    """Plays on a square, numbered local board by local board, in a row of ``positions``."""
    in_high = square >= LOW_SQUARES
    low, high, won, open_low, open_high, forced_low, forced_high = marked(
        positions[row, OWN_LOW],
        positions[row, OWN_HIGH],
        positions[row, OWN_WON],
        positions[row, OPP_WON],
        positions[row, OPEN_LOW],
        positions[row, OPEN_HIGH],
        uint64(square - (LOW_SQUARES if in_high else 0)),
        _ZERO - uint64(in_high),
    )
    positions[row, OWN_LOW] = positions[row, OPP_LOW]
    positions[row, OWN_HIGH] = positions[row, OPP_HIGH]
    positions[row, OWN_WON] = positions[row, OPP_WON]
    positions[row, OPP_LOW], positions[row, OPP_HIGH] = low, high
    positions[row, OPP_WON] = won
    positions[row, OPEN_LOW], positions[row, OPEN_HIGH] = open_low, open_high
    positions[row, FORCED_LOW], positions[row, FORCED_HIGH] = forced_low, forced_high


@kernel(int64(uint64[:, ::1], int64), inline=True)
def outcome(positions: Positions, row: int) -> Int:
    """Returns +1, 0 or −1 for the side to move of a finished game."""
    return int64(has_won(positions[row, OWN_WON])) - int64(has_won(positions[row, OPP_WON]))


@kernel(types.void(uint64[:, ::1], int64, uint64, int64, int64[::1]))
def playouts(
    positions: Positions, games: int, seed: Bits, first: int, results: npt.NDArray[np.int64]
) -> None:
    """Plays uniformly random moves from each of ``games`` positions to the end.

    The games advance in step, without a branch between them, which LLVM turns into vector code.

    Args:
        positions: (at least ``games``, WORDS) array, at most ``LANES`` of them; finished is fine.
        games: Number of positions.
        seed: Seed of the random numbers.
        first: Number of the first playout: each has a random stream of its own.
        results: Where the results go: +1, 0 or −1 for the side that is to move now.
    """
    words = np.empty((WORDS, LANES), np.uint64)
    states = np.empty(LANES, np.uint64)
    for lane in range(games):
        for word in range(WORDS):
            words[word, lane] = positions[lane, word]
        states[lane] = rng.stream(seed, uint64(first + lane))
    own_low, own_high, own_won = words[OWN_LOW], words[OWN_HIGH], words[OWN_WON]
    opp_low, opp_high, opp_won = words[OPP_LOW], words[OPP_HIGH], words[OPP_WON]
    open_low, open_high = words[OPEN_LOW], words[OPEN_HIGH]
    forced_low, forced_high = words[FORCED_LOW], words[FORCED_HIGH]
    sign = 1
    going = _ONE
    while going:
        going = _ZERO
        for lane in range(games):
            low, high = legal(open_low[lane], open_high[lane], forced_low[lane], forced_high[lane])
            state = rng.step(states[lane])
            states[lane] = state
            count_low = popcount(low)
            nth = rng.below(state, count_low + popcount(high))
            in_high = _ZERO - uint64(nth >= count_low)
            word = (low & ~in_high) | (high & in_high)
            mine, mine_high, won, left, left_high, target, target_high = marked(
                own_low[lane],
                own_high[lane],
                own_won[lane],
                opp_won[lane],
                open_low[lane],
                open_high[lane],
                nth_bit_index(word, nth - (count_low & in_high)),
                in_high,
            )
            own_low[lane], own_high[lane] = opp_low[lane], opp_high[lane]
            own_won[lane] = opp_won[lane]
            opp_low[lane], opp_high[lane], opp_won[lane] = mine, mine_high, won
            open_low[lane], open_high[lane] = left, left_high
            forced_low[lane], forced_high[lane] = target, target_high
            going |= left | left_high
        sign = -sign
    for lane in range(games):
        results[lane] = sign * (int64(has_won(own_won[lane])) - int64(has_won(opp_won[lane])))

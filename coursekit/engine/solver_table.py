"""The solver's transposition table: bounds on the values of positions met before.

A row holds one position: own discs, opponent's discs, and a word with both bounds, the best move
and the number of empty squares. Positions are kept whole, so two never share a row by mistake.
Two rows make a bucket: the first keeps the position with more empty squares, the second the latest.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, types, uint64

from coursekit.engine._jit import Bits, kernel
from coursekit.engine.memory import free_memory

Table = npt.NDArray[np.uint64]

ROW_BYTES = 24
SMALLEST_ROWS = 1 << 10
NO_MOVE = np.uint64(64)
UNKNOWN = np.uint64(0)
"""The word of a row that holds nothing; a word of a position is never 0."""

_OFFSET = 128
_BYTE = np.uint64(0xFF)
_ONE = np.uint64(1)
_U8, _U16, _U24, _U32 = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(32)
_MIX_OWN, _MIX_OPP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


def default_megabytes(empties: int) -> float:
    """Returns the megabytes that suit a solve from ``empties`` empty squares: 0.02 to 96."""
    return ROW_BYTES * 2.0 ** (min(22, max(10, empties + 4)) - 20)


def make_table(megabytes: float) -> Table:
    """Returns an empty table that fits into so many megabytes (of 2^20 bytes).

    Raises:
        ValueError: If they hold fewer than 1024 positions, or the machine has not as much free.
    """
    if not megabytes * 2**20 >= SMALLEST_ROWS * ROW_BYTES:
        least = SMALLEST_ROWS * ROW_BYTES / 2**20
        raise ValueError(
            f"the solver's transposition table needs at least {least:.3f} MB, not {megabytes!r}"
        )
    free = free_memory()
    if megabytes * 2**20 > free:
        raise ValueError(
            f"a transposition table of {megabytes:,.0f} MB does not fit into the memory that this "
            f"machine has free, {free / 2**20:,.0f} MB"
        )
    rows = int(megabytes * 2**20) // ROW_BYTES
    return np.zeros((1 << (rows.bit_length() - 1), 3), np.uint64)


@kernel(uint64(uint64, uint64, uint64[:, ::1]), inline=True)
def bucket(own: Bits, opp: Bits, table: Table) -> Bits:
    """Returns the first row of the bucket that a position belongs to."""
    mixed = (own * _MIX_OWN) ^ (opp * _MIX_OPP)
    mixed = (mixed ^ (mixed >> _U32)) * _MIX_OWN
    return (mixed >> _U32) & uint64(table.shape[0] - 2)


@kernel(uint64(uint64, uint64, uint64[:, ::1]), inline=True)
def look_up(own: Bits, opp: Bits, table: Table) -> Bits:
    """Returns the word stored for a position, or ``UNKNOWN``."""
    row = bucket(own, opp, table)
    if table[row, 0] == own and table[row, 1] == opp:
        return table[row, 2]
    row |= _ONE
    if table[row, 0] == own and table[row, 1] == opp:
        return table[row, 2]
    return UNKNOWN


@kernel(int64(uint64), inline=True)
def lower_bound(word: Bits) -> int:
    """Returns the lower bound that a word holds."""
    bound: int = int64(word & _BYTE) - _OFFSET
    return bound


@kernel(int64(uint64), inline=True)
def upper_bound(word: Bits) -> int:
    """Returns the upper bound that a word holds."""
    bound: int = int64((word >> _U8) & _BYTE) - _OFFSET
    return bound


@kernel(uint64(uint64), inline=True)
def best_move(word: Bits) -> Bits:
    """Returns the square of the best move that a word holds, or ``NO_MOVE``."""
    return (word >> _U16) & _BYTE


@kernel(types.void(uint64, uint64, int64, int64, uint64, int64, uint64[:, ::1]))
def store(
    own: Bits, opp: Bits, lower: int, upper: int, move: Bits, empties: int, table: Table
) -> None:
    """Stores bounds for a position, together with those that the table has for it already."""
    row = bucket(own, opp, table)
    if table[row, 0] != own or table[row, 1] != opp:
        second = row | _ONE
        here = table[second, 0] == own and table[second, 1] == opp
        if here or int64(table[row, 2] >> _U24) > empties:
            row = second
    if table[row, 0] == own and table[row, 1] == opp:
        lower = max(lower, lower_bound(table[row, 2]))
        upper = min(upper, upper_bound(table[row, 2]))
        if move == NO_MOVE:
            move = best_move(table[row, 2])
    table[row, 0], table[row, 1] = own, opp
    word = uint64(lower + _OFFSET) | (uint64(upper + _OFFSET) << _U8)
    table[row, 2] = word | (move << _U16) | (uint64(empties) << _U24)

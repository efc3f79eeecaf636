"""The solver's transposition table: bounds on the values of positions met before.

Positions are kept whole, so two never share a row by mistake. Two rows make a bucket: the first
keeps the position with more empty squares, the second the latest.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numba
import numpy as np
from numba import int64, uint64

from coursekit.engine.rules._jit import Bits, Int, kernel

ROW = np.dtype(
    [
        ("own", np.uint64),
        ("opp", np.uint64),
        ("lower", np.int8),  # bounds of the value, for the side to move
        ("upper", np.int8),
        ("move", np.uint8),  # the best one, or NO_MOVE
        ("empties", np.uint8),
    ],
    align=True,
)
Row: TypeAlias = Annotated[Any, numba.from_dtype(ROW)]
Table: TypeAlias = Annotated[Any, numba.from_dtype(ROW)[::1]]

NO_MOVE = 64

_MIX_OWN, _MIX_OPP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_HALF = np.uint64(32)


def make_table(empties: int) -> Table:
    """Returns an empty table that suits a solve from ``empties`` empty squares: 0.02 to 96 MB."""
    return np.zeros(1 << min(22, max(10, empties + 4)), ROW)


@kernel(inline=True)
def bucket(own: Bits, opp: Bits, table: Table) -> Int:
    """Returns the first row of the bucket that a position belongs to."""
    mixed = (own * _MIX_OWN) ^ (opp * _MIX_OPP)
    mixed = (mixed ^ (mixed >> _HALF)) * _MIX_OWN
    return int64((mixed >> _HALF) & uint64(table.size - 2))


@kernel(inline=True)
def look_up(own: Bits, opp: Bits, table: Table) -> Int:
    """Returns the row that holds a position, or −1."""
    place = bucket(own, opp, table)
    first, second = table[place], table[place + 1]
    if first.own != own or first.opp != opp:
        place = place + 1 if second.own == own and second.opp == opp else -1
    return place


@kernel
def store(
    own: Bits, opp: Bits, lower: Int, upper: Int, move: Int, empties: Int, table: Table
) -> None:
    """Stores bounds for a position, together with those that the table has for it already."""
    place = look_up(own, opp, table)
    if place >= 0:
        row = table[place]
        lower, upper = max(lower, int64(row.lower)), min(upper, int64(row.upper))
        if move == NO_MOVE:
            move = int64(row.move)
    else:
        place = bucket(own, opp, table)
        if table[place].empties > empties:
            place += 1
    row = table[place]
    row.own, row.opp = own, opp
    row.lower, row.upper = lower, upper
    row.move, row.empties = move, empties

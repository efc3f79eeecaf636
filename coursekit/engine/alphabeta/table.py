"""The transposition table: what a search has found out about positions that it met.

An entry is two uint64: the position's key and, packed, the value, the best move, the depth searched
and what the value says. Two slots share a bucket: the first keeps the deeper search, the second
the newer one. Entries of an earlier search do not count, so every search starts as if with an
empty table, and its outcome never depends on what was searched before.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from coursekit.engine.rules._jit import ONE, ZERO, Bits, Flag, Int, WordRows, kernel

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
_ROWS = 1 << 21
_GENERATIONS = 1 << 14
_MULTIPLY_OWN, _MULTIPLY_OPP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_MULTIPLY = np.uint64(0xD6E8FEB86659FD93)
_S32, _S29 = np.uint64(32), np.uint64(29)
_LOW_32 = np.uint64(0xFFFFFFFF)
_LOW_8, _LOW_7, _LOW_2 = np.uint64(0xFF), np.uint64(0x7F), np.uint64(3)
_MOVE, _DEPTH, _BOUND = np.uint64(32), np.uint64(39), np.uint64(47)
_COMPLETE, _GENERATION = np.uint64(49), np.uint64(50)


class Table:
    """A transposition table of a fixed size in memory: 32 MB, or less.

    Args:
        most: Positions that it will ever be given, if known: a small table is a fast one.

    Attributes:
        entries: (n, 2) uint64 array; n is a power of two.
        generation: Number of the search whose entries count.
    """

    def __init__(self, most: int | None = None) -> None:
        size = _ROWS if most is None else min(_ROWS, max(2, 1 << most.bit_length()))
        # Written to at once, and not page by page while a clock runs.
        self.entries: npt.NDArray[np.uint64] = np.empty((size, 2), np.uint64)
        self.entries.fill(0)
        self.generation = 0

    def forget(self) -> None:
        """Makes every entry stale, for a search that starts anew."""
        self.generation += 1
        if self.generation == _GENERATIONS:
            self.entries[:] = 0
            self.generation = 1


@kernel(inline=True)
def position_key(own: Bits, opp: Bits) -> Bits:
    """Returns a key of 64 well-mixed bits for a position, the side to move included."""
    key = (own ^ (own >> _S32)) * _MULTIPLY_OWN
    key ^= key >> _S29
    key = (key ^ opp ^ (opp >> _S32)) * _MULTIPLY_OPP
    key ^= key >> _S32
    key *= _MULTIPLY
    return key ^ (key >> _S29)


@kernel(inline=True)
def find(entries: WordRows, key: Bits, generation: Int) -> Bits:
    """Returns what the table holds about a position, packed, or 0."""
    slot = key & uint64(entries.shape[0] - 2)
    for i in (slot, slot + ONE):
        if entries[i, 0] == key and int64(entries[i, 1] >> _GENERATION) == generation:
            return entries[i, 1]
    return ZERO


@kernel(inline=True)
def unpack(packed: Bits) -> tuple[Int, Int, Int, Int, Flag]:
    """Returns value, move, depth, bound, and whether the tree was complete, of an entry."""
    value = int64(packed & _LOW_32) - (int64(1) << 31)
    move = int64((packed >> _MOVE) & _LOW_7)
    depth = int64((packed >> _DEPTH) & _LOW_8)
    bound = int64((packed >> _BOUND) & _LOW_2)
    return value, move, depth, bound, (packed >> _COMPLETE) & ONE != ZERO


@kernel(inline=True)
def store(
    entries: WordRows,
    key: Bits,
    generation: Int,
    value: Int,
    move: Int,
    depth: Int,
    bound: Int,
    complete: Flag,
) -> None:
    """Stores what a search of a position found."""
    slot = key & uint64(entries.shape[0] - 2)
    kept = entries[slot, 1]
    other = entries[slot, 0] != key and int64(kept >> _GENERATION) == generation
    if other and int64((kept >> _DEPTH) & _LOW_8) > depth:
        slot += ONE
    packed = uint64(value + (int64(1) << 31)) | (uint64(move) << _MOVE) | (uint64(depth) << _DEPTH)
    packed |= (uint64(bound) << _BOUND) | (uint64(complete) << _COMPLETE)
    entries[slot, 0] = key
    entries[slot, 1] = packed | (uint64(generation) << _GENERATION)

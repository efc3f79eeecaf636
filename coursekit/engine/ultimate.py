"""Ultimate tic-tac-toe: random games.

Inside the kernel a side's marks are nine masks of nine bits, one for each local board; local
boards and their cells are numbered row by row. A won or full local board is closed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from coursekit.engine import rng
from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.othello import random_bit
from coursekit.engine.tictactoe import has_line

ANYWHERE = 9
"""The number that stands for "any open local board"."""


_ALL, _ROW, _LOCAL_ROW = np.uint64(0o777), np.uint64(0o777), np.uint64(0o7)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel(uint64(uint64, uint64, int64), inline=True)
def local_marks(low: Bits, high: Bits, board: int) -> Bits:
    """Returns the marks on one local board, nine bits, from 81 bits in row-major order."""
    marks = _ZERO
    for line in range(3):
        row = 3 * (board // 3) + line
        cells = low >> uint64(9 * row) if row < 7 else high >> uint64(9 * (row - 7))
        part = ((cells & _ROW) >> uint64(3 * (board % 3))) & _LOCAL_ROW
        marks |= part << uint64(3 * line)
    return marks


@kernel(int64(uint64[:, ::1], uint64, uint64))
def random_open_board(marks: npt.NDArray[np.uint64], closed: Bits, random: Bits) -> int:
    """Returns an open local board, each as likely as it has empty cells."""
    total = _ZERO
    for b in range(9):
        if not (closed >> uint64(b)) & _ONE:
            total += popcount(_ALL & ~(marks[0, b] | marks[1, b]))
    skip = rng.below(random, total)
    for b in range(9):
        if not (closed >> uint64(b)) & _ONE:
            empty = popcount(_ALL & ~(marks[0, b] | marks[1, b]))
            if skip < empty:
                return b
            skip -= empty
    return ANYWHERE


@kernel(int64(uint64, uint64, uint64, uint64, int64, uint64, uint64))
def playout(
    own_low: Bits,
    own_high: Bits,
    opp_low: Bits,
    opp_high: Bits,
    forced: int,
    seed: Bits,
    number: Bits,
) -> int:
    """Plays uniformly random moves to the end.

    Args:
        own_low: Marks of the side to move on rows 1–7 of the 9×9 board, row by row.
        own_high: The same for rows 8 and 9.
        opp_low: Marks of the other side on rows 1–7.
        opp_high: The same for rows 8 and 9.
        forced: The local board to play on, or ``ANYWHERE``.
        seed: Seed of the random numbers.
        number: Number of the playout: each has a random stream of its own.

    Returns:
        +1, 0 or −1 for the side that is to move now.
    """
    marks = np.empty((2, 9), np.uint64)
    won = np.zeros(2, np.uint64)
    closed = _ZERO
    for b in range(9):
        bit = _ONE << uint64(b)
        marks[0, b] = local_marks(own_low, own_high, b)
        marks[1, b] = local_marks(opp_low, opp_high, b)
        for side in range(2):
            if has_line(marks[side, b]):
                won[side] |= bit
                closed |= bit
        if marks[0, b] | marks[1, b] == _ALL:
            closed |= bit
    state = rng.stream(seed, number)
    side = 0
    while closed != _ALL:
        state = rng.step(state)
        b = forced
        if b == ANYWHERE:
            b = random_open_board(marks, closed, state)
            state = rng.step(state)
        empty = _ALL & ~(marks[0, b] | marks[1, b])
        cell = random_bit(empty, state)
        marks[side, b] |= cell
        if has_line(marks[side, b]):
            won[side] |= _ONE << uint64(b)
            closed |= _ONE << uint64(b)
            if has_line(won[side]):
                return 1 if side == 0 else -1
        elif empty == cell:
            closed |= _ONE << uint64(b)
        target = lowest_bit_index(cell)
        forced = ANYWHERE if (closed >> target) & _ONE else int64(target)
        side = 1 - side
    return 0

"""Ultimate tic-tac-toe without branches: moves, results, and random games played in step.

The 81 squares are numbered local board by local board, ``9 * board + cell``. A side's marks are two
words: local boards 0–6 in the low one, 7 and 8 in the high one. A position is ten words, named by
the constants below; ``OPEN`` holds the empty squares of local boards that are not won, and
``FORCED`` the local board to play on (all ones for any).
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Int,
    Ints,
    WordRows,
    Words,
    kernel,
    popcount,
)
from coursekit.engine.rules.othello import LANES, nth_bit_index

OWN_LOW, OWN_HIGH, OWN_WON, OPP_LOW, OPP_HIGH, OPP_WON = range(6)
OPEN_LOW, OPEN_HIGH, FORCED_LOW, FORCED_HIGH, WORDS = range(6, 11)

LOW_SQUARES = 63
ROW_BY_ROW = np.arange(81).reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).ravel()
"""The row-by-row number of each square that is numbered local board by local board; and back."""

_TWO, _THREE, _FOUR = (np.uint64(n) for n in (2, 3, 4))
_SIX, _SEVEN, _EIGHT, _NINE = np.uint64(6), np.uint64(7), np.uint64(8), np.uint64(9)
_LOCAL, _HALF, _LOW_HALF = np.uint64(0o777), np.uint64(32), np.uint64(0xFFFFFFFF)
_ROWS, _COLUMNS, _CORNERS = (np.uint64(n | n << 32) for n in (0o111, 0o007, 0o001))


@kernel(inline=True)
def lines(cells: Bits) -> Bits:
    """Looks for three in a row in bits 0–8 and in bits 32–40 of ``cells``, both at once.

    Returns:
        A word whose low half is not 0 if there is one in the first, its high half in the second.
    """
    found = cells & (cells >> ONE) & (cells >> _TWO) & _ROWS
    found |= cells & (cells >> _THREE) & (cells >> _SIX) & _COLUMNS
    found |= cells & (cells >> _FOUR) & (cells >> _EIGHT) & _CORNERS
    found |= (cells >> _TWO) & (cells >> _FOUR) & (cells >> _SIX) & _CORNERS
    return found


@kernel(inline=True)
def legal(open_low: Bits, open_high: Bits, low: Bits, high: Bits) -> tuple[Bits, Bits]:
    """Returns the legal squares: those on the forced local board if it has any, else all open."""
    anywhere = ZERO - uint64(((open_low & low) | (open_high & high)) == ZERO)
    return open_low & (low | anywhere), open_high & (high | anywhere)


@kernel(inline=True)
def has_won(won: Bits) -> Bits:
    """Returns 1 if three of the local boards ``won`` lie in a row, else 0."""
    return uint64(lines(won) != ZERO)


@kernel(inline=True)
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
    bit = ONE << place
    low |= bit & ~in_high
    high |= bit & in_high
    cells = (((low & ~in_high) | (high & in_high)) >> corner) & _LOCAL
    found = lines(cells | (opp_won << _HALF))
    goes_on = uint64(found <= _LOW_HALF)
    wins = uint64((found & _LOW_HALF) != ZERO) & goes_on
    won |= wins << (board + (_SEVEN & in_high))
    gone = bit | ((_LOCAL << corner) & (ZERO - wins))
    kept = ZERO - goes_on
    open_low &= ~(gone & ~in_high) & kept
    open_high &= ~(gone & in_high) & kept
    cell = place - corner
    far = ZERO - uint64(cell >= _SEVEN)
    near_cell = cell - (_SEVEN & far)
    target = _LOCAL << ((near_cell << _THREE) + near_cell)
    return low, high, won, open_low, open_high, target & ~far, target & far


@kernel(inline=True)
def play(positions: WordRows, row: Int, square: Int) -> None:
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
        ZERO - uint64(in_high),
    )
    positions[row, OWN_LOW] = positions[row, OPP_LOW]
    positions[row, OWN_HIGH] = positions[row, OPP_HIGH]
    positions[row, OWN_WON] = positions[row, OPP_WON]
    positions[row, OPP_LOW], positions[row, OPP_HIGH] = low, high
    positions[row, OPP_WON] = won
    positions[row, OPEN_LOW], positions[row, OPEN_HIGH] = open_low, open_high
    positions[row, FORCED_LOW], positions[row, FORCED_HIGH] = forced_low, forced_high


@kernel(inline=True)
def outcome(positions: WordRows, row: Int) -> Int:
    """Returns +1, 0 or −1 for the side to move of a finished game."""
    return int64(has_won(positions[row, OWN_WON])) - int64(has_won(positions[row, OPP_WON]))


@kernel
def playouts(positions: WordRows, games: Int, seed: Bits, first: Int, results: Ints) -> None:
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
    going = ONE
    while going:
        going = ZERO
        for lane in range(games):
            low, high = legal(open_low[lane], open_high[lane], forced_low[lane], forced_high[lane])
            state = rng.step(states[lane])
            states[lane] = state
            count_low = popcount(low)
            nth = rng.below(state, count_low + popcount(high))
            in_high = ZERO - uint64(nth >= count_low)
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


@kernel
def random_games(position: Words, seed: Bits, first: Int, results: Ints) -> None:
    """Plays a random game from one position for each entry of ``results``.

    Args:
        position: (WORDS,).
        seed: Seed of the random numbers.
        first: Number of the first game: each has a random stream of its own.
        results: Where the results go: +1, 0 or −1 for the side that is to move now.
    """
    rows = np.empty((LANES, WORDS), np.uint64)
    for lane in range(LANES):
        rows[lane] = position
    for start in range(0, results.size, LANES):
        games = min(LANES, results.size - start)
        playouts(rows, games, seed, first + start, results[start:])


@kernel(inline=True)
def by_local_board(low: Bits, high: Bits) -> tuple[Bits, Bits]:
    """Returns 81 squares in two words, local board by local board, from those row by row."""
    local_low, local_high = ZERO, ZERO
    for square in range(81):
        bit = low >> uint64(square)
        if square >= LOW_SQUARES:
            bit = high >> uint64(square - LOW_SQUARES)
        place = ROW_BY_ROW[square]
        if place < LOW_SQUARES:
            local_low |= (bit & ONE) << uint64(place)
        else:
            local_high |= (bit & ONE) << uint64(place - LOW_SQUARES)
    return local_low, local_high


@kernel
def arrange(position: Words, forced: Int) -> None:
    """Completes a position whose squares are numbered row by row, in place.

    Args:
        position: (WORDS,): marks and open squares in two words each, the first of the rows 1–7 of
            the 9×9 board, the second of rows 8 and 9; and the local boards that are won.
        forced: The local board to play on, or 9 for any.
    """
    for word in (OWN_LOW, OPP_LOW, OPEN_LOW):
        position[word], position[word + 1] = by_local_board(position[word], position[word + 1])
    position[FORCED_LOW], position[FORCED_HIGH] = ZERO, ZERO
    if forced < 7:
        position[FORCED_LOW] = _LOCAL << uint64(9 * forced)
    elif forced < 9:
        position[FORCED_HIGH] = _LOCAL << uint64(9 * forced - LOW_SQUARES)
    else:
        position[FORCED_LOW], position[FORCED_HIGH] = ~ZERO, ~ZERO

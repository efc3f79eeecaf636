"""Numbers that kernels and envs share; importing them compiles nothing."""

OTHELLO, TICTACTOE, ULTIMATE = 0, 1, 2
"""The games that have kernels."""

PASS = 64
"""Othello's pass, as kernels number moves: the squares of a board of eight columns come before."""

GOES_ON = 2
"""What stands in the place of a result, +1, 0 or −1, where the game is not over or not solved."""

OTHELLO8_START = 0x0000000810000000, 0x0000001008000000
"""The start position of 8×8 Othello: the discs of black, which is to move, and those of white."""

INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E
"""The squares of a board of eight columns that lie in none of its outer columns."""


def board_mask(size: int) -> int:
    """Returns the squares of an Othello board; the one in row r and column c is bit 8·r + c.

    >>> f"{board_mask(4):x}"
    'f0f0f0f'
    """
    return sum(((1 << size) - 1) << (8 * row) for row in range(size))

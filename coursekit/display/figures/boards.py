"""Positions as short texts, for pages that show many."""

from __future__ import annotations

from coursekit.display.pages.board_data import board_data
from coursekit.games.env import Env

_SIGNS = {1: "x", -1: "o", 0: "-"}


def encoded(env: Env) -> list[str | int]:
    """Returns a position as the script ``tree.js`` reads it.

    Returns:
        The squares row by row and then the local boards, "x" for the first player, "o" for the
        second and "-" for neither; the square of the last move, the mover, the local board to play
        on.

    >>> from coursekit import tictactoe
    >>> encoded(tictactoe.from_moves("b2a1"))
    ['o---x----', 0, 1, -1]
    """
    shown = board_data(env)
    signs = "".join(_SIGNS[side] for side in (*shown["cells"], *shown["winners"]))
    return [signs, shown["last"], shown["mover"], shown["forced"]]

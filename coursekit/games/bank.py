"""The position bank: Othello positions with a name, for tests, exercises and lessons.

Every position is given by the moves that lead to it, so it can be reached, undone and drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from coursekit.games import othello
from coursekit.games.othello import Othello
from coursekit.games.symmetry import SYMMETRIES, twin
from coursekit.strangers import shown


@dataclass(frozen=True)
class Entry:
    """A position of the bank.

    Attributes:
        name: What it is called.
        about: What makes it worth a name.
        moves: The transcript that leads to it from the start position.
        size: Squares in a row of the board.
    """

    name: str
    about: str
    moves: str
    size: int = 8

    def env(self) -> Othello:
        """Returns a new env at the position."""
        return othello.from_moves(self.moves, self.size)


_PERFECT_8X8 = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7"
    "a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)
_PERFECT_6X6 = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1"
_BLACK_64 = (
    "e6f6g6g7c4e3f5c5d3h6h8f8b6a7h7f4f3d2f7g4h4c3b3b4d1a3a5b5c6d7c7b7a6d6c8e8b2b8e7g8d8c1g5e1a1a4"
    "a8c2a2e2f2g3f1g1h5g2h3h1b1h2"
)
_BLACK_33 = (
    "c4e3f2c6f6d3f4f5e2g4h4h3d6h5b7c2g5c5f3d2b1g1b5e1e6f7g8e7g7b3f8g2b4d8g3a6h1b6a2b2d1c8e8c1f1c3"
    "a3h2c7a5h6a4a8g6h7d7b8a1a7h8"
)
_WHITE_33 = (
    "f5f6c4g5h5f4e3h4h3d2e7d6c5c7g4f3e6b4g2h6a3h2g3f7d3c3e1a4d7e8c2g7h8e2d8h7b7h1a5b8d1b5g1c8g6b1"
    "c6b6c1b3a8f2a6f8b2a7a1f1g8a2"
)
_DOUBLE_PASS = (
    "f5f4g3c6c3g5f6e7h6b2c5b6g7h4a1h8a7g6b7e6d6f2h5g4h2a8c7b4d7e3a3c8e8f7h3g2f8d8c4h7e1g8e2b8f1g1"
    "h1a6f3b5a5d3b3a2a4c1c2"
)
_TWO_PASSES = (
    "f5d6c4f4f6f3c7f7g3c3c2b2e6h3f2b4d3b1a4d7e7f8g4d8e3a5g7b5d2h6h8a3g2e2a2h4c5c8g5h7g8c1a1c6g6f1"
    "b3h2h5"
)
_BLACK_32_31 = (
    "f5d6c7f6f4g4c3b8g7f7g3h8d7c5b6b2h4h3h2e7e3c4d3d2c1a5a7d1d8e2b4b5g6h7g5h5e6e8c8c6f8g8e1f1c2f3"
    "g1b1a1a4f2b3h6a2a3g2a6b7h1"
)

ENTRIES = (
    Entry("start", "the start position", ""),
    Entry("start 4x4", "the start position of the smallest board", "", 4),
    Entry("start 6x6", "the start position of the middle board", "", 6),
    Entry("opening", "five moves in: the line of perfect play begins like this", "f5d6c3d3c4"),
    Entry("middle game", "30 moves into the line of perfect play", _PERFECT_8X8[:60]),
    Entry("middle game 6x6", "16 moves into the line of perfect play", _PERFECT_6X6[:32], 6),
    Entry("forced pass", "black must pass, the earliest that can happen", "d3c3b3b2f5a3a1c1"),
    Entry("forced pass 6x6", "a pass before move 31 of perfect play", _PERFECT_6X6[:60], 6),
    Entry("two passes", "white must pass, and can be made to pass again", _TWO_PASSES),
    Entry("endgame", "eight empty squares, drawn with best play", _PERFECT_8X8[:104]),
    Entry("last move", "one empty square is left", _PERFECT_8X8[:118]),
    Entry("before the wipe-out", "black can take the last white disc", "d3c3b3d2e1d6d7e3"),
    Entry("wipe-out", "over after nine moves: white has no disc left", "d3c3b3d2e1d6d7e3f4"),
    Entry(
        "before the double pass",
        "black must pass, and white's next move ends the game",
        _DOUBLE_PASS[:-2],
    ),
    Entry("double pass", "over with three squares empty: neither can move", _DOUBLE_PASS),
    Entry("draw", "32 to 32 on a full board", _PERFECT_8X8),
    Entry("smallest black win", "33 to 31 on a full board", _BLACK_33),
    Entry("smallest white win", "31 to 33 on a full board", _WHITE_33),
    Entry("smallest margin", "32 to 31 with a square empty: one disc apart", _BLACK_32_31),
    Entry("largest black win", "64 to 0 on a full board", _BLACK_64),
    Entry("perfect 6x6", "16 to 20: the result of perfect play on 6×6", _PERFECT_6X6, 6),
)


def names() -> list[str]:
    """Returns the names of all positions, in the order of the bank."""
    return [entry.name for entry in ENTRIES]


def position(name: str) -> Othello:
    """Returns a new env at the position of that name.

    Raises:
        ValueError: If there is none; the message lists the names.

    >>> position("forced pass").legal_actions()
    [BLACK pass]
    """
    for entry in ENTRIES:
        if entry.name == name:
            return entry.env()
    raise ValueError(f"no position is called {shown(name)}; there are: {', '.join(names())}")


def unfinished(size: int | None = None) -> list[Othello]:
    """Returns new envs at all positions where a move is to be found.

    Args:
        size: Only those on a board of that size.
    """
    envs = [entry.env() for entry in ENTRIES if size in (None, entry.size)]
    return [env for env in envs if not env.is_done()]


def twins(env: Othello) -> list[Othello]:
    """Returns the sixteen twins of a position: eight symmetries, each in both colourings.

    >>> len(twins(position("opening")))
    16
    """
    return [twin(env, symmetry, flip) for flip in (False, True) for symmetry in SYMMETRIES]

"""The registry: all games by name, and what everybody else must know about them.

The games of the package register themselves when ``coursekit.games`` is imported; one of your own
is registered at run time and is then found wherever a game is named: matches, the command line,
pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coursekit.games.env import Env


@dataclass(frozen=True)
class GameSpec:
    """What is known of a game before one is played.

    Attributes:
        name: For example ``"othello8"``.
        make: Returns an env at the start position; takes ``seed``.
        rows: Rows of the board.
        cols: Squares in a row.
        has_pass: Whether a side can be made to pass.
        kernel: Number of the game in :mod:`coursekit.engine.rules.games`; ``None`` for a game
            without kernels, which is played by the protocol alone.
        opening_plies: Random plies before the players of a match take over.
        theme: How its board looks: ``"othello"``, ``"tictactoe"``, ``"ultimate"`` or ``"plain"``.
    """

    name: str
    make: Callable[..., Env]
    rows: int
    cols: int
    has_pass: bool = False
    kernel: int | None = None
    opening_plies: int = 2
    theme: str = "plain"

    @property
    def actions(self) -> int:
        """Number of actions: the squares, and the pass where there is one."""
        return self.rows * self.cols + self.has_pass

    def from_moves(self, text: str) -> Env:
        """Returns an env after the moves of a transcript.

        Raises:
            NotationError: If the text cannot be read.
            IllegalActionError: If a move is not legal, with its number.
        """
        return self.make().play_moves(text)

    def from_string(self, text: str) -> Env:
        """Returns an env at a position that is given as text.

        Raises:
            NotationError: If the text cannot be read, or is no position of this game.
        """
        return self.make().begin_at(text)


_GAMES: dict[str, GameSpec] = {}


def register(spec: GameSpec) -> None:
    """Adds a game; one of the same name is replaced."""
    _GAMES[spec.name] = spec


def names() -> list[str]:
    """Returns the names of all games, the course's own first.

    >>> names()[:5]
    ['othello8', 'othello6', 'othello4', 'tictactoe', 'ultimate']
    """
    return list(_GAMES)


def spec(name: str) -> GameSpec:
    """Returns what is known of a game.

    Raises:
        ValueError: If no game has that name; the message lists those there are.

    >>> spec("othello6").actions
    37
    """
    try:
        return _GAMES[name]
    except KeyError:
        raise ValueError(f"no game is called {name!r}; there are: {', '.join(_GAMES)}") from None

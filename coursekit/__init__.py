"""coursekit: the environment of a course on how a program learns to play a board game.

Three games behind one protocol, compiled opponents, matches, exact truth and pictures:

>>> from coursekit import othello
>>> env = othello.make()
>>> env.legal_actions()
[BLACK d3, BLACK c4, BLACK f5, BLACK e6]

Importing the package is light: everything is loaded when it is first used, and numba, torch,
matplotlib and the other large libraries by the room that needs them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coursekit import arena, display, exercises, learning, mine, players, truth
    from coursekit.budget import Budget
    from coursekit.games import othello, tictactoe, ultimate
    from coursekit.games.actions import BLACK, WHITE, Action, IllegalActionError, Player
    from coursekit.games.conformance import check_game
    from coursekit.games.env import Env
    from coursekit.games.notation import NotationError

__version__ = "0.2.0"

__all__ = [
    "BLACK",
    "WHITE",
    "Action",
    "Budget",
    "Env",
    "IllegalActionError",
    "NotationError",
    "Player",
    "arena",
    "check_game",
    "display",
    "exercises",
    "learning",
    "mine",
    "othello",
    "players",
    "tictactoe",
    "truth",
    "ultimate",
]

_ROOMS = ("arena", "display", "exercises", "games", "learning", "mine", "players", "truth")
_HOMES = {
    "Budget": "budget",
    **dict.fromkeys(("othello", "tictactoe", "ultimate"), "games"),
    **dict.fromkeys(("BLACK", "WHITE", "Action", "IllegalActionError", "Player"), "games.actions"),
    "check_game": "games.conformance",
    "Env": "games.env",
    "NotationError": "games.notation",
}


def __getattr__(name: str) -> Any:
    """Imports what is first used, so that the command line can say which package is missing."""
    if name in _ROOMS:
        return import_module(f"coursekit.{name}")
    if name in _HOMES:
        return getattr(import_module(f"coursekit.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'coursekit' has no attribute {name!r}")

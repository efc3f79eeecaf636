"""coursekit: the environment of a course on how a program learns to play a board game.

Three games behind one protocol, compiled opponents, matches, exact truth and pictures:

>>> from coursekit import othello
>>> env = othello.make()
>>> env.legal_actions()
[BLACK d3, BLACK c4, BLACK f5, BLACK e6]

Importing the package is light: numba, torch, matplotlib and the other large libraries are
loaded by the room that needs them, when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from coursekit.budget import Budget
from coursekit.games import othello, tictactoe, ultimate
from coursekit.games.actions import BLACK, WHITE, Action, IllegalActionError, Player
from coursekit.games.conformance import check_game
from coursekit.games.env import Env
from coursekit.games.notation import NotationError

if TYPE_CHECKING:
    from coursekit import arena, display, exercises, learning, players, truth

__version__ = "0.1.0"

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
    "othello",
    "players",
    "tictactoe",
    "truth",
    "ultimate",
]

_ROOMS = ("arena", "display", "exercises", "learning", "players", "truth")


def __getattr__(name: str) -> Any:
    """Imports a room when it is first used, so that ``import coursekit`` stays light."""
    if name in _ROOMS:
        return importlib.import_module(f"coursekit.{name}")
    raise AttributeError(f"module 'coursekit' has no attribute {name!r}")

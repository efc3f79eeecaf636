"""The rules of the games, behind one protocol (see :mod:`coursekit.games.env`)."""

from coursekit.games import othello, tictactoe, ultimate

__all__ = ["othello", "tictactoe", "ultimate"]

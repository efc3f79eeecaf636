"""The errors that the games raise; all of them are ``ValueError``."""

from __future__ import annotations


class IllegalActionError(ValueError):
    """An action that the rules do not allow here; the position is unchanged."""


class NotationError(ValueError):
    """Text that cannot be read as a square, a transcript or a position."""

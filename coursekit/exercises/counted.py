"""An Othello env that counts how many actions are played on it: the price of a search."""

from __future__ import annotations

from coursekit.games.actions import Action
from coursekit.games.othello import Othello


class Endless(BaseException):
    """Stops a search that does not stop; no ``except Exception`` of a student can catch it."""


class CountedOthello(Othello):
    """Othello that counts the actions played on it and on all its copies.

    Attributes:
        played: One number in a list, shared by all copies.
    """

    def __init__(self, size: int = 8, seed: int | None = None) -> None:
        super().__init__(size, seed)
        self.played = [0]
        self._most: int | None = None

    def end_after(self, actions: int) -> None:
        """Lets :class:`Endless` be raised when more actions than these are played."""
        self._most = actions

    @classmethod
    def like(cls, env: Othello) -> CountedOthello:
        """Returns a counting env with the position and the history of another."""
        counted = cls(env.size)
        for action in env.history:
            Othello.update(counted, action)
        return counted

    def update(self, action: Action | str | tuple[int, int]) -> None:
        """Plays an action and counts it."""
        if self._most is not None and self.played[0] >= self._most:
            raise Endless
        super().update(action)
        self.played[0] += 1

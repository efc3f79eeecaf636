"""An Othello env that counts how many actions are played on it: the price of a search."""

from __future__ import annotations

from math import inf

from coursekit.games.actions import Action
from coursekit.games.othello import Othello


class Endless(BaseException):
    """Stops a search that does not stop; no ``except Exception`` of a student can catch it."""


class CountedOthello(Othello):
    """Othello that counts the actions played on it and on all its copies.

    Args:
        env: Begins with its position and history.
        most: Actions to allow; one more raises :class:`Endless`.

    Attributes:
        played: One number in a list, shared by all copies.
        tried: The actions played first, in the order in which they were; shared, too.
    """

    def __init__(self, env: Othello, most: float = inf) -> None:
        super().__init__(env.size)
        for action in env.history:
            super().update(action)
        self.played, self.most = [0], most
        self.tried, self._begun = dict[Action, None](), len(self._history)

    def update(self, action: Action | str | tuple[int, int]) -> None:
        """Plays an action and counts it."""
        if self.played[0] >= self.most:
            spent = f"Your search played {self.most:,} actions and did not stop"
            raise Endless(f"{spent}: is every action counted, and is the end heeded?")
        super().update(action)
        self.played[0] += 1
        self.tried[self._history[self._begun]] = None

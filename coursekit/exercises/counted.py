"""An Othello env that counts how many actions are played on it: the price of a search."""

from __future__ import annotations

from coursekit.games.actions import Action
from coursekit.games.othello import Othello


class CountedOthello(Othello):
    """Othello that counts the actions played on it and on all its copies.

    Attributes:
        played: One number in a list, shared by all copies.
    """

    def __init__(self, size: int = 8, seed: int | None = None) -> None:
        super().__init__(size, seed)
        self.played = [0]

    @classmethod
    def like(cls, env: Othello) -> CountedOthello:
        """Returns a counting env with the position and the history of another."""
        counted = cls(env.size)
        for action in env.history:
            Othello.update(counted, action)
        return counted

    def update(self, action: Action | str | tuple[int, int]) -> None:
        """Plays an action and counts it."""
        super().update(action)
        self.played[0] += 1

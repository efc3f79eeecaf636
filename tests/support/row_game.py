"""A game of a student's own: three in a row on a board of 2 × 4, by the protocol alone."""

from typing import Any

from coursekit import Env
from coursekit.games.actions import Action, action_spaces, sides
from coursekit.games.registry import GameSpec


def has_line(marks: int) -> bool:
    return any(marks & line == line for line in (0b111, 0b1110, 0b111_0000, 0b1110_0000))


class RowGame(Env):
    """A position is the mover's marks, the other side's, and the legal squares."""

    name = "row3"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(action_spaces("row3", (2, 4), sides("RED", "BLUE"), 4, None), seed)

    def _start(self) -> tuple[Any, ...]:
        return 0, 0, 0xFF

    def successor(self, state: tuple[Any, ...], action: Action) -> tuple[Any, ...]:
        own = state[0] | action.bit
        return state[1], own, 0 if has_line(own) else state[2] ^ action.bit

    def outcome(self, state: tuple[Any, ...]) -> int:
        return -has_line(state[1])


SPEC = GameSpec("row3", RowGame, rows=2, cols=4)

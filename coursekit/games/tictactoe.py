"""Tic-tac-toe: X moves first, three in a row win."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from coursekit.engine.rules.constants import TICTACTOE
from coursekit.games.actions import CROSS, NOUGHT, Action, action_spaces
from coursekit.games.env import Env
from coursekit.games.notation import NotationError
from coursekit.games.registry import GameSpec, register

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The eight lines as masks: square (r, c) is bit 3·r + c."""

HAS_LINE = tuple(any(marks & line == line for line in LINES) for marks in range(512))
"""For each of the 512 sets of marks, whether it holds three in a row."""

_ALL = 0o777


def make(seed: int | None = None) -> TicTacToe:
    """Returns an env at the start position.

    Args:
        seed: Seed of the env's chance; without one it differs from run to run.

    >>> env = make()
    >>> env.update("b2")
    >>> print(env)
    X 1, O 0; O to move
      a b c
    1 - - -
    2 - X -
    3 - - -
    """
    return TicTacToe(seed)


def from_moves(moves: str) -> TicTacToe:
    """Returns an env after the moves of a transcript, for example ``"b2a1"``.

    Raises:
        NotationError: If the text cannot be read.
        IllegalActionError: If a move is not legal, with its number.
    """
    return TicTacToe().play_moves(moves)


def from_string(text: str, moves: str = "") -> TicTacToe:
    """Returns an env at a given position, after the moves of a transcript.

    Args:
        text: The nine squares row by row from a1 (``X``, ``O``, ``-`` empty), a space, and the
            side to move (``X`` or ``O``).
        moves: Moves to play from there.

    Raises:
        NotationError: If the text cannot be read or no game can lead to the position.
        IllegalActionError: If a move is not legal, with its number.

    >>> from_string("XX-OO---- X").legal_actions()
    [X c1, X c2, X a3, X b3, X c3]
    """
    return TicTacToe().begin_at(text).play_moves(moves)


class TicTacToe(Env):
    """Tic-tac-toe; made by :func:`make`, :func:`from_moves` and :func:`from_string`.

    A position is ``(own, opp, legal)``: the marks of the side to move, those of the other, and
    the legal squares, as masks of nine bits.
    """

    name = "tictactoe"
    size = 3
    _random_game: ClassVar[Any]

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(action_spaces(self.name, (3, 3), (CROSS, NOUGHT), 3, None), seed)

    @classmethod
    @cache
    def _load_engine(cls) -> None:
        from coursekit.engine.rules import tictactoe as engine

        cls._random_game = staticmethod(engine.playout)

    def _start(self) -> tuple[int, int, int]:
        return 0, 0, _ALL

    def _given(self, own: int, opp: int, side: int, *_: str) -> tuple[int, int, int]:
        if opp.bit_count() - own.bit_count() != (side < 0):
            raise NotationError(
                "this position cannot arise: X moves first, so X has as many marks as O when X is "
                "to move and one more when O is"
            )
        if HAS_LINE[own]:
            raise NotationError("the side to move has three in a row: the game ended a move ago")
        return own, opp, 0 if HAS_LINE[opp] else _ALL & ~(own | opp)

    def successor(self, state: tuple[Any, ...], action: Action) -> tuple[int, int, int]:
        """Returns the position after a legal action."""
        own = state[0] | action.bit
        return state[1], own, 0 if HAS_LINE[own] else state[2] ^ action.bit

    def outcome(self, state: tuple[Any, ...]) -> int:
        """Returns the result of a finished position for the side to move: +1, 0 or −1."""
        return -1 if HAS_LINE[state[1]] else 0

    def words(self) -> npt.NDArray[np.uint64]:
        """Returns the mover's marks and the other side's as an array of two words."""
        return np.array(self._state[:2], np.uint64)

    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        result: int = self._random_game(state[0], state[1], seed, number)
        return result


register(GameSpec("tictactoe", make, 3, 3, kernel=TICTACTOE, opening_plies=0, theme="tictactoe"))

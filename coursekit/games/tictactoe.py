"""Tic-tac-toe: X moves first, three in a row win."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from coursekit.games.actions import CROSS, NOUGHT, Action, action_spaces
from coursekit.games.env import Env
from coursekit.games.errors import NotationError
from coursekit.games.notation import MARKS, parse_cells, parse_side, split_moves

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
    env = TicTacToe()
    env._play_moves(split_moves(moves))
    return env


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
    fields = text.split()
    if len(fields) != 2:
        raise NotationError(f"a position is nine squares, a space and X or O, not {text!r}")
    cells, side = parse_cells(fields[0], 9), parse_side(fields[1])
    if sum(cells) != (side < 0):
        raise NotationError(
            f"{text!r} cannot arise: X moves first, so X has as many marks as O when X is to move "
            "and one more when O is"
        )
    env = TicTacToe()
    env._set_position(cells, side)
    env._play_moves(split_moves(moves))
    return env


class TicTacToe(Env):
    """Tic-tac-toe; made by :func:`make`, :func:`from_moves` and :func:`from_string`.

    A position is ``(own, opp, legal)``: the marks of the side to move, those of the other, and
    the legal squares, as masks of nine bits.
    """

    name = "tictactoe"
    size = 3
    _random_game: ClassVar[Any]

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(action_spaces(self.name, 3, 3, (CROSS, NOUGHT), False), seed)

    @classmethod
    def _load_engine(cls) -> None:
        from coursekit.engine import tictactoe as engine

        cls._random_game = staticmethod(engine.playout)

    def _start(self) -> tuple[int, int, int]:
        return 0, 0, _ALL

    def _next(self, state: tuple[Any, ...], action: Action) -> tuple[int, int, int]:
        own = state[0] | action.bit
        return state[1], own, 0 if HAS_LINE[own] else state[2] ^ action.bit

    def _set_position(self, cells: list[int], side: int) -> None:
        """Makes a given board, seen by the given side, the position that the env begins with."""
        own = sum(1 << i for i, cell in enumerate(cells) if cell == side)
        opp = sum(1 << i for i, cell in enumerate(cells) if cell == -side)
        if HAS_LINE[own]:
            raise NotationError("the side to move has three in a row: the game ended a move ago")
        self._space = self._first_space if side > 0 else self._first_space.opponent
        self._state = (own, opp, 0 if HAS_LINE[opp] else _ALL & ~(own | opp))
        self._origin = self.to_string()

    def _cells(self) -> npt.NDArray[np.int8]:
        own, opp, _ = self._state
        side = int(self.player)
        cells = [side * ((own >> i & 1) - (opp >> i & 1)) for i in range(9)]
        return np.array(cells, dtype=np.int8).reshape(3, 3)

    def _outcome(self, state: tuple[Any, ...]) -> int:
        return -1 if HAS_LINE[state[1]] else 0

    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        result: int = self._random_game(state[0], state[1], seed, number)
        return result

    def to_string(self) -> str:
        """Returns the position as squares from a1 and the side to move, for ``from_string``.

        >>> from_moves("b2a1").to_string()
        'O---X---- X'
        """
        squares = "".join(MARKS[cell] for cell in self._cells().ravel().tolist())
        return f"{squares} {MARKS[int(self.player)]}"

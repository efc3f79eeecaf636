"""Ultimate tic-tac-toe: nine local boards of tic-tac-toe make one global board.

The cell of a move inside its local board names the local board that the opponent must play on;
when that board is won or full, the opponent plays on any open one. Three local boards in a row
win; a game that ends without is drawn.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from coursekit.engine.rules.constants import ULTIMATE
from coursekit.games.actions import CROSS, NOUGHT, Action, action_spaces, square_name
from coursekit.games.env import Env
from coursekit.games.notation import NotationError, parse_square
from coursekit.games.registry import GameSpec, register
from coursekit.games.tictactoe import HAS_LINE
from coursekit.strangers import shown

_ALL = (1 << 81) - 1
_LOCAL_0 = 0o7 | 0o7 << 9 | 0o7 << 18
_CORNERS = tuple(27 * (board // 3) + 3 * (board % 3) for board in range(9))
"""For each local board, the index of its top-left square; squares run row by row from a1."""
_LOCAL = tuple(_LOCAL_0 << corner for corner in _CORNERS)
_ANYWHERE = 9


def make(seed: int | None = None) -> Ultimate:
    """Returns an env at the start position.

    Args:
        seed: Seed of the env's chance; without one it differs from run to run.

    >>> env = make()
    >>> env.update("a2")
    >>> env.forced, [action.name for action in env.legal_actions()]
    ((1, 0), ['a4', 'b4', 'c4', 'a5', 'b5', 'c5', 'a6', 'b6', 'c6'])
    """
    return Ultimate(seed)


def from_moves(moves: str) -> Ultimate:
    """Returns an env after the moves of a transcript, for example ``"e5d4"``.

    Raises:
        NotationError: If the text cannot be read.
        IllegalActionError: If a move is not legal, with its number.
    """
    return Ultimate().play_moves(moves)


def from_string(text: str, moves: str = "") -> Ultimate:
    """Returns an env at a given position, after the moves of a transcript.

    Args:
        text: The 81 squares row by row from a1 (``X``, ``O``, ``-`` empty), a space, the side to
            move (``X`` or ``O``), a space, and the local board to play on (``a1`` to ``c3``) or
            ``-`` for any open one.
        moves: Moves to play from there.

    Raises:
        NotationError: If the text cannot be read or no game can lead to the position.
        IllegalActionError: If a move is not legal, with its number.

    >>> env = make()
    >>> env.update("e5")
    >>> from_string(env.to_string()).position == env.position
    True
    """
    return Ultimate().begin_at(text).play_moves(moves)


def _local_marks(marks: int, board: int) -> int:
    """Returns the nine bits of one local board."""
    marks >>= _CORNERS[board]
    return marks & 7 | marks >> 6 & 0o70 | marks >> 12 & 0o700


def _sends(marks: int, lost: int, cell: int) -> bool:
    """Returns whether the last move can have been one to a cell of some local board.

    Args:
        marks: The marks of the side that made it.
        lost: The local boards that the other side has won, where it was not.
        cell: 0 to 8.
    """
    own = (_local_marks(marks, board) for board in range(9) if not lost >> board & 1)
    return any(some >> cell & 1 and not HAS_LINE[some ^ 1 << cell] for some in own)


class Ultimate(Env):
    """Ultimate tic-tac-toe; made by :func:`make`, :func:`from_moves` and :func:`from_string`.

    A position is ``(own, opp, own_won, opp_won, open, forced, legal)``: the marks of the side to
    move and of the other (81 bits, row by row), the local boards that each has won (9 bits), the
    empty squares of open local boards, the local board to play on (9 for any), the legal squares.
    """

    name = "ultimate"
    size = 9
    _fields = (*Env._fields, "the local board to play on (a1 to c3, or - for any)")
    _arrange: ClassVar[Any]
    _random_games: ClassVar[Any]

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(action_spaces(self.name, (9, 9), (CROSS, NOUGHT), 9, None), seed)

    @classmethod
    @cache
    def _load_engine(cls) -> None:
        from coursekit.engine.rules import ultimate as engine

        cls._arrange = staticmethod(engine.arrange)
        cls._random_games = staticmethod(engine.random_games)

    @property
    def forced(self) -> tuple[int, int] | None:
        """Row and column of the local board to play on, or ``None`` for any open one."""
        board = self._state[5]
        return None if board == _ANYWHERE else (board // 3, board % 3)

    @property
    def local_winners(self) -> npt.NDArray[np.int8]:
        """The winner of each local board, read-only (3, 3) int8: +1, −1, or 0 for none."""
        side = int(self.player)
        own, opp = self._state[2], self._state[3]
        winners = [side * ((own >> b & 1) - (opp >> b & 1)) for b in range(9)]
        array = np.array(winners, dtype=np.int8).reshape(3, 3)
        array.flags.writeable = False
        return array

    def _start(self) -> tuple[int, ...]:
        return 0, 0, 0, 0, _ALL, _ANYWHERE, _ALL

    def successor(self, state: tuple[Any, ...], action: Action) -> tuple[int, ...]:
        """Returns the position after a legal action."""
        own, opp, own_won, opp_won, open_squares, _, _ = state
        row, col = divmod(action.index, 9)
        board = row // 3 * 3 + col // 3
        own |= action.bit
        open_squares ^= action.bit
        if HAS_LINE[_local_marks(own, board)]:
            own_won |= 1 << board
            open_squares &= ~_LOCAL[board]
            if HAS_LINE[own_won]:
                return opp, own, opp_won, own_won, open_squares, _ANYWHERE, 0
        forced = row % 3 * 3 + col % 3
        legal = open_squares & _LOCAL[forced]
        if not legal:
            forced, legal = _ANYWHERE, open_squares
        return opp, own, opp_won, own_won, open_squares, forced, legal

    def _given(self, own: int, opp: int, side: int, *local: str) -> tuple[int, ...]:
        forced = _ANYWHERE if local[0] == "-" else parse_square(local[0], 3, 3)
        if forced is None:
            raise NotationError(f"the local board is a1 to c3, or - for any, not {shown(local[0])}")
        own_won, opp_won = (
            sum(HAS_LINE[_local_marks(marks, board)] << board for board in range(9))
            for marks in (own, opp)
        )
        alternate = opp.bit_count() - own.bit_count() == (side < 0)
        if not alternate or own_won & opp_won or HAS_LINE[own_won]:
            raise NotationError(
                "no game leads to this position: X moves first and sides alternate, a local board "
                "has one winner at most, and the game ends with the move that wins it"
            )
        open_squares = _ALL & ~(own | opp)
        for board in range(9):
            if (own_won | opp_won) >> board & 1:
                open_squares &= ~_LOCAL[board]
        if HAS_LINE[opp_won] or not open_squares:
            return own, opp, own_won, opp_won, open_squares, _ANYWHERE, 0
        legal = open_squares if forced == _ANYWHERE else open_squares & _LOCAL[forced]
        if not legal:
            raise NotationError(f"local board {local[0]} is won or full: nobody can be sent there")
        if forced != _ANYWHERE and not _sends(opp, own_won, forced):
            raise NotationError(f"no move sends anybody to local board {local[0]} here")
        return own, opp, own_won, opp_won, open_squares, forced, legal

    def outcome(self, state: tuple[Any, ...]) -> int:
        """Returns the result of a finished position for the side to move: +1, 0 or −1."""
        return -1 if HAS_LINE[state[3]] else 0

    def words(self) -> npt.NDArray[np.uint64]:
        """Returns the position as ``engine.rules.ultimate`` has it: local board by local board."""
        return self._words_of(self._state)

    def _words_of(self, state: tuple[Any, ...]) -> npt.NDArray[np.uint64]:
        own, opp, own_won, opp_won, empty, forced, _ = state
        marks = [own & _LOW, own >> 63, own_won, opp & _LOW, opp >> 63, opp_won]
        words = np.array([*marks, empty & _LOW, empty >> 63, 0, 0], np.uint64)
        self._arrange(words, forced)
        return words

    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        results = np.empty(1, np.int64)
        self._random_games(self._words_of(state), seed, number, results)
        return int(results[0])

    def _random_outcomes(
        self, state: tuple[Any, ...], seed: int, first: int, count: int
    ) -> npt.NDArray[np.int32]:
        from coursekit.engine.rules._jit import in_parts

        words = self._words_of(state)
        return in_parts(
            lambda start, results: self._random_games(words, seed, start, results), first, count
        ).astype(np.int32)

    def to_string(self) -> str:
        """Returns the position as squares from a1, the side to move and the local board."""
        local = "-" if self.forced is None else square_name(*self.forced)
        return f"{super().to_string()} {local}"

    def _status(self) -> str:
        where = "" if self.forced is None else f" on local board {square_name(*self.forced)}"
        return super()._status() + where


_LOW = (1 << 63) - 1


register(GameSpec("ultimate", make, 9, 9, kernel=ULTIMATE, opening_plies=4, theme="ultimate"))

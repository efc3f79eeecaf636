"""Ultimate tic-tac-toe: nine local boards of tic-tac-toe make one global board.

The cell of a move inside its local board names the local board that the opponent must play on;
when that board is won or full, the opponent plays on any open one. Three local boards in a row
win; a game that ends without is drawn.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from coursekit.games.actions import CROSS, NOUGHT, Action, action_spaces, square_name
from coursekit.games.env import Env
from coursekit.games.errors import NotationError
from coursekit.games.notation import MARKS, parse_cells, parse_side, parse_square, split_moves
from coursekit.games.tictactoe import HAS_LINE

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
    env = Ultimate()
    env._play_moves(split_moves(moves))
    return env


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
    fields = text.split()
    if len(fields) != 3:
        raise NotationError(
            "a position is 81 squares, the side to move (X or O) and the local board to play on "
            f"(a1 to c3, or - for any), with spaces between them, not {text!r}"
        )
    forced = None if fields[2] == "-" else parse_square(fields[2], 3)
    if forced is None and fields[2] != "-":
        raise NotationError(f"the local board is a1 to c3, or - for any, not {fields[2]!r}")
    env = Ultimate()
    env._set_position(parse_cells(fields[0], 81), parse_side(fields[1]), forced)
    env._play_moves(split_moves(moves))
    return env


def _local_marks(marks: int, board: int) -> int:
    """Returns the nine bits of one local board."""
    marks >>= _CORNERS[board]
    return marks & 7 | marks >> 6 & 0o70 | marks >> 12 & 0o700


class Ultimate(Env):
    """Ultimate tic-tac-toe; made by :func:`make`, :func:`from_moves` and :func:`from_string`.

    A position is ``(own, opp, own_won, opp_won, open, forced, legal)``: the marks of the side to
    move and of the other (81 bits, row by row), the local boards that each has won (9 bits), the
    empty squares of open local boards, the local board to play on (9 for any), the legal squares.
    """

    name = "ultimate"
    size = 9
    _random_game: ClassVar[Any]

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(action_spaces(self.name, 9, 9, (CROSS, NOUGHT), False), seed)

    @classmethod
    def _load_engine(cls) -> None:
        from coursekit.engine import ultimate as engine

        cls._random_game = staticmethod(engine.playout)

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

    def _next(self, state: tuple[Any, ...], action: Action) -> tuple[int, ...]:
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

    def _set_position(self, cells: list[int], side: int, forced: int | None) -> None:
        """Makes a given board, seen by the given side, the position that the env begins with."""
        own = sum(1 << i for i, cell in enumerate(cells) if cell == side)
        opp = sum(1 << i for i, cell in enumerate(cells) if cell == -side)
        own_won = sum(HAS_LINE[_local_marks(own, b)] << b for b in range(9))
        opp_won = sum(HAS_LINE[_local_marks(opp, b)] << b for b in range(9))
        if sum(cells) != (side < 0) or own_won & opp_won or HAS_LINE[own_won]:
            raise NotationError(
                "no game leads to this position: X moves first and sides alternate, a local board "
                "has one winner at most, and the game ends with the move that wins it"
            )
        open_squares = _ALL & ~(own | opp)
        for board in range(9):
            if (own_won | opp_won) >> board & 1:
                open_squares &= ~_LOCAL[board]
        legal = open_squares if forced is None else open_squares & _LOCAL[forced]
        if HAS_LINE[opp_won]:
            forced, legal = None, 0
        elif open_squares and not legal and forced is not None:
            name = square_name(*divmod(forced, 3))
            raise NotationError(f"local board {name} is won or full: nobody can be sent there")
        self._space = self._first_space if side > 0 else self._first_space.opponent
        board = _ANYWHERE if forced is None or not legal else forced
        self._state = (own, opp, own_won, opp_won, open_squares, board, legal)
        self._origin = self.to_string()

    def _cells(self) -> npt.NDArray[np.int8]:
        own, opp = self._state[0], self._state[1]
        side = int(self.player)
        cells = [side * ((own >> i & 1) - (opp >> i & 1)) for i in range(81)]
        return np.array(cells, dtype=np.int8).reshape(9, 9)

    def _outcome(self, state: tuple[Any, ...]) -> int:
        return -1 if HAS_LINE[state[3]] else 0

    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        own, opp, forced = state[0], state[1], state[5]
        result: int = self._random_game(
            own & _LOW, own >> 63, opp & _LOW, opp >> 63, forced, seed, number
        )
        return result

    def to_string(self) -> str:
        """Returns the position as squares from a1, the side to move and the local board."""
        squares = "".join(MARKS[cell] for cell in self._cells().ravel().tolist())
        local = "-" if self.forced is None else square_name(*self.forced)
        return f"{squares} {MARKS[int(self.player)]} {local}"

    def _status(self) -> str:
        where = "" if self.forced is None else f" on local board {square_name(*self.forced)}"
        return super()._status() + where


_LOW = (1 << 63) - 1

"""What can be asked of a game in progress: whose turn, which moves, who has won, as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.games.actions import Action, ActionSpace, Player
from coursekit.games.notation import MARKS, board_text, side_text
from coursekit.strangers import shown


class Position(ABC):
    """A position and the moves that led to it: what :class:`Env` says of itself without playing.

    It is an immutable tuple: the pieces of the side to move and those of the other side as masks,
    then what else the game needs, and last the mask of the legal actions.
    """

    name: str
    """Name of the game and its size, for example ``"othello8"``."""

    _state: tuple[Any, ...]
    _space: ActionSpace
    _origin: str | None
    _history: list[Action]
    _first_space: ActionSpace

    # The position

    @property
    def player(self) -> Player:
        """The side to move."""
        return self._space.player

    @property
    def space(self) -> ActionSpace:
        """All actions of the side to move, legal or not."""
        return self._space

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        return self._space.rows, self._space.cols

    @property
    def state(self) -> tuple[Any, ...]:
        """The position for the side to move, as an immutable tuple.

        The first two entries are masks of the mover's pieces and the other side's, the last is
        the bits of the legal actions (0 when the game is over); between them stands what else the
        game needs.
        """
        return self._state

    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The board as a read-only (rows, cols) int8 array: +1 first player, −1 second, 0 empty."""
        cells = self.cells(self._state, self._space.player)
        cells.flags.writeable = False
        return cells

    def cells(self, state: tuple[Any, ...], player: int) -> npt.NDArray[np.int8]:
        """Returns a position's board, a new (rows, cols) array.

        Args:
            state: The position.
            player: The value of its mover's pieces, +1 or −1; the other side's have the opposite.
        """
        rows, cols, stride = self._space.rows, self._space.cols, self._space.stride
        count = rows * stride
        size = (count + 7) // 8
        own, opp = state[:2] if player > 0 else state[1::-1]
        masks = own.to_bytes(size, "little") + opp.to_bytes(size, "little")
        bits = np.unpackbits(np.frombuffer(masks, np.uint8), bitorder="little").view(np.int8)
        board = (bits[:count] - bits[8 * size : 8 * size + count]).reshape(rows, stride)
        return board if cols == stride else board[:, :cols].copy()

    @property
    def position(self) -> Hashable:
        """A key that two envs share exactly when game, board and side to move are the same."""
        return self.name, int(self.player), self._state

    @property
    def last_action(self) -> Action | None:
        """The action that led here, or ``None`` where there is none to undo."""
        return self._history[-1] if self._history else None

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions so far, passes included, oldest first."""
        return tuple(self._history)

    def legal_actions(self) -> list[Action]:
        """Returns the legal actions in the order of their indices.

        Exactly one pass when the side to move cannot move and the game goes on; nothing when the
        game is over.
        """
        return self._space.listed(self._state[-1])

    def must_pass(self) -> bool:
        """Returns whether the pass is the one legal action."""
        number = self._space.pass_number
        return number is not None and bool(self._state[-1] >> number)

    def count(self, player: int) -> int:
        """Returns the number of squares that ``player`` (+1 or −1) holds."""
        pieces: int = self._state[0 if _side(player) == self._space.player else 1]
        return pieces.bit_count()

    def words(self) -> npt.NDArray[np.uint64]:
        """Returns the position as the kernels of ``engine.rules.games`` read it.

        Raises:
            TypeError: If the game has no kernels.
        """
        raise TypeError(f"{self.name} has no kernels: only the protocol can play it")

    # The end

    def is_done(self) -> bool:
        """Returns whether the game is over."""
        return not self._state[-1]

    def result(self) -> int:
        """Returns the result for the side to move: +1 won, 0 drawn, −1 lost.

        Raises:
            ValueError: If the game is not over: an unfinished game has no result.
        """
        if self._state[-1]:
            raise ValueError("the game is not over yet, so it has no result")
        return self.outcome(self._state)

    def is_win(self, player: int) -> bool:
        """Returns whether the game is over and ``player`` (+1 or −1) has won."""
        value = _side(player) * int(self.player)
        return self.is_done() and self.result() == value

    def is_lose(self, player: int) -> bool:
        """Returns whether the game is over and ``player`` (+1 or −1) has lost."""
        return self.is_win(-_side(player))

    def is_draw(self) -> bool:
        """Returns whether the game is over and drawn."""
        return self.is_done() and self.result() == 0

    @abstractmethod
    def outcome(self, state: tuple[Any, ...]) -> int:
        """Returns the result of a finished position for the side to move: +1, 0 or −1."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.position == other.position and self._history == other._history

    __hash__ = None  # type: ignore[assignment]  # an env changes: use its position as a key

    # Text

    def to_moves(self) -> str:
        """Returns the moves so far as a transcript, for example ``"f5d6c3"``.

        A forced pass is left out where the next move shows it, and written ``--`` at the end.
        """
        moves = [action.name for action in self._history if not action.is_pass]
        if self._history and self._history[-1].is_pass:
            moves.append("--")
        return "".join(moves)

    def to_string(self) -> str:
        """Returns the position as text: its squares from a1 row by row, and the side to move.

        >>> from coursekit import othello
        >>> othello.make(size=4).to_string()
        '-----OX--XO----- X'
        """
        squares = "".join(MARKS[cell] for cell in self.board.ravel().tolist())
        return f"{squares} {MARKS[int(self.player)]}"

    def __str__(self) -> str:
        """Returns the board as plain text, with the state of the game above it."""
        first = self._first_space.player
        score = ", ".join(f"{side_text(side)} {self.count(side)}" for side in (first, -first))
        return f"{score}; {self._status()}\n{board_text(self.board)}"

    def _status(self) -> str:
        if not self.is_done():
            return f"{side_text(self.player)} {'must pass' if self.must_pass() else 'to move'}"
        result = self.result()
        return (
            f"{side_text(self.player if result > 0 else -self.player)} wins" if result else "draw"
        )

    def __repr__(self) -> str:
        """Returns an expression that rebuilds the env, and the text board as comments below it."""
        moves = self.to_moves()
        if self._origin is None:
            call = f"from_moves({moves!r}{self._make_arguments()})"
        else:
            call = f"from_string({self._origin!r}" + (f", {moves!r})" if moves else ")")
        package, _, module = type(self).__module__.rpartition(".")
        maker = module if package == "coursekit.games" else f"registry.spec({self.name!r})"
        return "\n# ".join([f"{maker}.{call}", *str(self).split("\n")])

    def _make_arguments(self) -> str:
        """Returns what ``from_moves`` must be told besides the moves."""
        return ""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Shows the text board where Jupyter and IPython want plain text."""
        printer.text(str(self))


def _side(player: int) -> int:
    """Returns +1 or −1 for the player; anything else names no side."""
    if player not in (1, -1):
        raise ValueError(f"a player is +1 (first) or −1 (second), not {shown(player)}")
    return int(player)

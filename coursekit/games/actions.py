"""Players and actions: small values that print well, compare, hash and never change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any


class IllegalActionError(ValueError):
    """An action that the rules do not allow here; the position is unchanged."""


class Player(int):
    """A side: +1 for the first player, −1 for the second, with the name that its game gives it.

    >>> BLACK, -BLACK, int(BLACK)
    (BLACK, WHITE, 1)
    """

    _name: str
    _opponent: Player

    @property
    def name(self) -> str:
        """The side's name: ``"BLACK"`` or ``"WHITE"``, ``"X"`` or ``"O"``."""
        return self._name

    def __neg__(self) -> Player:
        return self._opponent

    def __repr__(self) -> str:
        return self._name

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self._name, spec)

    def __reduce__(self) -> tuple[Callable[..., Player], tuple[int, str, str]]:
        return _player, (int(self), self._name, self._opponent._name)


@cache
def sides(first: str, second: str) -> tuple[Player, Player]:
    """Returns the first and the second player of a game by their names; always the same objects.

    >>> sides("RED", "BLUE")
    (RED, BLUE)
    """
    one, two = Player(1), Player(-1)
    one._name, two._name = first, second
    one._opponent, two._opponent = two, one
    return one, two


BLACK, WHITE = sides("BLACK", "WHITE")
CROSS, NOUGHT = sides("X", "O")


def _player(side: int, name: str, opponent: str) -> Player:
    return sides(name, opponent)[0] if side > 0 else sides(opponent, name)[1]


class Action:
    """One move of one side: a square, or a pass.

    Actions are interned: two actions that are equal are the same object. The games make them; a
    program gets them from :meth:`Env.legal_actions` or :attr:`Env.history`.

    Attributes:
        space: All actions of this side of this game.
        player: The side that plays it.
        row: Row from the top, from 0; ``None`` for a pass.
        col: Column from the left, from 0; ``None`` for a pass.
        index: Number of the square, row by row from a1 = 0; ``rows * cols`` for a pass.
        name: ``"f5"``, or ``"pass"``.
        number: What the kernels call the action: the number of its bit.
        bit: The action's bit in the masks of legal actions that the games keep.

    >>> from coursekit import othello
    >>> action = othello.make().legal_actions()[2]
    >>> action, action.name, action.row, action.col, action.index
    (BLACK f5, 'f5', 4, 5, 37)
    """

    # In the order of the constructor's arguments.
    __slots__ = ("space", "player", "row", "col", "index", "name", "number", "bit", "_hash")  # noqa: RUF023

    space: ActionSpace
    player: Player
    row: int | None
    col: int | None
    index: int
    name: str
    number: int
    bit: int
    _hash: int

    def __init__(self, *values: object) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def is_pass(self) -> bool:
        """Whether this is the pass."""
        return self.row is None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an action never changes, so {name!r} cannot be set")

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{self.player} {self.name}"

    def __reduce__(self) -> tuple[Callable[..., Action], tuple[ActionSpace, int]]:
        return ActionSpace.numbered, (self.space, self.number)


class ActionSpace:
    """All actions of one side of one game, made once by :func:`action_spaces`, never changed.

    Attributes:
        game: Name of the game, for example ``"othello8"``.
        rows: Rows of the board.
        cols: Squares in a row.
        stride: Bits between one row and the next in the masks of legal actions.
        pass_number: Number of the pass's bit, or ``None`` in games without a pass.
        player: The side whose actions these are.
        opponent: The other side's space.
        actions: The action of every square by index, then the pass in games that have one.
        tables: For each byte of a mask, the tuple of actions for each of its 256 values.
    """

    # All envs of a game share it: what one player could set would reach every other.
    __slots__ = (
        "_arguments",
        "actions",
        "cols",
        "game",
        "opponent",
        "pass_number",
        "player",
        "rows",
        "stride",
        "tables",
    )

    def __init__(
        self,
        place: int,
        game: str,
        shape: tuple[int, int],
        players: tuple[Player, Player],
        stride: int,
        pass_number: int | None,
    ) -> None:
        self._arguments = place, game, shape, players, stride, pass_number
        self.game = game
        self.rows, self.cols = shape
        self.stride = stride
        self.pass_number = pass_number
        self.player = players[place]
        self.opponent: ActionSpace
        squares = [
            self._action(row * self.cols + col, row * stride + col, row, col)
            for row in range(self.rows)
            for col in range(self.cols)
        ]
        passes = [] if pass_number is None else [self._action(len(squares), pass_number)]
        self.actions = (*squares, *passes)
        self.tables = _byte_tables(squares)

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"the actions of a game never change: {name!r} cannot be set")
        object.__setattr__(self, name, value)

    def _action(
        self, index: int, number: int, row: int | None = None, col: int | None = None
    ) -> Action:
        name = PASS if row is None or col is None else square_name(row, col)
        # Built from numbers alone: hashes of text differ from run to run, and with them sets.
        key = 1000 * self.cols + 2 * index + (self.player > 0)
        return Action(self, self.player, row, col, index, name, number, 1 << number, key)

    def listed(self, mask: int) -> list[Action]:
        """Returns the actions whose bits are set in ``mask``, in the order of their indices."""
        if self.pass_number is not None and mask >> self.pass_number:
            return [self.actions[-1]]
        found: list[Action] = []
        for table, byte in zip(self.tables, mask.to_bytes(len(self.tables), "little"), strict=True):
            if byte:
                found += table[byte]
        return found

    def numbered(self, number: int) -> Action:
        """Returns the action that the kernels call by this number (see :attr:`Action.number`)."""
        if number == self.pass_number:
            return self.actions[-1]
        return self.actions[number // self.stride * self.cols + number % self.stride]

    def __repr__(self) -> str:
        return f"<actions of {self.player} in {self.game}>"

    def __reduce__(self) -> tuple[Callable[..., ActionSpace], tuple[object, ...]]:
        return _space, self._arguments


def _byte_tables(actions: list[Action]) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    """Returns, for each byte of a mask and each of its values, the actions that it stands for."""
    by_bit = {action.bit: action for action in actions}
    tables = []
    for shift in range(0, max(by_bit).bit_length(), 8):
        table: list[tuple[Action, ...]] = [()]
        for value in range(1, 256):
            rest, low = table[value & (value - 1)], by_bit.get((value & -value) << shift)
            table.append(rest if low is None else (low, *rest))
        tables.append(tuple(table))
    return tuple(tables)


@cache
def action_spaces(
    game: str,
    shape: tuple[int, int],
    players: tuple[Player, Player],
    stride: int,
    pass_number: int | None,
) -> tuple[ActionSpace, ActionSpace]:
    """Returns the spaces of the first and the second player; the same objects for the same game.

    Args:
        game: Name of the game.
        shape: Rows and columns of the board.
        players: The first and the second player.
        stride: Bits between one row and the next in masks of legal actions: at least the columns.
        pass_number: Number of the pass's bit; ``None`` for a game without a pass.
    """
    first, second = (
        ActionSpace(place, game, shape, players, stride, pass_number) for place in (0, 1)
    )
    first.opponent, second.opponent = second, first
    return first, second


def _space(place: int, *arguments: Any) -> ActionSpace:
    return action_spaces(*arguments)[place]


PASS = "pass"


def square_name(row: int, col: int) -> str:
    """Returns the name of a square: the column's letter, then the row's number.

    >>> square_name(4, 5)
    'f5'
    """
    return f"{chr(ord('a') + col)}{row + 1}"

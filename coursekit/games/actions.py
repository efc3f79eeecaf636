"""Players and actions: small values that print well, compare, hash and never change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


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

    def __reduce__(self) -> tuple[Callable[[str], Player], tuple[str]]:
        return _player, (self._name,)


def _pair(first: str, second: str) -> tuple[Player, Player]:
    one, two = Player(1), Player(-1)
    one._name, two._name = first, second
    one._opponent, two._opponent = two, one
    return one, two


BLACK, WHITE = _pair("BLACK", "WHITE")
CROSS, NOUGHT = _pair("X", "O")


def _player(name: str) -> Player:
    return next(player for player in (BLACK, WHITE, CROSS, NOUGHT) if player._name == name)


class Action:
    """One move of one side: a square, or a pass.

    Actions are interned: two actions that are equal are the same object. The games make them; a
    program gets them from :meth:`Env.legal_actions` or :attr:`Env.history`.

    Attributes:
        player: The side that plays it.
        row: Row from the top, from 0; ``None`` for a pass.
        col: Column from the left, from 0; ``None`` for a pass.
        index: Number of the square, row by row from a1 = 0; ``width * width`` for a pass.
        name: ``"f5"``, or ``"pass"``.
        bit: The action's bit in the masks of legal actions that the games keep.
        space: All actions of this side of this game.

    >>> from coursekit import othello
    >>> action = othello.make().legal_actions()[2]
    >>> action, action.name, action.row, action.col, action.index
    (BLACK f5, 'f5', 4, 5, 37)
    """

    __slots__ = ("_hash", "bit", "col", "index", "name", "player", "row", "space")

    player: Player
    row: int | None
    col: int | None
    index: int
    name: str
    bit: int
    space: ActionSpace
    _hash: int

    def __init__(self, space: ActionSpace, index: int) -> None:
        is_pass = index == space.width**2
        row, col = divmod(index, space.width)
        values = {
            "player": space.player,
            "row": None if is_pass else row,
            "col": None if is_pass else col,
            "index": index,
            "name": PASS if is_pass else square_name(row, col),
            "bit": 1 << (space.stride**2 if is_pass else row * space.stride + col),
            "space": space,
            # Built from numbers alone: hashes of text differ from run to run, and with them sets.
            "_hash": 1000 * space.width + 2 * index + (space.player > 0),
        }
        for name, value in values.items():
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
        return _action, (self.space, self.index)


class ActionSpace:
    """All actions of one side of one game, made once by :func:`action_spaces`.

    Attributes:
        game: Name of the game, for example ``"othello8"``.
        width: Squares in a row of the board.
        stride: Bits between one row and the next in the masks of legal actions.
        player: The side whose actions these are.
        opponent: The other side's space.
        actions: The action of every square by index, then the pass in games that have one.
        tables: For each byte of a mask, the tuple of actions for each of its 256 values.
    """

    def __init__(
        self, game: str, width: int, stride: int, players: tuple[Player, Player], has_pass: bool
    ) -> None:
        self.game = game
        self.width = width
        self.stride = stride
        self.player = players[0]
        self.opponent: ActionSpace
        self.actions = tuple(Action(self, index) for index in range(width**2 + has_pass))
        self.tables = _byte_tables([a for a in self.actions if not a.is_pass])
        self._arguments = (game, width, stride, players, has_pass)

    def listed(self, mask: int) -> list[Action]:
        """Returns the actions whose bits are set in ``mask``, in the order of their indices."""
        found: list[Action] = []
        if mask >> self.stride**2:
            found.append(self.actions[-1])
            mask &= (1 << self.stride**2) - 1
        for table, byte in zip(self.tables, mask.to_bytes(len(self.tables), "little"), strict=True):
            if byte:
                found += table[byte]
        return found

    def __repr__(self) -> str:
        return f"<actions of {self.player} in {self.game}>"

    def __reduce__(self) -> tuple[Callable[..., ActionSpace], tuple[object, ...]]:
        return _space, (*self._arguments,)


def _byte_tables(actions: list[Action]) -> list[list[tuple[Action, ...]]]:
    """Returns, for each byte of a mask and each of its values, the actions that it stands for."""
    by_bit = {action.bit: action for action in actions}
    tables = []
    for shift in range(0, max(by_bit).bit_length(), 8):
        table: list[tuple[Action, ...]] = [()]
        for value in range(1, 256):
            rest, low = table[value & (value - 1)], by_bit.get((value & -value) << shift)
            table.append(rest if low is None else (low, *rest))
        tables.append(table)
    return tables


@cache
def action_spaces(
    game: str, width: int, stride: int, players: tuple[Player, Player], has_pass: bool
) -> tuple[ActionSpace, ActionSpace]:
    """Returns the spaces of the first and the second player; the same objects for the same game."""
    first = ActionSpace(game, width, stride, players, has_pass)
    second = ActionSpace(game, width, stride, (players[1], players[0]), has_pass)
    first.opponent, second.opponent = second, first
    return first, second


def _space(
    game: str, width: int, stride: int, players: tuple[Player, Player], has_pass: bool
) -> ActionSpace:
    first, second = action_spaces(
        game, width, stride, tuple(sorted(players, reverse=True)), has_pass
    )
    return first if players[0] > 0 else second


def _action(space: ActionSpace, index: int) -> Action:
    return space.actions[index]


PASS = "pass"


def square_name(row: int, col: int) -> str:
    """Returns the name of a square: the column's letter, then the row's number.

    >>> square_name(4, 5)
    'f5'
    """
    return f"{chr(ord('a') + col)}{row + 1}"

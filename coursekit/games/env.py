"""The protocol that all games share: :class:`Env`, a board game for two players.

A position is an immutable tuple: the pieces of the side to move and those of the other side as
masks, then what else the game needs, and last the mask of the legal actions. Playing an action
makes the next tuple and undoing one takes the last tuple back, so undo is exact by construction
and a copy costs next to nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from coursekit.checks import checked_text, checked_whole, is_whole
from coursekit.games.actions import PASS, Action, ActionSpace, IllegalActionError
from coursekit.games.chance import Chance
from coursekit.games.notation import (
    NotationError,
    parse_cells,
    parse_side,
    parse_square,
    split_moves,
)
from coursekit.games.position import Position
from coursekit.strangers import own_words, plain, shown

if TYPE_CHECKING:
    from PIL.Image import Image


MOST_PLAYOUTS = 100_000_000
"""Games of one call of :meth:`Env.playouts`: their results take a gigabyte."""


class Env(Position):
    """A game in progress: the position, the moves that led to it, and a source of chance.

    Two sides move in strict alternation. A side that cannot move while the game goes on has one
    legal action, the pass. Every value is seen from the side to move: +1 won, 0 drawn, −1 lost.

    A game derives from this class and says where it starts (:meth:`_start`), which position
    follows an action (:meth:`successor`) and who has won (:meth:`outcome`); that is all it needs
    to be played. To begin at positions given as text it also defines :meth:`_given`. A game with
    kernels says how they read a position (:meth:`words`) and play random games
    (:meth:`_random_outcome`).
    """

    _fields: tuple[str, ...] = ("its squares", "the side to move (X or O)")
    """The parts of a position's text."""

    def __init__(self, spaces: tuple[ActionSpace, ActionSpace], seed: int | None = None) -> None:
        self._load_engine()
        self._first_space = spaces[0]
        self._undo: list[tuple[Any, ...]] = []
        self._history: list[Action] = []
        self._chance = Chance(seed)
        self._begin(self._start())

    @classmethod
    def _load_engine(cls) -> None:
        """Imports the game's kernels, if it has any: numba loads with the first env, not before."""

    # What a game defines, besides :meth:`outcome`

    @abstractmethod
    def _start(self) -> tuple[Any, ...]:
        """Returns the start position."""

    @abstractmethod
    def successor(self, state: tuple[Any, ...], action: Action) -> tuple[Any, ...]:
        """Returns the position (see :attr:`state`) after a legal action."""

    def _given(self, own: int, opp: int, side: int, *fields: str) -> tuple[Any, ...]:
        """Returns a position that is given as text.

        Args:
            own: The pieces of the side to move, as a mask.
            opp: The pieces of the other side.
            side: The side to move, +1 or −1.
            fields: What the text says beyond board and side.

        Raises:
            NotationError: If no game leads to the position.
        """
        raise NotationError(f"{self.name} begins at its start position only")

    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        """Returns the result, for the side to move, of random game ``number`` of a 64-bit seed."""
        rng, space, sign = np.random.default_rng((seed, number)), self._space, 1
        while actions := space.listed(state[-1]):
            state = self.successor(state, actions[int(rng.random() * len(actions))])
            space, sign = space.opponent, -sign
        return sign * self.outcome(state)

    def _random_outcomes(
        self, state: tuple[Any, ...], seed: int, first: int, count: int
    ) -> npt.NDArray[np.int32]:
        """Returns the results of ``count`` random games, numbered from ``first``."""
        numbers = range(first, first + count)
        return np.array([self._random_outcome(state, seed, n) for n in numbers], dtype=np.int32)

    # Playing

    def update(self, action: Action | str | tuple[int, int]) -> None:
        """Plays an action.

        Args:
            action: One of :meth:`legal_actions`, a name (``"f5"``, ``"pass"``) or ``(row, col)``.

        Raises:
            IllegalActionError: If the action is not legal here; nothing changes.
            NotationError: If a name cannot be read; nothing changes.
        """
        state = self._state
        if (
            type(action) is not Action
            or action.space is not self._space
            or action is not self._space.actions[action.index]  # a forged one
            or not action.bit & state[-1]
        ):
            action = self._legal_action(action)
        self._state = self.successor(state, action)
        self._undo.append(state)
        self._history.append(action)
        self._space = self._space.opponent

    def undo(self) -> None:
        """Takes the last action back.

        Raises:
            ValueError: If there is no action to take back.
        """
        if not self._undo:
            raise ValueError("there is nothing to undo: no action has been played on this env")
        self._state = self._undo.pop()
        self._history.pop()
        self._space = self._space.opponent

    def turn_change(self) -> None:
        """Plays the pass.

        Raises:
            IllegalActionError: If the side to move can move, or the game is over.
        """
        self.update(PASS)

    def play_moves(self, moves: str) -> Self:
        """Plays the moves of a transcript and returns the env.

        Args:
            moves: For example ``"f5d6c3"``; forced passes may be written (``--``) or left out.

        Raises:
            NotationError: If the text cannot be read.
            IllegalActionError: If a move is not legal, with its number; those before it are played.
        """
        for number, move in enumerate(split_moves(moves), start=1):
            if parse_square(move, *self.shape) is not None and self.must_pass():
                self.turn_change()
            try:
                self.update(move)
            except IllegalActionError as error:
                raise IllegalActionError(f"move {number} of the transcript: {error}") from None
        return self

    def begin_at(self, text: str) -> Self:
        """Goes to a position given as text (see :meth:`to_string`) and returns the env.

        Nothing before it can be undone.

        Raises:
            NotationError: If the text cannot be read or no game can lead to the position.
        """
        fields = checked_text(text, "a position").split()
        if len(fields) != len(self._fields):
            parts = f"{', '.join(self._fields[:-1])} and {self._fields[-1]}"
            raise NotationError(
                f"a position is {parts}, with spaces between them, not {shown(text)}"
            )
        squares = [action for action in self._space.actions if not action.is_pass]
        cells, side = parse_cells(fields[0], len(squares)), parse_side(fields[1])
        pieces = list(zip(squares, cells, strict=True))
        own, opp = (sum(a.bit for a, cell in pieces if cell == s) for s in (side, -side))
        self._begin(self._given(own, opp, side, *fields[2:]), side, given=True)
        return self

    def reset(self, seed: int | None = None) -> None:
        """Goes back to the game's start position and forgets the history.

        Args:
            seed: New seed for :attr:`rng` and :meth:`playout`; without one, they go on.

        Raises:
            ValueError: If the seed is no whole number from 0 up; nothing changes.
        """
        if seed is not None:
            self.seed(seed)
        self._begin(self._start())

    def _begin(self, state: tuple[Any, ...], side: int = 1, given: bool = False) -> None:
        self._state = state
        self._space = self._first_space if side > 0 else self._first_space.opponent
        self._origin = self.to_string() if given else None
        self._undo.clear()
        self._history.clear()

    # Chance

    @property
    def rng(self) -> np.random.Generator:
        """The generator of random numbers that belongs to this env, made from its seed."""
        return self._chance._rng or self._chance.rng  # searches and players live on it

    def seed(self, seed: int | None) -> None:
        """Gives :attr:`rng` and :meth:`playout` a new seed; the position stays.

        Args:
            seed: A whole number from 0 up, or ``None`` for a seed drawn from the system.

        Raises:
            ValueError: If the seed is no such number; nothing changes.
        """
        self._chance.seed(seed)

    def playout(self) -> int:
        """Returns how one uniformly random game from here ends, for the side to move: +1, 0, −1.

        Compiled, and the env is unchanged; each call plays another game. The games follow from
        the env's seed.

        Raises:
            ValueError: If the game is over.
        """
        if not self._state[-1]:
            raise ValueError("the game is over: a playout needs a position with a legal action")
        seed, number = self._chance.next_playouts()
        return self._random_outcome(self._state, seed, number)

    def playouts(self, count: int) -> npt.NDArray[np.int32]:
        """Returns the results of ``count`` calls of :meth:`playout`, computed on every core.

        Args:
            count: Number of random games, from 0 to a hundred million.

        Returns:
            (count,) int32 array of +1, 0 and −1 for the side to move, the same on any machine.

        Raises:
            ValueError: If the game is over, or ``count`` no such number; nothing changes.
        """
        if not self._state[-1]:
            raise ValueError("the game is over: a playout needs a position with a legal action")
        count = checked_whole(count, "count", least=0, most=MOST_PLAYOUTS)
        return self._random_outcomes(self._state, *self._chance.next_playouts(count), count)

    # Copies

    def copy(self) -> Self:
        """Returns an equal env that is independent of this one, with a chance of its own.

        Each copy draws different random numbers from its original and from every other copy:
        otherwise a hundred copies would play the same random game a hundred times. All of them
        follow from the seed.
        """
        return self.clone(self._chance.another())

    def clone(self, chance: Chance | None = None) -> Self:
        """Returns an exact copy, and leaves this env as it is.

        Args:
            chance: Where the clone takes its random numbers from. Without it they are those that
                this env is about to draw.
        """
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        twin._undo = self._undo.copy()
        twin._history = self._history.copy()
        twin._chance = self._chance.clone() if chance is None else chance
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._load_engine()
        self.__dict__.update(state)

    # Pictures

    def render(
        self,
        size: int = 400,
        heat: Any = None,
        text: Any = None,
        marks: Any = None,
        reach: float | None = None,
    ) -> Image:
        """Returns a picture of the board (see :func:`coursekit.display.pictures.board.render`).

        Args:
            size: Width of the picture in pixels.
            heat: A number for each of some squares, drawn as colour.
            text: A label or number for each of some squares, written on it.
            marks: Squares to mark.
            reach: The number whose colour is full, and minus it.
        """
        from coursekit.display.pictures import board

        return board.render(self, size=size, heat=heat, text=text, marks=marks, reach=reach)

    def _repr_png_(self) -> Any:
        from coursekit.display.pictures import board

        return board.png_bytes(self)

    # What update() accepts

    def _legal_action(self, given: object) -> Action:
        """Returns the legal action that ``given`` stands for, or raises what is wrong with it."""
        rows, cols = self.shape
        if isinstance(given, Action):
            mine = given.space.game == self._space.game and given.player == self.player
            index = given.index if mine else -1
        elif isinstance(given, str):
            square = parse_square(given, rows, cols)
            index = rows * cols if square is None else square
        else:
            row, col = self._pair(given)
            index = row * cols + col if 0 <= row < rows and 0 <= col < cols else -1
        actions = self._space.actions
        if 0 <= index < len(actions) and actions[index].bit & self._state[-1]:
            return actions[index]
        legal = ", ".join(action.name for action in self.legal_actions())
        reason = f"its legal actions are {legal}" if legal else "the game is over"
        name = plain(own_words(partial(str, given)))
        raise IllegalActionError(
            f"{name} is not legal: {self.player} is to move and {reason}\n{self}"
        )

    @staticmethod
    def _pair(given: Any) -> tuple[int, int]:
        """Returns two whole numbers; a fraction is refused, since rounding it plays elsewhere."""
        pair = given.tolist() if isinstance(given, np.ndarray) else given
        readable = isinstance(pair, Sequence) and not isinstance(pair, bytes | bytearray)
        if readable and len(pair) == 2 and all(map(is_whole, pair)):
            return int(pair[0]), int(pair[1])
        raise IllegalActionError(
            f"{shown(given)} is no action: give one of legal_actions(), a name (c4) or (row, col)"
        )


def checked_env(env: Any) -> Any:
    """Returns an argument that must be a game in progress; it need not derive from :class:`Env`.

    Raises:
        TypeError: If it is none.
    """
    if isinstance(env, type) or not callable(getattr(env, "legal_actions", None)):
        raise TypeError(f"this takes an env, such as othello.make() returns, not {shown(env)}")
    return env

"""The one protocol that the three games share: :class:`Env`, a board game for two players.

A position is an immutable tuple whose last entry is the mask of the legal actions. Playing an
action makes the next tuple and undoing one takes the last tuple back, so undo is exact by
construction and a copy costs next to nothing.
"""

from __future__ import annotations

import operator
import secrets
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from coursekit.games.actions import PASS, Action, ActionSpace, Player
from coursekit.games.errors import IllegalActionError
from coursekit.games.notation import parse_square
from coursekit.games.shown import Shown


class Env(Shown, ABC):
    """A game in progress: the position, the moves that led to it, and a source of chance.

    Two sides move in strict alternation. A side that cannot move while the game goes on has one
    legal action, the pass. Every value is seen from the side to move: +1 won, 0 drawn, −1 lost.

    A game derives from this class and says where it starts (:meth:`_start`), which position
    follows an action (:meth:`_next`), how the board looks (:meth:`_cells`), who has won
    (:meth:`_outcome`) and how a random game ends (:meth:`_random_outcome`).
    """

    name: str
    """Name of the game and its size, for example ``"othello8"``."""

    def __init__(self, spaces: tuple[ActionSpace, ActionSpace], seed: int | None = None) -> None:
        self._load_engine()
        self._space = self._first_space = spaces[0]
        self._state = self._start()
        self._undo: list[tuple[Any, ...]] = []
        self._history: list[Action] = []
        self._origin: str | None = None
        self._rng: np.random.Generator | None = None
        self.seed(seed)

    @classmethod
    def _load_engine(cls) -> None:
        """Imports the game's kernels, if it has any: numba loads with the first env, not before."""

    # What a game defines

    @abstractmethod
    def _start(self) -> tuple[Any, ...]:
        """Returns the start position."""

    @abstractmethod
    def _next(self, state: tuple[Any, ...], action: Action) -> tuple[Any, ...]:
        """Returns the position after a legal action."""

    @abstractmethod
    def _cells(self) -> npt.NDArray[np.int8]:
        """Returns a new (n, n) array of the board: +1 first player, −1 second, 0 empty."""

    @abstractmethod
    def _outcome(self, state: tuple[Any, ...]) -> int:
        """Returns the result of a finished position for the side to move: +1, 0 or −1."""

    @abstractmethod
    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        """Returns the result, for the side to move, of random game ``number`` of a 64-bit seed."""

    def _random_outcomes(
        self, state: tuple[Any, ...], seed: int, first: int, count: int
    ) -> npt.NDArray[np.int8]:
        """Returns the results of ``count`` random games, numbered from ``first``."""
        numbers = range(first, first + count)
        return np.array([self._random_outcome(state, seed, n) for n in numbers], dtype=np.int8)

    @abstractmethod
    def to_string(self) -> str:
        """Returns the position as one line that the game's ``from_string`` reads."""

    # The position

    @property
    def player(self) -> Player:
        """The side to move."""
        return self._space.player

    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The board as a read-only (n, n) int8 array: +1 first player, −1 second, 0 empty."""
        cells = self._cells()
        cells.flags.writeable = False
        return cells

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

    def count(self, player: int) -> int:
        """Returns the number of squares that ``player`` (+1 or −1) holds."""
        return int((self._cells() == _side(player)).sum())

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
            action.__class__ is not Action
            or action.space is not self._space
            or not action.bit & state[-1]
        ):
            action = self._legal_action(action)
        self._state = self._next(state, action)
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

    def playout(self) -> int:
        """Returns how one uniformly random game from here ends, for the side to move: +1, 0, −1.

        Compiled, and the env is unchanged; each call plays another game. The games follow from
        the env's seed.

        Raises:
            ValueError: If the game is over.
        """
        if not self._state[-1]:
            raise ValueError("the game is over: a playout needs a position with a legal action")
        seed = self._seed if self._seed is not None else self._drawn_seed()
        self._playouts += 1
        return self._random_outcome(self._state, seed & _MASK_64, self._playouts)

    def playouts(self, count: int) -> npt.NDArray[np.int8]:
        """Returns the results of ``count`` calls of :meth:`playout`, computed on every core.

        Args:
            count: Number of random games, from 0.

        Returns:
            (count,) int8 array of +1, 0 and −1 for the side to move, the same on any machine.

        Raises:
            ValueError: If the game is over or ``count`` is negative.
        """
        if not self._state[-1]:
            raise ValueError("the game is over: a playout needs a position with a legal action")
        if count < 0:
            raise ValueError(f"count is a number of games from 0 up, not {count}")
        seed = self._seed if self._seed is not None else self._drawn_seed()
        first = self._playouts + 1
        self._playouts += count
        return self._random_outcomes(self._state, seed & _MASK_64, first, count)

    def reset(self, seed: int | None = None) -> None:
        """Goes back to the game's start position and forgets the history.

        Args:
            seed: New seed for :attr:`rng` and :meth:`playout`; without one, they go on.

        Raises:
            ValueError: If the seed is no whole number from 0 up; nothing changes.
        """
        if seed is not None:
            self.seed(seed)
        self._state = self._start()
        self._undo.clear()
        self._history.clear()
        self._space = self._first_space
        self._origin = None

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
        return self._outcome(self._state)

    def is_win(self, player: int) -> bool:
        """Returns whether the game is over and ``player`` (+1 or −1) has won."""
        return self.is_done() and self.result() * int(self.player) == _side(player)

    def is_lose(self, player: int) -> bool:
        """Returns whether the game is over and ``player`` (+1 or −1) has lost."""
        return self.is_done() and self.result() * int(self.player) == -_side(player)

    def is_draw(self) -> bool:
        """Returns whether the game is over and drawn."""
        return self.is_done() and self.result() == 0

    # Chance

    @property
    def rng(self) -> np.random.Generator:
        """The generator of random numbers that belongs to this env, made from its seed."""
        if self._rng is None:
            seed = self._seed if self._seed is not None else self._drawn_seed()
            self._rng = np.random.default_rng(seed)
        return self._rng

    def seed(self, seed: int | None) -> None:
        """Gives :attr:`rng` and :meth:`playout` a new seed; the position stays.

        Args:
            seed: A whole number from 0 up, or ``None`` for a seed drawn from the system.

        Raises:
            ValueError: If the seed is no such number; nothing changes.
        """
        if seed is not None and (not isinstance(seed, int | np.integer) or seed < 0):
            raise ValueError(f"a seed is a whole number from 0 up, not {seed!r}")
        self._seed = None if seed is None else int(seed)
        self._rng = None
        self._playouts = 0
        self._copies = 0

    def _drawn_seed(self) -> int:
        """Draws a seed from the operating system for an env that was given none."""
        self._seed = secrets.randbits(64)
        return self._seed

    # Copies

    def copy(self) -> Self:
        """Returns an equal env that is independent of this one.

        Its chance differs from this env's, and from that of every other copy: otherwise a hundred
        copies would play a hundred times the same random game. It still follows from the seed.
        """
        seed = self._seed if self._seed is not None else self._drawn_seed()
        self._copies += 1
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        twin._undo = self._undo.copy()
        twin._history = self._history.copy()
        twin._seed = _mixed(seed + self._copies * _GOLDEN)
        twin._rng = None
        twin._playouts = twin._copies = 0
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._load_engine()
        self.__dict__.update(state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Env):
            return NotImplemented
        return self.position == other.position and self._history == other._history

    __hash__ = None  # type: ignore[assignment]  # an env changes: use its position as a key

    # Notation

    def to_moves(self) -> str:
        """Returns the moves so far as a transcript, for example ``"f5d6c3"``.

        A forced pass is left out where the next move shows it, and written ``--`` at the end.
        """
        moves = [action.name for action in self._history if not action.is_pass]
        if self._history and self._history[-1].is_pass:
            moves.append("--")
        return "".join(moves)

    def _play_moves(self, moves: Sequence[str]) -> None:
        """Plays the moves of a transcript; forced passes may be written or left out."""
        for number, move in enumerate(moves, start=1):
            index = parse_square(move, self._space.width)
            if index is not None and self._must_pass():
                self.turn_change()
            try:
                self.update(move)
            except IllegalActionError as error:
                raise IllegalActionError(f"move {number} of the transcript: {error}") from None

    def _must_pass(self) -> bool:
        return bool(self._state[-1] >> self._space.stride**2)

    def _legal_action(self, given: object) -> Action:
        """Returns the legal action that ``given`` stands for, or raises what is wrong with it."""
        width = self._space.width
        if isinstance(given, Action):
            index = given.index if given.space.game == self._space.game else -1
            if given.player != self.player:
                index = -1
        elif isinstance(given, str):
            square = parse_square(given, width)
            index = width**2 if square is None else square
        else:
            row, col = self._pair(given)
            index = row * width + col if 0 <= row < width and 0 <= col < width else -1
        actions = self._space.actions
        if 0 <= index < len(actions) and actions[index].bit & self._state[-1]:
            return actions[index]
        legal = ", ".join(action.name for action in self.legal_actions())
        reason = f"its legal actions are {legal}" if legal else "the game is over"
        raise IllegalActionError(
            f"{given} is not legal: {self.player} is to move and {reason}\n{self}"
        )

    @staticmethod
    def _pair(given: object) -> tuple[int, int]:
        """Returns two whole numbers; a fraction is refused, since rounding it plays elsewhere."""
        if isinstance(given, Sequence | np.ndarray):
            with suppress(TypeError, ValueError):
                row, col = (operator.index(number) for number in given)
                return row, col
        raise IllegalActionError(
            f"{given!r} is no action: give one of legal_actions(), a name (c4) or (row, col)"
        )


_MASK_64 = (1 << 64) - 1
_GOLDEN, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _side(player: int) -> int:
    """Returns +1 or −1 for the player; anything else names no side."""
    if player not in (1, -1):
        raise ValueError(f"a player is +1 (first) or −1 (second), not {player!r}")
    return int(player)


def _mixed(number: int) -> int:
    """Scatters a number over 64 bits (the finalizer of splitmix64, as in the kernels).

    The numbers of playouts are added to the seed; seeds that a sum made would meet them again.
    """
    number &= _MASK_64
    number = ((number ^ (number >> 30)) * _MIX_1) & _MASK_64
    number = ((number ^ (number >> 27)) * _MIX_2) & _MASK_64
    return number ^ (number >> 31)

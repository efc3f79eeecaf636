"""Othello on 4×4, 6×6 and 8×8 boards: BLACK (``X``) moves first."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from coursekit.checks import checked_text, is_whole
from coursekit.engine.rules.constants import OTHELLO, PASS, board_mask
from coursekit.games.actions import BLACK, WHITE, Action, action_spaces
from coursekit.games.env import Env
from coursekit.games.notation import NotationError
from coursekit.games.registry import GameSpec, register
from coursekit.strangers import shown

SIZES = (4, 6, 8)
_PASS_BIT = 1 << PASS


def make(size: int = 8, seed: int | None = None) -> Othello:
    """Returns an env at the start position.

    Args:
        size: Squares in a row: 4, 6 or 8.
        seed: Seed of the env's chance; without one it differs from run to run.

    Raises:
        ValueError: If there is no such size.

    >>> make(size=4)
    othello.from_moves('', size=4)
    # BLACK (X) 2, WHITE (O) 2; BLACK (X) to move
    #   a b c d
    # 1 - - - -
    # 2 - O X -
    # 3 - X O -
    # 4 - - - -
    """
    return Othello(size, seed)


def from_moves(moves: str, size: int = 8) -> Othello:
    """Returns an env after the moves of a transcript; forced passes may be left out.

    Args:
        moves: Squares in order, for example ``"f5d6c3"``.
        size: Squares in a row: 4, 6 or 8.

    Raises:
        NotationError: If the text cannot be read.
        IllegalActionError: If a move is not legal, with its number.

    >>> from_moves("f5d6c3").history
    (BLACK f5, WHITE d6, BLACK c3)
    """
    return Othello(size).play_moves(moves)


def from_string(text: str, moves: str = "") -> Othello:
    """Returns an env at a given position, after the moves of a transcript.

    Args:
        text: The squares row by row from a1 (``X`` black, ``O`` white, ``-`` empty; 16, 36 or 64
            of them), a space, and the side to move (``X`` or ``O``).
        moves: Moves to play from there.

    Raises:
        NotationError: If the text cannot be read.
        IllegalActionError: If a move is not legal, with its number.

    >>> from_string("-----OX--XO----- X").legal_actions()
    [BLACK b1, BLACK a2, BLACK d3, BLACK c4]
    """
    fields = checked_text(text, "a position").split(maxsplit=1)
    squares = len(fields[0]) if fields else 0
    size = {width**2: width for width in SIZES}.get(squares)
    if size is None:
        raise NotationError(
            f"an Othello board has 16, 36 or 64 squares; the position has {squares}"
        )
    return Othello(size).begin_at(text).play_moves(moves)


class Othello(Env):
    """Othello; made by :func:`make`, :func:`from_moves` and :func:`from_string`.

    A position is ``(own, opp, legal)``: the discs of the side to move, those of the other, and
    the legal moves, as bitboards with the square of row r and column c at bit 8·r + c. Bit 64 of
    ``legal`` is the pass.
    """

    _advance: ClassVar[Any]
    _legal_moves: ClassVar[Any]
    _random_game: ClassVar[Any]

    def __init__(self, size: int = 8, seed: int | None = None) -> None:
        if not is_whole(size) or size not in SIZES:
            raise ValueError(
                f"Othello is played on a 4×4, 6×6 or 8×8 board here, not size={shown(size)}"
            )
        size = int(size)  # a number of numpy would overflow in the kernels
        self.name = f"othello{size}"
        self.size = size
        self._board_mask = board_mask(size)
        super().__init__(action_spaces(self.name, (size, size), (BLACK, WHITE), 8, PASS), seed)

    @classmethod
    @cache
    def _load_engine(cls) -> None:
        from coursekit.engine.rules import othello as engine
        from coursekit.engine.rules._jit import direct

        cls._advance = staticmethod(direct(engine.advance))
        cls._legal_moves = staticmethod(direct(engine.legal_moves))
        cls._random_game = staticmethod(direct(engine.playout))

    def legal_actions(self) -> list[Action]:
        """Returns the legal actions, as in :class:`Env`; unrolled, since searches live on it."""
        mask = self._state[2]
        if mask >> 64:
            return [self._space.actions[-1]]
        tables = self._space.tables
        if len(tables) == 8:
            r1, r2, r3, r4, r5, r6, r7, r8 = tables
            b1, b2, b3, b4, b5, b6, b7, b8 = mask.to_bytes(8, "little")
            return [*r1[b1], *r2[b2], *r3[b3], *r4[b4], *r5[b5], *r6[b6], *r7[b7], *r8[b8]]
        return self._space.listed(mask)

    def _start(self) -> tuple[int, int, int]:
        middle = self.size // 2
        low, high = 1 << (9 * (middle - 1)), 1 << (9 * middle)
        black = (low << 1) | (high >> 1)
        return self._position_of(black, low | high)

    def _given(self, own: int, opp: int, side: int, *_: str) -> tuple[int, int, int]:
        return self._position_of(own, opp)

    def successor(self, state: tuple[Any, ...], action: Action) -> tuple[Any, ...]:
        """Returns the position after a legal action."""
        if action.row is None:
            return self._position_of(state[1], state[0])
        after: tuple[Any, ...] = self._advance(state[0], state[1], action.bit, self._board_mask)
        return after if after[2] else self._position_of(after[0], after[1])

    def _position_of(self, own: int, opp: int) -> tuple[int, int, int]:
        legal = self._legal_moves(own, opp, self._board_mask)
        if not legal and self._legal_moves(opp, own, self._board_mask):
            legal = _PASS_BIT
        return own, opp, legal

    def outcome(self, state: tuple[Any, ...]) -> int:
        """Returns the result of a finished position for the side to move: +1, 0 or −1."""
        difference: int = state[0].bit_count() - state[1].bit_count()
        return (difference > 0) - (difference < 0)

    @property
    def bitboards(self) -> tuple[int, int, int]:
        """The mover's discs, the other side's, and the squares of the board."""
        return self._state[0], self._state[1], self._board_mask

    def words(self) -> npt.NDArray[np.uint64]:
        """Returns :attr:`bitboards` as an array of three words."""
        return np.array(self.bitboards, np.uint64)

    def _random_outcome(self, state: tuple[Any, ...], seed: int, number: int) -> int:
        difference: int = self._random_game(state[0], state[1], self._board_mask, seed, number)
        return (difference > 0) - (difference < 0)

    def _random_outcomes(
        self, state: tuple[Any, ...], seed: int, first: int, count: int
    ) -> npt.NDArray[np.int32]:
        from coursekit.engine.rules import othello as engine

        differences = engine.random_games(state[0], state[1], self._board_mask, seed, first, count)
        return np.sign(differences).astype(np.int32)

    def _make_arguments(self) -> str:
        return "" if self.size == 8 else f", size={self.size}"


for _size, _plies in ((8, 8), (6, 6), (4, 2)):
    _make = partial(make, _size)
    register(GameSpec(f"othello{_size}", _make, _size, _size, True, OTHELLO, _plies, "othello"))

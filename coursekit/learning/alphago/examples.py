"""Positions with what is to be learned of them: for policy networks a move, for value a result.

A position is a word of the mover's discs, one of the other's and one of the legal squares: bit
8·row + column, as in the engine. That takes 24 bytes; planes are made of a batch when it is needed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from coursekit.engine.bulk import lockstep
from coursekit.games import othello
from coursekit.games.othello import Othello

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]
Words: TypeAlias = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Examples:
    """N positions of 8×8 Othello, each with its target and the game that it is from.

    Attributes:
        own: (N,) uint64 discs of the side to move.
        opp: (N,) uint64 discs of the other side.
        target: (N,) what is to be learned: int64 indices of actions, or float32 results for the
            side to move.
        game: (N,) int64 number of the game that the position comes from.
    """

    own: Words
    opp: Words
    target: npt.NDArray[Any]
    game: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        lengths = {len(self.own), len(self.opp), len(self.target), len(self.game)}
        if len(lengths) != 1:
            raise ValueError(f"every position has one target and one game, not {sorted(lengths)}")

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, places: Any) -> Self:
        """Returns the examples at some places: a slice, indices, or an (N,) bool array."""
        parts = self.own[places], self.opp[places], self.target[places], self.game[places]
        return type(self)(*parts)

    @property
    def legal(self) -> Words:
        """(N,) uint64 squares where the side to move may play."""
        return lockstep.legal_moves(self.own, self.opp)

    @property
    def discs(self) -> npt.NDArray[np.int64]:
        """(N,) number of discs on the board, 4 to 64."""
        return np.bitwise_count(self.own | self.opp).astype(np.int64)

    def env(self, number: int) -> Othello:
        """Returns a position as an env, to look at or to play on; black is to move.

        >>> start = np.array([[0x810000000], [0x1008000000]], np.uint64)
        >>> Examples(*start, np.zeros(1), np.zeros(1, np.int64)).env(0) == othello.make()
        True
        """
        discs = word_planes(self.own[[number]], self.opp[[number]])[0].flatten(1).numpy()
        squares = np.where(discs[0], "X", np.where(discs[1], "O", "-"))
        return othello.from_string("".join(squares) + " X")

    def fingerprint(self) -> int:
        """Returns a number that tells these examples from others."""
        digest = hashlib.sha256()
        for part in (self.own, self.opp, self.target, self.game):
            digest.update(np.ascontiguousarray(part).tobytes())
        return int.from_bytes(digest.digest()[:7], "big")


def move_examples(arrays: Arrays) -> Examples:
    """Returns policy data, as ``data.load`` reads it, with moves to learn."""
    return Examples(arrays["own"], arrays["opp"], arrays["move"].astype(np.int64), arrays["game"])


def result_examples(arrays: Arrays, before: bool = False) -> Examples:
    """Returns policy or value data with the results of the games for the movers to learn.

    Args:
        arrays: What ``data.load`` reads. Value data has two positions of each
            game, before and after its random move, with opposite sides to move.
        before: Whether to take the one before; games that the random move ended have no other.
    """
    game, results = arrays["game"], arrays["result"].astype(np.float32)
    if before or "after_own" not in arrays:
        return Examples(arrays["own"], arrays["opp"], results, game)
    # The result is that of the side that made the random move; afterwards the other is to move.
    examples = Examples(arrays["after_own"], arrays["after_opp"], -results, game)
    return examples[lockstep.goes_on(examples.own, examples.opp)]


def word_planes(*words: Words) -> torch.Tensor:
    """Returns C words of each of N positions as planes.

    Args:
        words: C arrays (N,) of uint64; the networks read the mover's discs, the other's, and the
            legal squares.

    Returns:
        (N, C, 8, 8) uint8 tensor of 0 and 1.

    >>> word_planes(np.array([1 << 63], np.uint64))[0, 0, 7].tolist()
    [0, 0, 0, 0, 0, 0, 0, 1]
    """
    stacked = np.stack([np.asarray(part, dtype="<u8") for part in words], axis=1)
    rows = stacked.view(np.uint8).reshape(*stacked.shape, 8, 1)
    return torch.from_numpy(np.unpackbits(rows, axis=-1, bitorder="little"))


def canonical(own: Words, opp: Words) -> tuple[Words, Words]:
    """Returns for each position the same one of its eight symmetric images.

    >>> corners = np.array([1, 1 << 7, 1 << 56, 1 << 63], np.uint64)
    >>> np.unique(canonical(corners, corners * 0)[0]).size
    1
    """
    best_own, best_opp = own, opp
    for swapped in (False, True):
        if swapped:
            own, opp = _transposed(own), _transposed(opp)
        for _ in range(2):
            own, opp = own.byteswap(), opp.byteswap()  # rows from the other end
            for _ in range(2):
                own, opp = _mirrored(own), _mirrored(opp)
                less = (own < best_own) | ((own == best_own) & (opp < best_opp))
                best_own, best_opp = np.where(less, own, best_own), np.where(less, opp, best_opp)
    return best_own, best_opp


def without_duplicates(examples: Examples) -> Examples:
    """Returns the first of the examples of each position, whose symmetric images count as it."""
    twins = np.stack(canonical(examples.own, examples.opp), axis=1)
    _, first = np.unique(twins, axis=0, return_index=True)
    return examples[np.sort(first)]


def split(examples: Examples, validation: float = 0.1, seed: int = 0) -> tuple[Examples, Examples]:
    """Returns examples to learn from and a validation set: whole games, and no position of both.

    Args:
        examples: All of them.
        validation: Share of the games that nothing is learned from, above 0 and below 1.
        seed: Seed of the choice of games.

    Returns:
        The examples of most games, and those of the others, each position once. One that is in both
        (rotated and reflected ones count as the same) is left to the first.

    Raises:
        ValueError: If one of the parts would be empty.
    """
    games = np.unique(examples.game)
    count = round(validation * len(games))
    if not 0 < count < len(games):
        raise ValueError(f"{validation} of {len(games)} games is {count}: nothing would be left")
    chosen = np.random.default_rng(seed).permutation(games)[:count]
    held = np.isin(examples.game, chosen)
    ordered = np.concatenate([np.flatnonzero(~held), np.flatnonzero(held)])
    once = without_duplicates(examples[ordered])
    held = np.isin(once.game, chosen)
    return once[~held], once[held]


def one_a_game(examples: Examples, seed: int = 0) -> Examples:
    """Returns one of the positions of each game, drawn with the same probability."""
    order = np.random.default_rng(seed).permutation(len(examples))
    _, first = np.unique(examples.game[order], return_index=True)
    return examples[np.sort(order[first])]


def _mirrored(words: Words) -> Words:
    """Returns the words with left and right exchanged: the bits of each byte in reverse."""
    return _REVERSED[words.view(np.uint8)].view(np.uint64)


def _transposed(words: Words) -> Words:
    """Returns the words with rows and columns exchanged, by three swaps of blocks."""
    for shift, mask in _SWAPS:
        moved = (words ^ (words >> shift)) & mask
        words = words ^ moved ^ (moved << shift)
    return words


_REVERSED = np.packbits(np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)[:, ::-1])
_SWAPS = tuple(
    (np.uint64(shift), np.uint64(mask))
    for shift, mask in (
        (7, 0x00AA00AA00AA00AA),
        (14, 0x0000CCCC0000CCCC),
        (28, 0x00000000F0F0F0F0),
    )
)

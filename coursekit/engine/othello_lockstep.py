"""Many games of 8×8 Othello at once: a ply of all of them is one call.

A game is a word of the mover's discs and one of the other's, bit 8·row + column; moves are bit
numbers, 64 is the pass. These are also the indices of actions on this board.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int8, int64, types, uint64

from coursekit.engine import othello, rng
from coursekit.engine._jit import kernel, lowest_bit_index, popcount
from coursekit.engine.sampling import drawn_move

Words: TypeAlias = npt.NDArray[np.uint64]
Moves: TypeAlias = npt.NDArray[np.int64]

PASS = 64
RUNNING = 2
"""What stands in the place of a result while a game goes on."""

START_OWN, START_OPP = 0x0000000810000000, 0x0000001008000000
"""The start position: black's discs, which is to move, and white's."""

_BOARD = np.uint64(0xFFFFFFFFFFFFFFFF)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel(types.void(uint64[::1], uint64[::1], uint64[::1]))
def find_legal(own: Words, opp: Words, legal: Words) -> None:
    """Writes the squares where the side to move may play into ``legal``, for each of N games."""
    for i in range(own.size):
        legal[i] = othello.legal_moves(own[i], opp[i], _BOARD)


@kernel(types.void(uint64[::1], uint64[::1], uint64[::1], int64[::1], int8[::1]))
def play(own: Words, opp: Words, legal: Words, moves: Moves, results: npt.NDArray[np.int8]) -> None:
    """Plays a legal move in each of N games, in place; each is seen from the next side afterwards.

    Args:
        own: (N,) discs of the side to move.
        opp: (N,) discs of the other side.
        legal: (N,) where it may play.
        moves: (N,) what it plays.
        results: (N,) for the result of each game, +1, 0 or −1 for the side that is then to move,
            or RUNNING.
    """
    for i in range(own.size):
        mine, other, move = own[i], opp[i], moves[i]
        if move == PASS:
            mine, other = other, mine
        else:
            bit = _ONE << uint64(move)
            turned = othello.flips(mine, other, bit)
            mine, other = other ^ turned, mine ^ turned ^ bit
        own[i], opp[i] = mine, other
        legal[i] = othello.legal_moves(mine, other, _BOARD)
        results[i] = RUNNING
        if not legal[i] and not othello.legal_moves(other, mine, _BOARD):
            difference = int64(popcount(mine)) - int64(popcount(other))
            results[i] = int64(difference > 0) - int64(difference < 0)


@kernel(types.void(uint64[::1], uint64[::1], int64[::1]))
def choose_uniformly(legal: Words, states: Words, moves: Moves) -> None:
    """Draws a legal move of each of N games, all with the same probability.

    Args:
        legal: (N,) the legal squares; where there is none, the pass is played.
        states: (N,) states of the games' random numbers; those of games with a choice advance.
        moves: (N,) for the moves.
    """
    for i in range(legal.size):
        moves[i] = PASS
        if legal[i]:
            states[i] = rng.step(states[i])
            moves[i] = int64(lowest_bit_index(othello.random_bit(legal[i], states[i])))


@kernel(types.void(uint64[::1], float32[:, ::1], float64, uint64[::1], int64[::1]))
def choose(
    legal: Words,
    logits: npt.NDArray[np.float32],
    temperature: float,
    states: Words,
    moves: Moves,
) -> None:
    """Draws a legal move of each of N games with the probabilities that a policy network gives.

    Args:
        legal: (N,) the legal squares; where there is none, the pass is played.
        logits: (N, 65) logits of the actions; those of illegal ones are not looked at.
        temperature: What logits are divided by; at 0 the highest is played, of equals the first.
        states: (N,) states of the games' random numbers, which advance where there is a choice.
        moves: (N,) for the moves.
    """
    weights, places = np.empty(64, np.float32), np.empty(64, np.uint8)
    for i in range(legal.size):
        moves[i] = PASS
        if legal[i]:
            if legal[i] & (legal[i] - _ONE) and temperature > 0:
                states[i] = rng.step(states[i])
            moves[i] = drawn_move(legal[i], logits, i, temperature, states[i], weights, places)


def legal_moves(own: Words, opp: Words) -> Words:
    """Returns the squares where the side to move may play, for each of N positions.

    >>> legal = legal_moves(np.array([START_OWN], np.uint64), np.array([START_OPP], np.uint64))
    >>> [square for square in range(64) if int(legal[0]) >> square & 1]
    [19, 26, 37, 44]
    """
    legal = np.empty(len(own), np.uint64)
    find_legal(np.ascontiguousarray(own), np.ascontiguousarray(opp), legal)
    return legal


def goes_on(own: Words, opp: Words) -> npt.NDArray[np.bool_]:
    """Returns for each of N positions whether one of the sides can still place a disc."""
    going: npt.NDArray[np.bool_] = (legal_moves(own, opp) | legal_moves(opp, own)) != 0
    return going


def streams(seed: int, first: int, count: int) -> Words:
    """Returns the start states of the random numbers of ``count`` games, by seed and number."""
    return np.array([rng.stream(seed, number) for number in range(first, first + count)], np.uint64)

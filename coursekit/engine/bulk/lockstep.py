"""Many games side by side: their openings, the moves that policies draw, a move in each of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, uint64

from coursekit.engine.rules import games, othello, rng
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    Bits,
    Bytes,
    FloatRows,
    Floats,
    Int,
    Int8s,
    Int16s,
    Ints,
    Real,
    WordRows,
    Words,
    kernel,
    lowest_bit_index,
)
from coursekit.engine.rules.constants import GOES_ON, PASS, board_mask
from coursekit.engine.rules.games import MOST_MOVES
from coursekit.engine.rules.othello import LANES

_NINE_SQUARES = np.uint64(0o777)
_SHIFT, _SCALE = np.uint64(11), 2.0**-53


@kernel
def open_games(
    game: Int, start: Words, positions: WordRows, rows: Ints, plies: Ints, states: Words
) -> None:
    """Writes positions after uniformly random plies from the start; no game is over.

    Args:
        game: Which game.
        start: The start position, as words.
        positions: (games, words): where the positions go.
        rows: (N,) which of them.
        plies: (N,) how many random plies each has; a game that ends within them begins anew.
        states: (games,) the random stream of each game, which goes on.
    """
    moves = np.empty(MOST_MOVES, np.uint8)
    for i in range(rows.size):
        row = rows[i]
        state, over = states[row], True
        while over:
            for word in range(start.size):
                positions[row, word] = start[word]
            for _ in range(plies[i]):
                count = games.legal_moves(game, positions, row, moves)
                if count == 0:
                    break
                state = rng.step(state)
                games.play(game, positions, row, int64(moves[rng.below(state, uint64(count))]))
            over = games.is_over(game, positions, row, moves)
        states[row] = state


@kernel
def play_moves(game: Int, positions: WordRows, rows: Ints, moves: Int16s, results: Int8s) -> None:
    """Plays a legal move in each of some positions.

    Args:
        game: Which game.
        positions: (games, words).
        rows: (N,) which of them.
        moves: (N,) the moves, by the engine's numbers.
        results: (N,) is filled with the result for the side that is to move then, or ``GOES_ON``.
    """
    legal = np.empty(MOST_MOVES, np.uint8)
    for i in range(rows.size):
        row = rows[i]
        games.play(game, positions, row, int64(moves[i]))
        results[i] = GOES_ON
        if games.is_over(game, positions, row, legal):
            results[i] = games.outcome(game, positions, row)


@kernel
def _fill_streams(seed: Bits, first: Int, states: Words) -> None:
    for i in range(states.size):
        states[i] = rng.stream(seed, uint64(first + i))


def streams(seed: int, first: int, count: int) -> Words:
    """Returns the start states of the random numbers of ``count`` games, by seed and number."""
    states = np.empty(count, np.uint64)
    _fill_streams(seed, first, states)
    return states


@kernel
def next_states(states: Words, rows: Ints, drawn: Words) -> None:
    """Draws one number from the streams of some games, each of which goes on."""
    for i in range(rows.size):
        states[rows[i]] = rng.step(states[rows[i]])
        drawn[i] = rng.stream(states[rows[i]], uint64(0))


@kernel
def playout_values(game: Int, positions: WordRows, seeds: Words, values: Floats) -> None:
    """Plays one random game from each position, with a seed for each.

    Args:
        game: Which game.
        positions: (N, words), of which none is over.
        seeds: (N,).
        values: (N,) is filled with the results for the side to move: +1, 0 or −1.
    """
    row = np.empty((LANES, positions.shape[1]), np.uint64)
    result = np.empty(1, np.int64)
    for i in range(seeds.size):
        for word in range(positions.shape[1]):
            row[0, word] = positions[i, word]
        games.playouts(game, row, 1, seeds[i], 0, result)
        values[i] = result[0]


@kernel
def legal_squares(own: Words, opp: Words, board: Bits, legal: Words) -> None:
    """Writes where the sides to move may play.

    Args:
        own: (N,) the mover's pieces.
        opp: (N,) the other side's.
        board: The squares of an Othello board; 0 for tic-tac-toe.
        legal: (N,) for the legal squares.
    """
    for i in range(own.size):
        if board == ZERO:
            legal[i] = _NINE_SQUARES & ~(own[i] | opp[i])
        else:
            legal[i] = othello.legal_moves(own[i], opp[i], board)


@kernel(inline=True)
def drawn_move(
    legal: Bits,
    logits: FloatRows,
    row: Int,
    temperature: Real,
    state: Bits,
    weights: Floats,
    places: Bytes,
) -> Int:
    """Returns the bit number of a legal move that is drawn by its logit.

    Args:
        legal: The legal squares, at least one.
        logits: (N, at least 64), an entry for each bit.
        row: Which row of them.
        temperature: What logits are divided by; at 0 the highest is played, of equals the first.
        state: The random number.
        weights: (64,) to work with.
        places: (64,) to work with.
    """
    count, best, highest = 0, 0, float32(-np.inf)
    while legal:
        place = lowest_bit_index(legal)
        legal &= legal - ONE
        logit = logits[row, place]
        places[count], weights[count] = place, logit
        if logit > highest:
            best, highest = count, logit
        count += 1
    if temperature > 0:
        factor, total = float32(1 / temperature), float32(0)
        for i in range(count):
            total += np.exp((weights[i] - highest) * factor)
            weights[i] = total
        limit = float32(float64(state >> _SHIFT) * _SCALE) * total
        best = 0
        for i in range(count - 1):
            best += int64(weights[i] <= limit)  # no branch, which could not be predicted
    return int64(places[best])


@kernel
def choose(legal: Words, logits: FloatRows, temperature: Real, states: Words, moves: Ints) -> None:
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
            if legal[i] & (legal[i] - ONE) and temperature > 0:
                states[i] = rng.step(states[i])
            moves[i] = drawn_move(legal[i], logits, i, temperature, states[i], weights, places)


def legal_moves(own: Words, opp: Words) -> Words:
    """Returns the squares where the side to move may play, for N positions of 8×8 Othello.

    >>> legal = legal_moves(np.array([1 << 28 | 1 << 35]), np.array([1 << 27 | 1 << 36]))
    >>> [square for square in range(64) if int(legal[0]) >> square & 1]
    [19, 26, 37, 44]
    """
    own, opp = (np.ascontiguousarray(words, np.uint64) for words in (own, opp))
    legal = np.empty(len(own), np.uint64)
    legal_squares(own, opp, board_mask(8), legal)
    return legal


def goes_on(own: Words, opp: Words) -> npt.NDArray[np.bool_]:
    """Returns for N positions of 8×8 Othello whether one of the sides can still place a disc."""
    return (legal_moves(own, opp) | legal_moves(opp, own)) != 0

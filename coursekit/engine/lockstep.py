"""Many games of one kind side by side: their openings, and one move in each of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, int8, int16, int64, types, uint64

from coursekit.engine import rng, uct_games
from coursekit.engine._jit import Bits, kernel
from coursekit.engine.othello import LANES
from coursekit.engine.uct_games import MOST_MOVES
from coursekit.engine.ultimate_lanes import Positions

GOES_ON = 2
"""The result of a game that is not over."""

Numbers = npt.NDArray[np.int64]
States = npt.NDArray[np.uint64]


@kernel(types.void(int64, uint64[::1], uint64[:, ::1], int64[::1], int64[::1], uint64[::1]))
def open_games(
    game: int,
    start: npt.NDArray[np.uint64],
    positions: Positions,
    rows: Numbers,
    plies: Numbers,
    states: States,
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
                count = uct_games.legal_moves(game, positions, row, moves)
                if count == 0:
                    break
                state = rng.step(state)
                uct_games.play(game, positions, row, int64(moves[rng.below(state, uint64(count))]))
            over = uct_games.is_over(game, positions, row, moves)
        states[row] = state


@kernel(types.void(int64, uint64[:, ::1], int64[::1], int16[::1], int8[::1]))
def play_moves(
    game: int,
    positions: Positions,
    rows: Numbers,
    moves: npt.NDArray[np.int16],
    results: npt.NDArray[np.int8],
) -> None:
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
        uct_games.play(game, positions, row, int64(moves[i]))
        results[i] = GOES_ON
        if uct_games.is_over(game, positions, row, legal):
            results[i] = uct_games.outcome(game, positions, row)


@kernel(types.void(uint64, int64, uint64[::1]))
def streams(seed: Bits, first: int, states: States) -> None:
    """Fills ``states`` with the starts of a seed's streams from number ``first`` on."""
    for i in range(states.size):
        states[i] = rng.stream(seed, uint64(first + i))


@kernel(types.void(uint64[::1], int64[::1], uint64[::1]))
def next_states(states: States, rows: Numbers, drawn: States) -> None:
    """Draws one number from the streams of some games, each of which goes on."""
    for i in range(rows.size):
        states[rows[i]] = rng.step(states[rows[i]])
        drawn[i] = rng.stream(states[rows[i]], uint64(0))


@kernel(types.void(int64, uint64[:, ::1], uint64[::1], float32[::1]))
def playout_values(
    game: int, positions: Positions, seeds: States, values: npt.NDArray[np.float32]
) -> None:
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
        uct_games.playouts(game, row, 1, seeds[i], 0, result)
        values[i] = result[0]

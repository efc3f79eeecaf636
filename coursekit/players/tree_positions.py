"""Envs as the tree search of the engine sees them: positions as words, moves as numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.games.tictactoe import TicTacToe
from coursekit.games.ultimate import Ultimate

_LOW_SQUARES = 63


def position_words(env: Env, name: str) -> tuple[int, npt.NDArray[np.uint64]]:
    """Returns the engine's number of the env's game, and its position as words.

    Args:
        env: An env of one of the three games.
        name: The player that asks, for the error.

    Raises:
        TypeError: If the env is of another game.
    """
    from coursekit.engine import uct_games

    if isinstance(env, Othello):
        game, words = uct_games.OTHELLO, [*env._state[:2], env._board_mask]
    elif isinstance(env, TicTacToe):
        game, words = uct_games.TICTACTOE, [*env._state[:2]]
    elif isinstance(env, Ultimate):
        game, words = uct_games.ULTIMATE, _ultimate_words(env)
    else:
        raise TypeError(
            f"{name} has kernels for Othello, tic-tac-toe and ultimate tic-tac-toe: it cannot play "
            f"{env.name}"
        )
    return game, np.array(words, np.uint64)


def _ultimate_words(env: Ultimate) -> list[int]:
    own, opp, own_won, opp_won, open_squares, forced, _ = env._state
    local = 0o777 << 9 * forced if forced < 9 else (1 << 81) - 1
    return [
        *_low_and_high(_by_local_board(own)),
        own_won,
        *_low_and_high(_by_local_board(opp)),
        opp_won,
        *_low_and_high(_by_local_board(open_squares)),
        *_low_and_high(local),
    ]


def _low_and_high(squares: int) -> tuple[int, int]:
    return squares & ((1 << _LOW_SQUARES) - 1), squares >> _LOW_SQUARES


def _by_local_board(squares: int) -> int:
    """Returns 81 bits in the order of local boards from 81 bits row by row."""
    bits = np.frombuffer(squares.to_bytes(11, "little"), np.uint8)
    rows = np.unpackbits(bits, bitorder="little")[:81].reshape(3, 3, 3, 3)
    return int.from_bytes(np.packbits(rows.transpose(0, 2, 1, 3), bitorder="little"), "little")


def action_of(env: Env, move: int, ply: int = 0) -> Action:
    """Returns the action whose bit has the number ``move``, so many plies after the env."""
    space = env._space.opponent if ply % 2 else env._space
    if move == space.stride**2:  # the pass
        return space.actions[-1]
    return space.actions[move // space.stride * space.width + move % space.stride]


def move_of(action: Action) -> int:
    """Returns the engine's number of an action: that of its bit."""
    return action.bit.bit_length() - 1

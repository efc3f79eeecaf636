"""One game between two players, seeded, watched and protected."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from coursekit import players
from coursekit.arena.errors import PlayerError
from coursekit.games import othello
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, player_name

# Python's and NumPy's global generators belong to the whole process, so one game at a time may
# seed and use them, also where a match runs in threads.
_global_chance = threading.RLock()


def play_game(
    black: AnyPlayer, white: AnyPlayer, env: Env | None = None, seed: int | None = None
) -> Env:
    """Plays one game to its end and returns the env, with the history of the game.

    Args:
        black: Player of the first side (X in tic-tac-toe).
        white: Player of the second side (O in tic-tac-toe).
        env: Position to play on from, unchanged afterwards; by default the start of 8×8 Othello.
        seed: Seed of ``env.rng`` and, for players that use them, of Python's ``random`` and
            NumPy's ``np.random``, which go on after the game as if nothing had happened.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
        TypeError: If a player is not callable.

    >>> from coursekit import players
    >>> play_game(players.most_flips(), players.random(), seed=1).is_done()
    True
    """
    check_player("black", black)
    check_player("white", white)
    env = othello.make() if env is None else env.copy()
    if seed is None:
        play_to_end(black, white, env)
    else:
        with borrowed_chance():
            play_to_end(black, white, env, seed)
    return env


def check_player(which: str, player: object) -> None:
    """Raises a ``TypeError`` that names ``which`` unless ``player`` can be a player."""
    name = getattr(player, "__name__", "")
    if name and getattr(players, name, None) is player:
        raise TypeError(f"player {which} is players.{name} itself: call it, players.{name}()")
    if not callable(player):
        raise TypeError(
            f"player {which} is {player!r}: expected a function from an env to an action, such as "
            "what players.random() returns"
        )


@contextmanager
def borrowed_chance() -> Iterator[None]:
    """Gives the state of Python's and NumPy's global generators back at the end."""
    with _global_chance:
        python_state, numpy_state = random.getstate(), np.random.get_state()  # noqa: NPY002
        try:
            yield
        finally:
            random.setstate(python_state)
            np.random.set_state(numpy_state)  # noqa: NPY002


def play_to_end(black: AnyPlayer, white: AnyPlayer, env: Env, seed: int | None = None) -> None:
    """Plays the game in ``env`` to its end, as :func:`play_game` says.

    With a seed, the caller holds :func:`borrowed_chance`.
    """
    if seed is not None:
        env.seed(seed)
        random.seed(seed)
        np.random.seed(seed % 2**32)  # noqa: NPY002
    start = env.copy()
    while not env.is_done():
        player = black if env.player > 0 else white
        history = env.history
        fault = play_move(player, env)
        if fault is None:
            continue
        for action in history[len(start.history) :]:
            start.update(action)
        raise PlayerError(fault.problem, player_name(player), start, seed) from fault.cause


def ask(player: AnyPlayer, env: Env) -> Action:
    """Returns the action that a player chooses; the env is not changed, whatever the player does.

    Raises:
        PlayerError: If the player raises, returns no legal action, or leaves its env changed.

    >>> from coursekit import players
    >>> ask(players.minimax(2), othello.from_moves("f5d6c3d3c4"))
    WHITE f3
    """
    given = env.copy()
    fault = play_move(player, given)
    if fault is not None:
        raise PlayerError(fault.problem, player_name(player), env.copy()) from fault.cause
    return given.history[-1]


class Fault(NamedTuple):
    """What was wrong with a player's move, and the error behind it."""

    problem: str
    cause: Exception | None


def play_move(player: AnyPlayer, env: Env) -> Fault | None:
    """Plays a player's move on ``env``; returns what was wrong with it, if anything was."""
    history = env.history
    try:
        move = player(env)
    except Exception as error:
        return Fault(f"raised {type(error).__name__}: {error}", error)
    if env.history != history:
        problem = (
            f"left the env changed: it had {len(history)} plies before the player was "
            f"asked and {len(env.history)} afterwards; undo every update, or play on "
            "env.copy()"
        )
        return Fault(problem, None)
    try:
        env.update(move)
    except Exception as error:
        reason = str(error).partition("\n")[0]  # the board follows, and comes below
        return Fault(f"returned {move!r}: {reason}", error)
    return None

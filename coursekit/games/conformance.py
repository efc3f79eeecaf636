"""A conformance test for games: says in words where a game breaks the protocol.

It plays random games and looks at every position on the way, so it finds the faults that games
of this kind really have: an undo that forgets something, a copy that shares the board, a pass
that is legal at any time, an illegal move that is played all the same, a draw that both lose.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

_NAMES = [
    "player",
    "board",
    "last_action",
    "history",
    "rng",
    "legal_actions",
    "update",
    "undo",
    "turn_change",
    "is_done",
    "is_win",
    "is_lose",
    "is_draw",
    "count",
    "copy",
    "playout",
    "reset",
    "render",
]


class ConformanceError(AssertionError):
    """A game breaks the protocol; the message says where and how."""


def check_game(env: Any, games: int = 20, seed: int = 0) -> None:
    """Plays random games and raises an error that says in words what breaks the protocol.

    The game may be any object with the protocol's names; it need not derive from ``Env``. The env
    given is left as it was.

    Args:
        env: A game at the position to begin at, of which a move can be played.
        games: How many random games to play.
        seed: Seed of the moves.

    Raises:
        ConformanceError: At the first fault, with the moves that led to it.

    >>> from coursekit import tictactoe
    >>> check_game(tictactoe.make())
    """
    missing = [name for name in _NAMES if not hasattr(env, name)]
    _demand(not missing, f"the game has no {', '.join(missing)}", None)
    before = _view(env)
    rng = np.random.default_rng(seed)
    for _ in range(games):
        twin = env.copy()
        _demand(_view(twin) == before, "copy() differs from the env that it copies", twin)
        if not twin.is_done():
            twin.update(twin.legal_actions()[0])
            _demand(
                _view(env) == before, "playing on a copy() changes the env that it copies", twin
            )
            twin.undo()
        _play_one(twin, rng)


def _play_one(env: Any, rng: np.random.Generator) -> None:
    views = [_view(env)]
    while not env.is_done():
        _check_position(env)
        actions = env.legal_actions()
        mover = int(env.player)
        action = actions[int(rng.integers(len(actions)))]
        env.update(action)
        _demand(
            int(env.player) == -mover,
            f"after {action} the same side is to move again: sides alternate, and a side that "
            "cannot move passes",
            env,
        )
        _demand(env.last_action == action, f"last_action is not {action}, which was played", env)
        _demand(
            len(env.history) == len(views[-1][0]) + 1, f"history does not grow by {action}", env
        )
        views.append(_view(env))
        _demand(len(views) < 10_000, "the game does not end within 10,000 actions", env)
    _check_end(env)
    for view in reversed(views[:-1]):
        undone = env.last_action
        env.undo()
        _demand(
            _view(env) == view, f"undo() of {undone} does not give back the position before it", env
        )


def _check_position(env: Any) -> None:
    view = _view(env)
    actions = env.legal_actions()
    _demand(bool(actions), "legal_actions() is empty though the game is not over", env)
    _demand(len(set(actions)) == len(actions), "legal_actions() names an action twice", env)
    for action in actions:
        _demand(
            int(action.player) == int(env.player),
            f"legal_actions() holds {action}, but {env.player} is to move",
            env,
        )
    _demand(
        not any(f(int(p)) for f in (env.is_win, env.is_lose) for p in (1, -1))
        and not env.is_draw(),
        "the game is not over, yet is_win, is_lose or is_draw says that it is: an unfinished game "
        "is no draw",
        env,
    )
    _demand(env.playout() in (-1, 0, 1), "playout() returns something else than +1, 0 or -1", env)
    _demand(_view(env) == view, "playout() changes the env", env)
    _check_refusals(env, actions, view)
    for way, twin in (
        ("copy.deepcopy", copy.deepcopy(env)),
        ("pickle", pickle.loads(pickle.dumps(env))),
    ):
        _demand(_view(twin) == view, f"{way} loses something: the copy is not equal", env)


def _check_refusals(env: Any, actions: list[Any], view: Any) -> None:
    has_pass = any(action.row is None for action in actions)
    _demand(
        not has_pass or len(actions) == 1, "a pass is legal beside other actions: it is forced", env
    )
    if not has_pass:
        _refuses(env, env.turn_change, "turn_change() passes though there are legal moves", view)
    squares = {(action.row, action.col) for action in actions}
    rows, cols = np.asarray(env.board).shape
    for square in np.ndindex(rows, cols):
        if square not in squares:
            _refuses(env, partial(env.update, square), f"{square} is played, yet illegal", view)
            break
    _refuses(env, partial(env.update, (rows, cols)), "a square off the board is played", view)


def _refuses(env: Any, act: Callable[[], Any], fault: str, view: Any) -> None:
    try:
        act()
    except ValueError:
        _demand(_view(env) == view, "an action was refused but changed the env all the same", env)
        return
    raise _fault(fault, env)


def _check_end(env: Any) -> None:
    _demand(not env.legal_actions(), "the game is over, yet legal_actions() is not empty", env)
    for player in (1, -1):
        outcomes = [bool(env.is_win(player)), bool(env.is_lose(player)), bool(env.is_draw())]
        _demand(
            sum(outcomes) == 1,
            f"at the end, is_win, is_lose and is_draw of player {player:+d} are {outcomes}: "
            "exactly one is true",
            env,
        )
    _demand(
        env.is_win(1) == env.is_lose(-1) and env.is_win(-1) == env.is_lose(1),
        "one side wins exactly when the other loses: a draw is no loss for both",
        env,
    )


def _view(env: Any) -> tuple[Any, ...]:
    """Returns all that can be seen of an env, so that two can be compared."""
    board = np.asarray(env.board)
    return (
        tuple(env.history),
        int(env.player),
        board.tobytes(),
        tuple(env.legal_actions()),
        env.last_action,
        env.is_done(),
        tuple(int(env.count(player)) for player in (1, -1)),
    )


def _demand(condition: bool, fault: str, env: Any) -> None:
    if not condition:
        raise _fault(fault, env)


def _fault(fault: str, env: Any) -> ConformanceError:
    if env is None:
        return ConformanceError(fault)
    moves = " ".join(str(action) for action in env.history) or "no moves yet"
    return ConformanceError(f"{fault}\nafter: {moves}\n{env}")

"""A conformance test for games: says in words where a game breaks the protocol.

It plays random games and inspects every position on the way, so it finds the faults that such
games really have: an undo that forgets something, a copy that shares the board, a pass that is
legal at any time, an illegal move that is played all the same, a draw that counts as two losses.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from coursekit.checks import checked_whole

_NAMES = (
    "player board last_action history rng legal_actions update undo turn_change is_done is_win "
    "is_lose is_draw count copy playout reset render"
)


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
    missing = [name for name in _NAMES.split() if not hasattr(env, name)]
    if missing:
        raise ConformanceError(f"the game has no {', '.join(missing)}")
    before = _view(env)
    rng = np.random.default_rng(checked_whole(seed, "seed", least=0))
    for _ in range(checked_whole(games, "games")):
        twin = env.copy()
        for fault in _faults_of_a_game(env, twin, before, rng):
            moves = " ".join(str(action) for action in twin.history) or "no moves yet"
            raise ConformanceError(f"{fault}\nafter: {moves}\n{twin}")


# Each of these functions yields the faults that it finds, and is left at the first.


def _faults_of_a_game(original: Any, env: Any, before: Any, rng: Any) -> Iterator[str]:
    """Plays one random game on ``env``, a copy of ``original``, and takes it back."""
    if _view(env) != before:
        yield "copy() differs from the env that it copies"
    if not env.is_done():
        env.update(env.legal_actions()[0])
        if _view(original) != before:
            yield "playing on a copy() changes the env that it copies"
        env.undo()
    views = [_view(env)]
    while not env.is_done():
        yield from _faults_of_a_position(env, views[-1])
        actions, mover = env.legal_actions(), int(env.player)
        action = actions[int(rng.integers(len(actions)))]
        env.update(action)
        if int(env.player) != -mover:
            yield (
                f"after {action} the same side is to move again: sides alternate, and a side that "
                "cannot move passes"
            )
        if env.last_action != action:
            yield f"last_action is not {action}, which was played"
        if len(env.history) != len(views[-1][0]) + 1:
            yield f"history does not grow by {action}"
        views.append(_view(env))
        if len(views) >= 10_000:
            yield "the game does not end within 10,000 actions"
    yield from _faults_of_an_end(env)
    for view in reversed(views[:-1]):
        undone = env.last_action
        env.undo()
        if _view(env) != view:
            yield f"undo() of {undone} does not give back the position before it"


def _faults_of_a_position(env: Any, view: Any) -> Iterator[str]:
    actions = env.legal_actions()
    if not actions:
        yield "legal_actions() is empty though the game is not over"
    if len(set(actions)) != len(actions):
        yield "legal_actions() names an action twice"
    for action in actions:
        if int(action.player) != int(env.player):
            yield f"legal_actions() holds {action}, but {env.player} is to move"
    if env.is_draw() or any(env.is_win(player) or env.is_lose(player) for player in (1, -1)):
        yield "is_win, is_lose or is_draw is true before the end: an unfinished game is no draw"
    if env.playout() not in (-1, 0, 1):
        yield "playout() returns something else than +1, 0 or -1"
    if _view(env) != view:
        yield "playout() changes the env"
    yield from _faults_of_refusals(env, actions, view)
    ways = {"copy.deepcopy": copy.deepcopy(env), "pickle": pickle.loads(pickle.dumps(env))}
    for way, twin in ways.items():
        if _view(twin) != view:
            yield f"{way} loses something: the copy is not equal"
    if hasattr(env, "clone"):
        yield from _faults_of_clones(env, actions, view)


def _faults_of_clones(env: Any, actions: list[Any], view: Any) -> Iterator[str]:
    one, two = env.clone(), env.clone()
    if _view(one) != view:
        yield "clone() differs from the env that it clones"
    # The clones draw first: had they touched the env's chance, it would draw something else.
    numbers = {(game.rng.random(), game.playout()) for game in (one, two, env)}
    if len(numbers) != 1:
        yield "clone() and the env that it clones do not draw the same random numbers"
    one.update(actions[0])
    if _view(env) != view:
        yield "playing on a clone() changes the env that it clones"
    changeable = list, dict, set, bytearray, np.ndarray
    for name, value in vars(env).items():
        if isinstance(value, changeable) and vars(two).get(name) is value:
            yield f"clone() shares {name}, which may change: keep what a position is in its state"


def _faults_of_refusals(env: Any, actions: list[Any], view: Any) -> Iterator[str]:
    squares = {(action.row, action.col) for action in actions}
    rows, cols = np.asarray(env.board).shape
    refused: dict[str, Callable[[], Any]] = {}
    if not any(row is None for row, _ in squares):
        refused["turn_change() passes though there are legal moves"] = env.turn_change
    elif len(actions) > 1:
        yield "a pass is legal beside other actions: it is forced"
    illegal = next((square for square in np.ndindex(rows, cols) if square not in squares), None)
    if illegal is not None:
        refused[f"{illegal} is played, yet illegal"] = partial(env.update, illegal)
    refused["a square off the board is played"] = partial(env.update, (rows, cols))
    for fault, act in refused.items():
        try:
            act()
        except ValueError:
            if _view(env) != view:
                yield "an action was refused but changed the env all the same"
        else:
            yield fault


def _faults_of_an_end(env: Any) -> Iterator[str]:
    if env.legal_actions():
        yield "the game is over, yet legal_actions() is not empty"
    for player in (1, -1):
        outcomes = [bool(env.is_win(player)), bool(env.is_lose(player)), bool(env.is_draw())]
        if sum(outcomes) != 1:
            yield (
                f"at the end, is_win, is_lose and is_draw of player {player:+d} are {outcomes}: "
                "exactly one is true"
            )
        if env.is_win(player) != env.is_lose(-player):
            yield "one side wins exactly when the other loses: a draw is no loss for both"


def _view(env: Any) -> tuple[Any, ...]:
    """Returns all that can be seen of an env, so that two can be compared."""
    return (
        tuple(env.history),
        int(env.player),
        np.asarray(env.board).tobytes(),
        tuple(env.legal_actions()),
        env.last_action,
        env.is_done(),
        (int(env.count(1)), int(env.count(-1))),
    )

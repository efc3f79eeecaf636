"""Random openings, so that no two pairs of games begin alike."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from coursekit.games import registry
from coursekit.games.actions import Action
from coursekit.games.env import Env

_PATIENCE = 200  # random lines in a row without a new position, before a depth counts as used up


def default_plies(game: str) -> int:
    """Returns the random plies of a game before the players take over.

    They are enough for a thousand different openings, and so few that most of the game is still to
    come; tic-tac-toe is too short for any.
    """
    known = game in registry.names()
    return (registry.spec(game) if known else registry.GameSpec).opening_plies


def random_openings(
    start: Env, count: int, plies: int, seed: np.random.SeedSequence
) -> list[tuple[Action, ...]]:
    """Returns openings of uniformly random moves, as tuples of actions.

    No opening ends the game, and no two lead to the same position as long as the game has enough
    positions: when a depth is used up, the openings get one ply longer, up to half of the board's
    squares; after that they start again. With ``plies=0`` all are empty. The first openings of a
    longer list are those of a shorter one.

    Args:
        start: The env to start from.
        count: Number of openings.
        plies: Length of the first openings.
        seed: Seed of the openings, and of nothing else.

    Raises:
        ValueError: If no opening of ``plies`` random moves leaves a game to play.
    """
    if plies == 0:
        return [()] * count
    rng = np.random.default_rng(seed)
    deepest = max(plies, start.board.size // 2)
    openings: list[tuple[Action, ...]] = []
    seen: set[Hashable] = set()
    depth, fruitless = plies, 0
    while len(openings) < count:
        env = start.clone()
        while len(env.history) - len(start.history) < depth and not env.is_done():
            actions = env.legal_actions()
            env.update(actions[int(rng.random() * len(actions))])
        if not env.is_done() and env.position not in seen:
            seen.add(env.position)
            openings.append(env.history[len(start.history) :])
            fruitless = 0
            continue
        fruitless += 1
        if fruitless < _PATIENCE:
            continue
        if not openings:
            raise ValueError(
                f"openings={plies}: that many random plies leave nothing to play in {env.name}"
            )
        fruitless = 0
        if depth < deepest:
            depth += 1
        else:
            depth = plies
            seen.clear()
    return openings

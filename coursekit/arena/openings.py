"""Random openings, so that no two pairs of games begin alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np

from coursekit.games.env import Env

DEFAULT_PLIES = {"othello8": 8, "othello6": 6, "othello4": 2, "tictactoe": 0, "ultimate": 4}
"""Random plies before the players take over. Deep enough that a thousand openings differ, and so
shallow that most of the game is still to come; tic-tac-toe is too short for any."""

OTHER_GAMES_PLIES = 2

_PATIENCE = 200  # random lines in a row without a new position, before a depth counts as used up


def random_openings(
    make: Callable[[], Env], count: int, plies: int, seed: np.random.SeedSequence
) -> list[tuple[str, ...]]:
    """Returns openings of uniformly random moves, as tuples of action names.

    No opening ends the game, and no two lead to the same position as long as the game has enough
    positions: when a depth is used up, the openings get one ply longer, up to half of the board's
    squares; after that they start again. With ``plies=0`` all are empty. The first openings of a
    longer list are those of a shorter one.

    Args:
        make: Returns the env to start from.
        count: Number of openings.
        plies: Length of the first openings.
        seed: Seed of the openings, and of nothing else.

    Raises:
        ValueError: If no opening of so many plies leaves a game to play.
    """
    if plies == 0:
        return [()] * count
    rng = np.random.default_rng(seed)
    deepest = max(plies, make().board.size // 2)
    openings: list[tuple[str, ...]] = []
    seen: set[Hashable] = set()
    depth, fruitless = plies, 0
    while len(openings) < count:
        env = make()
        opening = _random_line(env, depth, rng)
        if not env.is_done() and env.position not in seen:
            seen.add(env.position)
            openings.append(opening)
            fruitless = 0
            continue
        fruitless += 1
        if fruitless < _PATIENCE:
            continue
        if not openings:
            raise ValueError(
                f"openings={plies}: so many random plies leave nothing to play in {env.name}"
            )
        fruitless = 0
        if depth < deepest:
            depth += 1
        else:
            depth = plies
            seen.clear()
    return openings


def _random_line(env: Env, plies: int, rng: np.random.Generator) -> tuple[str, ...]:
    """Plays random moves on ``env``, fewer if the game ends, and returns their names."""
    names: list[str] = []
    while len(names) < plies and not env.is_done():
        actions = env.legal_actions()
        action = actions[int(rng.random() * len(actions))]
        env.update(action)
        names.append(action.name)
    return tuple(names)

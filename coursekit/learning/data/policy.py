"""Policy data: the moves of a strong player, from games that begin at random.

The player is that of :func:`coursekit.players.alpha_beta` (cell scores) with
:func:`coursekit.players.exact_endgame`, but among equally good moves chance decides, so that
nothing depends on how the board lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coursekit.games import othello
from coursekit.learning.config import Config
from coursekit.learning.data.shards import Arrays
from coursekit.players import LinearEvaluation

_GAMES_AT_ONCE = 32
_SIZE = 8


@dataclass(frozen=True, kw_only=True)
class PolicyDataConfig(Config):
    """The settings of policy data.

    Attributes:
        seed: Seed of everything random.
        games: Number of games.
        shard: Number of games in a shard; the last may have fewer.
        depth: Plies that the player searches, from 1.
        exact: Empty squares from which on it plays exactly, from 0 to 16.
        opening: Random plies before its first move: from none to so many, drawn for each game.
    """

    seed: int = 0
    games: int = 20_000
    shard: int = 1_000
    depth: int = 4
    exact: int = 10
    opening: int = 12

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} is from {low} to {high}, not {getattr(self, name)}")


_RANGES = {
    "seed": (0, 2**63),
    "games": (1, 10**9),
    "shard": (1, 10**6),
    "depth": (1, 20),
    "exact": (0, 16),
    "opening": (0, 50),
}


class PolicyData:
    """Makes policy data; see :func:`coursekit.learning.data.make`.

    The arrays of a shard, an entry for each position in which the player chose:

    ========== ======= ================================================================
    ``own``    uint64  discs of the side to move, bit 8·row + column
    ``opp``    uint64  discs of the other side
    ``best``   uint64  the moves that were equally good to the player
    ``move``   uint8   bit number of the one that it played
    ``result`` int8    result of the game for the side to move: +1, 0 or −1
    ``game``   int64   number of the game
    ``ply``    uint8   plies before the position, passes included
    ========== ======= ================================================================

    Args:
        config: The settings.
    """

    kind = "policy"

    def __init__(self, config: PolicyDataConfig) -> None:
        self.config = config
        self.networks: dict[str, str] = {}

    def __call__(self, first: int, games: int, seed: np.random.SeedSequence) -> Arrays:
        """Returns the arrays of one shard.

        Args:
            first: Number of its first game.
            games: Number of its games.
            seed: Seed of its random numbers.
        """
        from coursekit.engine.teacher import Games, Teacher  # compiles on a new machine

        config = self.config
        env = othello.make(size=_SIZE)
        own, opp = env._state[:2]
        evaluation = LinearEvaluation().compiled(_SIZE)
        teacher = Teacher(env._board_mask, evaluation, config.depth, config.exact)
        word = int(seed.generate_state(1, np.uint64)[0])
        played = [
            teacher.play(own, opp, word, start, min(_GAMES_AT_ONCE, games - start), config.opening)
            for start in range(0, games, _GAMES_AT_ONCE)
        ]
        arrays = {
            name: np.concatenate([getattr(part, name) for part in played]) for name in Games._fields
        }
        arrays["game"] += first
        return arrays

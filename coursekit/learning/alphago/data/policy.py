"""Policy data: the moves of a strong player, from games that begin at random.

The player is that of :func:`coursekit.players.alpha_beta` (cell scores) with
:func:`coursekit.players.exact_endgame`, but among equally good moves chance decides, so that
nothing depends on how the board lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coursekit.games import othello
from coursekit.games.evaluation import LinearEvaluation
from coursekit.learning.alphago.data.making import DataConfig
from coursekit.learning.alphago.data.shards import Arrays
from coursekit.learning.config import setting

_GAMES_AT_ONCE = 32
_SIZE = 8


@dataclass(frozen=True, kw_only=True)
class PolicyDataConfig(DataConfig):
    """The settings of policy data."""

    #: Plies that the player searches.
    depth: int = setting(4, least=1, most=20)
    #: Empty squares from which on it plays exactly.
    exact: int = setting(10, least=0, most=16)
    #: Random plies before its first move: from none to this many, drawn for each game.
    opening: int = setting(12, least=0, most=50)


class PolicyData:
    """Makes policy data; see :func:`coursekit.learning.alphago.data.make`.

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
        from coursekit.engine.bulk.teacher import CHOICE, Teacher  # compiles on a new machine

        config = self.config
        env = othello.make(size=_SIZE)
        own, opp, board = env.bitboards
        evaluation = LinearEvaluation().compiled(_SIZE)
        teacher = Teacher(board, evaluation, config.depth, config.exact)
        word = int(seed.generate_state(1, np.uint64)[0])
        played = [
            teacher.play(own, opp, word, start, min(_GAMES_AT_ONCE, games - start), config.opening)
            for start in range(0, games, _GAMES_AT_ONCE)
        ]
        positions = np.concatenate(played)
        arrays = {name: np.ascontiguousarray(positions[name]) for name in CHOICE.names or ()}
        arrays["game"] += first
        return arrays

"""Value data: one position of each of very many games, and who won from there.

Neighbouring positions of a game are alike and share one result, so a network that learns from all
of them learns the games by heart. AlphaGo therefore took one position from each game (Silver et
al., "Mastering the game of Go with deep neural networks and tree search", 2016, Methods), and so
it is done here: draw a number of discs N from 4 to 63; play to N discs by the supervised policy;
make one uniformly random legal move, so that the positions are not only those which the policy
likes; play to the end by the improved policy. Both policies are sampled.

AlphaGo kept the position *after* the random move (its "s_{U+1}, z_{U+1}"): what follows is then
play by one policy alone, and the result is an unbiased sample of that policy's value. The result of
the position *before* is that of a player who errs once at random. Both are written down.

What the sources leave open is decided in ``engine.bulk.value_games``: passes are no moves,
and a game that ends before it has N discs is drawn anew, N included, so the largest N are a little
rarer than the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.learning.alphago.data.making import DataConfig
from coursekit.learning.alphago.data.networks import SentNetwork
from coursekit.learning.alphago.data.shards import Arrays
from coursekit.learning.config import setting
from coursekit.learning.networks import PolicyNetwork

Words: TypeAlias = npt.NDArray[np.uint64]
Ask: TypeAlias = Callable[[Words, Words, Words], npt.NDArray[np.float32]]
"""A policy: from own discs, other discs and legal moves, each (N,), it makes (N, 65) logits;
:meth:`coursekit.learning.inference.Evaluator.single` is one."""

_BATCH = 2048
"""Positions that a network is asked for at once: more no longer fit into a processor's cache."""


@dataclass(frozen=True, kw_only=True)
class ValueDataConfig(DataConfig):
    """The settings of value data."""

    #: Number of games, each of which gives one position.
    games: int = setting(100_000, least=1, most=10**10)
    #: Games in a shard, which are played side by side; the last may have fewer.
    shard: int = setting(8_192, least=1, most=10**6)
    #: What the improved policy's logits are divided by: below 1 it plays with less chance, at 0
    #: with none.
    temperature: float = setting(1.0, least=0, most=100)


class ValueData:
    """Makes value data; see :func:`coursekit.learning.alphago.data.make`.

    The arrays of a shard, an entry for each game:

    ============== ======= ==============================================================
    ``own``        uint64  discs of the side to move before the random move, bit 8·row + column
    ``opp``        uint64  discs of the other side
    ``move``       uint8   bit number of the random move
    ``after_own``  uint64  discs, after that move, of the side that is then to move
    ``after_opp``  uint64  discs of the other side: of the one that made the random move
    ``difference`` int8    final disc difference for the side that made the random move
    ``result``     int8    +1, 0 or −1 for that side; for the side to move after it, the opposite
    ``discs``      uint8   N, the discs on the board before the random move
    ``game``       int64   number of the game
    ============== ======= ==============================================================

    Before the random move the side to move has a move. After it the side to move may have to pass,
    and the game may be over.

    Args:
        config: The settings.
        supervised: The policy that plays before the random move.
        improved: The policy that plays after it.
    """

    kind = "value"

    def __init__(
        self, config: ValueDataConfig, supervised: PolicyNetwork, improved: PolicyNetwork
    ) -> None:
        self.config = config
        self._sent = [SentNetwork(network) for network in (supervised, improved)]
        names = ("supervised", "improved")
        self.networks = {name: sent.sha256 for name, sent in zip(names, self._sent, strict=True)}

    def __call__(self, first: int, games: int, seed: np.random.SeedSequence) -> Arrays:
        """Returns the arrays of one shard.

        Args:
            first: Number of its first game.
            games: Number of its games.
            seed: Seed of its random numbers.
        """
        policies = [sent.evaluator().single for sent in self._sent]
        word = int(seed.generate_state(1, np.uint64)[0])
        arrays = play(games, word, policies, (1.0, self.config.temperature))
        arrays["game"] += first
        return arrays


def play(
    games: int, seed: int, policies: Sequence[Ask], temperatures: Sequence[float] = (1.0, 1.0)
) -> Arrays:
    """Plays games of the value data side by side and returns what is written down of them.

    Args:
        games: How many.
        seed: Seed of the random numbers, below 2^64.
        policies: The one before the random move, and the one after it.
        temperatures: What their logits are divided by.
    """
    from coursekit.engine.bulk import value_games as engine  # compiles on a new machine

    arrays = engine.make(games)
    engine.begin(seed, 0, arrays)
    waiting, lengths = arrays.waiting, arrays.lengths
    while lengths.any():
        for queue, (policy, temperature) in enumerate(zip(policies, temperatures, strict=True)):
            length = int(lengths[queue])
            lengths[queue] = 0
            for start in range(0, length, _BATCH):
                logits = policy(*waiting[queue, :, start : min(start + _BATCH, length)])
                engine.play(logits, queue, start, temperature, arrays)
    played = {name: np.ascontiguousarray(arrays.games[name]) for name in arrays.games.dtype.names}
    return {
        "own": played["own"],
        "opp": played["opp"],
        "move": played["move"].astype(np.uint8),
        "after_own": played["after_own"],
        "after_opp": played["after_opp"],
        "difference": played["difference"].astype(np.int8),
        "result": np.sign(played["difference"]).astype(np.int8),
        "discs": played["discs"].astype(np.uint8),
        "game": np.arange(games),
    }

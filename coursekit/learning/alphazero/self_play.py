"""Self-play in lockstep: hundreds of games against itself, their searches sharing each batch.

A game that is over is replaced at once by a new one, and a search that is finished by that of the
game's next move, so the batches stay full. All chance comes from the seed: the same seed and the
same evaluations give the same games, and :meth:`SelfPlay.state_dict` is all that it takes to
continue them elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine.bulk import lockstep
from coursekit.engine.mcts.forest import Forest, PuctConfig
from coursekit.engine.rules.constants import GOES_ON
from coursekit.engine.rules.games import MOST_PLIES
from coursekit.engine.rules.rng import stream
from coursekit.learning.alphazero.config import AlphaZeroConfig

Words: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float32]

Evaluate: TypeAlias = Callable[[Words, Words, Words], tuple[Floats, Floats]]
"""What values N positions: from own and other pieces and legal moves, each (N,) uint64, it makes
(N, actions) logits and (N,) values for the side to move; :meth:`Evaluator.boards` is one."""

_FADE_PLIES = 10


class Samples(NamedTuple):
    """Positions to learn from, of whole games one after the other.

    Attributes:
        own: (N,) uint64: pieces of the side to move, with the engine's bits.
        opp: (N,) uint64: pieces of the other side.
        policy: (N, actions) float16: the policy that the search found.
        result: (N,) int8: the game's result for the side to move: +1, 0, −1.
        value: (N,) float16: the search's value of the position for the side to move.
        final_own: (N,) uint64: the pieces at the end of the game of the side that is to move here.
        final_opp: (N,) uint64: those of the other side.
        ply: (N,) uint8: plies from the start of the game to the position.
    """

    own: Words
    opp: Words
    policy: npt.NDArray[np.float16]
    result: npt.NDArray[np.int8]
    value: npt.NDArray[np.float16]
    final_own: Words
    final_opp: Words
    ply: npt.NDArray[np.uint8]

    @classmethod
    def joined(cls, parts: list[Samples]) -> Samples:
        """Returns the samples of one or more parts, one after the other."""
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


class Games(NamedTuple):
    """The games under way, an entry each.

    Attributes:
        positions: (games, words) uint64: where they are.
        random: (games,) uint64: their random streams.
        first_ply: (games,) int64: random plies that they began with.
        length: (games,) int64: moves recorded since.
    """

    positions: Words
    random: Words
    first_ply: npt.NDArray[np.int64]
    length: npt.NDArray[np.int64]


class Records(NamedTuple):
    """What is recorded of their moves, each (games, plies, …); see :class:`Samples`."""

    own: Words
    opp: Words
    policy: npt.NDArray[np.float16]
    value: npt.NDArray[np.float16]


@dataclass
class Counts:
    """Games begun and ended so far, and positions that the evaluator was asked for."""

    begun: int = 0
    ended: int = 0
    evaluations: int = 0


class SelfPlay:
    """A group of games that plays on and on.

    Groups with different numbers play different games, so that several processes can share the
    work, and what they make does not depend on how many there are.

    Args:
        config: The training.
        group: Number of this group of games.
        search: How each move is searched; as the training says if not given.

    Attributes:
        counts: What was done so far.
    """

    def __init__(
        self, config: AlphaZeroConfig, group: int = 0, search: PuctConfig | None = None
    ) -> None:
        spec, count = config.spec, config.games
        assert spec.kernel is not None  # the settings allow no other game
        self.config, self._game = config, spec.kernel
        self.forest = Forest(self._game, spec.cols, count, search or training_search(config))
        self._start = spec.make().words()
        self._seed = int(stream(np.uint64(config.seed), np.uint64(group)))
        self._games = Games(
            np.zeros((count, len(self._start)), np.uint64),
            np.zeros(count, np.uint64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )
        shape = (count, MOST_PLIES)
        self._records = Records(
            np.zeros(shape, np.uint64),
            np.zeros(shape, np.uint64),
            np.zeros((*shape, self.forest.actions), np.float16),
            np.zeros(shape, np.float16),
        )
        self.counts = Counts()
        # The first games start at different plies, so that they do not all end together.
        self._open(np.arange(count), stagger=max(0, spec.rows * spec.cols - 16))
        self._search(np.arange(count))

    def play(self, evaluate: Evaluate, positions: int) -> Samples:
        """Plays until at least this many positions of finished games have come together.

        Args:
            evaluate: What values the leaves; see :data:`Evaluate`.
            positions: How many.
        """
        parts: list[Samples] = []
        made = 0
        while made < positions:
            finished = self.forest.finished()
            if finished.size:
                for part in self._advance(finished):
                    parts.append(part)
                    made += len(part.own)
            # One simulation in every tree, and one batch for all of them.
            count = self.forest.select()
            if count:
                leaves = self.forest.leaves
                own, opp = (np.ascontiguousarray(leaves[:count, word]) for word in (0, 1))
                self.forest.back_up(*evaluate(own, opp, self.forest.legal[:count]))
                self.counts.evaluations += count
        return Samples.joined(parts)

    def state_dict(self) -> dict[str, npt.NDArray[Any]]:
        """Returns everything that the next games depend on, apart from the config, as arrays."""
        state = {name: array.copy() for name, array in self._games._asdict().items()}
        state["counts"] = np.array(astuple(self.counts))
        longest = int(self._games.length.max()) + 1
        stale = np.arange(longest) >= self._games.length[:, None]  # what is left of earlier games
        for name, array in self._records._asdict().items():
            state[name] = array[:, :longest].copy()
            state[name][stale] = 0
        return {**state, **self.forest.state()}

    def load_state_dict(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Continues from what :meth:`state_dict` returned, with the same config and group."""
        for name, array in self._games._asdict().items():
            array[:] = state[name]
        for name, array in self._records._asdict().items():
            array[:, : state[name].shape[1]] = state[name]
        self.counts = Counts(*state["counts"].tolist())
        self.forest.restore(state)

    def _advance(self, rows: npt.NDArray[np.int64]) -> list[Samples]:
        """Plays the moves that some searches chose; returns the samples of games that ended."""
        games, records = self._games, self._records
        found = self.forest.read(rows)
        place = games.length[rows]
        records.own[rows, place] = games.positions[rows, 0]
        records.opp[rows, place] = games.positions[rows, 1]
        records.policy[rows, place] = found.policy
        records.value[rows, place] = found.value
        games.length[rows] += 1
        results = np.empty(len(rows), np.int8)
        lockstep.play_moves(self._game, games.positions, rows, found.moves, results)
        # A proven game goes on: who owns each square is known only when the board is full.
        ended = results != GOES_ON
        parts = [
            self._samples(int(row), int(result))
            for row, result in zip(rows[ended], results[ended], strict=True)
        ]
        if parts:
            self.counts.ended += len(parts)
            self._open(rows[ended])
        self._search(rows)
        return parts

    def _samples(self, row: int, result: int) -> Samples:
        """Returns the samples of a finished game; the result is that of the next mover."""
        records, count = self._records, int(self._games.length[row])
        mine = (count - np.arange(count)) % 2 == 0  # the side to move is the one to move now
        own, opp = self._games.positions[row, :2]
        return Samples(
            records.own[row, :count].copy(),
            records.opp[row, :count].copy(),
            records.policy[row, :count].copy(),
            np.where(mine, result, -result).astype(np.int8),
            records.value[row, :count].copy(),
            np.where(mine, own, opp),
            np.where(mine, opp, own),
            (self._games.first_ply[row] + np.arange(count)).astype(np.uint8),
        )

    def _open(self, rows: npt.NDArray[np.int64], stagger: int = 0) -> None:
        """Begins new games, after up to ``random_plies`` and ``stagger`` random plies."""
        games, count = self._games, len(rows)
        streams = lockstep.streams(self._seed, self.counts.begun, count)
        self.counts.begun += count
        # The upper bits of a stream's start draw the length of the opening.
        plies = _below(streams, 32, self.config.random_plies + 1)
        if stagger:
            plies += _below(streams, 16, stagger + 1)
        games.random[rows] = streams
        lockstep.open_games(self._game, self._start, games.positions, rows, plies, games.random)
        games.first_ply[rows] = plies
        games.length[rows] = 0

    def _search(self, rows: npt.NDArray[np.int64]) -> None:
        """Begins the searches of the next moves."""
        games, config = self._games, self.config
        # Gumbel noise is the only exploration; late in a game it would only cost results.
        late = games.first_ply[rows] + games.length[rows] - config.noise_plies
        noise = config.root_noise * np.clip(1.0 - late / _FADE_PLIES, 0.0, 1.0)
        seeds = np.empty(len(rows), np.uint64)
        lockstep.next_states(games.random, rows, seeds)
        self.forest.begin(games.positions[rows], seeds, trees=rows, noise=noise)


def training_search(config: AlphaZeroConfig) -> PuctConfig:
    """Returns how a training searches."""
    return PuctConfig(
        config.simulations,
        config.c,
        config.fpu_reduction,
        gumbel=True,
        max_considered_actions=config.max_considered_actions,
        c_visit=config.c_visit,
        c_scale=config.c_scale,
        play_forced=True,
        solve_below=config.solve_below,
    )


def _below(states: Words, shift: int, n: int) -> npt.NDArray[np.int64]:
    sixteen_bits = (states >> np.uint64(shift)) & np.uint64(0xFFFF)
    return (sixteen_bits.astype(np.int64) * n) >> 16

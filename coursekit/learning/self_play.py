"""Self-play in lockstep: hundreds of games against itself, their searches sharing each batch.

A game that is over is replaced at once by a new one, and a search that is finished by that of the
game's next move, so the batches stay full. All chance comes from the seed: the same seed and the
same evaluations give the same games, and :meth:`SelfPlay.state` is all that it takes to go on
with them elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine import lockstep, uct_games
from coursekit.engine.puct import Forest, PuctConfig
from coursekit.engine.rng import stream

Words: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float32]

Evaluate: TypeAlias = Callable[[Words, Words, Words], tuple[Floats, Floats]]
"""What values N positions: from own and other pieces and legal moves, each (N,) uint64, it makes
(N, actions) logits and (N,) values for the side to move; :meth:`Evaluator.boards` is one."""

GAMES = {
    "tictactoe": (uct_games.TICTACTOE, 3),
    "othello4": (uct_games.OTHELLO, 4),
    "othello6": (uct_games.OTHELLO, 6),
    "othello8": (uct_games.OTHELLO, 8),
}
"""Number in the engine, and squares in a row, of each game that can be played here."""

_FADE_PLIES = 10


@dataclass(frozen=True)
class SelfPlayConfig:
    """How games are made.

    Attributes:
        game: ``"tictactoe"``, ``"othello4"``, ``"othello6"`` or ``"othello8"``.
        games: Games that are played side by side.
        search: How each move is searched.
        random_plies: A game starts after 0 to so many uniformly random plies, evenly drawn.
        stagger: The games of the first batch start after up to so many random plies more, so that
            they do not all end together.
        noise: Root noise: the share of Dirichlet noise, or the scale of the Gumbel noise.
        noise_plies: Plies of a game after which Gumbel noise fades away, over ten plies.
        temperature_plies: Plies of a game up to which moves are drawn in proportion to the visits
            (without Gumbel); afterwards the most visited is played.
        end_proven: Whether a game ends as soon as the solver knows its result.
    """

    game: str = "othello8"
    games: int = 256
    search: PuctConfig = field(
        default_factory=lambda: PuctConfig(16, gumbel=True, play_forced=True)
    )
    random_plies: int = 8
    stagger: int = 48
    noise: float = 1.0
    noise_plies: int = 30
    temperature_plies: int = 20
    end_proven: bool = True


class Samples(NamedTuple):
    """Positions to learn from, of whole games one after the other.

    Attributes:
        own: (N,) uint64: pieces of the side to move, with the engine's bits.
        opp: (N,) uint64: pieces of the other side.
        policy: (N, actions) float16: the policy that the search found.
        result: (N,) int8: the game's result for the side to move: +1, 0, −1.
        value: (N,) float16: the search's value of the position for the side to move.
        final_own: (N,) uint64: the pieces at the end of the game of the side that is to move here.
            A game that ended early because its result was proven is played on by proven moves.
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


class SelfPlay:
    """A group of games that plays on and on.

    Groups with the same seed and different numbers play different games, so that several processes
    can share the work, and what they make does not depend on how many there are.

    Args:
        config: How to play.
        seed: The seed.
        group: Number of this group of games.
    """

    def __init__(self, config: SelfPlayConfig, seed: int, group: int = 0) -> None:
        if config.game not in GAMES:
            known = ", ".join(GAMES)
            raise ValueError(f"self-play knows {known}, not {config.game!r}")
        self.config = config
        self._game, size = GAMES[config.game]
        self.forest = Forest(self._game, size, config.games, config.search)
        self._start = start_position(config.game)
        self._seed = int(stream(np.uint64(seed), np.uint64(group)))
        count = config.games
        self._positions = np.zeros((count, len(self._start)), np.uint64)
        self._random = np.zeros(count, np.uint64)
        self._first_ply = np.zeros(count, np.int64)
        self._length = np.zeros(count, np.int64)
        shape = (count, uct_games.MOST_PLIES)
        self._own, self._opp = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        self._policy = np.zeros((*shape, self.forest.actions), np.float16)
        self._value = np.zeros(shape, np.float16)
        self._numbers = np.zeros(3, np.int64)  # games begun, games ended, evaluations
        everyone = np.arange(count)
        self._open(everyone, config.stagger)
        self._search(everyone)

    @property
    def finished_games(self) -> int:
        """Games that have ended so far."""
        return int(self._numbers[1])

    @property
    def evaluations(self) -> int:
        """Positions that the evaluator was asked for so far."""
        return int(self._numbers[2])

    def play(self, evaluate: Evaluate, positions: int) -> Samples:
        """Plays until at least so many positions of finished games have come together.

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
            count = self.forest.select()
            if count:
                leaves = self.forest.leaves
                own, opp = (np.ascontiguousarray(leaves[:count, word]) for word in (0, 1))
                self.forest.back_up(*evaluate(own, opp, self.forest.legal[:count]))
                self._numbers[2] += count
        return Samples.joined(parts)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Returns everything that the next games depend on, apart from the config, as arrays."""
        longest = int(self._length.max()) + 1
        stale = np.arange(longest) >= self._length[:, None]  # what is left of earlier games
        state = {name: getattr(self, f"_{name}").copy() for name in _WHOLE}
        for name in _RECORDS:
            state[name] = getattr(self, f"_{name}")[:, :longest].copy()
            state[name][stale] = 0
        return {**state, **self.forest.state()}

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from a state that :meth:`state` returned, with the same config and group."""
        for name in _WHOLE:
            getattr(self, f"_{name}")[:] = state[name]
        for name in _RECORDS:
            getattr(self, f"_{name}")[:, : state[name].shape[1]] = state[name]
        self.forest.restore(state)

    def _advance(self, rows: npt.NDArray[np.int64]) -> list[Samples]:
        """Plays the moves that some searches chose; returns the samples of games that ended."""
        config = self.config
        plies = self._first_ply[rows] + self._length[rows]
        warm = (plies < config.temperature_plies).astype(np.float64)
        found = self.forest.read(rows, warm)
        place = self._length[rows]
        self._own[rows, place] = self._positions[rows, 0]
        self._opp[rows, place] = self._positions[rows, 1]
        self._policy[rows, place] = found.policy
        self._value[rows, place] = found.value
        self._length[rows] += 1
        results = np.empty(len(rows), np.int8)
        lockstep.play_moves(self._game, self._positions, rows, found.moves, results)
        over = results != lockstep.GOES_ON
        proven = ~over & (found.proven != lockstep.GOES_ON) & config.end_proven
        results[proven] = -found.proven[proven]
        ended = over | proven
        finals = self._positions[rows]
        if proven.any():
            ends, left = self.forest.play_out(rows[proven])
            ends[left % 2 == 0, :2] = ends[left % 2 == 0, 1::-1]  # seen as after the first move
            finals[proven] = ends
        parts = [
            self._samples(int(row), int(result), final)
            for row, result, final in zip(rows[ended], results[ended], finals[ended], strict=True)
        ]
        if parts:
            self._numbers[1] += len(parts)
            self._open(rows[ended], 0)
        self._search(rows)
        return parts

    def _samples(self, row: int, result: int, final: Words) -> Samples:
        """Returns the samples of a game; result and final position are the next mover's."""
        count = int(self._length[row])
        mine = (count - np.arange(count)) % 2 == 0  # the side to move is the one to move now
        own, opp = final[:2]
        return Samples(
            self._own[row, :count].copy(),
            self._opp[row, :count].copy(),
            self._policy[row, :count].copy(),
            np.where(mine, result, -result).astype(np.int8),
            self._value[row, :count].copy(),
            np.where(mine, own, opp),
            np.where(mine, opp, own),
            (self._first_ply[row] + np.arange(count)).astype(np.uint8),
        )

    def _open(self, rows: npt.NDArray[np.int64], stagger: int) -> None:
        """Begins new games."""
        count = len(rows)
        states = np.empty(count, np.uint64)
        lockstep.streams(self._seed, int(self._numbers[0]), states)
        self._numbers[0] += count
        # The upper bits of a stream's start draw the length of the opening.
        plies = _below(states, 32, self.config.random_plies + 1)
        if stagger:
            plies += _below(states, 16, stagger + 1)
        self._random[rows] = states
        lockstep.open_games(self._game, self._start, self._positions, rows, plies, self._random)
        self._first_ply[rows] = plies
        self._length[rows] = 0

    def _search(self, rows: npt.NDArray[np.int64]) -> None:
        """Begins the searches of the next moves."""
        noise: npt.NDArray[np.float64] | float = self.config.noise
        if self.config.search.gumbel:
            late = self._first_ply[rows] + self._length[rows] - self.config.noise_plies
            noise = self.config.noise * np.clip(1.0 - late / _FADE_PLIES, 0.0, 1.0)
        seeds = np.empty(len(rows), np.uint64)
        lockstep.next_states(self._random, rows, seeds)
        self.forest.begin(self._positions[rows], seeds, trees=rows, noise=noise)


_WHOLE = ("positions", "random", "first_ply", "length", "numbers")
_RECORDS = ("own", "opp", "policy", "value")


def start_position(game: str) -> Words:
    """Returns the start position of a game, as the engine's words.

    >>> [f"{word:x}" for word in start_position("othello4").tolist()]
    ['20400', '40200', 'f0f0f0f']
    """
    number, size = GAMES[game]
    if number == uct_games.TICTACTOE:
        return np.zeros(2, np.uint64)
    high = size // 2
    low = high - 1
    black = 1 << (8 * low + high) | 1 << (8 * high + low)
    white = 1 << (8 * low + low) | 1 << (8 * high + high)
    board = sum(((1 << size) - 1) << (8 * row) for row in range(size))
    return np.array([black, white, board], np.uint64)


def _below(states: Words, shift: int, n: int) -> npt.NDArray[np.int64]:
    sixteen_bits = (states >> np.uint64(shift)) & np.uint64(0xFFFF)
    return (sixteen_bits.astype(np.int64) * n) >> 16

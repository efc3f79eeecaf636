"""A forest of search trees for many games at once: AlphaZero's search, without its network.

The trees grow in step. :meth:`Forest.select` walks down every unfinished tree and hands out the
positions where it stopped as arrays; the caller values them all in one batch, with a network or
with anything else; :meth:`Forest.back_up` takes logits and values back. Nothing here knows what a
network is, and no Python loop runs over trees.

What one simulation does:

1. Selection. From the root down, the child of the highest Q + U is taken, of equals the one with
   the lowest index of action. Q is the mean value of the child for the side to move at the parent
   (minus what it is for the child's own side to move, whatever the ply). An unvisited child counts
   with the parent's own mean minus ``fpu_reduction``, or with 0 where that is ``None``. U is
   c · P · √N / (1 + n): P the child's prior, n its visits, N the visits of the parent, its own
   evaluation included, so that 1 + the visits of its children.
2. Evaluation of the leaf reached: a softmax of its logits over the legal moves gives its children
   their priors (rounded to float32); its value is for its side to move. A finished game has its
   result instead, and needs no evaluation.
3. Backup: each node of the path counts one visit more and the value for its own side to move. The
   sides strictly alternate, a pass being a ply, so the value changes its sign from ply to ply.

The evaluation of the root comes first and counts as no simulation: after ``simulations`` of them
the visits of the root's children add up to that number.

Sources: Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and
Go through self-play", Science 362 (2018); for the Gumbel root Danihelka et al., "Policy improvement
by planning with Gumbel", ICLR 2022; for proven nodes Winands et al., "Monte-Carlo tree search
solver", CG 2008.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coursekit.engine import puct_exact, puct_result, puct_tree, uct_games
from coursekit.engine.puct_config import PuctConfig
from coursekit.engine.puct_nodes import GOES_ON

__all__ = ["GOES_ON", "Forest", "Found", "PuctConfig", "action_numbers"]

_MOST_CHILDREN = {uct_games.OTHELLO: 34, uct_games.TICTACTOE: 9}
"""Moves that a position can have; a forest leaves a node a leaf rather than overflow."""

Words = npt.NDArray[np.uint64]


class Found(NamedTuple):
    """What the searches of N trees found; actions by the course's index.

    Attributes:
        visits: (N, actions) int32: simulations that began with each action.
        q: (N, actions) float32: its value for the side to move at the root, from −1 to +1;
            not a number where it is neither visited nor proven.
        priors: (N, actions) float32: the evaluator's probabilities, with the root noise.
        policy: (N, actions) float32, adding up to 1: the policy to learn. The share of visits; for
            a Gumbel root the softmax of logits + σ(completed Q). No weight is on moves proven
            lost while another is not; at a proven root all is on moves proven best.
        value: (N,) float32: the mean of the root for its side to move, exact when proven.
        proven: (N,) int8: the root's exact value, or :data:`GOES_ON` (2) when unknown.
        chosen: (N,) int16: index of the action to play, −1 where the game is over. The most
            visited (of equals that of the higher Q, then the first), or one drawn by temperature;
            a Gumbel root's candidate of the highest g + logit + σ(Q) among the most visited. Never
            one proven worse than another choice; at a proven root the most visited of the best,
            of equals that of the higher prior.
        moves: (N,) int16: the same as the engine's number of the move.
    """

    visits: npt.NDArray[np.int32]
    q: npt.NDArray[np.float32]
    priors: npt.NDArray[np.float32]
    policy: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]
    proven: npt.NDArray[np.int8]
    chosen: npt.NDArray[np.int16]
    moves: npt.NDArray[np.int16]


class Forest:
    """Search trees of one game, in preallocated arrays.

    Attributes:
        trees: Number of trees T.
        actions: Number of actions A of the game.
        leaves: (T, words) uint64: the first ``count`` rows are the positions that wait for an
            evaluation, as words (Othello: own, other discs, board; tic-tac-toe: own, other).
        legal: (T,) uint64: their legal moves as bits; 0 where the mover must pass.
        chances: (T,) uint64: a seed for each of them, should its evaluation be a matter of chance.
        waiting: (T,) int64: the trees that they belong to.

    Args:
        game: ``uct_games.OTHELLO`` or ``uct_games.TICTACTOE``.
        size: Squares in a row.
        trees: Number of trees.
        config: How to search.

    Raises:
        ValueError: If there is no such game, or no tree.
    """

    def __init__(self, game: int, size: int, trees: int, config: PuctConfig) -> None:
        if game not in _MOST_CHILDREN:
            raise ValueError(f"a forest searches Othello (0) and tic-tac-toe (1), not game {game}")
        if trees < 1 or config.simulations < 1:
            raise ValueError(
                f"a forest needs a tree and a simulation at least, not {trees} and "
                f"{config.simulations}"
            )
        self.game, self.size, self.trees, self.config = game, size, trees, config
        self.action_of = action_numbers(game, size)
        self.actions = int(self.action_of.max()) + 1
        widest = min(_MOST_CHILDREN[game], size * size)
        words = uct_games.POSITION_WORDS[game]
        capacity = 2 + (config.simulations + 1) * widest
        exact = config.exact_empties if game == uct_games.OTHELLO else 0
        self._settings = puct_tree.settings(replace(config, exact_empties=exact))
        # The system gives memory for zeros only as the trees grow.
        self._nodes = np.zeros((trees, capacity), puct_tree.NODE)
        self._trees = np.zeros(trees, puct_tree.TREE)
        self._roots = np.zeros((trees, words), np.uint64)
        self._paths = np.zeros((trees, uct_games.MOST_PLIES), np.int32)
        self._logits = np.zeros((trees, uct_games.MOST_MOVES), np.float64)
        self._gumbels = np.zeros((trees, uct_games.MOST_MOVES), np.float64)
        self._schedule = np.zeros((trees, config.simulations), np.int32)
        self.leaves = np.zeros((trees, words), np.uint64)
        self.legal = np.zeros(trees, np.uint64)
        self.chances = np.zeros(trees, np.uint64)
        self.waiting = np.zeros(trees, np.int64)
        self._space = puct_exact.workspace(size, max(1, exact))
        self._count = 0

    def begin(
        self,
        positions: Words,
        seeds: Words,
        *,
        trees: npt.NDArray[np.int64] | None = None,
        noise: npt.NDArray[np.float64] | float = 0.0,
        simulations: npt.NDArray[np.int64] | int | None = None,
    ) -> None:
        """Starts new searches; whatever these trees held is forgotten.

        Args:
            positions: (N, words) uint64: the roots.
            seeds: (N,) uint64: the start of each tree's random stream.
            trees: (N,) int64: which trees; all when not given.
            noise: (N,) or one for all: the share of Dirichlet noise in the root's priors, or the
                scale of the Gumbel noise; 0 is deterministic play.
            simulations: (N,) or one for all, at most the config's, which is the default.
        """
        numbers = np.arange(self.trees) if trees is None else trees
        count = len(numbers)
        limit = self.config.simulations
        puct_tree.begin(
            self._nodes,
            self._trees,
            self._roots,
            numbers,
            np.ascontiguousarray(positions),
            np.ascontiguousarray(seeds),
            _each(noise, count),
            np.minimum(_each(limit if simulations is None else simulations, count), limit).astype(
                np.int64
            ),
        )

    def select(self) -> int:
        """Walks down every unfinished tree, and returns how many leaves wait for an evaluation.

        Simulations that end where the value is known need none, so a tree may be finished by this
        alone: 0 means that all are.
        """
        self._count = int(
            puct_tree.select(
                self.game,
                self._settings,
                self._trees,
                self._nodes,
                self._roots,
                self._paths,
                self._logits,
                self._gumbels,
                self._schedule,
                self._space,
                self.leaves,
                self.legal,
                self.chances,
                self.waiting,
            )
        )
        return self._count

    def back_up(self, logits: npt.NDArray[np.float32], values: npt.NDArray[np.float32]) -> None:
        """Takes the evaluations of the waiting leaves, in their order.

        Args:
            logits: (count, actions) float32; those of illegal actions are not looked at.
            values: (count,) float32, from −1 to +1, for the side to move at the leaf.
        """
        puct_tree.back_up(
            self._count,
            self._settings,
            self._trees,
            self._nodes,
            self._paths,
            self._logits,
            self._gumbels,
            self._schedule,
            self.waiting,
            self.action_of,
            np.ascontiguousarray(logits, np.float32),
            np.ascontiguousarray(values, np.float32),
        )
        self._count = 0

    def finished(self) -> npt.NDArray[np.int64]:
        """Returns the numbers of the trees whose search is over, in order."""
        return np.flatnonzero(self._trees["active"] == 0)

    def read(
        self,
        trees: npt.NDArray[np.int64] | None = None,
        temperature: npt.NDArray[np.float64] | float = 0.0,
    ) -> Found:
        """Returns what the searches of some trees found.

        Args:
            trees: (N,) int64: which; all when not given.
            temperature: (N,) or one for all. Above 0 the action is drawn with a probability
                proportional to visits^(1/temperature), from the tree's random stream; a Gumbel
                root, whose noise is its exploration, takes no notice of it.
        """
        numbers = np.arange(self.trees) if trees is None else trees
        count = len(numbers)
        shape = (count, self.actions)
        found = Found(
            np.zeros(shape, np.int32),
            np.full(shape, np.nan, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(count, np.float32),
            np.full(count, GOES_ON, np.int8),
            np.full(count, -1, np.int16),
            np.full(count, -1, np.int16),
        )
        puct_result.read(
            self._settings,
            self._trees,
            self._nodes,
            self._logits,
            self._gumbels,
            self.action_of,
            numbers,
            _each(temperature, count),
            *found,
        )
        return found

    def line(self, tree: int, least_visits: int = 10) -> list[int]:
        """Returns the engine's numbers of the moves that a tree visited most, from its root on.

        Args:
            tree: Which tree.
            least_visits: How often a move must have been visited to belong to the line; the first
                move, the chosen one, does however often it was.
        """
        move = int(self.read(np.array([tree])).moves[0])
        line: list[int] = []
        nodes, node = self._nodes[tree], 0
        while nodes[node]["children"]:
            children = nodes[nodes[node]["first"] :][: nodes[node]["children"]]
            place = int(children["visits"].argmax())
            if not line:
                place = int(np.flatnonzero(children["move"] == move)[0])
            elif children[place]["visits"] < least_visits:
                break
            line.append(int(children[place]["move"]))
            node = int(nodes[node]["first"]) + place
        return line

    def nodes(self, tree: int) -> int:
        """Returns how many nodes a tree has."""
        return int(self._trees[tree]["used"])

    def simulations(self, tree: int) -> int:
        """Returns how many simulations a tree has had."""
        return max(0, int(self._trees[tree]["done"]))

    def play_out(self, trees: npt.NDArray[np.int64]) -> tuple[Words, npt.NDArray[np.int64]]:
        """Plays the games of some proven trees to the end, by moves that are proven best.

        Args:
            trees: (N,) int64: which; the solver has proven their roots.

        Returns:
            The (N, words) finished positions, seen by the side to move there, and how many plies
            after the root, (N,) int64, they are.
        """
        ends = np.zeros((len(trees), self._roots.shape[1]), np.uint64)
        plies = np.zeros(len(trees), np.int64)
        puct_result.play_out_proven(
            self.game, self._nodes, self._roots, trees, self._space, ends, plies
        )
        return ends, plies

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Returns all that unfinished searches hold, as arrays; no leaf may be waiting."""
        used = self._trees["used"]
        places = np.arange(used.max()) < used[:, None]
        return {
            "trees": _packed(self._trees, np.ones(self.trees, np.bool_)),
            "nodes": _packed(self._nodes[:, : used.max()], places),
            **{name: getattr(self, f"_{name}").copy() for name in _STATE},
        }

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`state` of a forest made in the same way returned."""
        self._trees[:] = state["trees"]
        self._nodes[:, : state["nodes"].shape[1]] = state["nodes"]
        for name in _STATE:
            getattr(self, f"_{name}")[:] = state[name]


_STATE = ("roots", "logits", "gumbels", "schedule")


def _packed(records: npt.NDArray[Any], places: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Returns records with zeros elsewhere, and also between their fields: equal are equal bits."""
    packed = np.zeros(records.shape, records.dtype)
    for name in records.dtype.names or ():
        packed[name] = np.where(places, records[name], 0)
    return packed


def _each(values: npt.ArrayLike, count: int) -> npt.NDArray[np.float64]:
    each = np.empty(count, np.float64)
    each[:] = values
    return each


def action_numbers(game: int, size: int) -> npt.NDArray[np.int16]:
    """Returns the course's index of action for each move of the engine, −1 where there is none.

    >>> action_numbers(uct_games.OTHELLO, 4)[[0, 3, 8, 64]].tolist()  # a1, d1, a2, the pass
    [0, 3, 4, 16]
    """
    if game != uct_games.OTHELLO:
        return np.arange(size * size, dtype=np.int16)
    numbers = np.full(65, -1, np.int16)
    squares = np.arange(size * size, dtype=np.int16)
    numbers[squares // size * 8 + squares % size] = squares
    numbers[uct_games.PASS] = size * size
    return numbers

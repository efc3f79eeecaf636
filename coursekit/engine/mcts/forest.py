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
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.engine.endgame.solver import Solver
from coursekit.engine.mcts import puct_result, puct_tree
from coursekit.engine.mcts.puct_nodes import NODE, TREE, Arrays, PuctConfig
from coursekit.engine.mcts.puct_result import ForestResult, nothing_found
from coursekit.engine.rules import games
from coursekit.engine.rules._jit import direct
from coursekit.engine.rules.constants import board_mask

__all__ = ["Forest", "ForestResult", "PuctConfig", "action_numbers"]

_MOST_CHILDREN = {games.OTHELLO: 34, games.TICTACTOE: 9}
"""Moves that a position can have; a forest leaves a node a leaf rather than overflow."""

_LEAST_VISITS = 10
"""Visits from which a move belongs to the line of best play."""

Words = npt.NDArray[np.uint64]

# Called for every leaf where a single tree grows: the types of the arrays need no second look.
_select, _back_up = direct(puct_tree.select), direct(puct_tree.back_up)


class Forest:
    """Search trees of one game, in preallocated arrays.

    Attributes:
        trees: Number of trees T.
        actions: Number of actions A of the game.
        leaves: (T, words) uint64: the first ``count`` rows are the positions that wait for an
            evaluation, as words (Othello: own, other discs, board; tic-tac-toe: own, other).
        legal: (T,) uint64: their legal moves as bits; 0 where the mover must pass.
        seeds: (T,) uint64: a seed for each of them, for evaluations that draw lots.
        waiting: (T,) int64: the trees that they belong to.

    Args:
        game: ``games.OTHELLO`` or ``games.TICTACTOE``.
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
        words = games.POSITION_WORDS[game]
        capacity = 2 + (config.simulations + 1) * widest
        solve_below = config.solve_below if game == games.OTHELLO else 0
        # The system gives memory for zeros only as the trees grow.
        self._arrays = Arrays(
            replace(config, solve_below=solve_below).record(),
            np.zeros(trees, TREE),
            np.zeros((trees, capacity), NODE),
            np.zeros((trees, words), np.uint64),
            np.zeros((trees, games.MOST_PLIES), np.int32),
            np.zeros((trees, games.MOST_MOVES)),
            np.zeros((trees, games.MOST_MOVES)),
            np.zeros((trees, config.simulations), np.int32),
            Solver(board_mask(size), max(1, solve_below)).space,
            np.zeros((trees, words), np.uint64),
            np.zeros(trees, np.uint64),
            np.zeros(trees, np.uint64),
            np.zeros(trees, np.int64),
        )
        self.leaves, self.legal = self._arrays.leaves, self._arrays.legal
        self.seeds, self.waiting = self._arrays.seeds, self._arrays.waiting
        self._count = 0

    def begin(
        self,
        positions: Words,
        seeds: Words,
        *,
        trees: npt.NDArray[np.int64] | None = None,
        noise: npt.NDArray[np.float64] | float = 0.0,
    ) -> None:
        """Starts new searches; whatever these trees held is forgotten.

        Args:
            positions: (N, words) uint64: the roots.
            seeds: (N,) uint64: the start of each tree's random stream.
            trees: (N,) int64: which trees; all when not given.
            noise: (N,) or one for all: the scale of a Gumbel root's noise; 0 is deterministic.
        """
        numbers = np.arange(self.trees) if trees is None else trees
        puct_tree.begin(
            self._arrays,
            numbers,
            np.ascontiguousarray(positions),
            np.ascontiguousarray(seeds),
            np.full(len(numbers), noise, np.float64),
            self.config.simulations,
        )

    def select(self) -> int:
        """Walks down every unfinished tree, and returns how many leaves wait for an evaluation.

        Simulations that end where the value is known need none, so a tree may be finished by this
        alone: 0 means that all are.
        """
        self._count = _select(self.game, self._arrays)
        return self._count

    def back_up(self, logits: npt.NDArray[np.float32], values: npt.NDArray[np.float32]) -> None:
        """Takes the evaluations of the waiting leaves, in their order.

        Args:
            logits: (count, actions) float32; those of illegal actions are not looked at.
            values: (count,) float32, from −1 to +1, for the side to move at the leaf.
        """
        _back_up(
            self._arrays,
            self._count,
            self.action_of,
            np.ascontiguousarray(logits, np.float32),
            np.ascontiguousarray(values, np.float32),
        )
        self._count = 0

    def finished(self) -> npt.NDArray[np.int64]:
        """Returns the numbers of the trees whose search is over, in order."""
        return np.flatnonzero(self._arrays.trees["active"] == 0)

    def read(self, trees: npt.NDArray[np.int64] | None = None) -> ForestResult:
        """Returns what the searches of some trees found.

        Args:
            trees: (N,) int64: which; all when not given.
        """
        numbers = np.arange(self.trees) if trees is None else trees
        found = nothing_found(len(numbers), self.actions)
        puct_result.read(self._arrays, self.action_of, numbers, found)
        return found

    def line(self, tree: int) -> list[int]:
        """Returns the engine's numbers of the moves that a tree visited most, from its root on.

        The first is the chosen move; each of the others had at least ten visits.
        """
        move = int(self.read(np.array([tree])).moves[0])
        line: list[int] = []
        nodes, node = self._arrays.nodes[tree], 0
        while nodes[node]["children"]:
            children = nodes[nodes[node]["first"] :][: nodes[node]["children"]]
            place = int(children["visits"].argmax())
            if not line:
                place = int(np.flatnonzero(children["move"] == move)[0])
            elif children[place]["visits"] < _LEAST_VISITS:
                break
            line.append(int(children[place]["move"]))
            node = int(nodes[node]["first"]) + place
        return line

    def nodes(self, tree: int) -> int:
        """Returns how many nodes a tree has."""
        return int(self._arrays.trees[tree]["used"])

    def simulations(self, tree: int) -> int:
        """Returns how many simulations a tree has had."""
        return max(0, int(self._arrays.trees[tree]["done"]))

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Returns all that unfinished searches hold, as arrays; no leaf may be waiting."""
        arrays, used = self._arrays, self._arrays.trees["used"]
        places = np.arange(used.max()) < used[:, None]
        return {
            "trees": _packed(arrays.trees, np.ones(self.trees, np.bool_)),
            "nodes": _packed(arrays.nodes[:, : used.max()], places),
            "roots": arrays.roots.copy(),
            "logits": arrays.logits.copy(),
            "gumbels": arrays.gumbels.copy(),
            "schedule": arrays.schedule.copy(),
        }

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`state` of a forest made in the same way returned."""
        arrays = self._arrays
        arrays.nodes[:, : state["nodes"].shape[1]] = state["nodes"]
        arrays.trees[:], arrays.roots[:] = state["trees"], state["roots"]
        arrays.logits[:], arrays.gumbels[:] = state["logits"], state["gumbels"]
        arrays.schedule[:] = state["schedule"]


def _packed(records: npt.NDArray[Any], places: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Returns records with zeros elsewhere, and also between their fields: equal are equal bits."""
    packed = np.zeros(records.shape, records.dtype)
    for name in records.dtype.names or ():
        packed[name] = np.where(places, records[name], 0)
    return packed


def action_numbers(game: int, size: int) -> npt.NDArray[np.int16]:
    """Returns the course's index of action for each move of the engine, −1 where there is none.

    >>> action_numbers(games.OTHELLO, 4)[[0, 3, 8, 64]].tolist()  # a1, d1, a2, the pass
    [0, 3, 4, 16]
    """
    if game != games.OTHELLO:
        return np.arange(size * size, dtype=np.int16)
    numbers = np.full(65, -1, np.int16)
    squares = np.arange(size * size, dtype=np.int16)
    numbers[squares // size * 8 + squares % size] = squares
    numbers[games.PASS] = size * size
    return numbers

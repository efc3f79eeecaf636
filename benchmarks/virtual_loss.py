"""What it costs in strength to value several leaves of one search at once.

A search that values leaves one by one sees every result before it walks down again. One that
gathers a few must keep its walks apart meanwhile: each counts as lost along its path until its
value is there (a virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree
search", CG 2008).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from coursekit import othello
from coursekit.arena import match
from coursekit.arena.result import Transcript
from coursekit.engine.mcts import puct_tree
from coursekit.engine.mcts.forest import Forest
from coursekit.engine.rules.constants import GOES_ON, PASS
from coursekit.engine.rules.games import MOST_MOVES
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players import alphazero
from coursekit.players.base import NamedPlayer, kernel_of

SIMULATIONS, OPENING = 100, 7
BATCHES = (4, 8, 16)
SAVED = 0.18  # of a move's time, at most: the network's, in batches of 16


class BatchedPlayer(NamedPlayer):
    """AlphaZero's player, whose search gathers leaves before the network sees them.

    A walk that meets a leaf which waits already ends the batch.

    Attributes:
        name: For example ``"AlphaZero, 16 leaves at once"``.
        calls: How often the network was asked.
        leaves: How many leaves it valued.

    Args:
        batch: Most leaves at once.
    """

    def __init__(self, batch: int) -> None:
        self.name = f"AlphaZero, {batch} leaves at once"
        self.batch, self.calls, self.leaves = batch, 0, 0
        self._alphazero = alphazero(simulations=SIMULATIONS)

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action."""
        # One tree grows. The others lend it their rows for leaves.
        forest = Forest(kernel_of(env.name), env.shape[0], self.batch, self._alphazero.config)
        only = np.zeros(1, np.int64)
        forest.begin(env.words()[None], np.zeros(1, np.uint64), trees=only)
        evaluate = self._alphazero.evaluator(env.name)
        if forest.select():  # the root
            rows = (forest.leaves[:1], forest.legal[:1], forest.seeds[:1])
            forest.back_up(*evaluate(*rows))
        while forest._arrays.trees[0]["active"]:
            paths = self._gather(forest)
            if paths:
                count = len(paths)
                rows = (forest.leaves[:count], forest.legal[:count], forest.seeds[:count])
                _take_back(forest, paths, *evaluate(*rows))
                self.calls += 1
                self.leaves += count
        return env.space.numbered(int(forest.read(only).moves[0]))

    def _gather(self, forest: Forest) -> list[np.ndarray]:
        """Walks down until a batch of leaves waits, and returns their paths."""
        arrays = forest._arrays
        tree, nodes = arrays.trees[0], arrays.nodes[0]
        scratch = np.empty((1, arrays.leaves.shape[1]), np.uint64)
        moves = np.empty((2, MOST_MOVES), np.uint8)
        paths: list[np.ndarray] = []
        waiting: set[int] = set()
        while tree["active"] and len(paths) < min(self.batch, SIMULATIONS - tree["done"]):
            row = len(paths)
            number = puct_tree.walk_down(forest.game, arrays, 0, row)
            path = arrays.paths[0, : tree["length"]].copy()
            if waiting.intersection(path.tolist()):
                break
            known = nodes[number]["proven"] != GOES_ON or puct_tree.expand(
                forest.game, arrays, 0, number, arrays.leaves, row, scratch, moves
            )
            if known:
                puct_tree.back_up_value(arrays, 0, float(nodes[number]["proven"]))
                continue
            first, children = int(nodes[number]["first"]), int(nodes[number]["children"])
            found = nodes[first : first + children]["move"]
            forest.legal[row] = sum(1 << int(move) for move in found if move != PASS)
            waiting.add(number)
            paths.append(path)
            _lose(forest, path, 1)
        return paths


def _lose(forest: Forest, path: np.ndarray, sign: int) -> None:
    """Counts a walk as lost for the sides that chose its moves, or with −1 no longer."""
    nodes = forest._arrays.nodes[0]
    nodes["visits"][path] += sign
    nodes["total"][path[1:]] += sign  # a win for the side to move after the move


def _take_back(
    forest: Forest, paths: list[np.ndarray], logits: np.ndarray, values: np.ndarray
) -> None:
    """Replaces virtual losses by the network's values."""
    arrays = forest._arrays
    for path in paths:
        _lose(forest, path, -1)
    arrays.waiting[0] = 0
    for row, path in enumerate(paths):
        arrays.paths[0, : len(path)] = path
        arrays.trees[0]["length"] = len(path)
        puct_tree.back_up(arrays, 1, forest.action_of, logits[row : row + 1], values[row : row + 1])


def strength(games: int) -> str:
    """Plays searches with batches against one that values its leaves one by one.

    Args:
        games: Games of each match, even.
    """
    usual = alphazero(simulations=SIMULATIONS)
    lines = [
        f"Othello 8×8, the shipped network with {SIMULATIONS} simulations, against itself with its "
        f"leaves valued one by one; {games} games each, {OPENING} random plies, both colours from "
        "each opening. The last row has the time that a batch would save:\n",
        "| player | leaves in a batch | score (95 %) | won, drawn, lost |",
        "|---|---|---|---|",
    ]
    more = alphazero(simulations=round(SIMULATIONS / (1 - SAVED)))
    for player in (*map(BatchedPlayer, BATCHES), more):
        result = match(player, usual, games, seed=0, n_jobs=-1, openings=OPENING)
        total = result.total
        leaves = "1"
        if isinstance(player, BatchedPlayer):
            for position in _positions(result.transcripts[0]):
                player(position)
            leaves = f"{player.leaves / player.calls:.1f}"
        lines.append(
            f"| {result.a} | {leaves} | {result.score:.1%} ({result.interval}) "
            f"| {total.wins}, {total.draws}, {total.losses} |"
        )
    return "\n".join(lines)


def _positions(game: Transcript) -> Iterator[Env]:
    """Yields the positions of a game after its opening."""
    env = othello.from_moves(game.moves)
    while len(env.history) > OPENING:
        env.undo()
        yield env.copy()

"""The tree of UCT in arrays, and its four steps: selection, expansion, playout, backup.

A node's results are counted for the side to move there, so a parent reads its children with the
opposite sign; since sides strictly alternate (a pass is a ply), a result changes its sign from ply
to ply on the way up, and nothing needs to know whose turn it was.

Up to sixteen simulations are under way at once, so that their playouts share vector instructions,
but never more than one for every eight that the root has seen. A simulation under way counts as
a visit, which makes the others look elsewhere, and not yet as a result (Liu et al., "Watch the
unobserved: a simple approach to parallelizing Monte Carlo tree search", 2020).

Sources: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006); Coulom, "Efficient
selectivity and backup operators in Monte-Carlo tree search" (2006).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from numba import float32, int64

from coursekit.engine.rules import games
from coursekit.engine.rules._jit import (
    Bits,
    Bytes,
    Flag,
    Int,
    Int32Rows,
    Real,
    WordRows,
    Words,
    kernel,
)
from coursekit.engine.rules.constants import GOES_ON
from coursekit.engine.rules.games import MOST_MOVES, MOST_PLIES
from coursekit.engine.rules.othello import LANES

NODE = np.dtype(
    [
        ("visits", np.int32),
        ("wins", np.int32),
        ("draws", np.int32),
        ("losses", np.int32),
        ("first", np.int32),  # its first child; the others follow
        ("children", np.uint8),  # 0 for a leaf
        ("move", np.uint8),  # the move that led here
        ("result", np.int8),  # of a finished game, for the side to move; else GOES_ON
    ],
    align=True,
)
"""One node. Visits are wins, draws and losses together once no simulation is under way."""

SCORE = np.dtype([("mean", np.float32), ("spread", np.float32)])
"""What selection reads of a node: its mean for the parent's side, and 1 / √visits."""

STATE = np.dtype(
    [
        ("used", np.int64),  # nodes
        ("simulations", np.int64),  # begun
        ("full", np.bool_),  # whether a leaf could not be expanded for lack of room
    ],
    align=True,
)

_UNVISITED = float32(1e30)
_UNDER_WAY = float32(-1.0)
_FEW = 4096
_EACH = 8  # visits of the root for each simulation that may be under way
_ROOT_OF_LOG = np.sqrt(np.log(np.maximum(np.arange(_FEW), 1)))

Nodes: TypeAlias = Annotated[Any, numba.from_dtype(NODE)[::1]]
Scores: TypeAlias = Annotated[Any, numba.from_dtype(SCORE)[::1]]
States: TypeAlias = Annotated[Any, numba.from_dtype(STATE)[::1]]


class Arrays(NamedTuple):
    """A tree of at most N nodes.

    Attributes:
        nodes: (N,); the root is node 0.
        scores: (N,) what selection reads of them.
        states: (1,) how much of it is used.
    """

    nodes: Nodes
    scores: Scores
    states: States


@kernel(inline=True)
def make_leaf(nodes: Nodes, scores: Scores, number: Int, move: Int) -> None:
    """Writes a new, unvisited leaf."""
    node = nodes[number]
    node.visits = node.wins = node.draws = node.losses = node.first = 0
    node.children = 0
    node.move = move
    node.result = GOES_ON
    scores[number].mean = _UNVISITED
    scores[number].spread = 0.0


@kernel(inline=True)
def select(nodes: Nodes, scores: Scores, node: Int, c: Real) -> Int:
    """Returns the child of the highest upper confidence bound (UCB1), the first of equals.

    Unvisited children come first, in the order of their moves.
    """
    visits = nodes[node].visits
    root_of_log = _ROOT_OF_LOG[visits] if visits < _FEW else sqrt(log(visits))
    weight = float32(c * root_of_log)
    first = int64(nodes[node].first)
    best, best_bound = first, scores[first].mean + weight * scores[first].spread
    for child in range(first + 1, first + nodes[node].children):
        bound = scores[child].mean + weight * scores[child].spread
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@kernel
def begin(tree: Arrays) -> None:
    """Empties a tree, but for its root."""
    make_leaf(tree.nodes, tree.scores, 0, 0)
    state = tree.states[0]
    state.used, state.simulations, state.full = 1, 0, False


@kernel
def expand(
    game: Int, tree: Arrays, number: Int, positions: WordRows, lane: Int, moves: Bytes
) -> Flag:
    """Gives a leaf its children, or its result if the game is over there.

    Returns:
        Whether it has children now; not, if the game is over or the arrays are full.
    """
    node, state = tree.nodes[number], tree.states[0]
    count = games.legal_moves(game, positions, lane, moves)
    if count == 0:
        node.result = games.outcome(game, positions, lane)
        return False
    first = state.used
    if first + count > tree.nodes.size:
        state.full = True
        return False
    for i in range(count):
        make_leaf(tree.nodes, tree.scores, first + i, int64(moves[i]))
    node.first, node.children = first, count
    state.used = first + count
    return True


@kernel(inline=True)
def back_up(
    nodes: Nodes, scores: Scores, paths: Int32Rows, lane: Int, length: Int, result: Int
) -> None:
    """Counts a result, seen by the side to move at the end of the path, at every node of it."""
    for i in range(length - 1, -1, -1):
        number = paths[lane, i]
        node = nodes[number]
        if result > 0:
            node.wins += 1
        elif result < 0:
            node.losses += 1
        else:
            node.draws += 1
        seen = node.wins + node.draws + node.losses
        scores[number].mean = float32(node.losses - node.wins) / float32(seen)
        result = -result


@kernel
def simulate(
    game: Int,
    root: Words,
    tree: Arrays,
    c: Real,
    expand_after: Int,
    seed: Bits,
    pause: Int,
    end: Int,
) -> None:
    """Runs simulations until ``pause`` or a few more have been begun, but not more than ``end``.

    How often it pauses on the way to ``end`` changes nothing.

    Args:
        game: Which game.
        root: The root's position.
        tree: The tree.
        c: Exploration constant.
        expand_after: Visits after which a leaf is expanded; the root is at once.
        seed: Seed of the playouts; each simulation has a random stream of its own.
        pause: Number of simulations after which to return.
        end: Number of simulations that will ever be asked for.
    """
    nodes, scores, states = tree
    state = states[0]
    positions = np.empty((LANES, root.size), np.uint64)
    paths = np.empty((LANES, MOST_PLIES), np.int32)
    lengths = np.empty(LANES, np.int64)
    results = np.empty(LANES, np.int64)
    moves = np.empty(MOST_MOVES, np.uint8)
    while state.simulations < pause:
        begun = state.simulations
        abreast = max(1, min(LANES, int64(nodes[0].visits) // _EACH, end - begun))
        waiting = 0
        for _ in range(abreast):
            for word in range(root.size):
                positions[waiting, word] = root[word]
            # Selection, down to a leaf, which is expanded once it has been seen often enough.
            node, length = int64(0), 1
            paths[waiting, 0] = 0
            nodes[0].visits += 1
            going_down = True
            while going_down:
                if nodes[node].children == 0:
                    stay = nodes[node].result != GOES_ON
                    stay = stay or (node != 0 and nodes[node].visits <= expand_after)
                    going_down = not stay and expand(game, tree, node, positions, waiting, moves)
                if going_down:
                    node = select(nodes, scores, node, c)
                    visits = nodes[node].visits + 1
                    nodes[node].visits = visits
                    scores[node].spread = float32(1.0) / np.sqrt(float32(visits))
                    if visits == 1:
                        scores[node].mean = _UNDER_WAY
                    games.play(game, positions, waiting, int64(nodes[node].move))
                    paths[waiting, length] = node
                    length += 1
            result = int64(nodes[node].result)
            if result != GOES_ON:
                back_up(nodes, scores, paths, waiting, length, result)
            else:
                lengths[waiting] = length
                waiting += 1
        games.playouts(game, positions, waiting, seed, begun, results)
        for lane in range(waiting):
            back_up(nodes, scores, paths, lane, lengths[lane], results[lane])
        state.simulations = begun + abreast

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
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import float32, float64, int32, int64, types, uint8, uint64

from coursekit.engine import uct_games
from coursekit.engine._jit import Bits, kernel
from coursekit.engine.othello import LANES
from coursekit.engine.uct_games import MOST_MOVES, MOST_PLIES
from coursekit.engine.ultimate_lanes import Int, Positions

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

GOES_ON = 2
USED, SIMULATIONS, FULL = 0, 1, 2
"""What the state of a search holds: nodes used, simulations begun, whether room ran out."""

_UNVISITED = float32(1e30)
_UNDER_WAY = float32(-1.0)
_FEW = 4096
_EACH = 8  # visits of the root for each simulation that may be under way
_ROOT_OF_LOG = np.sqrt(np.log(np.maximum(np.arange(_FEW), 1)))

_NODES, _SCORES = numba.from_dtype(NODE)[::1], numba.from_dtype(SCORE)[::1]


@kernel(types.void(_NODES, _SCORES, int64, int64), inline=True)
def make_node(nodes: Any, scores: Any, node: int, move: int) -> None:
    """Writes a new leaf that nobody has visited."""
    fresh = nodes[node]
    fresh.visits = fresh.wins = fresh.draws = fresh.losses = fresh.first = 0
    fresh.children = 0
    fresh.move = move
    fresh.result = GOES_ON
    scores[node].mean = _UNVISITED
    scores[node].spread = 0.0


@kernel(int64(_NODES, _SCORES, int64, float64), inline=True)
def select(nodes: Any, scores: Any, node: int, c: float) -> Int:
    """Returns the child of the highest upper confidence bound (UCB1), the first of equals.

    Children that nobody has visited come first, in the order of their moves.
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


@kernel(int64(int64, _NODES, _SCORES, int64, int64[::1], uint64[:, ::1], int64, uint8[::1]))
def expand(
    game: int,
    nodes: Any,
    scores: Any,
    node: int,
    state: npt.NDArray[np.int64],
    positions: Positions,
    lane: int,
    moves: npt.NDArray[np.uint8],
) -> bool:
    """Gives a leaf its children, or its result if the game is over there.

    Returns:
        Whether it has children now; not, if the game is over or the arrays are full.
    """
    count = uct_games.legal_moves(game, positions, lane, moves)
    if count == 0:
        nodes[node].result = uct_games.outcome(game, positions, lane)
        return False
    first = state[USED]
    if first + count > nodes.size:
        state[FULL] = 1
        return False
    for i in range(count):
        make_node(nodes, scores, first + i, int64(moves[i]))
    nodes[node].first = first
    nodes[node].children = count
    state[USED] = first + count
    return True


@kernel(types.void(_NODES, _SCORES, int32[:, ::1], int64, int64, int64), inline=True)
def back_up(
    nodes: Any, scores: Any, paths: npt.NDArray[np.int32], lane: int, length: int, result: int
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


@kernel(
    types.void(
        int64,
        uint64[::1],
        _NODES,
        _SCORES,
        int64[::1],
        float64,
        int64,
        uint64,
        int64,
        int64,
    )
)
def simulate(
    game: int,
    root: npt.NDArray[np.uint64],
    nodes: Any,
    scores: Any,
    state: npt.NDArray[np.int64],
    c: float,
    expand_after: int,
    seed: Bits,
    pause: int,
    end: int,
) -> None:
    """Runs simulations until ``pause`` or a few more have been begun, but not more than ``end``.

    How often it pauses on the way to ``end`` changes nothing.

    Args:
        game: Which game.
        root: The root's position.
        nodes: The tree.
        scores: What selection reads of it.
        state: Nodes used, simulations begun, whether room ran out.
        c: Exploration constant.
        expand_after: Visits after which a leaf is expanded; the root is at once.
        seed: Seed of the playouts; each simulation has a random stream of its own.
        pause: Number of simulations after which to return.
        end: Number of simulations that will ever be asked for.
    """
    positions = np.empty((LANES, root.size), np.uint64)
    paths = np.empty((LANES, MOST_PLIES), np.int32)
    lengths = np.empty(LANES, np.int64)
    results = np.empty(LANES, np.int64)
    moves = np.empty(MOST_MOVES, np.uint8)
    while state[SIMULATIONS] < pause:
        begun = state[SIMULATIONS]
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
                    going_down = not stay and expand(
                        game, nodes, scores, node, state, positions, waiting, moves
                    )
                if going_down:
                    node = select(nodes, scores, node, c)
                    visits = nodes[node].visits + 1
                    nodes[node].visits = visits
                    scores[node].spread = float32(1.0) / np.sqrt(float32(visits))
                    if visits == 1:
                        scores[node].mean = _UNDER_WAY
                    uct_games.play(game, positions, waiting, int64(nodes[node].move))
                    paths[waiting, length] = node
                    length += 1
            result = int64(nodes[node].result)
            if result != GOES_ON:
                back_up(nodes, scores, paths, waiting, length, result)
            else:
                lengths[waiting] = length
                waiting += 1
        uct_games.playouts(game, positions, waiting, seed, begun, results)
        for lane in range(waiting):
            back_up(nodes, scores, paths, lane, lengths[lane], results[lane])
        state[SIMULATIONS] = begun + abreast


@kernel(int64(_NODES, _SCORES, int64, _NODES, _SCORES))
def copy_subtree(nodes: Any, scores: Any, root: int, kept: Any, kept_scores: Any) -> Int:
    """Copies the subtree below ``root`` into other arrays as large, and returns its size."""
    kept[0] = nodes[root]
    kept_scores[0] = scores[root]
    used, node = int64(1), 0
    while node < used:
        count, first = kept[node].children, int64(kept[node].first)
        kept[node].first = used
        for i in range(count):
            kept[used + i] = nodes[first + i]
            kept_scores[used + i] = scores[first + i]
        used += count
        node += 1
    return used

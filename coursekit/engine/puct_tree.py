"""The steps of a forest's simulations: selection, the look at a new leaf, expansion and backup.

All values are for the side to move at the node that they belong to; a parent reads its children
with the opposite sign.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import boolean, float32, float64, int16, int32, int64, types, uint8, uint64

from coursekit.engine import puct_exact, rng, uct_games, wipe_outs
from coursekit.engine._jit import kernel, popcount
from coursekit.engine.puct_nodes import (
    EXACT,
    GOES_ON,
    GUMBEL,
    NODE,
    NODES,
    PLAY_FORCED,
    SOLVER,
    TREE,
    TREES,
    Settings,
    Table,
    select_child,
    settings,
)
from coursekit.engine.puct_root import add_dirichlet, begin_gumbel, select_candidate
from coursekit.engine.uct_games import MOST_MOVES, OTHELLO, PASS
from coursekit.engine.ultimate_lanes import Int, Positions

__all__ = ["GOES_ON", "NODE", "TREE", "back_up", "begin", "select", "settings"]

Numbers = npt.NDArray[np.int64]
Paths = npt.NDArray[np.int32]

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel(types.void(NODES, int64, int64, int64), inline=True)
def make_node(nodes: Any, t: int, node: int, move: int) -> None:
    """Writes a new leaf that nobody has visited."""
    nodes[t, node].total = 0.0
    nodes[t, node].prior = 0.0
    nodes[t, node].visits = 0
    nodes[t, node].first = 0
    nodes[t, node].children = 0
    nodes[t, node].move = move
    nodes[t, node].proven = GOES_ON


@kernel(
    types.void(
        NODES,
        TREES,
        uint64[:, ::1],
        int64[::1],
        uint64[:, ::1],
        uint64[::1],
        float64[::1],
        int64[::1],
    )
)
def begin(
    nodes: Any,
    trees: Any,
    roots: Positions,
    numbers: Numbers,
    positions: Positions,
    seeds: npt.NDArray[np.uint64],
    noise: Settings,
    simulations: Numbers,
) -> None:
    """Starts new searches in the trees of some numbers."""
    for i in range(numbers.size):
        t = numbers[i]
        for word in range(roots.shape[1]):
            roots[t, word] = positions[i, word]
        make_node(nodes, t, 0, 0)
        trees[t].random = rng.stream(seeds[i], uint64(0))
        trees[t].noise = noise[i]
        trees[t].value = 0.0
        trees[t].done = -1
        trees[t].simulations = simulations[i]
        trees[t].used = 1
        trees[t].length = 0
        trees[t].active = 1


@kernel(boolean(NODES, int64, int64), inline=True)
def prove(nodes: Any, t: int, node: int) -> bool:
    """Proves a node by its children if they allow it; returns whether they do."""
    first, best = int64(nodes[t, node].first), int64(-1)
    all_known = True
    for child in range(first, first + int64(nodes[t, node].children)):
        proven = int64(nodes[t, child].proven)
        if proven == -1:
            nodes[t, node].proven = 1
            return True
        if proven == GOES_ON:
            all_known = False
        else:
            best = max(best, -proven)
    if all_known:
        nodes[t, node].proven = best
    return all_known


@kernel(
    boolean(
        int64,
        float64[::1],
        TREES,
        NODES,
        int64,
        int64,
        uint64[:, ::1],
        int64,
        uint64[:, ::1],
        uint8[:, ::1],
        puct_exact.WORKSPACE,
    )
)
def expand(
    game: int,
    settings: Settings,
    trees: Any,
    nodes: Any,
    t: int,
    node: int,
    positions: Positions,
    row: int,
    scratch: Positions,
    moves: npt.NDArray[np.uint8],
    space: puct_exact.Workspace,
) -> bool:
    """Gives a new leaf its children, still without priors; returns whether its value is known.

    The value is known where the game is over. With the solver it is known also where the children
    prove it, which may be over or about to be wiped out, and where the mover can force a wipe-out.
    """
    count = uct_games.legal_moves(game, positions, row, moves[0])
    if count == 0:
        nodes[t, node].proven = uct_games.outcome(game, positions, row)
        return True
    first = int64(trees[t].used)
    if first + count > nodes.shape[1]:
        return False  # no room: it stays a leaf, and is evaluated whenever it is reached
    trees[t].used = first + count
    nodes[t, node].first = first
    nodes[t, node].children = count
    for i in range(count):
        make_node(nodes, t, first + i, int64(moves[0, i]))
    if settings[SOLVER] == 0.0:
        return False
    if game == OTHELLO and node != 0:
        own, opp, board = positions[row, 0], positions[row, 1], positions[row, 2]
        if wipe_outs.in_three(own, opp, board) != _ZERO:
            nodes[t, node].proven = 1
            return True
    squares = -1.0  # that are empty, where the endgame solver is wanted
    if settings[EXACT] > 0.0:
        own, opp, board = positions[row, 0], positions[row, 1], positions[row, 2]
        squares = float64(popcount(board & ~(own | opp)))
        if node != 0 and squares <= settings[EXACT]:
            nodes[t, node].proven = puct_exact.result(own, opp, board, space)
            return True
    solving = node == 0 and 0.0 <= squares <= settings[EXACT] + 1.0
    for i in range(count):
        for word in range(positions.shape[1]):
            scratch[0, word] = positions[row, word]
        uct_games.play(game, scratch, 0, int64(moves[0, i]))
        if uct_games.is_over(game, scratch, 0, moves[1]):
            nodes[t, first + i].proven = uct_games.outcome(game, scratch, 0)
        elif game == OTHELLO and (
            wipe_outs.in_one(scratch[0, 0], scratch[0, 1], scratch[0, 2]) != _ZERO
        ):
            nodes[t, first + i].proven = 1
        elif solving:
            nodes[t, first + i].proven = puct_exact.result(
                scratch[0, 0], scratch[0, 1], scratch[0, 2], space
            )
    proven: bool = prove(nodes, t, node)
    return proven


@kernel(types.void(float64[::1], TREES, NODES, int32[:, ::1], int64, float64))
def count_visit(
    settings: Settings, trees: Any, nodes: Any, paths: Paths, t: int, value: float
) -> None:
    """Backs a value up the path of a tree: the simulation, or the root's evaluation, is done."""
    proving = settings[SOLVER] != 0.0
    for i in range(int64(trees[t].length) - 1, -1, -1):
        node = int64(paths[t, i])
        if proving:
            if nodes[t, node].proven == GOES_ON:
                proving = nodes[t, node].children > 0 and prove(nodes, t, node)
            if proving:
                value = float64(nodes[t, node].proven)
        nodes[t, node].total += value
        nodes[t, node].visits += 1
        value = -value
    done = int64(trees[t].done) + 1
    trees[t].done = done
    known = settings[SOLVER] != 0.0 and nodes[t, 0].proven != GOES_ON
    if done >= trees[t].simulations or known:
        trees[t].active = 0


@kernel(
    int64(
        int64,
        float64[::1],
        TREES,
        NODES,
        uint64[:, ::1],
        int32[:, ::1],
        float64[:, ::1],
        float64[:, ::1],
        int32[:, ::1],
        puct_exact.WORKSPACE,
        uint64[:, ::1],
        uint64[::1],
        uint64[::1],
        int64[::1],
    )
)
def select(
    game: int,
    settings: Settings,
    trees: Any,
    nodes: Any,
    roots: Positions,
    paths: Paths,
    logits: Table,
    gumbels: Table,
    schedule: Paths,
    space: puct_exact.Workspace,
    leaves: Positions,
    legal: npt.NDArray[np.uint64],
    chances: npt.NDArray[np.uint64],
    waiting: Numbers,
) -> Int:
    """Walks down every active tree until a leaf of each waits; returns how many there are."""
    scratch = np.empty((1, roots.shape[1]), np.uint64)
    moves = np.empty((2, MOST_MOVES), np.uint8)
    count = 0
    for t in range(trees.size):
        going_on = trees[t].active != 0
        while going_on:
            for word in range(roots.shape[1]):
                leaves[count, word] = roots[t, word]
            node, length = int64(0), 1
            paths[t, 0] = 0
            while nodes[t, node].children > 0 and nodes[t, node].proven == GOES_ON:
                if node == 0 and settings[GUMBEL] != 0.0:
                    node = select_candidate(trees, nodes, t, logits, gumbels, schedule, settings)
                else:
                    node = select_child(nodes, t, node, settings)
                uct_games.play(game, leaves, count, int64(nodes[t, node].move))
                paths[t, length] = node
                length += 1
            trees[t].length = length
            known = nodes[t, node].proven != GOES_ON or expand(
                game, settings, trees, nodes, t, node, leaves, count, scratch, moves, space
            )
            at_once = settings[PLAY_FORCED] != 0.0 and (known or nodes[t, 0].children == 1)
            if node == 0 and (at_once or nodes[t, 0].children == 0):
                trees[t].active = 0
                going_on = False
            elif known and node != 0:
                count_visit(settings, trees, nodes, paths, t, float64(nodes[t, node].proven))
                going_on = trees[t].active != 0
            else:
                bits = uint64(0)
                first = int64(nodes[t, node].first)
                for child in range(first, first + int64(nodes[t, node].children)):
                    if game != OTHELLO or nodes[t, child].move != PASS:
                        bits |= _ONE << uint64(nodes[t, child].move)
                legal[count] = bits
                chances[count] = rng.stream(trees[t].random, uint64(trees[t].done + 1))
                waiting[count] = t
                count += 1
                going_on = False
    return count


@kernel(
    types.void(
        int64,
        float64[::1],
        TREES,
        NODES,
        int32[:, ::1],
        float64[:, ::1],
        float64[:, ::1],
        int32[:, ::1],
        int64[::1],
        int16[::1],
        float32[:, ::1],
        float32[::1],
    )
)
def back_up(
    count: int,
    settings: Settings,
    trees: Any,
    nodes: Any,
    paths: Paths,
    logits: Table,
    gumbels: Table,
    schedule: Paths,
    waiting: Numbers,
    action_of: npt.NDArray[np.int16],
    evaluated: npt.NDArray[np.float32],
    values: npt.NDArray[np.float32],
) -> None:
    """Gives the children of the waiting leaves their priors, and backs the values up."""
    weights = np.empty(MOST_MOVES, np.float64)
    for row in range(count):
        t = waiting[row]
        node = int64(paths[t, int64(trees[t].length) - 1])
        first, children = int64(nodes[t, node].first), int64(nodes[t, node].children)
        highest, total = -1e300, 0.0
        for i in range(children):
            highest = max(highest, float64(evaluated[row, action_of[nodes[t, first + i].move]]))
        for i in range(children):
            logit = float64(evaluated[row, action_of[nodes[t, first + i].move]]) - highest
            weights[i] = exp(logit)
            total += weights[i]
            if node == 0:
                logits[t, i] = logit
        for i in range(children):
            nodes[t, first + i].prior = float32(weights[i] / total)
        if node == 0:
            trees[t].value = float64(values[row])
            if settings[GUMBEL] != 0.0:
                begin_gumbel(trees, nodes, t, gumbels, schedule, settings)
            elif trees[t].noise > 0.0 and children > 1:
                add_dirichlet(trees, nodes, t, gumbels, settings)
        count_visit(settings, trees, nodes, paths, t, float64(values[row]))

"""The steps of a forest's simulations: selection, the look at a new leaf, expansion and backup.

All values are for the side to move at the node that they belong to; a parent reads its children
with the opposite sign.
"""

from __future__ import annotations

from math import exp

import numpy as np
from numba import float32, float64, int64, uint64

from coursekit.engine.endgame.kernel import solve
from coursekit.engine.endgame.wipe_outs import wipe_out
from coursekit.engine.mcts.puct_nodes import Arrays, Node, Nodes, select_child
from coursekit.engine.mcts.puct_root import begin_gumbel, select_action
from coursekit.engine.rules import games, rng
from coursekit.engine.rules._jit import (
    ONE,
    ZERO,
    ByteRows,
    Flag,
    FloatRows,
    Floats,
    Int,
    Int16s,
    Ints,
    Real,
    Reals,
    WordRows,
    Words,
    kernel,
    popcount,
)
from coursekit.engine.rules.constants import GOES_ON, OTHELLO, PASS
from coursekit.engine.rules.games import MOST_MOVES
from coursekit.engine.rules.othello import sign_of


@kernel(inline=True)
def make_leaf(node: Node, move: Int) -> None:
    """Writes a new, unvisited leaf."""
    node.total = 0.0
    node.prior = 0.0
    node.visits = node.first = 0
    node.children = 0
    node.move = move
    node.proven = GOES_ON


@kernel
def begin(
    forest: Arrays, numbers: Ints, positions: WordRows, seeds: Words, noise: Reals, limit: Int
) -> None:
    """Starts new searches in the trees of some numbers.

    Args:
        forest: The forest.
        numbers: (N,) which trees.
        positions: (N, words) their roots.
        seeds: (N,) the start of their random streams.
        noise: (N,) the scale of their Gumbel noise.
        limit: The simulations that each is to have.
    """
    for i in range(numbers.size):
        t = numbers[i]
        for word in range(positions.shape[1]):
            forest.roots[t, word] = positions[i, word]
        make_leaf(forest.nodes[t, 0], 0)
        tree = forest.trees[t]
        tree.random, tree.noise, tree.value = rng.stream(seeds[i], ZERO), noise[i], 0.0
        tree.done, tree.simulations = -1, limit
        tree.used, tree.length, tree.active = 1, 0, 1


@kernel(inline=True)
def prove(nodes: Nodes, t: Int, number: Int) -> Flag:
    """Proves a node by its children if they allow it; returns whether they do."""
    node = nodes[t, number]
    best, all_known = -1, True
    for child in range(int64(node.first), int64(node.first) + int64(node.children)):
        proven = int64(nodes[t, child].proven)
        if proven == GOES_ON:
            all_known = False
        else:
            best = max(best, -proven)
    if all_known or best == 1:
        node.proven = best
    return all_known or best == 1


@kernel
def expand(
    game: Int,
    forest: Arrays,
    t: Int,
    number: Int,
    positions: WordRows,
    row: Int,
    scratch: WordRows,
    moves: ByteRows,
) -> Flag:
    """Gives a new leaf its children, still without priors; returns whether its value is known.

    The value is known where the game is over. With the solver it is known also where the children
    prove it, which may be over or about to be wiped out, and where the mover can force a wipe-out.
    """
    tree, nodes, settings = forest.trees[t], forest.nodes, forest.settings[0]
    node = nodes[t, number]
    count = games.legal_moves(game, positions, row, moves[0])
    if count == 0:
        node.proven = games.outcome(game, positions, row)
        return True
    first = int64(tree.used)
    if first + count > nodes.shape[1]:
        return False  # no room: it stays a leaf, and is evaluated whenever it is reached
    tree.used = first + count
    node.first, node.children = first, count
    for i in range(count):
        make_leaf(nodes[t, first + i], int64(moves[0, i]))
    if not settings.solver:
        return False
    empties = MOST_MOVES
    if game == OTHELLO:
        own, opp, board = positions[row, 0], positions[row, 1], positions[row, 2]
        if number != 0 and wipe_out(own, opp, board, 5) != ZERO:
            node.proven = 1
            return True
        empties = int64(popcount(board & ~(own | opp)))
        if number != 0 and empties <= settings.solve_below:
            node.proven = sign_of(solve(own, opp, -1, 1, forest.solver))
            return True
    solving = number == 0 and settings.solve_below > 0 and empties <= settings.solve_below + 1
    for i in range(count):
        for word in range(positions.shape[1]):
            scratch[0, word] = positions[row, word]
        games.play(game, scratch, 0, int64(moves[0, i]))
        own, opp = scratch[0, 0], scratch[0, 1]
        child = nodes[t, first + i]
        if games.is_over(game, scratch, 0, moves[1]):
            child.proven = games.outcome(game, scratch, 0)
        elif game == OTHELLO and wipe_out(own, opp, scratch[0, 2], 1) != ZERO:
            child.proven = 1
        elif solving:
            child.proven = sign_of(solve(own, opp, -1, 1, forest.solver))
    return prove(nodes, t, number)


@kernel
def back_up_value(forest: Arrays, t: Int, value: Real) -> None:
    """Backs a value up the path of a tree: the simulation, or the root's evaluation, is done."""
    tree, nodes, settings = forest.trees[t], forest.nodes, forest.settings[0]
    proving = settings.solver
    for i in range(int64(tree.length) - 1, -1, -1):
        number = int64(forest.paths[t, i])
        node = nodes[t, number]
        if proving:
            if node.proven == GOES_ON:
                proving = node.children > 0 and prove(nodes, t, number)
            if proving:
                value = float64(node.proven)
        node.total += value
        node.visits += 1
        value = -value
    tree.done += 1
    if tree.done >= tree.simulations or (settings.solver and nodes[t, 0].proven != GOES_ON):
        tree.active = 0


@kernel
def walk_down(game: Int, forest: Arrays, t: Int, row: Int) -> Int:
    """Walks from a tree's root to a leaf, whose position becomes row ``row`` of the leaves."""
    tree, nodes, paths, leaves = forest.trees[t], forest.nodes, forest.paths, forest.leaves
    settings = forest.settings[0]
    for word in range(leaves.shape[1]):
        leaves[row, word] = forest.roots[t, word]
    node, length = 0, 1
    paths[t, 0] = 0
    while nodes[t, node].children > 0 and nodes[t, node].proven == GOES_ON:
        if node == 0 and settings.gumbel:
            node = select_action(forest, t)
        else:
            node = select_child(nodes, t, node, settings)
        games.play(game, leaves, row, int64(nodes[t, node].move))
        paths[t, length] = node
        length += 1
    tree.length = length
    return node


@kernel
def select(game: Int, forest: Arrays) -> Int:
    """Walks down every active tree until a leaf of each waits; returns how many there are."""
    nodes, leaves = forest.nodes, forest.leaves
    play_forced = forest.settings[0].play_forced
    scratch = np.empty((1, leaves.shape[1]), np.uint64)
    moves = np.empty((2, MOST_MOVES), np.uint8)
    count = 0
    for t in range(forest.trees.size):
        tree, root = forest.trees[t], nodes[t, 0]
        waits = False
        while tree.active != 0 and not waits:
            number = walk_down(game, forest, t, count)
            node = nodes[t, number]
            known = node.proven != GOES_ON or expand(
                game, forest, t, number, leaves, count, scratch, moves
            )
            at_once = play_forced and (known or root.children == 1)
            if number == 0 and (at_once or root.children == 0):
                tree.active = 0
            elif known and number != 0:
                back_up_value(forest, t, float64(node.proven))
            else:
                waits = True
        if waits:
            legal = ZERO
            for child in range(int64(node.first), int64(node.first) + int64(node.children)):
                if game != OTHELLO or nodes[t, child].move != PASS:
                    legal |= ONE << uint64(nodes[t, child].move)
            forest.legal[count] = legal
            forest.seeds[count] = rng.stream(tree.random, uint64(tree.done + 1))
            forest.waiting[count] = t
            count += 1
    return count


@kernel
def back_up(
    forest: Arrays, count: Int, action_of: Int16s, evaluated: FloatRows, values: Floats
) -> None:
    """Gives the children of the waiting leaves their priors, and backs the values up.

    Args:
        forest: The forest.
        count: Number of leaves that wait.
        action_of: The index of action of each move.
        evaluated: (count, actions) their logits.
        values: (count,) their values, for the side to move.
    """
    weights, nodes = np.empty(MOST_MOVES, np.float64), forest.nodes
    for row in range(count):
        t = forest.waiting[row]
        tree = forest.trees[t]
        number = int64(forest.paths[t, int64(tree.length) - 1])
        first, children = int64(nodes[t, number].first), int64(nodes[t, number].children)
        highest, total = -1e300, 0.0
        for i in range(children):
            highest = max(highest, float64(evaluated[row, action_of[nodes[t, first + i].move]]))
        for i in range(children):
            logit = float64(evaluated[row, action_of[nodes[t, first + i].move]]) - highest
            weights[i] = exp(logit)
            total += weights[i]
            if number == 0:
                forest.logits[t, i] = logit
        for i in range(children):
            nodes[t, first + i].prior = float32(weights[i] / total)
        if number == 0:
            tree.value = float64(values[row])
            if forest.settings[0].gumbel:
                begin_gumbel(forest, t)
        back_up_value(forest, t, float64(values[row]))

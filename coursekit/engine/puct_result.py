"""What the searches of a forest found: the policy to learn, the move to play, the proven end."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int8, int16, int32, int64, types, uint8, uint64

from coursekit.engine import puct_exact, uct_games, wipe_outs
from coursekit.engine._jit import kernel, lowest_bit_index
from coursekit.engine.puct_nodes import (
    GOES_ON,
    GUMBEL,
    NODES,
    SOLVER,
    TREES,
    Settings,
    Table,
    is_known,
    is_lost,
    mean,
    uniform,
)
from coursekit.engine.puct_root import complete_q
from coursekit.engine.uct_games import MOST_MOVES, OTHELLO
from coursekit.engine.ultimate_lanes import Int, Positions

_ZERO = np.uint64(0)


@kernel(int64(TREES, NODES, int64, float64[::1], float64[::1], float64))
def choose(
    trees: Any, nodes: Any, t: int, scores: Settings, settings: Settings, temperature: float
) -> Int:
    """Returns which of the root's children is to be played, by its place among them.

    Args:
        trees: The searches.
        nodes: Their nodes.
        t: Which tree.
        scores: What decides between the most visited children of a Gumbel root.
        settings: How to search.
        temperature: Above 0 the child is drawn (not at a Gumbel root, nor at a proven one).
    """
    first, count = int64(nodes[t, 0].first), int64(nodes[t, 0].children)
    proven = int64(nodes[t, 0].proven)
    known = settings[SOLVER] != 0.0 and proven != GOES_ON
    drawn = temperature > 0.0 and settings[GUMBEL] == 0.0 and not known
    best: int = -1
    best_visits, best_score, total = 0, 0.0, 0.0
    weights = np.zeros(count, np.float64)
    for i in range(count):
        child = first + i
        if known and -int64(nodes[t, child].proven) != proven:
            continue
        if not known and is_lost(nodes, t, child, settings):
            continue
        visits = int64(nodes[t, child].visits)
        if drawn and visits > 0:
            weights[i] = float64(visits) ** (1.0 / temperature)
            total += weights[i]
        score = scores[i]
        if known:
            score = float64(nodes[t, child].prior)
        elif settings[GUMBEL] == 0.0:
            score = mean(nodes, t, child, settings) if visits > 0 else -2.0
        better = visits > best_visits or (visits == best_visits and score > best_score)
        if best < 0 or better:
            best, best_visits, best_score = i, visits, score
    if total > 0.0:
        rest = uniform(trees, t) * total
        for i in range(count):
            rest -= weights[i]
            if rest < 0.0 and weights[i] > 0.0:
                return i
    return best


@kernel(
    types.void(
        float64[::1],
        TREES,
        NODES,
        float64[:, ::1],
        float64[:, ::1],
        int16[::1],
        int64[::1],
        float64[::1],
        int32[:, ::1],
        float32[:, ::1],
        float32[:, ::1],
        float32[:, ::1],
        float32[::1],
        int8[::1],
        int16[::1],
        int16[::1],
    )
)
def read(
    settings: Settings,
    trees: Any,
    nodes: Any,
    logits: Table,
    gumbels: Table,
    action_of: npt.NDArray[np.int16],
    numbers: npt.NDArray[np.int64],
    temperatures: Settings,
    visits: npt.NDArray[np.int32],
    q: npt.NDArray[np.float32],
    priors: npt.NDArray[np.float32],
    policy: npt.NDArray[np.float32],
    values: npt.NDArray[np.float32],
    proven: npt.NDArray[np.int8],
    chosen: npt.NDArray[np.int16],
    moves: npt.NDArray[np.int16],
) -> None:
    """Writes what some searches found; see :class:`coursekit.engine.puct.Found`."""
    for row in range(numbers.size):
        t = numbers[row]
        root = nodes[t, 0]
        exact = int64(root.proven)
        known = exact != GOES_ON
        proven[row] = exact
        if known:
            values[row] = exact
        elif root.visits > 0:
            values[row] = root.total / root.visits
        count, first = int64(root.children), int64(root.first)
        if count == 0:
            continue
        scores = np.zeros(count, np.float64)
        if trees[t].done >= 0:
            complete_q(trees, nodes, t, logits, settings, scores)
        weights = np.zeros(count, np.float64)
        highest = -1e300
        for i in range(count):
            highest = max(highest, scores[i])
        known = known and settings[SOLVER] != 0.0
        total = 0.0
        for i in range(count):
            child = first + i
            action = action_of[nodes[t, child].move]
            visits[row, action] = nodes[t, child].visits
            priors[row, action] = nodes[t, child].prior
            if is_known(nodes, t, child, settings):
                q[row, action] = mean(nodes, t, child, settings)
            if known:
                if -int64(nodes[t, child].proven) == exact:
                    weights[i] = float64(nodes[t, child].prior) + 1e-6
            elif is_lost(nodes, t, child, settings):
                continue
            elif settings[GUMBEL] != 0.0:
                weights[i] = exp(scores[i] - highest)
            else:
                weights[i] = float64(nodes[t, child].visits)
            total += weights[i]
        if total == 0.0:  # nothing but the root was evaluated
            for i in range(count):
                if not is_lost(nodes, t, first + i, settings):
                    weights[i] = float64(nodes[t, first + i].prior) + 1e-6
                    total += weights[i]
        for i in range(count):
            policy[row, action_of[nodes[t, first + i].move]] = weights[i] / total
        for i in range(count):
            scores[i] += gumbels[t, i]
        place = choose(trees, nodes, t, scores, settings, temperatures[row])
        moves[row] = nodes[t, first + place].move
        chosen[row] = action_of[moves[row]]


@kernel(int64(uint64[:, ::1], int64, uint8[::1], int64, int64, puct_exact.WORKSPACE))
def solved_move(
    positions: Positions,
    row: int,
    moves: npt.NDArray[np.uint8],
    count: int,
    wanted: int,
    space: puct_exact.Workspace,
) -> Int:
    """Returns the first of some moves after which the endgame solver finds the wanted result."""
    trial = np.empty((1, positions.shape[1]), np.uint64)
    for i in range(count):
        for word in range(positions.shape[1]):
            trial[0, word] = positions[row, word]
        uct_games.play(OTHELLO, trial, 0, int64(moves[i]))
        if puct_exact.result(trial[0, 0], trial[0, 1], trial[0, 2], space) == wanted:
            return int64(moves[i])
    return int64(moves[0])


@kernel(
    types.void(
        int64, NODES, uint64[:, ::1], int64[::1], puct_exact.WORKSPACE, uint64[:, ::1], int64[::1]
    )
)
def play_out_proven(
    game: int,
    nodes: Any,
    roots: Positions,
    numbers: npt.NDArray[np.int64],
    space: puct_exact.Workspace,
    ends: Positions,
    plies: npt.NDArray[np.int64],
) -> None:
    """Plays some proven searches to the end of the game, by moves that are proven best.

    What proves a node lies in its tree, or is found again as it was found: as a forced wipe-out,
    or by the endgame solver.

    Args:
        game: Which game.
        nodes: The nodes of all trees.
        roots: The positions of their roots.
        numbers: (N,) which trees.
        space: What the endgame solver works in.
        ends: (N, words) is filled with the finished games.
        plies: (N,) is filled with how many plies that took.
    """
    moves = np.empty(MOST_MOVES, np.uint8)
    for row in range(numbers.size):
        t = numbers[row]
        for word in range(roots.shape[1]):
            ends[row, word] = roots[t, word]
        plies[row] = 0
        node: int = 0
        wanted = -int64(nodes[t, 0].proven)
        while True:
            count = uct_games.legal_moves(game, ends, row, moves)
            if count == 0:
                break
            best: int = -1
            if node >= 0:
                first = int64(nodes[t, node].first)
                for child in range(first, first + int64(nodes[t, node].children)):
                    fits = nodes[t, child].proven == wanted
                    if fits and (best < 0 or nodes[t, child].visits > nodes[t, best].visits):
                        best = child
            node = best
            move = int64(moves[0])
            if best >= 0:
                move = int64(nodes[t, best].move)
            elif wanted != 1:  # who has lost may play anything
                own, opp, board = ends[row, 0], ends[row, 1], ends[row, 2]
                wiping = wipe_outs.in_three(own, opp, board) if wanted == -1 else _ZERO
                if wiping != _ZERO:
                    move = int64(lowest_bit_index(wiping))
                else:
                    move = solved_move(ends, row, moves, count, wanted, space)
            uct_games.play(game, ends, row, move)
            plies[row] += 1
            wanted = -wanted

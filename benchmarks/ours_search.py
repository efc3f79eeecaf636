"""coursekit's workloads of search: the lessons' Python, and the compiled players."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.positions import (
    ALPHA_BETA_NODES,
    ALPHA_BETA_PLIES,
    MINIMAX_NODES,
    MINIMAX_PLIES,
    TRANSCRIPTS,
    check_values,
    checked_search,
)
from benchmarks.timing import Workload, serve
from coursekit import Env, othello, players
from coursekit.engine.alphabeta.deepening import search
from coursekit.players.search import SearchPlayer

ENVS = [othello.from_moves(moves) for moves in TRANSCRIPTS]
TABLE = players.CELL_SCORES
INFINITY = float("inf")
SQUARES = (1 << 64) - 1
EVALUATIONS = {"cells": None, "discs": [[1] * 8] * 8, "mobility": "mobility"}

Evaluate = Callable[[Env], float]
compiled_evaluate = players.LinearEvaluation()
EVALUATION = compiled_evaluate.compiled(8)
nodes = 0


def numpy_evaluate(env: Env) -> float:
    """Lesson 03's evaluation."""
    if env.is_done():
        return 1_000_000 * env.result() + env.count(env.player) - env.count(-env.player)
    return int((env.board * TABLE).sum()) * env.player


def no_evaluation(env: Env) -> float:
    return 0


def minimax(env: Env, depth: int, me: int, evaluate: Evaluate) -> float:
    """Lesson 03's minimax."""
    global nodes
    nodes += 1
    if env.is_done() or depth == 0:
        return evaluate(env) if env.player == me else -evaluate(env)
    values = []
    for action in env.legal_actions():
        env.update(action)
        values.append(minimax(env, depth - 1, me, evaluate))
        env.undo()
    return max(values) if env.player == me else min(values)


def alpha_beta(env: Env, depth: int, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """Lesson 04's alpha-beta."""
    global nodes
    nodes += 1
    if env.is_done() or depth == 0:
        return compiled_evaluate(env)
    best = -INFINITY
    for action in env.legal_actions():
        env.update(action)
        value = -alpha_beta(env, depth - 1, -beta, -alpha)
        env.undo()
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def python_minimax(evaluate: Evaluate, evaluation: str) -> Workload:
    def search_one(number: int) -> tuple[float, int]:
        global nodes
        nodes, env = 0, ENVS[number]
        return minimax(env, MINIMAX_PLIES, env.player, evaluate), nodes

    return checked_search(search_one, evaluation, MINIMAX_PLIES, MINIMAX_NODES)


def python_alpha_beta(number: int) -> tuple[float, int]:
    global nodes
    nodes = 0
    return alpha_beta(ENVS[number], ALPHA_BETA_PLIES), nodes


def compiled_alpha_beta(number: int) -> tuple[float, int]:
    own, opp, _ = ENVS[number].bitboards
    found = search(own, opp, SQUARES, EVALUATION, algorithm="alpha-beta", depth=ALPHA_BETA_PLIES)
    assert found.best is not None
    return found.best.value, found.nodes


def engine(evaluation: str, plies: int) -> Workload:
    player = SearchPlayer("pvs", plies, None, EVALUATIONS[evaluation])

    def workload() -> int:
        check_values([player.analyse(env).value for env in ENVS], evaluation, plies)
        return len(ENVS)

    return workload


if __name__ == "__main__":
    serve(
        {
            "minimax, compiled evaluation": python_minimax(compiled_evaluate, "cells"),
            "minimax, numpy evaluation": python_minimax(numpy_evaluate, "cells"),
            "minimax, no evaluation": python_minimax(no_evaluation, "nothing"),
            "alpha-beta": checked_search(
                python_alpha_beta, "cells", ALPHA_BETA_PLIES, ALPHA_BETA_NODES
            ),
            "compiled alpha-beta": checked_search(
                compiled_alpha_beta, "cells", ALPHA_BETA_PLIES, ALPHA_BETA_NODES
            ),
            "cells, 4 plies": engine("cells", 4),
            "cells, 6 plies": engine("cells", 6),
            "cells, 8 plies": engine("cells", 8),
            "discs, 6 plies": engine("discs", 6),
            "discs, 8 plies": engine("discs", 8),
            "mobility, 6 plies": engine("mobility", 6),
            "mobility, 8 plies": engine("mobility", 8),
        }
    )

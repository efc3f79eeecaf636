"""Minimax and alpha-beta as a lesson writes them: what the kernels must agree with."""

from collections.abc import Callable
from functools import partial

import numpy as np

from coursekit import Action, Env
from coursekit.players import default_table

Evaluate = Callable[[Env], float]
INFINITY = float("inf")


def cell_scores(env: Env) -> float:
    """Returns the default cell scores of a position for the side to move."""
    return linear(default_table(len(env.board)))(env)


def linear(cells: np.ndarray, mobility: float = 0, discs: float = 0) -> Evaluate:
    """Returns the weighted sum of squares, moves and discs, written over ``Env``."""

    def evaluate(env: Env) -> float:
        if env.is_done():
            return final_value(env)
        moves = sum(not action.is_pass for action in env.legal_actions())
        difference = env.count(env.player) - env.count(-env.player)
        squares = (cells * env.board).sum() * int(env.player)
        return float(squares + mobility * moves + discs * difference)

    return evaluate


def final_value(env: Env) -> float:
    """Returns what a finished game is worth to the side to move."""
    return 1_000_000 * env.result() + env.count(env.player) - env.count(-env.player)


def alpha_beta(
    env: Env,
    depth: int,
    evaluate: Evaluate,
    alpha: float = -INFINITY,
    beta: float = INFINITY,
    prune: bool = True,
) -> tuple[float, Action | None, int]:
    """Returns value, best action (the first of equals) and nodes."""
    if env.is_done():
        return final_value(env), None, 1
    if depth == 0:
        return evaluate(env), None, 1
    best, choice, nodes = -INFINITY, None, 1
    for action in env.legal_actions():
        env.update(action)
        value, _, visited = alpha_beta(env, depth - 1, evaluate, -beta, -alpha, prune)
        env.undo()
        nodes += visited
        if -value > best:
            best, choice = -value, action
        alpha = max(alpha, best)
        if prune and alpha >= beta:
            break
    return best, choice, nodes


minimax = partial(alpha_beta, prune=False)

"""Minimax and alpha-beta as a lesson writes them: what the kernels must agree with."""

from __future__ import annotations

from collections.abc import Callable

from coursekit import Action, Env

Evaluate = Callable[[Env], float]
INFINITY = float("inf")


def final_value(env: Env) -> float:
    """Returns what a finished game is worth to the side to move."""
    return 1_000_000 * env.result() + env.count(env.player) - env.count(-env.player)


def minimax(env: Env, depth: int, evaluate: Evaluate) -> tuple[float, Action | None, int]:
    """Returns value, best action (the first of equals) and nodes."""
    if env.is_done():
        return final_value(env), None, 1
    if depth == 0:
        return evaluate(env), None, 1
    best, choice, nodes = -INFINITY, None, 1
    for action in env.legal_actions():
        env.update(action)
        value, _, visited = minimax(env, depth - 1, evaluate)
        env.undo()
        nodes += visited
        if -value > best:
            best, choice = -value, action
    return best, choice, nodes


def alpha_beta(
    env: Env,
    depth: int,
    evaluate: Evaluate,
    alpha: float = -INFINITY,
    beta: float = INFINITY,
) -> tuple[float, Action | None, int]:
    """Returns value, best action (the first of equals) and nodes."""
    if env.is_done():
        return final_value(env), None, 1
    if depth == 0:
        return evaluate(env), None, 1
    best, choice, nodes = -INFINITY, None, 1
    for action in env.legal_actions():
        env.update(action)
        value, _, visited = alpha_beta(env, depth - 1, evaluate, -beta, -alpha)
        env.undo()
        nodes += visited
        if -value > best:
            best, choice = -value, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, choice, nodes

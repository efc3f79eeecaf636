"""Minimax and alpha-beta in plain Python over the protocol, for the games without a kernel."""

from __future__ import annotations

from typing import NamedTuple

from coursekit.engine.evaluation import WIN
from coursekit.games.actions import Action
from coursekit.games.env import Env


class Searched(NamedTuple):
    """What :func:`negamax` found: value for the side to move, best line, and how far it looked."""

    value: float
    line: tuple[Action, ...]
    root: dict[Action, float]
    nodes: int
    exhausted: bool


def negamax(
    env: Env, depth: int, prune: bool, alpha: float = -float("inf"), beta: float = float("inf")
) -> Searched:
    """Searches ``depth`` plies; a finished game is worth ±WIN or 0, any other position 0.

    Args:
        env: The position; the same again afterwards.
        depth: Plies, from 0.
        prune: Whether to cut (alpha-beta) or not (minimax).
        alpha: The least value that matters.
        beta: The value from which on the position is too good to be reached.
    """
    if env.is_done():
        return Searched(WIN * env.result(), (), {}, 1, True)
    if depth == 0:
        return Searched(0, (), {}, 1, False)
    best, line = -float("inf"), tuple[Action, ...]()
    root: dict[Action, float] = {}
    nodes, exhausted = 1, True
    for action in env.legal_actions():
        env.update(action)
        child = negamax(env, depth - 1, prune, -beta, -alpha)
        env.undo()
        nodes += child.nodes
        exhausted &= child.exhausted
        root[action] = value = -child.value
        if value > best:
            best, line = value, (action, *child.line)
        if prune:
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return Searched(best, line, root, nodes, exhausted)

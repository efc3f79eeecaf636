"""Perft assertions that print the divide when they fail, and the count through the plain Env."""

from __future__ import annotations

from coursekit import Env
from coursekit.truth import divide, perft


def env_perft(env: Env, depth: int, counting: str = "A") -> int:
    """Counts the leaves through ``legal_actions``, ``update`` and ``undo`` alone."""
    if depth == 0:
        return 1
    actions = env.legal_actions()
    if not actions:
        return 0 if counting == "A" else 1
    leaves = 0
    for action in actions:
        env.update(action)
        plies = 0 if action.is_pass and counting == "C" else 1
        leaves += env_perft(env, depth - plies, counting)
        env.undo()
    return leaves


def _explain(env: Env, depth: int, counting: str) -> str:
    lines = [f"  {name}: {leaves}" for name, leaves in divide(env, depth, counting).items()]
    return "\n".join([f"{env.name}, depth {depth}, counting {counting}; divide:", *lines])


def assert_perft(env: Env, depth: int, expected: int, counting: str = "A") -> None:
    found = perft(env, depth, counting)
    assert found == expected, f"{found} != {expected}: " + _explain(env, depth, counting)


def assert_env_perft(env: Env, depth: int, expected: int, counting: str = "A") -> None:
    found = env_perft(env, depth, counting)
    assert found == expected, f"{found} != {expected}: " + _explain(env, depth, counting)

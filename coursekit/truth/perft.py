"""Perft: the number of leaves of a game tree, the classic proof that the rules are right.

The name is short for "performance test"; chess programmers count the same way (Chess Programming
Wiki, "Perft"). For Othello the count depends on how a forced pass and a finished game are counted:

========  ==============  =======================
counting  a pass is       a game finished earlier
========  ==============  =======================
A         a ply           counts 0
B         a ply           counts 1
C         no ply          counts 1
========  ==============  =======================
"""

from __future__ import annotations

from coursekit.checks import checked_whole
from coursekit.games.env import Env, checked_env
from coursekit.games.othello import Othello
from coursekit.strangers import shown

COUNTINGS = ("A", "B", "C")
_DEEPEST = 1000  # more plies than any of the games has


def perft(env: Env, depth: int, counting: str = "A") -> int:
    """Returns the number of leaves of the game tree ``depth`` plies below the env's position.

    Compiled for Othello, plain Python for every other game. The env is unchanged.

    Args:
        env: The position to start from.
        depth: Plies, from 0.
        counting: ``"A"``, ``"B"`` or ``"C"``, see the table above.

    Raises:
        ValueError: If the depth is no whole number from 0 up, or the counting unknown.

    >>> from coursekit import othello, tictactoe
    >>> [perft(othello.make(), depth) for depth in range(6)]
    [1, 4, 12, 56, 244, 1396]
    >>> perft(tictactoe.make(), 9)
    127872
    """
    depth = checked_whole(depth, "depth", least=0, most=_DEEPEST)
    if counting not in COUNTINGS:
        raise ValueError(f"counting is one of A, B and C, not {shown(counting)}")
    env = checked_env(env)
    if isinstance(env, Othello):
        from coursekit.engine.rules import othello as engine

        passed = env.last_action is not None and env.last_action.is_pass
        return int(engine.perft(*env.bitboards, depth, COUNTINGS.index(counting), passed))
    return _count(env, depth, counting)


def _count(env: Env, depth: int, counting: str) -> int:
    if depth == 0:
        return 1
    actions = env.legal_actions()
    if not actions:
        return int(counting != "A")
    if depth == 1 and not actions[0].is_pass:
        return len(actions)
    leaves = 0
    for action in actions:
        env.update(action)
        leaves += _count(env, depth - (not action.is_pass or counting != "C"), counting)
        env.undo()
    return leaves


def divide(env: Env, depth: int, counting: str = "A") -> dict[str, int]:
    """Returns the perft below each legal action, by name: it shows where two programs differ.

    Args:
        env: The position to start from.
        depth: Plies, from 1; the first is the legal action itself.
        counting: ``"A"``, ``"B"`` or ``"C"``.

    >>> from coursekit import othello
    >>> divide(othello.make(), 4)
    {'d3': 61, 'c4': 61, 'f5': 61, 'e6': 61}
    """
    depth = checked_whole(depth, "depth", most=_DEEPEST)
    env, leaves = checked_env(env).clone(), {}
    for action in env.legal_actions():
        env.update(action)
        ply = not action.is_pass or counting != "C"
        leaves[action.name] = perft(env, depth - ply, counting)
        env.undo()
    return leaves

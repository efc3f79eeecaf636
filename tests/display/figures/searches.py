"""Searches as a student writes them, traced: for the tests of the figures."""

from math import inf

from coursekit.display import traced


def discs(env, side):
    return env.count(side) - env.count(-side)


@traced
def minimax(env, depth, me):
    if env.is_done() or depth == 0:
        return discs(env, me)
    values = []
    for action in env.legal_actions():
        env.update(action)
        values.append(minimax(env, depth - 1, me))
        env.undo()
    return max(values) if env.player == me else min(values)


@traced
def negamax(env, depth):
    if env.is_done() or depth == 0:
        return discs(env, env.player), None
    found = []
    for action in env.legal_actions():
        after = env.clone()
        after.update(action)
        found.append((-negamax(after, depth=depth - 1)[0], action))
    return max(found, key=lambda pair: pair[0])


@traced
def alpha_beta(env, depth, alpha=-inf, beta=inf):
    if env.is_done() or depth == 0:
        return discs(env, env.player)
    best = -inf
    for action in env.legal_actions():
        env.update(action)
        best = max(best, -alpha_beta(env, depth - 1, -beta, -max(alpha, best)))
        env.undo()
        if best >= beta:
            break
    return best


@traced
def fail_hard(env, depth, me, alpha=-inf, beta=inf):
    """Alpha-beta in the form of minimax, which returns the bound in place of the value."""
    if env.is_done() or depth == 0:
        return discs(env, me)
    for action in env.legal_actions():
        env.update(action)
        value = fail_hard(env, depth - 1, me, alpha, beta)
        env.undo()
        if env.player == me:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if env.player == me else beta


@traced
def perft(env, depth):
    if depth == 0:
        return 1
    count = 0
    for action in env.legal_actions():
        env.update(action)
        count += perft(env, depth - 1)
        env.undo()
    return count


@traced
def deepening(env, depth):
    return [alpha_beta(env, d) for d in range(1, depth + 1)]

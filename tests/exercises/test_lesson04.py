"""The judges of lesson 04, met with the answers of students."""

import numpy as np

from coursekit.exercises import lesson04
from coursekit.exercises.lesson04 import alpha_beta, evaluate
from coursekit.players import CELL_SCORES
from tests.exercises.judging import judged

INFINITY = float("inf")


# Count the cut-offs
def counter(found, is_cut=lambda alpha, beta: alpha >= beta, pass_down=True):
    """Returns an answer that adds ``found(actions left)`` at every cut-off."""

    def answer(env, depth):
        total = 0

        def search(depth, alpha, beta):
            nonlocal total
            if env.is_done() or depth == 0:
                return evaluate(env)
            best, actions = -INFINITY, env.legal_actions()
            while actions:
                env.update(actions.pop(0))
                bounds = (-beta, -alpha) if pass_down else (-INFINITY, INFINITY)
                best = max(best, -search(depth - 1, *bounds))
                env.undo()
                alpha = max(alpha, best)
                if is_cut(alpha, beta):
                    total += found(len(actions))
                    break
            return best

        search(depth, -INFINITY, INFINITY)
        return total

    return answer


def by_pairs(env, depth, alpha=-INFINITY, beta=INFINITY):
    """Counts with fail-hard values, which cut at the same places."""

    def search(depth, alpha, beta):
        if env.is_done() or depth == 0:
            return min(max(evaluate(env), alpha), beta), 0
        count, actions = 0, env.legal_actions()
        for place, action in enumerate(actions):
            env.update(action)
            value, below = search(depth - 1, -beta, -alpha)
            env.undo()
            count += below
            alpha = max(alpha, -value)
            if alpha >= beta:
                return beta, count + (place + 1 < len(actions))
        return alpha, count

    return np.int64(search(depth, alpha, beta)[1])


test_counting = judged(
    lesson04.counting,
    right=[counter(lambda left: left > 0), by_pairs],
    wrong=[
        (counter(lambda left: 1), "A break after the last action saves nothing"),
        (counter(lambda left: left), "a break counts once"),
        (counter(lambda left: left > 0, lambda alpha, beta: alpha > beta), "cut-offs below"),
        (counter(lambda left: left > 0, pass_down=False), "your function says 0"),
        (lambda env, depth: 0, "your function says 0"),
        (lambda env, depth: alpha_beta(env, depth, -INFINITY, INFINITY), "cut-offs below"),
    ],
)


# Good squares first
def searcher(order, cut=True):
    def answer(env, depth, alpha=-INFINITY, beta=INFINITY):
        if env.is_done() or depth == 0:
            return evaluate(env)
        best = -INFINITY
        for action in order(env.legal_actions()):
            env.update(action)
            best = max(best, -answer(env, depth - 1, -beta, -max(alpha, best)))
            env.undo()
            if cut and best >= beta:
                break
        return best

    return answer


def score(action):
    return -INFINITY if action.is_pass else CELL_SCORES[action.row, action.col]


def highest_first(actions):
    return sorted(actions, key=score, reverse=True)


def by_argsort(actions):
    flat = CELL_SCORES.ravel()
    return [actions[i] for i in np.argsort([-flat[a.index] for a in actions if not a.is_pass])] or (
        actions
    )


def fail_hard(window=lambda alpha, beta: (-beta, -alpha), undoes_at_a_cut=True):
    def answer(env, depth, alpha, beta):
        if env.is_done() or depth == 0:
            return float(evaluate(env))
        for action in highest_first(env.legal_actions()):
            env.update(action)
            alpha = max(alpha, -answer(env, depth - 1, *window(alpha, beta)))
            if alpha < beta or undoes_at_a_cut:
                env.undo()
            if alpha >= beta:
                break
        return alpha

    return answer


def pass_forgotten(env, depth, alpha, beta):
    actions = sorted(env.legal_actions(), key=lambda a: -CELL_SCORES.ravel()[a.index])
    return searcher(lambda _: actions)(env, depth, alpha, beta)


test_ordering = judged(
    lesson04.ordering,
    right=[searcher(highest_first), searcher(by_argsort), fail_hard()],
    wrong=[
        (searcher(lambda actions: actions), "Squares with high scores come first", False),
        (searcher(lambda actions: sorted(actions, key=score)), "high scores come first", False),
        (searcher(highest_first, cut=False), "where plain alpha-beta plays", False),
        (searcher(lambda actions: highest_first(actions)[:3]), "must not change the value"),
        (fail_hard(lambda *window: window), "must not change the value"),
        (fail_hard(undoes_at_a_cut=False), "stopped with"),
        (pass_forgotten, "IndexError"),
    ],
)


# What does the number prove?
def as_a_list(env, depth, alpha, beta):
    value = np.float64(alpha_beta(env, depth, alpha, beta))
    kinds = ["at most", "exact", "at least"]
    return [kinds[1 + int(value >= beta) - int(value <= alpha)], value]


def claimer(say, value=alpha_beta):
    def answer(env, depth, alpha, beta):
        found = value(env, depth, alpha, beta)
        return say(found, alpha, beta), found

    return answer


def exact_at_the_edge(value, alpha, beta):
    return "at least" if value > beta else "at most" if value < alpha else "exact"


def exchanged(value, alpha, beta):
    return "at most" if value >= beta else "at least" if value <= alpha else "exact"


def clipped(env, depth, alpha, beta):
    return min(max(alpha_beta(env, depth, alpha, beta), alpha), beta)


def kind(value, alpha, beta):
    return "exact" if alpha < value < beta else "at least" if value >= beta else "at most"


test_window = judged(
    lesson04.window,
    right=[claimer(kind), as_a_list],
    wrong=[
        (claimer(lambda *_: "exact"), "strictly between alpha and beta"),
        (claimer(exact_at_the_edge), "at or beyond one of them"),
        (claimer(exchanged), "your function says ('at"),
        (claimer(kind, clipped), "Give the number that the search returns"),
        (claimer(lambda *window: np.array(window)), 'begins with "exact"'),
        (claimer(lambda *_: "lower bound"), 'begins with "exact"'),
        (lambda env, depth, a, b: alpha_beta(env, depth, a, b), "A pair like"),
        (
            lambda *given: claimer(kind)(*given)[::-1],
            'begins with "exact"',
            True,
        ),
    ],
)


# Spot the bug
def rooted(bounds, better=lambda value, best: value > best):
    def answer(env, depth, search):
        best, choice = -INFINITY, None
        for action in env.legal_actions():
            env.update(action)
            value = -search(env, depth - 1, *bounds(best))
            env.undo()
            if better(value, best):
                best, choice = value, action
        return choice

    return answer


test_root = judged(
    lesson04.root,
    right=[rooted(lambda best: (-INFINITY, -best))],
    wrong=[
        (rooted(lambda best: (-INFINITY, INFINITY)), "is not used for the others", False),
        (rooted(lambda best: (best, INFINITY)), "is not used for the others", False),
        (rooted(lambda best: (-INFINITY, best)), "the best action, first of equals"),
        (rooted(lambda best: (-INFINITY, -best), lambda v, b: v >= b), "first of equals"),
        (lambda env, depth, search: env.legal_actions()[0], "the best action"),
    ],
)

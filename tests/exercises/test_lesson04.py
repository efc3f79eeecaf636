"""The judges of lesson 04, met with the answers of students."""

import numpy as np
import pytest

from coursekit.exercises import lesson04
from coursekit.exercises.lesson03 import negamax
from coursekit.exercises.lesson04 import alpha_beta, evaluate
from coursekit.players import CELL_SCORES

INFINITY = float("inf")


def not_yet(exercise, answer, *words, drawn=True):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn


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


@pytest.mark.parametrize("answer", [counter(lambda left: left > 0), by_pairs])
def test_cut_offs_are_counted(answer):
    assert lesson04.counting.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (counter(lambda left: 1), "A break after the last action saves nothing"),
        (counter(lambda left: left), "a break counts once"),
        (counter(lambda left: left > 0, lambda alpha, beta: alpha > beta), "cut-offs below"),
        (counter(lambda left: left > 0, pass_down=False), "your function says 0"),
        (lambda env, depth: 0, "your function says 0"),
        (lambda env, depth: alpha_beta(env, depth, -INFINITY, INFINITY), "cut-offs below"),
        (lambda env, depth: print(end="") if depth else 0, "does your function end with `return`?"),
        (lambda env, depth: [by_pairs(env, depth)], "A number is asked for; yours is ["),
        (lambda env, depth: env.update(env.legal_actions()[0]) or 0, "leaves the env changed"),
    ],
)
def test_cut_offs_are_not_counted(answer, words):
    not_yet(lesson04.counting, answer, words)


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


@pytest.mark.parametrize("answer", [searcher(highest_first), searcher(by_argsort)])
def test_good_squares_come_first(answer):
    assert lesson04.ordering.check(answer).outcome == "correct"


def fail_hard(env, depth, alpha, beta):
    if env.is_done() or depth == 0:
        return float(evaluate(env))
    for action in highest_first(env.legal_actions()):
        env.update(action)
        alpha = max(alpha, -fail_hard(env, depth - 1, -beta, -alpha))
        env.undo()
        if alpha >= beta:
            break
    return alpha


def test_fail_hard_is_right_too():
    assert lesson04.ordering.check(fail_hard).outcome == "correct"


def bounds_not_turned(env, depth, alpha, beta):
    if env.is_done() or depth == 0:
        return evaluate(env)
    for action in highest_first(env.legal_actions()):
        env.update(action)
        alpha = max(alpha, -bounds_not_turned(env, depth - 1, alpha, beta))
        env.undo()
        if alpha >= beta:
            break
    return alpha


def break_before_undo(env, depth, alpha, beta):
    if env.is_done() or depth == 0:
        return evaluate(env)
    for action in highest_first(env.legal_actions()):
        env.update(action)
        alpha = max(alpha, -break_before_undo(env, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
        env.undo()
    return alpha


def pass_forgotten(env, depth, alpha, beta):
    actions = sorted(env.legal_actions(), key=lambda a: -CELL_SCORES.ravel()[a.index])
    return searcher(lambda _: actions)(env, depth, alpha, beta)


@pytest.mark.parametrize(
    ("answer", "words", "drawn"),
    [
        (searcher(lambda actions: actions), "Squares with high scores come first", False),
        (searcher(lambda actions: sorted(actions, key=score)), "high scores come first", False),
        (searcher(highest_first, cut=False), "and plain alpha-beta", False),
        (searcher(lambda actions: highest_first(actions)[:3]), "must not change the value", True),
        (bounds_not_turned, "must not change the value", True),
        (break_before_undo, "stopped with", True),
        (pass_forgotten, "IndexError", True),
        (lambda env, depth: 0, "TypeError", True),
        (lambda env, depth, a, b: print(end="") if depth else 0, "`return`?", True),
        (lambda env, depth, a, b: (negamax(env, depth), None), "A number is asked for", True),
    ],
)
def test_good_squares_do_not_come_first(answer, words, drawn):
    not_yet(lesson04.ordering, answer, words, drawn=drawn)


# What does the number prove?


def by_comparison(env, depth, alpha, beta):
    value = alpha_beta(env, depth, alpha, beta)
    return ("exact" if alpha < value < beta else "at least" if value > alpha else "at most"), value


def as_a_list(env, depth, alpha, beta):
    value = np.float64(alpha_beta(env, depth, alpha, beta))
    kinds = ["at most", "exact", "at least"]
    return [kinds[1 + int(value >= beta) - int(value <= alpha)], value]


@pytest.mark.parametrize("answer", [by_comparison, as_a_list])
def test_the_claim_is_proved(answer):
    assert lesson04.window.check(answer).outcome == "correct"


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


@pytest.mark.parametrize(
    ("answer", "words", "drawn"),
    [
        (claimer(lambda *_: "exact"), "strictly between alpha and beta", True),
        (claimer(exact_at_the_edge), "at or beyond one of them", True),
        (claimer(exchanged), "your function says ('at", True),
        (claimer(kind, clipped), "Give the number that the search returns", True),
        (claimer(lambda *window: np.array(window)), 'begins with "exact"', True),
        (claimer(lambda *_: "lower bound"), 'begins with "exact"', True),
        (lambda env, depth, a, b: alpha_beta(env, depth, a, b), "A pair like", True),
        (
            lambda env, depth, a, b: by_comparison(env, depth, a, b)[::-1],
            'begins with "exact"',
            True,
        ),
        (lambda env, depth, a, b: ("exact", None), "yours is None", True),
        (lambda env, depth, a, b: print(end="") if depth else 0, "`return`?", True),
    ],
)
def test_the_claim_is_not_proved(answer, words, drawn):
    not_yet(lesson04.window, answer, words, drawn=drawn)


# Spot the bug


def by_best(env, depth, search):
    best, choice = -INFINITY, None
    for action in env.legal_actions():
        env.update(action)
        try:
            value = -search(env, depth - 1, -INFINITY, -best)
        finally:
            env.undo()
        if value > best:
            best, choice = value, action
    return choice


def by_names_of_bounds(env, depth, search):
    first, *others = env.legal_actions()
    chosen = first
    env.update(first)
    alpha, beta = -search(env, depth - 1, -INFINITY, INFINITY), INFINITY
    env.undo()
    for action in others:
        later = env.copy()
        later.update(action)
        value = -search(later, depth - 1, -beta, -alpha)
        alpha, chosen = (value, action) if value > alpha else (alpha, chosen)
    return chosen


@pytest.mark.parametrize("answer", [by_best, by_names_of_bounds])
def test_the_root_passes_its_bound_down(answer):
    assert lesson04.root.check(answer).outcome == "correct"


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


@pytest.mark.parametrize(
    ("answer", "words", "drawn"),
    [
        (rooted(lambda best: (-INFINITY, INFINITY)), "is not used for the others", False),
        (rooted(lambda best: (best, INFINITY)), "is not used for the others", False),
        (rooted(lambda best: (-INFINITY, best)), "the best action, first of equals", True),
        (rooted(lambda best: (-INFINITY, -best), lambda v, b: v >= b), "first of equals", True),
        (lambda env, depth, search: by_best(env, depth, search).name, "a str", True),
        (lambda env, depth, search: env.legal_actions()[0], "the best action", True),
        (lambda env, depth, search: print(end="") if depth else 0, "`return`?", True),
        (lambda env, depth, search: search(env, depth), "TypeError", True),
    ],
)
def test_the_root_does_not_pass_its_bound_down(answer, words, drawn):
    not_yet(lesson04.root, answer, words, drawn=drawn)

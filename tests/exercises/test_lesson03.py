"""The judges of lesson 03, met with the answers of students."""

from fractions import Fraction

import numpy as np

from coursekit.exercises import lesson03
from coursekit.exercises.lesson03 import evaluate
from tests.exercises.judging import judged

INFINITY = float("inf")


def after(env, action):
    later = env.copy()
    later.update(action)
    return later


# One function for both sides
def negamax(best=max, sign=-1, leaf=1, ends=True, passes=True):
    def search(env, depth):
        if (ends and env.is_done()) or depth == 0:
            return leaf * evaluate(env)
        actions = [action for action in env.legal_actions() if passes or not action.is_pass]
        values = [sign * search(after(env, action), depth - 1) for action in actions]
        return best(values, default=-INFINITY)

    return search


by_a_list = negamax()


def not_counting(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    return max(-not_counting(after(env, action), depth) for action in env.legal_actions())


def black_only(env, depth):
    return by_a_list(env, depth) * int(env.player)


test_one_for_both = judged(
    lesson03.one_for_both,
    right=[
        by_a_list,
        lambda env, depth: np.float64(by_a_list(env, depth)),
        lambda env, depth: Fraction(int(by_a_list(env, depth))),
    ],
    wrong=[
        (negamax(sign=1), "At depth 1 this position is worth"),
        (negamax(leaf=-1), "wrong sign"),
        (negamax(best=min), "At depth 1"),
        (black_only, "to WHITE; your function says"),
        (negamax(ends=False), "your function says"),
        (negamax(passes=False), "your function says -inf"),
        (lambda env, depth: 1_234_567.0, "your function says 1,234,567."),
        (not_counting, "played 200,000 actions and did not stop"),
    ],
)


def minimax_as_before(env, depth, me=None):
    me = me or env.player
    if env.is_done() or depth == 0:
        return evaluate(env) if env.player == me else -evaluate(env)
    values = [minimax_as_before(after(env, act), depth - 1, me) for act in env.legal_actions()]
    return max(values) if env.player == me else min(values)


def signed(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    return max(-signed(after(env, action), depth - 1) for action in env.legal_actions())


def with_an_evaluation(env, depth, evaluate=evaluate):
    """A parameter with a default takes nothing from negamax: it was scolded for it."""
    if env.is_done() or depth == 0:
        return evaluate(env)
    v = []
    for action in env.legal_actions():
        env.update(action)
        v.append(-with_an_evaluation(env, depth - 1))
        env.undo()
    return max(v)


def test_a_function_that_still_carries_me_is_told_what_was_asked():
    for answer, noted in (
        (lambda env, depth: lesson03.minimax(env, depth, env.player), True),
        (minimax_as_before, True),
        (signed, False),
        (with_an_evaluation, False),
        (lesson03.negamax, False),
    ):
        verdict = lesson03.one_for_both.check(answer)
        assert verdict.outcome == "correct"
        assert ("calls itself in one place" in verdict.message) == noted


# Freedom to move


def by_length(env):
    if not env.legal_actions():
        return 1_000_000.0 * env.result() + (env.board * env.player).sum()
    return len(env.legal_actions()) - env.legal_actions()[0].is_pass


def difference(env):
    mine = by_length(env)
    if env.is_done() or env.legal_actions()[0].is_pass:
        return mine
    return mine - 4


test_moves = judged(
    lesson03.moves,
    right=[by_length],
    wrong=[
        (lambda env: len(env.legal_actions()), "a pass is no move"),
        (lambda env: sum(not a.is_pass for a in env.legal_actions()), "keep what `evaluate` says"),
        (lambda env: env.result() if env.is_done() else by_length(env), "The game is over"),
        (lambda env: -by_length(env), "BLACK has 4 moves here. Your function says -4"),
        (difference, "BLACK has 4 moves here. Your function says 0"),
    ],
)


# Spot the bug
def with_lists(env, depth, me):
    if env.is_done() or depth == 0:
        return evaluate(env) if env.player == me else -evaluate(env)
    values = [with_lists(after(env, action), depth - 1, me) for action in env.legal_actions()]
    return max(values) if env.player == me else min(values)


def with_pass(value_of_pass):
    def mended(env, depth, me):
        if env.is_done() or depth == 0:
            return evaluate(env) if env.player == me else -evaluate(env)
        actions = env.legal_actions()
        if actions[0].is_pass:
            return value_of_pass(env, depth, me)
        values = [mended(after(env, action), depth - 1, me) for action in actions]
        return max(values) if env.player == me else min(values)

    return mended


pass_apart = with_pass(lambda env, depth, me: with_lists(after(env, "pass"), depth - 1, me))


def a_ply_for_nothing(env, depth, me):
    return lesson03.minimax(after(env, "pass"), depth, me)


def stops_at_a_pass(env, depth, me):
    if env.is_done() or depth == 0 or env.must_pass():
        return evaluate(env) if env.player == me else -evaluate(env)
    values = [stops_at_a_pass(after(env, action), depth - 1, me) for action in env.legal_actions()]
    return max(values) if env.player == me else min(values)


test_bug = judged(
    lesson03.bug,
    right=[with_lists, pass_apart],
    wrong=[
        (with_pass(lambda env, depth, me: 0), "the function says 0."),
        (with_pass(lambda env, depth, me: -INFINITY), "the function says -inf."),
        (with_pass(lambda env, depth, me: evaluate(env)), "to WHITE"),
        (stops_at_a_pass, "does your search go on behind a pass?"),
        (with_pass(a_ply_for_nothing), "the function says"),
        (
            lambda env, depth, me: with_lists(env, depth, env.player),
            "to BLACK; the function says 2",
        ),
    ],
)


# The line of best play


def line_of_names(env, depth):
    return [action.name for action in lesson03.best_line(env, depth)]


def line_of(choose):
    def line(env, depth):
        if env.is_done() or depth == 0:
            return []
        best = choose(env, lambda action: lesson03.negamax(after(env, action), depth - 1))
        return [best, *line(after(env, best), depth - 1)]

    return line


last_of_equals = line_of(lambda env, value: min(env.legal_actions()[::-1], key=value))
friendly_line = line_of(lambda env, value: max(env.legal_actions(), key=value))
greedy_line = line_of(
    lambda env, _: min(env.legal_actions(), key=lambda action: evaluate(after(env, action)))
)


test_line = judged(
    lesson03.line,
    right=[line_of_names, last_of_equals],
    wrong=[
        (greedy_line, "who has something better"),
        (friendly_line, "who has something better"),
        (lambda env, depth: lesson03.best_line(env, depth + 1), "It should hold 1 of them"),
        (lambda env, depth: lesson03.best_line(env, depth)[:1], "the search sees 2 plies"),
        (lambda env, depth: lesson03.best_line(env, depth)[::-1], "is not legal for"),
        (lambda env, depth: [], "your line is: no action. It should go on"),
        (lambda env, depth: [None] * depth, "None is not legal for BLACK"),
    ],
)


def test_a_better_action_is_not_given_away():
    verdict = lesson03.line.check(greedy_line)
    right = lesson03.best_line(verdict.env.copy(), 2)[0]
    assert str(right) not in verdict.message

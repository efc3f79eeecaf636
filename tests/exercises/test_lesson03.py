"""The judges of lesson 03, met with the answers of students."""

from fractions import Fraction

import numpy as np
import pytest

from coursekit.exercises import lesson03
from coursekit.exercises.lesson03 import evaluate

INFINITY = float("inf")


def not_yet(exercise, answer, *words, drawn=True):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn


def after(env, action):
    later = env.copy()
    later.update(action)
    return later


# One function for both sides


def by_a_list(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    return max(-by_a_list(after(env, action), depth - 1) for action in env.legal_actions())


def by_recursion_first(env, depth):
    if depth > 0 and not env.is_done():
        values = []
        for action in env.legal_actions():
            env.update(action)
            try:
                values.append(by_recursion_first(env, depth - 1))
            finally:
                env.undo()
        return np.float64(-min(values))
    return np.float64(evaluate(env))


def by_fractions(env, depth):
    return Fraction(int(by_a_list(env, depth)))


@pytest.mark.parametrize("answer", [by_a_list, by_recursion_first, by_fractions])
def test_it_is_negamax(answer):
    assert lesson03.one_for_both.check(answer).outcome == "correct"


def sign_forgotten(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    return max(sign_forgotten(after(env, action), depth - 1) for action in env.legal_actions())


def sign_at_the_leaf(env, depth):
    if env.is_done() or depth == 0:
        return -evaluate(env)
    return max(-sign_at_the_leaf(after(env, action), depth - 1) for action in env.legal_actions())


def smallest(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    return min(-smallest(after(env, action), depth - 1) for action in env.legal_actions())


def black_only(env, depth):
    return by_a_list(env, depth) * int(env.player)


def end_forgotten(env, depth):
    if depth == 0:
        return evaluate(env)
    return max(-end_forgotten(after(env, action), depth - 1) for action in env.legal_actions())


def passes_skipped(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    best = -INFINITY
    for action in env.legal_actions():
        if not action.is_pass:
            best = max(best, -passes_skipped(after(env, action), depth - 1))
    return best


def undo_forgotten(env, depth):
    if env.is_done() or depth == 0:
        return evaluate(env)
    best = -INFINITY
    for action in env.legal_actions():
        env.update(action)
        best = max(best, -undo_forgotten(env, depth - 1))
    return best


def return_forgotten(env, depth):
    print(end="", file=None) if depth < 0 else by_a_list(env, depth)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (sign_forgotten, "At depth 1 this position is worth"),
        (sign_at_the_leaf, "wrong sign"),
        (smallest, "At depth 1"),
        (black_only, "to WHITE; your function says"),
        (end_forgotten, "ValueError in line 4 of end_forgotten"),
        (passes_skipped, "your function says -inf"),
        (undo_forgotten, "stopped with IllegalActionError"),
        (return_forgotten, "does your function end with `return`?"),
        (lambda env, depth: str(by_a_list(env, depth)), "A number is asked for; yours is '"),
        (lambda env, depth: (by_a_list(env, depth), None), "a tuple"),
        (lambda env, depth: bool(depth), "a bool"),
        (lambda env, depth: float("nan"), "finite number"),
        (lambda env: 0, "TypeError"),
    ],
)
def test_it_is_not_negamax(answer, words):
    not_yet(lesson03.one_for_both, answer, words)


def test_values_are_written_like_numbers_of_points():
    verdict = lesson03.one_for_both.check(lambda env, depth: 1_234_567.0)
    assert "your function says 1,234,567." in verdict.message


# Freedom to move


def by_the_board(env):
    if env.is_done():
        return evaluate(env)
    return np.count_nonzero([action.row is not None for action in env.legal_actions()])


def by_length(env):
    if not env.legal_actions():
        return 1_000_000.0 * env.result() + (env.board * env.player).sum()
    return len(env.legal_actions()) - env.legal_actions()[0].is_pass


@pytest.mark.parametrize("answer", [by_the_board, by_length])
def test_moves_are_counted(answer):
    assert lesson03.moves.check(answer).outcome == "correct"


def difference(env):
    mine = by_length(env)
    if env.is_done() or env.legal_actions()[0].is_pass:
        return mine
    return mine - 4


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda env: len(env.legal_actions()), "a pass is no move"),
        (lambda env: sum(not a.is_pass for a in env.legal_actions()), "keep what `evaluate` says"),
        (lambda env: env.result() if env.is_done() else by_length(env), "The game is over"),
        (lambda env: -by_length(env), "BLACK has 4 moves here. Your function says -4"),
        (difference, "BLACK has 4 moves here. Your function says 0"),
        (lambda env: env.legal_actions(), "A number is asked for; yours is [BLACK d3"),
        (lambda env: print(end="") if env else 0, "does your function end with `return`?"),
        (lambda env: env.update(env.legal_actions()[0]) or 4, "leaves the env changed"),
    ],
)
def test_moves_are_not_counted(answer, words):
    not_yet(lesson03.moves, answer, words)


# Spot the bug


def with_lists(env, depth, me):
    if env.is_done() or depth == 0:
        return evaluate(env) if env.player == me else -evaluate(env)
    values = [with_lists(after(env, action), depth - 1, me) for action in env.legal_actions()]
    return max(values) if env.player == me else min(values)


def pass_apart(env, depth, me):
    if env.is_done() or depth == 0:
        return np.float64(evaluate(env) if env.player == me else -evaluate(env))
    actions = env.legal_actions()
    if actions[0].is_pass:
        return pass_apart(after(env, actions[0]), depth - 1, me)
    values = [pass_apart(after(env, action), depth - 1, me) for action in actions]
    return max(values) if env.player == me else min(values)


@pytest.mark.parametrize("answer", [with_lists, pass_apart])
def test_the_bug_is_mended(answer):
    assert lesson03.bug.check(answer).outcome == "correct"


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


def a_ply_for_nothing(env, depth, me):
    return lesson03.minimax(after(env, "pass"), depth, me)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (with_pass(lambda env, depth, me: 0), "the function says 0."),
        (with_pass(lambda env, depth, me: -INFINITY), "the function says -inf."),
        (with_pass(lambda env, depth, me: None), "yours is None"),
        (with_pass(lambda env, depth, me: evaluate(env)), "to WHITE"),
        (with_pass(a_ply_for_nothing), "the function says"),
        (
            lambda env, depth, me: with_lists(env, depth, env.player),
            "to BLACK; the function says 2",
        ),
    ],
)
def test_the_bug_is_still_there(answer, words):
    not_yet(lesson03.bug, answer, words)


# The line of best play


def line_with_values(env, depth):
    def search(env, depth):
        if env.is_done() or depth == 0:
            return evaluate(env), ()
        best = None
        for action in env.legal_actions():
            value, line = search(after(env, action), depth - 1)
            if best is None or -value > best[0]:
                best = -value, (action, *line)
        return best

    return search(env, depth)[1]


def line_of_names(env, depth):
    return [action.name for action in lesson03.best_line(env, depth)]


def last_of_equals(env, depth):
    if env.is_done() or depth == 0:
        return []
    actions = env.legal_actions()[::-1]
    best = min(actions, key=lambda action: lesson03.negamax(after(env, action), depth - 1))
    return [best, *last_of_equals(after(env, best), depth - 1)]


@pytest.mark.parametrize("answer", [line_with_values, line_of_names, last_of_equals])
def test_the_line_is_best(answer):
    assert lesson03.line.check(answer).outcome == "correct"


def greedy_line(env, depth):
    if env.is_done() or depth == 0:
        return []
    best = min(env.legal_actions(), key=lambda action: evaluate(after(env, action)))
    return [best, *greedy_line(after(env, best), depth - 1)]


def friendly_line(env, depth):
    if env.is_done() or depth == 0:
        return []
    best = max(
        env.legal_actions(), key=lambda action: lesson03.negamax(after(env, action), depth - 1)
    )
    return [best, *friendly_line(after(env, best), depth - 1)]


def too_long(env, depth):
    return lesson03.best_line(env, depth + 1)


def backwards(env, depth):
    return lesson03.best_line(env, depth)[::-1]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (greedy_line, "who has something better"),
        (friendly_line, "who has something better"),
        (too_long, "It should hold 1 of them: a search of depth 1 sees no further"),
        (lambda env, depth: lesson03.best_line(env, depth)[:1], "the search sees 2 plies"),
        (backwards, "is not legal for"),
        (lambda env, depth: [], "your line is: no action. It should go on"),
        (lambda env, depth: [None] * depth, "None is not legal for BLACK"),
        (lambda env, depth: lesson03.best_line(env, depth)[0], "A list of actions is asked for"),
        (lambda env, depth: print(end="") if env else 0, "does your function end with `return`?"),
        (lambda env, depth: lesson03.negamax(env, depth), "A list of actions is asked for"),
        (lambda env, depth: " ".join(line_of_names(env, depth)), "a str"),
    ],
)
def test_the_line_is_not_best(answer, words):
    not_yet(lesson03.line, answer, words)


def test_a_better_action_is_not_given_away():
    verdict = lesson03.line.check(greedy_line)
    right = lesson03.best_line(verdict.env.copy(), 2)[0]
    assert str(right) not in verdict.message

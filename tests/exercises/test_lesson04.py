"""The judges of lesson 04, met with the answers of students."""

import operator

import numpy as np

from coursekit import BLACK, othello
from coursekit.exercises import lesson04
from coursekit.exercises.counted import CountedOthello
from coursekit.exercises.lesson04 import alpha_beta, evaluate
from coursekit.players import CELL_SCORES
from tests.exercises.judging import judged

INFINITY = float("inf")


# The same game, the slowest way
test_boxes = judged(
    lesson04.boxes,
    right=[
        [[5, 7, 2], [4, 6, 2], [8, 9, 3]],
        ((6.0, 4.0, 2.0), (7.0, 5.0, 2.0), (9.0, 8.0, 3.0)),
        np.array([[4, 6, 2], [7, 5, 2], [8, 9, 3]]),
    ],
    wrong=[
        (
            [[3, 9, 8], [2, 4, 6], [7, 5, 2]],
            "opens 7 of the nine boxes: in [2, 4, 6] it stops after 2.",
        ),
        ([[3, 9, 8], [2, 4, 6], [2, 5, 7]], "opens 5 of the nine"),
        ([[2, 5, 7], [2, 4, 6], [3, 8, 9]], "opens 7 of the nine"),
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], "That is another game"),
        ([[3, 9, 8], [2, 4, 6]], "That is another game"),
        ([3, 9, 8], "A list of three numbers"),
        ("slow", "A list of three lists"),
        ([["a", 1, 2]], "A number is asked for"),
    ],
)


# Good squares first
def searcher(order, cut=True, bound=max, reached=operator.ge, held=lambda alpha, best: best):
    def answer(env, depth, alpha=-INFINITY, beta=INFINITY):
        if env.is_done() or depth == 0:
            return evaluate(env)
        best = -INFINITY
        for action in order(env.legal_actions()):
            env.update(action)
            best = max(best, -answer(env, depth - 1, -beta, -bound(alpha, best)))
            env.undo()
            if cut and reached(held(alpha, best), beta):
                break
        return best

    return answer


def score(action):
    return -INFINITY if action.is_pass else CELL_SCORES[action.row, action.col]


def score_to_the_left(action):
    return -INFINITY if action.is_pass else CELL_SCORES[action.row, action.col - 1]


def highest_first(actions):
    return sorted(actions, key=score, reverse=True)


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


# It was praised, and the order blamed for what its lost deep cuts cost.
def ordered_at_the_root_only(env, depth, alpha=-INFINITY, beta=INFINITY):
    if env.is_done() or depth == 0:
        return evaluate(env)
    best = -INFINITY
    for action in highest_first(env.legal_actions()):
        env.update(action)
        best = max(best, -alpha_beta(env, depth - 1, -beta, -max(alpha, best)))
        env.undo()
        if best >= beta:
            break
    return best


# It was praised: its last ply, with most of the nodes, stayed as listed.
def ordered_above_the_last_ply(env, depth, alpha=-INFINITY, beta=INFINITY):
    if env.is_done() or depth == 0:
        return evaluate(env)
    best = -INFINITY
    actions = env.legal_actions()
    for action in highest_first(actions) if depth > 1 else actions:
        env.update(action)
        value = -ordered_above_the_last_ply(env, depth - 1, -beta, -max(alpha, best))
        best = max(best, value)
        env.undo()
        if best >= beta:
            break
    return best


def high_for_black_only(actions):
    return sorted(actions, key=score, reverse=actions[0].player == BLACK)


WITHOUT_ALPHA = searcher(highest_first, bound=lambda alpha, best: best)
ALPHA_NOT_RAISED = searcher(highest_first, bound=lambda alpha, best: alpha)
# It was told that alpha from above does not reach every move.
CUTS_BY_ALPHA = searcher(highest_first, held=lambda alpha, best: alpha)

test_ordering = judged(
    lesson04.ordering,
    right=[
        searcher(highest_first),
        searcher(lambda actions: highest_first(actions[::-1])),
        # 16 % more than as listed; a search without deep cuts costs no more than other such orders.
        searcher(lambda actions: highest_first(sorted(actions, key=lambda action: action.name))),
        fail_hard(),
    ],
    wrong=[
        (WITHOUT_ALPHA, "Without it no cut is deep", False),
        (CUTS_BY_ALPHA, "where its *best* reaches beta", False),
        (searcher(highest_first, reached=operator.gt), "where the best *equals* beta", False),
        (
            searcher(lambda actions: sorted(actions, key=score_to_the_left, reverse=True)),
            "squares with high scores come first",
        ),
        (ordered_at_the_root_only, "does yours call itself or plain", False),
        (ordered_above_the_last_ply, "At depth 1 yours tries"),
        (searcher(lambda actions: actions), "as they are listed"),
        (searcher(lambda actions: sorted(actions, key=score)), "yours tries"),
        (searcher(high_for_black_only), "yours tries"),
        (searcher(highest_first, cut=False), "yours never cuts", False),
        (ALPHA_NOT_RAISED, "Does alpha rise to the best value so far", False),
        (searcher(lambda actions: highest_first(actions)[:3]), "must not change the value"),
        (fail_hard(lambda *window: window), "must not change the value"),
        (fail_hard(undoes_at_a_cut=False), "stopped with"),
    ],
)


def played(search, env):
    counted = CountedOthello(env)
    search(counted, 4, -INFINITY, INFINITY)
    return counted.played[0]


def test_the_order_helps_in_35_of_forty_positions_by_2_6():
    factors = []
    for seed in range(40):  # the positions of the lesson
        env = othello.make()
        env.seed(seed)
        for _ in range(6 + seed):
            actions = env.legal_actions()
            env.update(actions[env.rng.integers(len(actions))])
        factors.append(played(alpha_beta, env) / played(lesson04.sorted_alpha_beta, env))
    told = f"In {sum(np.array(factors) > 1)} of the lesson's forty positions ours plays fewer"
    told += f"; the median factor of all is {np.median(factors):.1f}."
    assert told in lesson04.ordering.check(lesson04.sorted_alpha_beta).message


# Spot the bug
def two_sided(
    opponent, is_cut=lambda alpha, beta: alpha >= beta, handed=lambda alpha, beta: (alpha, beta)
):
    """Returns the search of the exercise with ``opponent(alpha, beta, best)`` as its repair."""

    def answer(env, depth, me, alpha=-INFINITY, beta=INFINITY):
        if env.is_done() or depth == 0:
            return evaluate(env) if env.player == me else -evaluate(env)
        best = -INFINITY if env.player == me else INFINITY
        for action in env.legal_actions():
            env.update(action)
            value = answer(env, depth - 1, me, *handed(alpha, beta))
            env.undo()
            if env.player == me:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                alpha, beta = opponent(alpha, beta, best)
            if is_cut(alpha, beta):
                break
        return best

    return answer


def lowers_beta(alpha, beta, best):
    return alpha, min(beta, best)


def by_negamax(env, depth, me, alpha=-INFINITY, beta=INFINITY):
    if env.player == me:
        return alpha_beta(env, depth, alpha, beta)
    return -alpha_beta(env, depth, -beta, -alpha)


test_sides = judged(
    lesson04.sides,
    right=[two_sided(lowers_beta), by_negamax],
    wrong=[
        (
            two_sided(lambda a, b, best: (min(a, best), b)),
            "all that there are; 5,567 would do",
            False,
        ),
        (two_sided(lowers_beta, lambda a, b: a > b), "where alpha *equals* beta", False),
        (two_sided(lambda a, b, best: (max(a, best), b)), "5,567 would do", False),
        (two_sided(lambda a, b, best: (a, -best)), "this position is worth"),
        # It was asked what moves at the opponent's nodes, where all was right.
        (two_sided(lowers_beta, handed=lambda a, b: (-b, -a)), "Nothing is cut", False),
        (two_sided(lowers_beta, handed=lambda a, b: (a, INFINITY)), "both handed on", False),
        (two_sided(lowers_beta, handed=lambda a, b: (b, a)), "this position is worth"),
        (lambda env, depth, me: alpha_beta(env, depth, -INFINITY, INFINITY), "worth -2 to BLACK"),
    ],
)


def test_a_search_that_is_not_mended_in_its_form_is_told_so():
    """`alpha_beta` with a sign was called correct without a word."""
    for answer, noted in ((by_negamax, True), (two_sided(lowers_beta), False)):
        verdict = lesson04.sides.check(answer)
        assert verdict.outcome == "correct"
        assert ("mend this one in its form" in verdict.message) == noted


# A question with two answers
def asked(window, search=alpha_beta, wrap=bool):
    return lambda env, depth, goal: wrap(search(env, depth, *window(goal)) >= goal)


def clipped(env, depth, alpha, beta):
    return min(max(alpha_beta(env, depth, alpha, beta), alpha), beta)


test_question = judged(
    lesson04.question,
    right=[
        asked(lambda goal: (goal - 1, goal)),
        asked(lambda goal: (goal - 0.5, goal), wrap=np.bool_),
        asked(lambda goal: (goal - 1, goal), clipped),
        lambda env, depth, goal: -alpha_beta(env, depth, goal - 1, goal) <= -goal,
    ],
    wrong=[
        (asked(lambda goal: (-INFINITY, INFINITY)), "A window needs no room", False),
        (asked(lambda goal: (-INFINITY, goal)), "A window needs no room", False),
        (asked(lambda goal: (goal - 1, INFINITY)), "A window needs no room", False),
        (asked(lambda goal: (goal - 10, goal + 10)), "A window needs no room", False),
        (asked(lambda goal: (goal, goal + 1), clipped), "worth less than"),
        (lambda env, depth, goal: evaluate(env) >= goal, "yours is"),
        (asked(lambda goal: (goal - 1, goal), wrap=int), "True or False is asked for"),
        (lambda env, depth, goal: alpha_beta(env, depth, goal - 1, goal), "True or False"),
    ],
)


def test_a_wider_window_is_told_that_it_is_wider():
    """It was called correct without a word."""
    for window, noted in ((lambda goal: (goal - 2, goal), True), (lambda g: (g - 1, g), False)):
        verdict = lesson04.question.check(asked(window))
        assert verdict.outcome == "correct"
        assert ("A narrower window" in verdict.message) == noted

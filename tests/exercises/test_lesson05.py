"""The judges of lesson 05, met with the answers of students."""

import numpy as np
import pytest

from coursekit.exercises import lesson05
from coursekit.exercises.lesson03 import evaluate
from tests.exercises.judging import judged, not_yet


# Only yes and no
def by_halving(ask, guess):
    low, high = -2_000_000, 2_000_000
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if ask(middle) >= middle else (low, middle - 1)
    return low


def by_growing_steps(ask, guess):
    """Halves fractions, and returns NumPy's numbers."""
    low, high = -1e7, 1e7
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (middle, high) if ask(middle) >= middle else (low, middle)
    return np.int64(np.ceil(low))


def one_by_one(ask, guess):
    while ask(guess) < guess:
        guess -= 1
    while ask(guess + 1) > guess:
        guess += 1
    return guess


def endless(ask, guess):
    while True:
        ask(guess)


test_questions = judged(
    lesson05.questions,
    right=[lesson05.by_questions, by_halving, by_growing_steps],
    wrong=[
        (lambda ask, guess: guess, "With a guess of 0 and 0 questions you found 0; one ply deep"),
        (lambda ask, guess: ask(guess), "this position is worth"),
        (lambda ask, guess: lesson05.by_questions(ask, guess) + 1, "this position is worth"),
        (one_by_one, "does each answer move your next question far enough?"),
        (endless, "did not find the value"),
        (lambda ask, guess: ask(float("inf")), "A finite number is asked for"),
        (lambda ask, guess: print(end=""), "A number is asked for"),
    ],
    drawn=True,
)


def test_the_questions_are_counted_beside_ours():
    assert (
        "with 2.8 questions on average; ours needs 2.8"
        in lesson05.questions.check(lesson05.by_questions).message
    )
    verdict = lesson05.questions.check(by_halving)
    assert "with 21.8 questions on average" in verdict.message, verdict


# A key that follows the moves
def in_one_line(key, flipped, placed, numbers, turn):
    squares = np.array(flipped, dtype=int)
    change = np.bitwise_xor.reduce(numbers[:, squares].ravel()) ^ numbers[0, placed]
    return np.uint64(int(change) ^ key ^ turn)


def by_steps(key, flipped, placed, numbers, turn):
    for square in flipped:
        key = key ^ numbers[1][square]
    for square in [*flipped, placed]:
        key = key ^ numbers[0][square]
    return key ^ turn


def white_stays(key, flipped, placed, numbers, turn):
    for square in [*flipped, placed]:
        key ^= int(numbers[0, square])
    return key ^ turn


def black_lacks(key, flipped, placed, numbers, turn):
    return by_steps(key, flipped, placed, np.stack([0 * numbers[0], numbers[1]]), turn) ^ int(
        numbers[0, placed]
    )


def by_sums(key, flipped, placed, numbers, turn):
    for square in flipped:
        key += int(numbers[0, square]) - int(numbers[1, square])
    return key + int(numbers[0, placed]) + turn


test_zobrist = judged(
    lesson05.zobrist,
    right=[in_one_line, by_steps],
    wrong=[
        (lambda *given: by_steps(*given[:4], 0), "As if the side to move had not changed"),
        (
            lambda k, f, p, n, turn: by_steps(k, f, p, n, turn) ^ int(n[0, p]),
            "As if no disc had been placed",
        ),
        (white_stays, "As if the white discs that are flipped had not been taken out"),
        (lambda k, f, p, n, turn: in_one_line(k, [], p, n, turn), "As if nothing had been flipped"),
        (black_lacks, "not been put in as black ones"),
        (lambda k, f, p, n, turn: by_steps(k, [*f, p], p, n, turn), "the key should become"),
        (by_sums, "the key should become"),
        (lambda *given: float(by_steps(*given)), "A whole number is asked for"),
        (lambda key, *others: key, "has not changed at all"),
    ],
)


# Your own referee
def value_of(env, empties=True):
    if env.is_done():
        difference = env.count(env.player) - env.count(-env.player)
        return difference + empties * np.sign(difference) * (env.board == 0).sum()
    return max(-value_of(after(env, action), empties) for action in env.legal_actions())


def after(env, action):
    later = env.copy()
    later.update(action)
    return later


def best_by(value):
    def answer(env):
        values = {action: value(after(env, action)) for action in env.legal_actions()}
        return [action for action in values if values[action] == min(values.values())]

    return answer


test_exact = judged(
    lesson05.exact,
    right=[best_by(value_of), lambda env: tuple(action.name for action in best_by(value_of)(env))],
    wrong=[
        (best_by(lambda env: value_of(env, empties=False)), "Empty squares count for the winner"),
        (best_by(lambda env: -value_of(env)), "The best moves here are"),
        (best_by(lambda env: np.sign(value_of(env))), "your function found"),
        (best_by(evaluate), "your function found"),
        (lambda env: best_by(value_of)(env)[:1], "The best moves here are b8, h6"),
        (lambda env: [], "your function found none"),
    ],
)


# Your own clock
def test_our_own_clock_scores_what_the_judge_says():
    verdict = lesson05.saving.check(lesson05.enough)
    assert verdict.outcome == "correct"
    assert verdict.message.count(lesson05._OURS) == 2, verdict


def test_a_clock_may_be_simple():
    verdict = lesson05.saving.check(lambda found, left, turns: np.bool_(found[-1][0] > left / 40))
    assert verdict.outcome == "correct", verdict


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda found, left, turns: True, "it had 8,7"),
        (lambda found, left, turns: False, "it had 0 of the game's 9,000 nodes left"),
        (lambda found, left, turns: print(end=""), "True or False is asked for"),
        (lambda found, left, turns: left / turns, "True or False is asked for"),
        (lambda found, left, turns: found[-2][2] == found[-1][2], "IndexError"),
    ],
)
def test_a_clock_is_wrong(answer, words):
    not_yet(lesson05.saving, answer, words)

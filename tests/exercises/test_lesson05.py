"""The judges of lesson 05, met with the answers of students."""

import numpy as np
import pytest

from coursekit import players
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
        (lambda ask, guess: guess, "With a guess of 0 you found 0 (questions: 0); one ply deep"),
        (lambda ask, guess: ask(guess), "`ask(0)` returned -2, so it is -2 *or less*: ask again."),
        (lambda ask, guess: ask(-100), "*or more*: ask again."),
        (lambda ask, guess: players.alpha_beta(ask.depth).analyse(ask.env).value, "asked nothing"),
        (lambda ask, guess: lesson05.by_questions(ask, guess) + 1, "this position is worth"),
        (one_by_one, "You asked all 1,000 questions and returned no value; the next was `ask("),
        (one_by_one, "Ours needs 2.8 on average: does each answer move your next question far"),
        (endless, "returned no value"),
        (lambda ask, guess: ask(float("inf")), "In `ask(bound)`: A finite number is asked for"),
        (lambda ask, guess: ask(None), "In `ask(bound)`: A number is asked for"),
        (lambda ask, guess: print(end=""), "A number is asked for"),
    ],
    drawn=True,
)


def test_a_bound_that_is_no_number_is_refused_by_the_judge():
    message = lesson05.questions.check(lambda ask, guess: ask(float("inf"))).message
    assert message.startswith("In `ask(bound)`: ")
    assert "Wrong" not in message


def test_the_questions_are_counted_beside_ours():
    assert (
        "with 2.8 questions on average; ours needs 2.8"
        in lesson05.questions.check(lesson05.by_questions).message
    )
    verdict = lesson05.questions.check(by_halving)
    assert "with 21.8 questions on average" in verdict.message, verdict


def by_doubling(ask, guess):
    """Reads each answer as yes or no only."""
    step = 1
    while ask(guess - step) < guess - step or ask(guess + step) >= guess + step:
        step *= 2
    low, high = guess - step, guess + step - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if ask(middle) >= middle else (low, middle - 1)
    return low


def test_who_reads_only_yes_or_no_is_told_what_that_wastes():
    verdict = lesson05.questions.check(by_doubling)
    assert verdict.outcome == "correct", verdict
    assert "does yours use it?" in verdict.message, verdict
    assert "does yours use it?" not in lesson05.questions.check(lesson05.by_questions).message


def test_no_value_lies_outside_what_the_task_says():
    for ask, guess in lesson05._questions():
        assert -1_000_064 <= lesson05.by_questions(ask, guess) <= 1_000_064


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
        (
            lambda k, f, p, n, turn: by_steps(k, f, p, n, turn) ^ int(n[0, p] ^ n[1, p]),
            "were white: row 0 of `numbers` is Black's",
        ),
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


def with_false_ties(env):
    """Alpha-beta whose window is narrowed at the root: what only seems as good is kept, too."""

    def value(env, alpha, beta):
        if env.is_done():
            own, opp = env.count(env.player), env.count(-env.player)
            empty = 64 - own - opp
            return own - opp + (empty if own > opp else -empty if own < opp else 0)
        best = -99
        for action in env.legal_actions():
            env.update(action)
            best = max(best, -value(env, -beta, -max(alpha, best)))
            env.undo()
            if best >= beta:
                break
        return best

    best, found = -99, []
    for action in env.legal_actions():
        env.update(action)
        worth = -value(env, -99, -best)
        env.undo()
        found = [action] if worth > best else [*found, action] if worth == best else found
        best = max(best, worth)
    return found


test_exact = judged(
    lesson05.exact,
    right=[best_by(value_of), lambda env: tuple(action.name for action in best_by(value_of)(env))],
    wrong=[
        (
            best_by(lambda env: value_of(env, empties=False)),
            "with the empty squares for the winner",
        ),
        (best_by(lambda env: -value_of(env)), "The best moves here are"),
        (best_by(lambda env: np.sign(value_of(env))), "your function found"),
        (best_by(evaluate), "your function found"),
        (lambda env: best_by(value_of)(env)[:1], "as good: return all the best moves."),
        (lambda env: best_by(value_of)(env)[0], "an Action"),
        (lambda env: [], "your function found none"),
        (with_false_ties, "A narrow window says only *at most*."),
        (best_by(lambda env: -value_of(env)), "These are the worst. Is a minus sign missing"),
        (lambda env: [str(a) for a in best_by(value_of)(env)], "in your list is 'BLACK "),
    ],
)


@pytest.mark.parametrize("keep", [slice(1), slice(-1, None)])
def test_one_of_two_best_moves_is_not_blamed_on_empty_squares(keep):
    answer = lambda env: sorted(best_by(value_of)(env), key=lambda action: action.name)[keep]  # noqa: E731
    not_yet(lesson05.exact, answer, "is as good: return all the best moves.")
    assert "mpty squares" not in lesson05.exact.check(answer).message


# Your own clock
def test_our_own_clock_scores_what_the_judge_says():
    verdict = lesson05.saving.check(lesson05.enough)
    assert verdict.outcome == "correct"
    assert verdict.message.count(lesson05._OURS) == 2, verdict


@pytest.fixture
def _short(monkeypatch):
    """Sixty games are enough to see a clear difference."""
    monkeypatch.setattr(lesson05, "_GAMES", 60)


@pytest.mark.usefixtures("_short")
def test_a_clock_may_be_simple():
    verdict = lesson05.saving.check(lambda found, left, turns: np.bool_(found[-1][0] > left / 40))
    assert verdict.outcome == "correct", verdict


def at_an_equal_share(found, left, turns):
    return bool(found) and found[-1][0] >= left / turns


def test_a_clock_that_loses_is_not_called_correct():
    words = "Your clock is probably worse than equal shares: it scores 41.5 % (34.9–48.4 %)"
    not_yet(lesson05.saving, at_an_equal_share, words)


@pytest.mark.usefixtures("_short")
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda found, left, turns: True, "Your clock is worse than equal shares"),
        (
            lambda found, left, turns: True,
            "It stops too soon: when a game ends, yours is left with 8,7",
        ),
        (
            lambda found, left, turns: False,
            "in the first turns: when a game ends, yours is left with 0 of",
        ),
        (lambda found, left, turns: print(end=""), "True or False is asked for"),
        (lambda found, left, turns: left / turns, "True or False is asked for"),
        (lambda found, left, turns: found[-2][2] == found[-1][2], "IndexError"),
    ],
)
def test_a_clock_is_wrong(answer, words):
    not_yet(lesson05.saving, answer, words)

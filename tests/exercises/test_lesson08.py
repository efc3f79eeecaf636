"""The judges of lesson 08, met with the answers of students."""

import math

import numpy as np
import pytest

from coursekit import tictactoe, truth
from coursekit.exercises import lesson08


def not_yet(exercise, answer, *words, drawn=False):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn


# Behind the mask


def with_a_loop(q, legal):
    best = None
    for index in range(len(q)):
        if legal[index] and (best is None or q[index] > q[best]):
            best = index
    return best


def among_indices(q, legal):
    indices = np.flatnonzero(legal)
    return indices[q[indices].argmax()]


@pytest.mark.parametrize("answer", [with_a_loop, among_indices])
def test_the_mask_is_right(answer):
    assert lesson08.mask.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda q, legal: np.argmax(q), "which is illegal"),
        (lambda q, legal: np.argmax(q * legal), "which is illegal"),
        (lambda q, legal: np.argmax(q[legal]), "is at 3; yours is 2"),
        (lambda q, legal: np.flatnonzero(legal)[0], "the highest legal value is at 1"),
        (lambda q, legal: among_indices(-q, legal), "the highest legal value is at 1; yours is 2"),
        (lambda q, legal: q[legal].max(), "An index from 0 to 3 is asked for; yours is"),
        (lambda q, legal: -1, "An index from 0 to 3"),
        (lambda q, legal: q, "a ndarray"),
        (lambda q, legal: None if len(q) else 0, "`return`?"),
        (lambda q: 0, "TypeError"),
        (3, "A function of q and legal"),
    ],
)
def test_the_mask_is_wrong(answer, words):
    not_yet(lesson08.mask, answer, words)


# Spot two bugs


def target(sign=-1.0, masked=True, end=-1.0):
    def answer(result, done, q_next, legal, gamma):
        if done:
            return end * result
        return sign * gamma * (q_next[legal] if masked else q_next).max()

    return answer


def in_one_line(result, done, q_next, legal, gamma):
    best = max((q for q, ok in zip(q_next, legal, strict=True) if ok), default=0)
    return -(result + (not done) * gamma * best)


@pytest.mark.parametrize("answer", [target(), in_one_line])
def test_both_bugs_are_found(answer):
    assert lesson08.sign.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (target(sign=1.0, masked=False), "the target is -0.9; yours is 0.9"),
        (target(sign=1.0), "the target is -0.9; yours is 0.9"),
        (target(masked=False), "[True, False, True, True] and γ = 1.0 the target is -0.4"),
        (target(end=1.0), "The target for the side that moved is 1; yours is -1"),
        (lambda r, d, q, legal, g: -r if d else -g * q[legal].min(), "the target is -0.9"),
        (lambda r, d, q, legal, g: -r if d else -q[legal].max(), "γ = 0.9"),
        (lambda r, d, q, legal, g: -r if d else -g * (q * legal).max(), "the target is"),
        (lambda r, d, q, legal, g: -g * q[legal].max(), "ValueError"),
        (lambda r, d, q, legal, g: None if g else 0, "`return`?"),
        ("-", "A function of result, done"),
    ],
)
def test_a_bug_is_left(answer, words):
    not_yet(lesson08.sign, answer, words)


# Double Q


def by_pairs(choosing, valuing, legal, gamma):
    triples = zip(choosing, valuing, legal, strict=True)
    _, value = max((chosen, value) for chosen, value, ok in triples if ok)
    return gamma * -value


def test_double_q_is_right():
    assert lesson08.double.check(by_pairs).outcome == "correct"


@pytest.mark.parametrize(
    "answer",
    [
        lambda a, b, legal, g: -g * a[legal].max(),
        lambda a, b, legal, g: -g * b[legal].max(),
        lambda a, b, legal, g: by_pairs(b, a, legal, g),
        lambda a, b, legal, g: -by_pairs(a, b, legal, g),
        lambda a, b, legal, g: by_pairs(a, b, legal, 1),
        lambda a, b, legal, g: -g * b[a.argmax()],
        lambda a, b, legal, g: -g * np.minimum(a, b)[legal].max(),
    ],
)
def test_double_q_is_wrong(answer):
    not_yet(lesson08.double, answer, "the target is", "yours is")


def test_double_q_is_no_number():
    not_yet(lesson08.double, lambda a, b, legal, g: None if g else 0, "`return`?")


# A reward that misleads

CORNERS = {"a1", "a3", "c1", "c3"}


def with_copies(env, bonus):
    if env.is_done():
        return env.result()
    values = []
    for action in env.legal_actions():
        following = env.copy()
        following.update(action)
        values.append(bonus * (action.name in CORNERS) - with_copies(following, bonus))
    return max(values)


def shaped(pays=CORNERS, sign=-1, own_only=False):
    def value(env, bonus, mine=True):
        if env.is_done():
            return env.result()
        values = []
        for action in env.legal_actions():
            paid = bonus if action.name in pays and (mine or not own_only) else 0
            env.update(action)
            values.append(paid + sign * value(env, bonus, not mine))
            env.undo()
        return max(values)

    return value


def without_undo(env, bonus):
    env.update(env.legal_actions()[0])
    return 0


def test_shaping_is_right():
    assert lesson08.shaping.check(with_copies).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (shaped(pays=()), "With a bonus of"),
        (shaped(pays={"b2"}), "With a bonus of"),
        (shaped(pays={"a1", "c3"}), "With a bonus of"),
        (shaped(sign=1), "With a bonus of 0"),
        (shaped(own_only=True), "With a bonus of"),
        (lambda env, bonus: -with_copies(env, bonus), "is worth"),
        (lambda env, bonus: with_copies(env, -bonus), "With a bonus of"),
        (lambda env, bonus: None if env else 0, "`return`?"),
        (without_undo, "leaves the env changed"),
    ],
)
def test_shaping_is_wrong(answer, words):
    not_yet(lesson08.shaping, answer, words, drawn=True)


def test_the_bonus_of_the_lesson_turns_a_win_into_a_loss():
    env = tictactoe.from_moves("a1c1b1a2")
    chosen = {}
    for bonus in (0, 1):
        values = {}
        for action in env.legal_actions():
            env.update(action)
            values[action.name] = bonus * (action.name in CORNERS) - with_copies(env, bonus)
            env.undo()
        chosen[bonus] = {name for name, value in values.items() if value == max(values.values())}
    exact = {action.name: value for action, value in truth.move_values(env).items()}
    assert (chosen[0], exact["b2"]) == ({"b2"}, 1)
    assert (chosen[1], exact["c3"]) == ({"c3"}, -1)


# Never looked at


def by_the_exponential(capacity, added, drawn):
    return math.exp(-drawn / added)


def by_a_loop(capacity, added, drawn):
    share = 1.0
    for _ in range(capacity // added):
        share *= (1 - 1 / capacity) ** drawn
    return share


@pytest.mark.parametrize("answer", [by_the_exponential, by_a_loop])
def test_the_buffer_is_right(answer):
    assert lesson08.replay.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    "answer",
    [
        lambda capacity, added, drawn: 1 - by_the_exponential(capacity, added, drawn),
        lambda capacity, added, drawn: 1 - drawn / capacity,
        lambda capacity, added, drawn: (1 - 1 / capacity) ** drawn,
        lambda capacity, added, drawn: math.exp(-1),
        lambda capacity, added, drawn: math.exp(-added / drawn),
        lambda capacity, added, drawn: 0,
        lambda capacity, added, drawn: 100 * by_the_exponential(capacity, added, drawn),
    ],
)
def test_the_buffer_is_wrong(answer):
    not_yet(lesson08.replay, answer, "are never drawn; your function says")

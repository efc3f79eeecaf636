"""The judges of lesson 08, met with the answers of students."""

import math

import numpy as np

from coursekit import tictactoe, truth
from coursekit.exercises import lesson08
from tests.exercises.judging import judged


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


test_mask = judged(
    lesson08.mask,
    right=[with_a_loop, among_indices],
    wrong=[
        (lambda q, legal: np.argmax(q), "which is illegal"),
        (lambda q, legal: np.argmax(q * legal), "which is illegal"),
        (lambda q, legal: np.argmax(q[legal]), "is at 3; yours is 2"),
        (lambda q, legal: np.flatnonzero(legal)[0], "the highest legal value is at 1"),
        (lambda q, legal: among_indices(-q, legal), "the highest legal value is at 1; yours is 2"),
        (lambda q, legal: q[legal].max(), "An index from 0 to 3 is asked for; yours is"),
        (lambda q, legal: -1, "An index from 0 to 3"),
    ],
)


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


test_sign = judged(
    lesson08.sign,
    right=[target(), in_one_line],
    wrong=[
        (target(sign=1.0, masked=False), "the side that moved is -0.9; yours is 0.9"),
        (target(sign=1.0), "the side that moved is -0.9; yours is 0.9"),
        (
            target(masked=False),
            "[True, False, True, True] and γ = 1.0 the target for the side that moved is -0.4",
        ),
        (target(end=1.0), "the target for the side that moved is 1; yours is -1"),
        (lambda r, d, q, legal, g: -r if d else -g * q[legal].min(), "the side that moved is -0.9"),
        (lambda r, d, q, legal, g: -r if d else -q[legal].max(), "γ = 0.9"),
        (lambda r, d, q, legal, g: -r if d else -g * (q * legal).max(), "the target for"),
        (lambda r, d, q, legal, g: -g * q[legal].max(), "ValueError"),
    ],
)


# Double Q
def by_pairs(choosing, valuing, legal, gamma):
    triples = zip(choosing, valuing, legal, strict=True)
    _, value = max((chosen, value) for chosen, value, ok in triples if ok)
    return gamma * -value


test_double = judged(
    lesson08.double,
    right=[by_pairs],
    wrong=[
        (answer, "the target is")
        for answer in (
            lambda a, b, legal, g: -g * a[legal].max(),
            lambda a, b, legal, g: -g * b[legal].max(),
            lambda a, b, legal, g: by_pairs(b, a, legal, g),
            lambda a, b, legal, g: -by_pairs(a, b, legal, g),
            lambda a, b, legal, g: by_pairs(a, b, legal, 1),
            lambda a, b, legal, g: -g * b[a.argmax()],
            lambda a, b, legal, g: -g * np.minimum(a, b)[legal].max(),
        )
    ],
)


# A reward that misleads
CORNERS = {"a1", "a3", "c1", "c3"}


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


value_of = shaped()

test_shaping = judged(
    lesson08.shaping,
    right=[value_of],
    wrong=[
        (shaped(pays=()), "With a bonus of"),
        (shaped(pays={"b2"}), "With a bonus of"),
        (shaped(pays={"a1", "c3"}), "With a bonus of"),
        (shaped(sign=1), "With a bonus of 0"),
        (shaped(own_only=True), "With a bonus of"),
        (lambda env, bonus: -value_of(env, bonus), "is worth"),
        (lambda env, bonus: value_of(env, -bonus), "With a bonus of"),
    ],
)


def test_the_bonus_of_the_lesson_turns_a_win_into_a_loss():
    env = tictactoe.from_moves("a1c1b1a2")
    chosen = {}
    for bonus in (0, 1):
        values = {}
        for action in env.legal_actions():
            env.update(action)
            values[action.name] = bonus * (action.name in CORNERS) - value_of(env, bonus)
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


test_replay = judged(
    lesson08.replay,
    right=[by_the_exponential, by_a_loop],
    wrong=[
        (answer, "are never drawn; your function says")
        for answer in (
            lambda capacity, added, drawn: 1 - by_the_exponential(capacity, added, drawn),
            lambda capacity, added, drawn: 1 - drawn / capacity,
            lambda capacity, added, drawn: (1 - 1 / capacity) ** drawn,
            lambda capacity, added, drawn: math.exp(-1),
            lambda capacity, added, drawn: math.exp(-added / drawn),
            lambda capacity, added, drawn: 0,
            lambda capacity, added, drawn: 100 * by_the_exponential(capacity, added, drawn),
        )
    ],
)

"""The judges of lesson 09, met with the answers of students."""

import numpy as np

from coursekit.exercises import lesson09
from tests.exercises.judging import judged


# Temperature
def by_logits(chances, temperature):
    with np.errstate(divide="ignore"):
        logits = np.log(chances) / temperature
    powers = np.exp(logits - logits.max())
    return list(powers / powers.sum())


test_temperature = judged(
    lesson09.temperature,
    right=[by_logits],
    wrong=[
        (lambda p, t: p ** (1 / t), "add up to 1"),
        (lambda p, t: p**t / (p**t).sum(), "temperature 0.5 the probabilities are"),
        (lambda p, t: p / t / (p / t).sum(), "temperature 0.5"),
        (lambda p, t: np.exp(p / t) / np.exp(p / t).sum(), "[0.5, 0.3, 0.2, 0.0]"),
    ],
)


# Spot the bug
def by_signs(env):
    last = env.result()
    plies = len(env.history)
    return [last * (-1) ** (plies - ply) for ply in range(plies + 1)]


def from_the_first_player(env):
    first = env.copy().player if not env.history else env.history[0].player
    z = int(env.is_win(first)) - int(env.is_lose(first))
    return [z] * (len(env.history) + 1)


def by_disc_parity(env):
    """Forgets that a pass changes the side to move, too."""
    results, sign = [], 1
    for action in env.history:
        results.append(sign)
        sign = sign if action.is_pass else -sign
    results.append(sign)
    return [env.result() * sign * results[-1] for sign in results]


test_perspective = judged(
    lesson09.perspective,
    right=[by_signs],
    wrong=[
        (from_the_first_player, "is to move, whose result"),
        (lambda env: [-z for z in by_signs(env)], "is to move, whose result"),
        (lambda env: [z * (-1) ** len(env.history) for z in by_signs(env)], "whose result"),
        (by_disc_parity, "is to move, whose result"),
        (lambda env: by_signs(env)[:-1], "numbers are asked for"),
    ],
)


def test_the_position_drawn_is_the_one_that_is_wrong():
    def wrong_in_the_end(env):
        return [*by_signs(env)[:-1], 7]

    verdict = lesson09.perspective.check(wrong_in_the_end)
    assert verdict.env.is_done()


# The best λ
def by_trying(a, b):
    lams = np.linspace(0, 1, 10_001)
    return lams[((1 - lams) ** 2 * a + lams**2 * b).argmin()]


test_mixing = judged(
    lesson09.mixing,
    right=[by_trying],
    wrong=[
        (lambda a, b: b / (a + b), "0.9 of z, your λ = 0.9"),
        (lambda a, b: 0.5, "leaves an error of"),
        (lambda a, b: float(a > b), "leaves an error of"),
        (lambda a, b: a**0.5 / (a**0.5 + b**0.5), "is possible"),
    ],
)


# Better than the others
def with_loops(results):
    return [
        [
            z - np.mean([other for place, other in enumerate(row) if place != i])
            for i, z in enumerate(row)
        ]
        for row in results
    ]


test_baseline = judged(
    lesson09.baseline,
    right=[with_loops],
    wrong=[
        (lambda z: z - z.mean(axis=1, keepdims=True), "the advantages are"),
        (lambda z: z - z.mean(), "the advantages are"),
        (lambda z: (z.sum(axis=1, keepdims=True) - z) / (z.shape[1] - 1), "the advantages are"),
        (lambda z: z[0], "An array of shape (1, 4)"),
    ],
)

"""The judges of lesson 10, met with the answers of students."""

from math import sqrt

import numpy as np
import torch

from coursekit.exercises import lesson10
from coursekit.games.symmetry import SYMMETRIES
from coursekit.learning.symmetry import inverse, transform_actions, transform_planes
from tests.exercises.judging import judged


# As warm as you like
def step_by_step(visits, chance):
    """Looks through ever finer grids instead of halving an interval."""
    shares = np.array(visits) / max(visits)
    low, high = -6.0, 6.0
    for _ in range(12):
        grid = np.linspace(low, high, 21)
        chances = [1 / (shares ** (1 / np.exp(t))).sum() for t in grid]
        best = int(np.abs(np.array(chances) - chance).argmin())
        low, high = grid[max(0, best - 1)], grid[min(20, best + 1)]
    return float(np.exp((low + high) / 2))


test_temperature = judged(
    lesson10.temperature,
    right=[step_by_step],
    wrong=[
        (lambda visits, chance: 1, "is played with 0.700"),
        (lambda visits, chance: 1 / step_by_step(visits, chance), "should be played with chance"),
        (lambda visits, chance: step_by_step(visits, 1 - chance), "with chance 0.9"),
        (lambda visits, chance: 0, "greater than 0; yours for [70, 20, 10] is 0"),
    ],
)


# Noise off
def tried_after(prior, q, c, first_q=0.0, root_extra=1, halved=False):
    tried = 0
    while True:
        root = sqrt(tried + root_extra)
        theirs = (q if tried else first_q) + c * (1 - prior) * root / (1 + tried)
        if c * prior * root / (2 if halved else 1) > theirs:
            return tried
        tried += 1


test_noise = judged(
    lesson10.noise,
    right=[tried_after],
    wrong=[
        (answer, "simulations go to the other move first; your function says")
        for answer in (
            lambda prior, q, c: tried_after(prior, q, c) + 1,
            lambda prior, q, c: tried_after(prior, q, c, root_extra=0),
            lambda prior, q, c: tried_after(prior, q, c, halved=True),
            lambda prior, q, c: tried_after(prior, q, 1.5),
            lambda prior, q, c: tried_after(prior, 0.5, c),
            lambda prior, q, c: 1 / prior,
            lambda prior, q, c: (q / (c * prior)) ** 2,  # what it comes to when it is rare
        )
    ],
)


# The constant
def one_by_one(priors, values, c, simulations, unvisited=0.0, extra=1):
    visits = [0] * len(priors)
    for _ in range(simulations):
        best, chosen = -float("inf"), None
        for move, (prior, value) in enumerate(zip(priors, values, strict=True)):
            q = value if visits[move] else unvisited
            score = q + c * prior * sqrt(sum(visits) + extra) / (1 + visits[move])
            if score > best:
                best, chosen = score, move
        visits[chosen] += 1
    return visits


test_constant = judged(
    lesson10.constant,
    right=[
        one_by_one,
        lambda *given: np.array(one_by_one(*given)),
        lambda *given: tuple(map(float, one_by_one(*given))),
    ],
    wrong=[
        (lambda *given: one_by_one(*given, extra=0), "simulations = 60 the visits are"),
        (lambda *given: one_by_one(*given, unvisited=-1.0), "; yours are ["),
        (lambda *given: one_by_one(*given, unvisited=1.0), "; yours are ["),
        (lambda p, v, c, n: one_by_one(p, [-value for value in v], c, n), "; yours are ["),
        (lambda p, v, c, n: one_by_one(p, v, 1.5, n), ", c = 0.1 and "),
        (lambda p, v, c, n: one_by_one(v, p, c, n), "; yours are ["),
        (lambda p, v, c, n: [n * prior for prior in p], "; yours are [0.5, 0.3, 0.2]"),
    ],
)


# Eight opinions
def mean_of(network, boards, numbers=SYMMETRIES, back=inverse, logits_first=False):
    policy, value = 0, 0
    for number in numbers:
        logits, values = network(transform_planes(boards, number))
        policy = policy + transform_actions(
            logits if logits_first else torch.softmax(logits, 1), back(number)
        )
        value = value + values
    policy = policy / len(numbers)
    return torch.softmax(policy, 1) if logits_first else policy, value / len(numbers)


def in_one_batch(network, boards):
    count = len(boards)
    numbers = torch.arange(8).repeat_interleave(count)
    logits, values = network(transform_planes(boards.repeat(8, 1, 1, 1), numbers))
    back = torch.tensor([inverse(int(number)) for number in numbers])
    policy = transform_actions(logits.softmax(1), back).reshape(8, count, -1)
    return [policy.mean(0), values.reshape(8, count).mean(0)]


def with_a_lost_pass(network, boards):
    policy, value = mean_of(network, boards)
    size = boards.shape[-1]
    if policy.shape[1] > size**2:
        policy = torch.cat([policy[:, :-2], policy[:, -2:].flip(1)], 1)
    return policy, value


test_symmetry = judged(
    lesson10.symmetry,
    right=[mean_of, in_one_batch],
    wrong=[
        (
            lambda net, p: mean_of(net, p, back=lambda number: number),
            "The mean of the eight policies is",
        ),
        (
            lambda net, p: mean_of(net, p, back=lambda number: 0),
            "The mean of the eight policies is",
        ),
        (lambda net, p: mean_of(net, p, numbers=[0]), "The mean of the eight policies is"),
        (lambda net, p: mean_of(net, p, numbers=range(4)), "The mean of the eight policies is"),
        (lambda net, p: mean_of(net, p, logits_first=True), "The mean of the eight policies is"),
        (lambda net, p: (net(p)[0], net(p)[1]), "add up to 1"),
        (lambda net, p: (mean_of(net, p)[0], net(p)[1]), "The mean of the eight values"),
        (lambda net, p: (mean_of(net, p)[0], -mean_of(net, p)[1]), "The mean of the eight values"),
        (with_a_lost_pass, "The mean of the eight policies is"),
        (lambda net, p: mean_of(net, p)[0], "Two tensors are asked for"),
        (
            lambda net, p: (mean_of(net, p)[0][0], mean_of(net, p)[1]),
            "(3, 9) is asked for; yours has shape (9,)",
        ),
        (
            lambda net, p: (mean_of(net, p)[0], mean_of(net, p)[1][:, None]),
            "3 numbers are asked for; yours has shape (3, 1)",
        ),
        (lambda net, p: (mean_of(net, p)[0], 0.5), "3 numbers are asked for; yours is 0.5"),
    ],
)


# Spot the bug
def from_the_end(history, result):
    targets = []
    for _ in reversed(history):
        result = -result
        targets.append(result)
    return targets[::-1]


test_perspective = judged(
    lesson10.perspective,
    right=[from_the_end],
    wrong=[
        (lambda h, r: [r if ply % 2 == 0 else -r for ply in range(len(h))], "of 5 plies ended"),
        (lambda h, r: [-r if ply % 2 == 0 else r for ply in range(len(h))], "of 6 plies ended"),
        (lambda h, r: [r] * len(h), "At ply 0 X was to move"),
        (lambda h, r: [r * int(action.player) for action in h], "yours is"),
        (lambda h, r: [-target for target in from_the_end(h, r)], "yours is"),
        (lambda h, r: [*from_the_end(h, r), r], "5 numbers are asked for"),
        (lambda h, r: from_the_end(h, r)[:-1], "5 numbers are asked for"),
    ],
    drawn=True,
)

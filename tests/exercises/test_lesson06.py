"""The judges of lesson 06, met with the answers of students."""

import math

import numpy as np

from coursekit.exercises import lesson06
from tests.exercises.judging import judged


# The optimist
def with_numpy(points, visits):
    return np.argmax(points / visits + np.sqrt(2 * np.log(np.sum(visits)) / visits))


def with_a_loop(points, visits):
    best, arm, n = -1.0, None, sum(int(count) for count in visits)
    for i in range(len(points)):
        bound = points[i] / visits[i] + math.sqrt(2 * math.log(n) / visits[i])
        if bound > best:
            best, arm = bound, i
    return arm


def bounded(margin):
    return lambda points, visits: int(np.argmax(points / visits + margin(visits)))


test_bound = judged(
    lesson06.bound,
    right=[with_numpy, with_a_loop],
    wrong=[
        (bounded(lambda v: 0), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(np.log(v.sum()) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(2 * np.log10(v.sum()) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(2 * np.log(len(v)) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(2 * np.log(v) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: 2 * np.log(v.sum()) / v), "UCB1 pulls arm"),
        (lambda points, visits: int(np.argmin(visits)), "UCB1 pulls arm"),
        (lambda points, visits: with_numpy(points, visits) + 1, "counted from 0"),
        (
            lambda points, visits: (points / visits).max(),
            "is a whole number from 0; yours",
        ),
        (lambda points, visits: len(points), "your function says 3"),
    ],
)


# The gambler who sometimes closes his eyes
def by_weights(points, visits, rng):
    share = np.full(len(points), 0.2 / len(points))
    share[np.argmax(points / visits)] += 0.8
    return rng.choice(len(points), p=share)


def by_luck(points, visits, rng):
    if rng.random() > 0.2:
        return max(range(len(points)), key=lambda arm: points[arm] / visits[arm])
    return rng.choice(range(len(points)))


def gambler(epsilon, arms=lambda best, n: np.arange(n), mean=lambda p, v: p / v):
    def answer(points, visits, rng):
        best = int(np.argmax(mean(points, visits)))
        return rng.choice(arms(best, len(points))) if rng.random() < epsilon else best

    return answer


test_epsilon = judged(
    lesson06.epsilon,
    right=[by_weights, by_luck],
    wrong=[
        (gambler(0.1), "should be pulled with frequencies [0.07, 0.87, 0.07]"),
        (gambler(0.8), "yours are"),
        (gambler(0), "yours are [0.0, 1.0, 0.0]"),
        (gambler(0.2, lambda best, n: np.delete(np.arange(n), best)), "frequencies"),
        (gambler(0.2, lambda best, n: np.arange(n - 1)), "frequencies"),
        (
            gambler(0.2, lambda best, n: np.arange(n + 1)),
            "3 arms, counted from 0; yours is 3",
        ),
        (gambler(0.2, mean=lambda points, visits: points), "frequencies"),
        (lambda points, visits, rng: rng.random(), "An arm is a whole number"),
        (lambda points, visits, rng: 7 if rng.random() < 0.01 else 0, "yours is 7"),
    ],
)


# When is a move clearly the best?
def interval(points, visits, width=1.96):
    mean = points / visits
    error = width * np.sqrt(mean * (1 - mean) / visits)
    return mean - error, mean + error


def by_intervals(points, visits):
    low, high = interval(points, visits)
    for arm in range(len(points)):
        if all(low[arm] > high[other] for other in range(len(points)) if other != arm):
            return arm
    return None


def above(limit, width=1.96):
    """Returns the best arm where its low end is above ``limit(means, highs, best)``."""

    def answer(points, visits):
        low, high = interval(points, visits, width)
        best = int(np.argmax(points / visits))
        return best if low[best] > limit(points / visits, high, best) else None

    return answer


test_stop = judged(
    lesson06.stop,
    right=[by_intervals],
    wrong=[
        (lambda points, visits: int(np.argmax(points / visits)), "the answer is None"),
        (above(lambda mean, high, best: np.delete(mean, best).max()), "the answer is None"),
        (above(lambda mean, high, best: high[np.argsort(mean)[-2]]), "the answer is None"),
        (
            above(lambda mean, high, best: np.delete(high, best).max(), width=1),
            "None; your function says 0",
        ),
        (
            above(lambda mean, high, best: high.max()),
            "yours is None: does your function end with `return`?",
        ),
        (lambda points, visits: by_intervals(points, visits) or 0, "the answer is None"),
    ],
)


# Playouts that take corners
CORNERS = {"a1", "a8", "h1", "h8"}


def by_recursion(env):
    if env.is_done():
        return np.int8(env.result())
    actions = env.legal_actions()
    chosen = [action for action in actions if action.name in CORNERS] or actions
    env.update(chosen[env.rng.integers(len(chosen))])
    result = -by_recursion(env)
    env.undo()
    return result


def playout(takes=lambda game, me: True, result=None, choose=lambda rng, some: rng.choice(some)):
    def answer(env):
        game, me = env.copy(), env.player
        while not game.is_done():
            actions = game.legal_actions()
            corners = [action for action in actions if action.name in CORNERS]
            taken = corners if takes(game, me) else []
            game.update(choose(env.rng, taken or actions))
        return result(game, me) if result else game.is_win(me) - game.is_lose(me)

    return answer


test_corners = judged(
    lesson06.corners,
    right=[playout(), by_recursion],
    wrong=[
        (playout(takes=lambda game, me: False), "with corners taken it should be"),
        (playout(takes=lambda game, me: game.player == me), "with corners taken it should be"),
        (playout(result=lambda game, me: game.is_win(1) - game.is_win(-1)), "for WHITE"),
        (playout(result=lambda game, me: game.result()), "with corners taken it should be"),
        (playout(result=lambda game, me: game.is_lose(me) - game.is_win(me)), "have mean"),
        (playout(result=lambda game, me: int(game.is_win(me))), "have mean"),
        (playout(result=lambda game, me: game.count(me) - game.count(-me)), "+1, 0 or −1; yours"),
        (lambda env: env.playout(), "with corners taken it should be"),
    ],
)

"""The judges of lesson 06, met with the answers of students."""

import math

import numpy as np
import pytest

from coursekit.exercises import lesson06


def not_yet(exercise, answer, *words, drawn=False):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn


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


@pytest.mark.parametrize("answer", [with_numpy, with_a_loop])
def test_the_optimist_is_right(answer):
    assert lesson06.bound.check(answer).outcome == "correct"


def bounded(margin):
    return lambda points, visits: int(np.argmax(points / visits + margin(visits)))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (bounded(lambda v: 0), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(np.log(v.sum()) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(2 * np.log10(v.sum()) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(2 * np.log(len(v)) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: np.sqrt(2 * np.log(v) / v)), "UCB1 pulls arm"),
        (bounded(lambda v: 2 * np.log(v.sum()) / v), "UCB1 pulls arm"),
        (lambda points, visits: int(np.argmin(visits)), "UCB1 pulls arm"),
        (lambda points, visits: with_numpy(points, visits) + 1, "counted from 0"),
        (lambda points, visits: (points / visits).max(), "An arm is a whole number from 0 to 2"),
        (lambda points, visits: points / visits, "a ndarray"),
        (lambda points, visits: print(end="") if len(points) else 0, "`return`?"),
        (lambda points, visits: with_numpy(points, visits) == 0, "A number is asked for"),
        (lambda points, visits: len(points), "yours is 3"),
        (lambda points: 0, "TypeError"),
        (1, "A function of points and visits"),
    ],
)
def test_the_optimist_is_wrong(answer, words):
    not_yet(lesson06.bound, answer, words)


# The gambler who sometimes closes his eyes


def by_weights(points, visits, rng):
    share = np.full(len(points), 0.2 / len(points))
    share[np.argmax(points / visits)] += 0.8
    return rng.choice(len(points), p=share)


def by_luck(points, visits, rng):
    if rng.random() > 0.2:
        return max(range(len(points)), key=lambda arm: points[arm] / visits[arm])
    return rng.choice(range(len(points)))


@pytest.mark.parametrize("answer", [by_weights, by_luck])
def test_the_gambler_is_right(answer):
    assert lesson06.epsilon.check(answer).outcome == "correct"


def gambler(epsilon, arms=lambda best, n: np.arange(n), mean=lambda p, v: p / v):
    def answer(points, visits, rng):
        best = int(np.argmax(mean(points, visits)))
        return rng.choice(arms(best, len(points))) if rng.random() < epsilon else best

    return answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (gambler(0.1), "should be pulled with frequencies [0.07, 0.87, 0.07]"),
        (gambler(0.8), "yours are"),
        (gambler(0), "yours are [0.0, 1.0, 0.0]"),
        (gambler(0.2, lambda best, n: np.delete(np.arange(n), best)), "frequencies"),
        (gambler(0.2, lambda best, n: np.arange(n - 1)), "frequencies"),
        (gambler(0.2, lambda best, n: np.arange(n + 1)), "An arm is a whole number from 0 to 2"),
        (gambler(0.2, mean=lambda points, visits: points), "frequencies"),
        (lambda points, visits, rng: rng.random(), "An arm is a whole number"),
        (lambda points, visits, rng: None if len(points) else 0, "`return`?"),
        (lambda points, visits, rng: rng.permutation(len(points)), "a ndarray"),
        (lambda points, visits: 0, "TypeError"),
        (0.2, "A function of points, visits and a generator"),
    ],
)
def test_the_gambler_is_wrong(answer, words):
    not_yet(lesson06.epsilon, answer, words)


def test_the_bad_arm_is_the_one_that_is_told():
    def sometimes_outside(points, visits, rng):
        return 7 if rng.random() < 0.01 else 0

    not_yet(lesson06.epsilon, sometimes_outside, "yours is 7")


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


def by_the_largest_low(points, visits):
    low, high = interval(points, visits)
    arm = np.argmax(low)
    high[arm] = -1
    return arm if low[arm] > high.max() else None


@pytest.mark.parametrize("answer", [by_intervals, by_the_largest_low])
def test_it_stops_in_time(answer):
    assert lesson06.stop.check(answer).outcome == "correct"


def against_means(points, visits):
    low, _ = interval(points, visits)
    mean = points / visits
    best = int(np.argmax(mean))
    return best if low[best] > np.delete(mean, best).max() else None


def second_best_only(points, visits):
    low, high = interval(points, visits)
    *_, second, best = np.argsort(points / visits)
    return int(best) if low[best] > high[second] else None


def never_itself(points, visits):
    low, high = interval(points, visits)
    best = int(np.argmax(points / visits))
    return best if low[best] > high.max() else None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda points, visits: int(np.argmax(points / visits)), "the answer is None"),
        (against_means, "the answer is None"),
        (second_best_only, "the answer is None"),
        (never_itself, "says None. Does it end with `return`?"),
        (lambda points, visits: None if len(points) else 0, "Does it end with `return`?"),
        (lambda points, visits: by_intervals(points, visits) is not None, "A number is asked for"),
        (lambda points, visits: by_intervals(points, visits) or 0, "the answer is None"),
        (lambda points, visits: "none", "A number is asked for"),
        (lambda points, visits: interval(points, visits), "a tuple"),
        ([0, None], "A function of points and visits"),
    ],
)
def test_it_stops_too_early_or_never(answer, words):
    not_yet(lesson06.stop, answer, words)


def test_another_width_is_told():
    def one_error(points, visits):
        low, high = interval(points, visits, 1)
        best = int(np.argmax(points / visits))
        return best if low[best] > np.delete(high, best).max() else None

    not_yet(lesson06.stop, one_error, "the answer is None; your function says 0")


# Playouts that take corners

CORNERS = {"a1", "a8", "h1", "h8"}


def with_a_copy(env):
    game, me = env.copy(), env.player
    while not game.is_done():
        actions = game.legal_actions()
        corners = [action for action in actions if action.name in CORNERS]
        game.update(env.rng.choice(corners or actions))
    return game.is_win(me) - game.is_lose(me)


def by_recursion(env):
    if env.is_done():
        return np.int8(env.result())
    actions = env.legal_actions()
    chosen = [action for action in actions if action.name in CORNERS] or actions
    env.update(chosen[env.rng.integers(len(chosen))])
    result = -by_recursion(env)
    env.undo()
    return result


@pytest.mark.parametrize("answer", [with_a_copy, by_recursion])
def test_corners_are_taken(answer):
    assert lesson06.corners.check(answer).outcome == "correct"


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


def left_at_the_end(env):
    me = env.player
    while not env.is_done():
        env.update(env.rng.choice(env.legal_actions()))
    return env.is_win(me) - env.is_lose(me)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (playout(takes=lambda game, me: False), "with corners taken it should be"),
        (playout(takes=lambda game, me: game.player == me), "with corners taken it should be"),
        (playout(result=lambda game, me: game.is_win(1) - game.is_win(-1)), "for WHITE"),
        (playout(result=lambda game, me: game.result()), "with corners taken it should be"),
        (playout(result=lambda game, me: game.is_lose(me) - game.is_win(me)), "have mean"),
        (playout(result=lambda game, me: int(game.is_win(me))), "have mean"),
        (playout(result=lambda game, me: game.count(me) - game.count(-me)), "+1, 0 or −1; yours"),
        (playout(result=lambda game, me: game.is_win(me)), "a bool"),
        (playout(result=lambda game, me: 0.5), "yours is 0.5"),
        (playout(result=lambda game, me: None), "`return`?"),
        (left_at_the_end, "leaves the env changed"),
        (lambda env: env.playout(), "with corners taken it should be"),
    ],
)
def test_corners_are_not_taken(answer, words):
    not_yet(lesson06.corners, answer, words, drawn=True)

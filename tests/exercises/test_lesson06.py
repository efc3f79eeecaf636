"""The judges of lesson 06, met with the answers of students."""

import math
import random

import numpy as np
import pytest

from coursekit.exercises import lesson06
from tests.exercises.judging import judged


# Nothing can change any more
def with_numpy(visits, left):
    return np.sort(visits)[-1] - np.sort(visits)[-2] > left


def without_the_best(visits, left):
    others = list(visits)
    most = max(others)
    others.remove(most)
    return all(other + left < most for other in others)


def as_a_number(visits, left):
    return int(max(visits) - sorted(visits)[-2] > left)


def two_names(visits, left):
    second, most = sorted(visits)[-2:]
    return most - second > left


test_stop = judged(
    lesson06.stop,
    right=[with_numpy, without_the_best, as_a_number, two_names],
    wrong=[
        (lambda visits, left: max(visits) > left, "the second arm can reach 30 + 30 = 60"),
        (lambda visits, left: max(visits) > sum(visits) / 2, "yours is True: the second arm"),
        (lambda visits, left: visits[0] - visits[1] > left, "With visits [5, 90, 70]"),
        (lambda visits, left: max(visits) - sorted(visits)[-2] >= left, "yours is True"),
        (
            lambda visits, left: max(v for v in visits if v < max(visits)) + left < max(visits),
            "With visits [40, 40, 3]",
        ),
        (lambda visits, left: int(max(visits)), "True or False is asked for; yours is 60"),
        (lambda visits, left: print(left), "does your function end with `return`?"),
        (lambda visits, left: visits[3] > left, "With visits [60, 30, 10] and 29 playouts left: "),
    ],
)


def test_no_row_of_a_single_arm_is_asked_for():
    assert all(len(visits) > 1 for visits, _ in lesson06._VISITS)


def test_an_error_of_can_stop_names_the_visits():
    verdict = lesson06.stop.check(lambda visits, left: visits[3] > left)
    assert "With visits [60, 30, 10] and 29 playouts left: " in verdict.message
    assert "IndexError" in verdict.message


def test_stopping_early_says_what_it_saves():
    assert "It saves 29% of 300 playouts" in lesson06.stop.check(with_numpy).message


# Softmax
def by_hand(mean, temperature, rng):
    weights = [math.exp((value - max(mean)) / temperature) for value in mean]
    point = rng.random() * sum(weights)
    for arm, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return arm
    return len(mean) - 1


def shifted(mean, temperature, rng):
    """Returns an arm by the largest of the means with Gumbel noise, which is the same."""
    return np.argmax(mean / temperature + rng.gumbel(size=len(mean)))


def multiplied(mean, temperature, rng):
    return np.argmax(mean * temperature + rng.gumbel(size=len(mean)))


def unseeded(mean, temperature, rng):
    return random.choices(range(len(mean)), np.exp((mean - mean.max()) / temperature))[0]


def in_pairs(mean, temperature, rng):
    """Overflows to an infinity that does no harm."""
    with np.errstate(over="ignore"):
        shares = [1 / np.exp((mean - value) / temperature).sum() for value in mean]
    return rng.choice(len(mean), p=shares)


def overflowing(mean, temperature, rng):
    return rng.choice(len(mean), p=naive(mean, temperature))


def naive(mean, temperature):
    with np.errstate(over="ignore", invalid="ignore"):
        weights = np.exp(mean / temperature)
        return weights / weights.sum()


def by_the_sum(mean, temperature, rng):
    """Returns a number past the last arm where the shares are no numbers."""
    return np.searchsorted(np.cumsum(naive(mean, temperature)), rng.random())


def reseeded(mean, temperature, rng):
    return by_hand(mean, temperature, np.random.default_rng(0))


def weighted(weights):
    def answer(mean, temperature, rng):
        found = weights(mean, temperature)
        return rng.choice(len(mean), p=found / found.sum())

    return answer


test_softmax = judged(
    lesson06.softmax,
    right=[by_hand, shifted, unseeded, in_pairs],
    wrong=[
        (weighted(lambda m, t: np.exp(m)), "frequencies without the temperature"),
        (weighted(lambda m, t: np.exp(m * t)), "Divide the means by the temperature"),
        (multiplied, "Divide the means by the temperature"),
        (weighted(lambda m, t: 2 ** (m / t)), "with frequencies [0.14, 0.23, 0.63]; yours are"),
        (weighted(lambda m, t: np.ones(len(m))), "All arms are alike to it"),
        (lambda mean, temperature, rng: np.argmax(mean), "It is always the same arm: draw one"),
        (reseeded, "draw one, from the `rng` that is given"),
        (overflowing, "and temperature 0.0005: Your code stopped with ValueError"),
        (overflowing, "\nIs e^(mean / T) too large a number here?"),
        (by_the_sum, "yours are [1.0, 0.0, 0.0].\nIs e^(mean / T) too large a number here?"),
        (lambda mean, temperature, rng: rng.random(), "An arm is a whole number"),
        (lambda mean, temperature, rng: 3, "There are 3 arms, counted from 0; yours is 3"),
        (weighted(lambda m, t: m / t), "[0.14, 0.23, 0.63]; yours are [0.2"),
    ],
)


def test_the_praise_of_softmax_answers_the_question_about_regret():
    assert (
        "As with epsilon-greedy, regret grows in proportion"
        in lesson06.softmax.check(by_hand).message
    )


def tail(draws, chance, slack):
    """Returns how often a binomial share is more than ``slack`` from its chance."""
    logs = np.cumsum([0.0, *np.log(np.arange(1, draws + 1))])
    k = np.arange(draws + 1)
    log = logs[draws] - logs[k] - logs[draws - k] + k * np.log(chance)
    log += (draws - k) * np.log(1 - chance)
    return np.exp(log[abs(k / draws - chance) > slack]).sum()


def test_a_right_softmax_is_refused_once_in_a_million():
    refused = 0.0
    for mean, temperature in lesson06._SOFTMAX:
        for chance in lesson06._shares(mean, temperature):
            slack = lesson06.ALARM * (chance * (1 - chance) / lesson06._DRAWS) ** 0.5
            refused += tail(lesson06._DRAWS, chance, slack)
    assert refused < 1e-6


# An honest number
def by_ucb1(pull, arms, pulls):
    points, visits = [pull(arm) for arm in range(arms)], [1] * arms
    for n in range(arms, pulls // 2):
        bounds = [points[i] / visits[i] + math.sqrt(math.log(n) / visits[i]) for i in range(arms)]
        arm = bounds.index(max(bounds))
        points[arm] += pull(arm)
        visits[arm] += 1
    best = max(range(arms), key=visits.__getitem__)
    return [best, np.mean([pull(best) for _ in range(pulls - pulls // 2)])]


def a_few_fresh_pulls(pull, arms, pulls):
    means = [sum(pull(arm) for _ in range(pulls // arms - 1)) for arm in range(arms)]
    best = np.argmax(means)
    return best, (pull(best) + pull(best)) / 2


def hasty(pull, arms, pulls):
    best = np.argmax([pull(arm) for arm in range(arms)])
    return best, np.mean([pull(best) for _ in range(pulls - arms)])


def evenly(value, spend=1.0, choose=np.argmax):
    def answer(pull, arms, pulls):
        each = int(spend * pulls) // arms
        means = [np.mean([pull(arm) for _ in range(each)]) for arm in range(arms)]
        best = int(choose(means))
        return best, value(means, best, pull)

    return answer


def share_of_wins(pull, arms, pulls):
    best, value = lesson06.honest_value(pull, arms, pulls)
    return best, (value + 1) / 2


def by_results(go_on):
    """Fresh pulls of the favourite, but their results decide how many there are."""

    def answer(pull, arms, pulls):
        best, _ = evenly(lambda means, best, pull: 0, 0.5)(pull, arms, pulls)
        fresh = [pull(best)]
        while len(fresh) < pulls // 2 and go_on(sum(fresh)):
            fresh.append(pull(best))
        return best, np.mean(fresh)

    return answer


def as_an_array(pull, arms, pulls):
    return np.array(lesson06.honest_value(pull, arms, pulls))


def halved_value(pull, arms, pulls):
    """It was praised: its mean of 0.40 lay within the spread of a single pull from 0.80."""
    best, value = lesson06.honest_value(pull, arms, pulls)
    return best, value / 2


def double_estimate(pull, arms, pulls):
    """Each half values the other half's favourite, which need not be the arm that is returned."""
    first, second = (
        np.mean([[pull(arm) for _ in range(pulls // arms // 2)] for arm in range(arms)], axis=1)
        for _ in range(2)
    )
    best = int(np.argmax(first + second))
    return best, (second[np.argmax(first)] + first[np.argmax(second)]) / 2


test_honest = judged(
    lesson06.honest,
    right=[by_ucb1, a_few_fresh_pulls, as_an_array],
    wrong=[
        (evenly(lambda means, best, pull: means[best]), "Did pulls that made you choose"),
        (evenly(lambda means, best, pull: means[best] / 2), "your values average +0.2"),
        (
            evenly(lambda means, best, pull: (means[best] + pull(best)) / 2, 0.8),
            "Did pulls that made you choose",
        ),
        (by_results(lambda won: won <= 0), "or stop, also count"),
        (by_results(lambda won: won >= 0), "Do results decide how many pulls count?"),
        (evenly(lambda means, best, pull: pull(best)), "given 80 pulls, and your function takes"),
        (evenly(lambda means, best, pull: pull(best), 0.5, np.argmin), "it in 0 of 600"),
        (hasty, "spend more pulls on choosing"),
        (halved_value, "your values of it average +0.40"),
        (double_estimate, "Does the value belong to that arm alone?"),
        (evenly(lambda means, best, pull: 0.0), "Is it a share of wins?"),
        (share_of_wins, "Where every pull pays −1 the value is −1, and yours is 0"),
        (evenly(lambda means, best, pull: -pull(best), 0.5), "average -0."),
        (lambda pull, arms, pulls: 0, "Two things are asked for, an arm and its value; yours is 0"),
        (lambda pull, arms, pulls: (arms, 0.0), "There are 8 arms, counted from 0; yours is 8"),
        (lambda pull, arms, pulls: (0, None), "A number is asked for"),
    ],
)


def test_two_fresh_pulls_are_told_that_they_say_little():
    assert "each off by about 0.7" in lesson06.honest.check(a_few_fresh_pulls).message
    assert "each off by about 0.16" in lesson06.honest.check(lesson06.honest_value).message


# The worse half goes
def by_round(pull, arms, pulls):
    """Forgets the results of the rounds before."""
    left = set(range(arms))
    rounds = math.ceil(math.log2(arms))
    for _ in range(rounds):
        each = max(1, pulls // rounds // len(left))
        means = {arm: np.mean([pull(arm) for _ in range(each)]) for arm in left}
        left = set(sorted(left, key=means.get)[len(left) // 2 :])
    return left.pop()


def in_turn(pull, arms, pulls):
    """Pulls the arms in turn, not one after the other."""
    left, points, rounds = np.arange(arms), np.zeros(arms), (arms - 1).bit_length()
    for _ in range(rounds):
        for _ in range(max(1, pulls // rounds // len(left))):
            for arm in left:
                points[arm] += pull(arm)
        left = left[np.argsort(-points[left], kind="stable")][: math.ceil(len(left) / 2)]
    return np.int64(left[0])


def halved(
    keep=lambda n: (n + 1) // 2, score=np.mean, split=lambda pulls, rounds: pulls // rounds, least=1
):
    def answer(pull, arms, pulls):
        left = list(range(arms))
        rounds = math.ceil(math.log2(arms))
        for _ in range(rounds):
            each = max(least, split(pulls, rounds) // len(left))
            scores = {arm: score([pull(arm) for _ in range(each)]) for arm in left}
            left = sorted(left, key=scores.get, reverse=True)[: keep(len(left))]
        return left[0]

    return answer


def divided_by_no_rounds(pull, arms, pulls):
    each = pulls // math.ceil(math.log2(arms))
    return halved(split=lambda pulls, rounds: each)(pull, arms, pulls)


test_halving = judged(
    lesson06.halving,
    right=[by_round, in_turn, halved()],
    wrong=[
        (divided_by_no_rounds, "With 1 arm and 10 pulls: Your code stopped with ZeroDivisionError"),
        (halved(split=lambda pulls, rounds: pulls), "should be pulled [10, 10, 10, 10, 30"),
        (halved(keep=lambda n: max(1, n // 2)), "yours are pulled [10, 10, 10, 30, 30, 90] times"),
        (halved(least=0, score=sum), "some arm is never pulled"),
        (halved(score=lambda results: -np.mean(results)), "pays 0.50 should be left"),
        (halved(score=lambda results: results[0]), "Does every pull count"),
        (lambda pull, arms, pulls: arms - 1, "should be left, since it pays most"),
        (lambda pull, arms, pulls: arms, "There are 2 arms, counted from 0; yours is 2"),
        (
            lambda pull, arms, pulls: np.argmax(
                [sum(pull(arm) for _ in range(pulls // arms)) for arm in range(arms)]
            ),
            "yours are pulled [30, 30, 30, 30, 30, 30, 30, 30] times, 240 in all",
        ),
    ],
)


def test_keeping_the_worse_half_is_told_what_the_arms_pay():
    message = lesson06.halving.check(halved(score=lambda results: -np.mean(results))).message
    assert message == (
        "With 2 arms and 40 pulls, where each arm always pays the same, the arm that pays 0.50 "
        "should be left, since it pays most; the one that your function returns pays 0.00."
    )


@pytest.mark.parametrize("answer", [by_round, in_turn, halved()])
def test_a_right_halving_finds_the_arm_far_more_often_than_it_must(answer):
    rng, found = np.random.default_rng(0), 0
    for _ in range(400):
        row = lesson06._Row([0.4] * 7 + [0.6], 240, rng)
        found += answer(row.pull, 8, 240) == 7
    share = found / 400
    assert 200 * share - 110 > 5 * (200 * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(
    "exercise", [lesson06.stop, lesson06.softmax, lesson06.honest, lesson06.halving]
)
def test_the_solution_passes(exercise):
    space = {"np": np}
    exec(exercise.solution().text, space)
    assert exercise.check(space[exercise.answer.__name__]).outcome == "correct"

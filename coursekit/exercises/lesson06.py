"""Exercises of lesson 06: Monte Carlo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from coursekit.exercises.answers import ALARM, Wrong, call, described, number, stopped
from coursekit.exercises.exercise import Exercise, arrays
from coursekit.games import bank

Pull = Callable[[int], float]


def _arm(given: Any, arms: int) -> int:
    """Returns the arm that a function chose."""
    arm = number(given)
    if arm < 0 or arm != int(arm):
        raise Wrong(f"An arm is a whole number from 0; {described(given)}.")
    if arm >= arms:
        raise Wrong(f"There are {arms} arms, counted from 0; yours is {arm:.0f}.")
    return int(arm)


def can_stop(visits: Any, left: int) -> bool:
    """Returns whether no arm can still catch up with the most visited one."""
    second, most = sorted(visits)[-2:]
    return bool(most - second > left)


def _truth(given: Any) -> bool:
    if isinstance(given, int | np.integer | np.bool_) and given in (0, 1):
        return bool(given)
    raise Wrong(f"True or False is asked for; {described(given)}.")


def _saved(answer: Any) -> str:
    """Returns what stopping early saves, in the words of a praise."""
    spent = searches = 0
    for env in (each for each in bank.unfinished(8) if len(each.legal_actions()) > 1):
        env.seed(0)
        actions = env.legal_actions()
        total, visits = np.zeros(len(actions)), np.zeros(len(actions))
        for n in range(300):
            if n >= len(actions) and call(answer, visits, 300 - n):
                break
            bounds = total / np.maximum(visits, 1) + np.sqrt(np.log(n + 1) / (visits + 1e-9))
            arm = n if n < len(actions) else int(np.argmax(bounds))
            env.update(actions[arm])
            total[arm] -= env.result() if env.is_done() else env.playout()
            env.undo()
            visits[arm] += 1
        spent, searches = spent + int(visits.sum()), searches + 1
    share = 1 - spent / (300 * searches)
    return f"It saves {share:.0%} of 300 playouts in {searches} positions, and no move changes."


_VISITS = arrays(
    ([60, 30, 10], 29),
    ([60, 30, 10], 30),
    ([60, 30, 10], 31),
    ([5, 90, 70], 19),
    ([5, 70, 90], 21),
    ([40, 40, 3], 0),
    ([40, 40, 3], 5),
    ([0, 0], 10),
)


def _judge_stop(answer: Any) -> str:
    for visits, left in _VISITS:
        told = f"With visits {visits.tolist()} and {int(left)} playouts left"
        right = can_stop(visits, int(left))
        try:
            given = _truth(call(answer, visits, left))
        except Wrong as wrong:
            raise Wrong(f"{told}: {wrong}") from None
        if given != right:
            second, most = sorted(int(count) for count in visits)[-2:]
            raise Wrong(
                f"{told} the answer is {right}, and yours is {given}: the second arm can reach "
                f"{second} + {int(left)} = {second + int(left)}, and the first has {most}."
            )
    return _saved(answer)


stop = Exercise(
    "nothing can change any more",
    can_stop,
    _judge_stop,
    "Only the second most visited arm is dangerous. What if it got all the playouts that are left?",
    "`sorted(visits)[-2:]` are the two arms that matter. A tie counts as caught up.",
)


def softmax_arm(mean: Any, temperature: float, rng: np.random.Generator) -> int:
    """Returns an arm, drawn with probability proportional to e^(mean / temperature)."""
    # With a fixed temperature a bad arm keeps its share for ever: regret grows in proportion.
    # Without the largest mean, which changes no share, the power cannot overflow near T = 0.
    weights = np.exp((np.asarray(mean) - np.max(mean)) / temperature)
    return int(rng.choice(len(weights), p=weights / weights.sum()))


_DRAWS = 4000
_SOFTMAX = (
    ([0.3, 0.4, 0.6], 0.2),
    ([0.1, -0.2, 0.25, 0.0], 0.3),
    ([0.5, 0.2, 0.5], 0.0005),  # where e^(mean / temperature) is too large a number
)
_LARGE = "\nIs e^(mean / T) too large a number here? Subtract the largest mean first: it cancels."


def _shares(mean: Any, temperature: float) -> Any:
    weights = np.exp((np.array(mean) - max(mean)) / temperature)
    return weights / weights.sum()


def _judge_softmax(answer: Any) -> str:
    rng = np.random.default_rng(3)
    for mean, temperature in _SOFTMAX:
        arms, told = len(mean), f"With means {mean} and temperature {temperature}"
        large = _LARGE if temperature < 0.01 else ""
        try:
            drawn = [_arm(answer(np.array(mean), temperature, rng), arms) for _ in range(_DRAWS)]
        except Exception as error:
            wrong = error if isinstance(error, Wrong) else stopped(error, answer)
            raise Wrong(f"{told}: {wrong}{large}") from error
        share, right = np.bincount(drawn, minlength=arms) / _DRAWS, _shares(mean, temperature)
        if _differ(share, right):
            told += f" the arms should be drawn with frequencies {right.round(2).tolist()}; "
            told += f"yours are {share.round(2).tolist()}."
            raise Wrong(told + (large or _slip(share, mean, temperature)))
    return "As with epsilon-greedy, regret grows in proportion: at a fixed T bad arms keep a share."


def _differ(share: Any, right: Any) -> bool:
    return bool((abs(share - right) > ALARM * np.sqrt(right * (1 - right) / _DRAWS)).any())


def _slip(share: Any, mean: Any, temperature: float) -> str:
    """Returns what was probably forgotten, where that can be told."""
    slips = {
        " Those are the frequencies without the temperature.": _shares(mean, 1.0),
        " Divide the means by the temperature.": _shares(mean, 1 / temperature),
        " All arms are alike to it: do the means count?": np.full(len(mean), 1 / len(mean)),
        " It is always the same arm: draw one, from the `rng` that is given.": share.round(),
    }
    # Both may be near: what is nearest is meant.
    told, nearest = min(slips.items(), key=lambda item: float(abs(share - item[1]).sum()))
    return "" if _differ(share, nearest) else told


softmax = Exercise(
    "softmax",
    softmax_arm,
    _judge_softmax,
    "`np.exp(mean / temperature)` gives the weights. Divide them by their sum.",
    "`rng.choice(len(mean), p=probabilities)` draws an arm. For a tiny T use `mean - mean.max()`.",
)


def honest_value(pull: Pull, arms: int, pulls: int) -> tuple[int, float]:
    """Returns the arm that looks best after half of the pulls, and its mean in the other half."""
    each = pulls // 2 // arms
    means = [sum(pull(arm) for _ in range(each)) / each for arm in range(arms)]
    best = int(np.argmax(means))
    rest = pulls - each * arms
    # Only the chosen arm's fresh pulls count: they had no part in the choice.
    return best, sum(pull(best) for _ in range(rest)) / rest


class _Row:
    """A row of machines that pay 1 or −1, and may be pulled no more often than promised."""

    def __init__(self, chances: Any, pulls: int, rng: np.random.Generator) -> None:
        self.chances, self.pulls, self.rng, self.taken = chances, pulls, rng, 0

    def pull(self, arm: Any) -> float:
        """Returns what an arm pays."""
        arm = _arm(arm, len(self.chances))
        self.taken += 1
        if self.taken > self.pulls:
            raise Wrong(f"You were given {self.pulls} pulls, and your function takes more.")
        return 1.0 if self.rng.random() < self.chances[arm] else -1.0


def _honest(answer: Any, row: _Row) -> tuple[int, float]:
    given = answer(row.pull, len(row.chances), row.pulls)
    if not isinstance(given, tuple | list | np.ndarray) or len(given) != 2:
        raise Wrong(f"Two things are asked for, an arm and its value; {described(given)}.")
    return _arm(given[0], len(row.chances)), number(given[1])


def _judge_honest(answer: Any) -> str:
    rng, searches = np.random.default_rng(6), 400
    if abs(_honest(answer, _Row([0.0] * 8, 80, rng))[1]) < 1e-9:
        raise Wrong(
            "Where every pull pays −1 the value is −1, and yours is 0. Is it a share of wins? A "
            "mean of the results is asked for, from −1 to +1."
        )
    values = np.array([_honest(answer, _Row([0.5] * 8, 80, rng))[1] for _ in range(searches)])
    bias, spread = f"{values.mean():+.2f}", values.std()
    if abs(values.mean()) > ALARM * values.std() / searches**0.5:
        chosen = "Did pulls that made you choose an arm, or stop, also count towards its value?"
        fewer = "Do results decide how many pulls count? Fix that number beforehand."
        raise Wrong(
            "Eight arms, each worth exactly 0, and 80 pulls: over 400 searches your values average "
            f"{bias}. {chosen if values.mean() > 0 else fewer}"
        )
    of_the_good: list[float] = []
    for _ in range(600):
        place = int(rng.integers(5))  # another one each time: a fixed choice must not find it
        arm, value = _honest(answer, _Row(np.where(np.arange(5) == place, 0.9, 0.2), 100, rng))
        of_the_good += [value] if arm == place else []
    values = np.array(of_the_good)
    if len(values) < 400:
        raise Wrong(
            "One of five arms wins 90 % of its games, the others 20 %. With 100 pulls yours finds "
            f"it in {len(values)} of 600 searches; at least 400 are asked for. Choose the arm with "
            "the best results, and spend more pulls on choosing."
        )
    if abs(values.mean() - 0.8) > ALARM * max(values.std(), 0.05) / len(values) ** 0.5:
        raise Wrong(
            "An arm that wins 90 % of its games has a mean result of +0.80; your values of it "
            f"average {values.mean():+.2f}."
        )
    chances = [0.3] * 7 + [0.6]
    found = [_honest(answer, _Row(chances, 80, rng)) for _ in range(600)]
    errors = np.array([value - (2 * chances[arm] - 1) for arm, value in found])
    if abs(errors.mean()) > ALARM * max(errors.std(), 0.05) / len(errors) ** 0.5:
        raise Wrong(
            "Seven arms win 30 % of their games, one 60 %. In 600 searches of 80 pulls, yours lie "
            f"{errors.mean():+.2f} from your arm's worth. Does the value belong to that arm alone?"
        )
    return (
        f"Where all arms are worth 0 your values average {bias}, each off by about {spread:.2f} "
        "(40 fresh pulls: by 0.16, one pull: by 1). The mean of the chosen arm over all 80 pulls, "
        "shared evenly, would claim +0.44."
    )


honest = Exercise(
    "an honest number",
    honest_value,
    _judge_honest,
    "The luck that made an arm look best is in its mean. Fresh pulls have no memory of it.",
    "Choose by one half of the pulls; then pull only the chosen arm, and take the mean of those.",
)


def sequential_halving(pull: Pull, arms: int, pulls: int) -> int:
    """Returns the arm that is left when the worse half is dropped again and again."""
    left, total = list(range(arms)), [0.0] * arms
    rounds = int(np.ceil(np.log2(arms))) if arms > 1 else 0
    for _ in range(rounds):
        each = max(1, pulls // rounds // len(left))
        for arm in left:
            total[arm] += sum(pull(arm) for _ in range(each))
        # All that are left have been pulled equally often, so their totals compare.
        left.sort(key=lambda arm: -total[arm])
        left = left[: (len(left) + 1) // 2]
    return left[0]


# Arms and pulls that can be shared without a remainder; then the pulls of each arm, worst first.
_HALVINGS = (
    (2, 40, [20, 20]),
    (8, 240, [10, 10, 10, 10, 30, 30, 70, 70]),
    (6, 180, [10, 10, 10, 30, 60, 60]),
    (5, 90, [6, 6, 16, 31, 31]),
    (8, 10, [1, 1, 1, 1, 2, 2, 3, 3]),  # one each, though there are fewer to share out
    (1, 10, None),
)


def _judge_halving(answer: Any) -> str:
    rng = np.random.default_rng(6)
    for arms, pulls, right in _HALVINGS:
        ranks = rng.permutation(arms)
        counts = [0] * arms

        def pull(arm: Any, ranks: Any = ranks, counts: list[int] = counts) -> float:
            counts[_arm(arm, len(counts))] += 1
            return float(ranks[int(arm)]) / len(counts)

        told = f"With {arms} arm{'s' * (arms > 1)} and {pulls} pulls"
        try:
            chosen = _arm(answer(pull, arms, pulls), arms)
        except (ArithmeticError, LookupError, ValueError) as error:
            raise Wrong(f"{told}: {stopped(error, answer)}") from None
        if right is not None and 0 in counts and any(counts):
            raise Wrong(f"{told} some arm is never pulled: each that is left gets at least one.")
        if ranks[chosen] != arms - 1:
            raise Wrong(
                f"{told}, where each arm always pays the same, the arm that pays "
                f"{(arms - 1) / arms:.2f} should be left, since it pays most; the one that your "
                f"function returns pays {ranks[chosen] / arms:.2f}."
            )
        by_rank = [counts[arm] for arm in np.argsort(ranks)]
        if right is not None and by_rank != right:
            raise Wrong(
                f"{told} the arms should be pulled {right} times, from the worst to the best; "
                f"yours are pulled {by_rank} times, {sum(by_rank)} in all."
            )
    searches, best = 200, 0
    for _ in range(searches):
        place = int(rng.integers(8))
        chances = np.where(np.arange(8) == place, 0.6, 0.4)
        best += answer(_Row(chances, 240, rng).pull, 8, 240) == place
    if best < 110:
        raise Wrong(
            "Of eight arms one wins 60 % of its games, the others 40 %. Yours finds it in "
            f"{best} of {searches} searches of 240 pulls; ours in about 163. Does every pull count?"
        )
    return (
        f"It finds the one good arm of eight in {best} of {searches} searches (even shares: about "
        "153, known to ±12). Now let it play: with 100 playouts each ours scored 49.6 % "
        "(46.5–52.7 %) against UCB1 in 1,000 games."
    )


halving = Exercise(
    "the worse half goes",
    sequential_halving,
    _judge_halving,
    "`math.ceil(math.log2(arms))` rounds leave one arm; a single arm needs none.",
    "In a round each arm that is left gets `pulls // rounds // len(left)` pulls, at least one.",
    "`sorted(left, key=…, reverse=True)` puts the best first; keep `(len(left) + 1) // 2` of them.",
)

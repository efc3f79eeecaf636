"""Exercises of lesson 06: Monte Carlo."""

from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercises.answers import described, number
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, othello
from coursekit.games.env import Env

_ALARM = 4.5  # standard errors: a right answer fails once in 150,000 checks
_CASES = (
    ([6.0, 5.0, 1.0], [10, 8, 4]),
    ([0.0, 3.0], [3, 3]),
    ([40.0, 52.5, 30.0, 1.0], [80, 100, 60, 2]),
    ([11.0, 57.0, 3.0], [15, 57, 14]),
    ([54.0, 3.0, 4.0], [58, 17, 9]),
)


def _arm(given: Any, arms: int) -> int:
    """Returns the arm that a function chose."""
    arm = number(given)
    if arm not in range(arms):
        raise Wrong(f"An arm is a whole number from 0 to {arms - 1}; {described(given)}.")
    return int(arm)


def ucb1_arm(points: Any, visits: Any) -> int:
    """Returns the arm with the largest mean plus margin, by UCB1."""
    points, visits = np.asarray(points), np.asarray(visits)
    bounds = points / visits + np.sqrt(2 * np.log(visits.sum()) / visits)
    return int(np.argmax(bounds))


def _judge_ucb1(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of points and visits is asked for.")
    for points, visits in _CASES:
        right = ucb1_arm(points, visits)
        given = _arm(answer(np.array(points), np.array(visits)), len(visits))
        if given != right:
            raise Wrong(
                f"With points {points} and visits {visits} UCB1 pulls arm {right} (counted from "
                f"0); your function says {given}."
            )
    return "Optimism in the face of uncertainty, in three lines."


bound = Exercise(
    title="the optimist",
    judge=_judge_ucb1,
    answer=ucb1_arm,
    hints=(
        "The mean of each arm is `points / visits`.",
        "Add √(2 ln n / visits), where n is the number of all visits: `visits.sum()`.",
        "`np.argmax` finds where the sum is largest.",
    ),
)


def epsilon_greedy_arm(points: Any, visits: Any, rng: np.random.Generator) -> int:
    """Returns the best arm so far, or any arm with probability 0.2."""
    if rng.random() < 0.2:
        return int(rng.integers(len(visits)))
    return int(np.argmax(np.asarray(points) / np.asarray(visits)))


def _judge_epsilon(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of points, visits and a generator is asked for.")
    rng, pulls = np.random.default_rng(3), 4000
    for points, visits in _CASES:
        arms, best = len(visits), int(np.argmax(np.array(points) / visits))
        given = [_arm(answer(np.array(points), np.array(visits), rng), arms) for _ in range(pulls)]
        share = np.bincount(given, minlength=arms) / pulls
        right = np.full(arms, 0.2 / arms)
        right[best] += 0.8
        slack = _ALARM * np.sqrt(right * (1 - right) / pulls)
        if (abs(share - right) > slack).any():
            raise Wrong(
                f"With points {points} and visits {visits} the arms should be pulled with "
                f"frequencies {right.round(2).tolist()}; yours are {share.round(2).tolist()}."
            )
    return "Four times in five the best, and once in five any arm, the best one included."


epsilon = Exercise(
    title="the gambler who sometimes closes his eyes",
    judge=_judge_epsilon,
    answer=epsilon_greedy_arm,
    hints=(
        "`rng.random() < 0.2` is true once in five times.",
        "With eyes closed, every arm is equally likely: `rng.integers(len(visits))`.",
    ),
)


def clearly_best(points: Any, visits: Any) -> int | None:
    """Returns the arm whose interval lies above all others, or ``None`` if there is none."""
    points, visits = np.asarray(points), np.asarray(visits)
    mean = points / visits
    error = 1.96 * np.sqrt(mean * (1 - mean) / visits)
    best = int(np.argmax(mean))
    others = np.delete(mean + error, best)
    return best if (mean - error)[best] > others.max() else None


def _judge_clearly_best(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of points and visits is asked for.")
    cases = [
        ([60.0, 40.0], [100, 100]),
        ([55.0, 45.0], [100, 100]),
        ([600.0, 450.0, 540.0], [1000, 1000, 1000]),
        ([600.0, 450.0, 580.0], [1000, 1000, 1000]),
        ([20.0, 900.0], [40, 1000]),
        ([650.0, 550.0, 2.0], [1000, 1000, 4]),
        ([530.0, 472.0], [1000, 1000]),
    ]
    for points, visits in cases:
        right, given = clearly_best(points, visits), answer(np.array(points), np.array(visits))
        arm = None if given is None else _arm(given, len(visits))
        if arm != right:
            silent = " Does it end with `return`?" if arm is None else ""
            raise Wrong(
                f"With points {points} and visits {visits} the answer is {right}; your function "
                f"says {arm}.{silent}"
            )
    return "You stop when the intervals part, and not before."


stop = Exercise(
    title="when is a move clearly the best?",
    judge=_judge_clearly_best,
    answer=clearly_best,
    hints=(
        "The mean of an arm has standard error √(m (1 − m) / visits).",
        "The interval is the mean ± 1.96 standard errors.",
        "The best arm's lower end must lie above the upper end of every *other* arm.",
    ),
)


def corner_playout(env: Env) -> int:
    """Returns the result, for the side to move, of a random game in which corners are taken."""
    start, plies = env.player, 0
    last = len(env.board) - 1
    while not env.is_done():
        actions = env.legal_actions()
        corners = [action for action in actions if {action.row, action.col} <= {0, last}]
        choices = corners or actions
        env.update(choices[int(env.rng.random() * len(choices))])
        plies += 1
    result = int(env.is_win(start)) - int(env.is_lose(start))
    for _ in range(plies):
        env.undo()
    return result


def _result(given: Any, env: Env) -> float:
    """Returns the result of a game that a playout returned."""
    result = number(given, env)
    if result not in (-1, 0, 1):
        raise Wrong(f"A result is +1, 0 or −1; {described(given)}.", env)
    return result


# Taking corners moves the mean result by 1 and more here: for both sides, for the mover (black) in
# the first position, and for the opponent of the mover (white) in the second.
_CORNERS_MATTER = (
    "f5f4d3c4e3e6g5g4e7f2g6f6h3c3c6h6h4e8d8c8d2h5g1e1d6e2h7g2f8f7c1g3h2g8b3b4c2b7f3b1b2c5a1d1a4b5"
    "b6a6",
    "d3e3f3e2f4g3f1e1e6d6f6g6f7d2g4g5c2e7f2c3d1b1e8g2b4f8g8c1h5c4a1h4g1f5d7h3c5b5h2h7g7a4a3c7h6b2"
    "b7",
)


def _judge_corner_playout(answer: Any) -> str:
    tried = [othello.from_moves(moves) for moves in _CORNERS_MATTER]
    tried += [bank.position("endgame"), bank.position("forced pass")]
    for env in tried:
        games = 300
        given = [_result(call(answer, env), env) for _ in range(games)]
        right = [corner_playout(env.copy()) for _ in range(4 * games)]
        slack = _ALARM * float(np.std(right)) * (1.25 / games) ** 0.5
        if abs(np.mean(given) - np.mean(right)) > slack:
            raise Wrong(
                f"Over {games} games your results for {env.player} have mean "
                f"{np.mean(given):+.2f}; with corners taken it should be {np.mean(right):+.2f}.",
                env,
            )
    return "Your playouts take every corner that they can, and see the result from the right side."


corners = Exercise(
    title="playouts that take corners",
    judge=_judge_corner_playout,
    answer=corner_playout,
    hints=(
        "Begin with the playout that the lesson writes by hand.",
        "If a corner is among the legal actions, choose among the corners only.",
        "Whose result is it? Remember who was to move when the playout began.",
    ),
)

"""Exercises of lesson 06: Monte Carlo."""

from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercises.answers import ALARM, Wrong, call, described, drawn, number
from coursekit.exercises.exercise import Compared, Exercise, arrays
from coursekit.games import bank, othello
from coursekit.games.env import Env

_CASES = arrays(
    ([6.0, 5.0, 1.0], [10, 8, 4]),
    ([0.0, 3.0], [3, 3]),
    ([40.0, 52.5, 30.0, 1.0], [80, 100, 60, 2]),
    ([11.0, 57.0, 3.0], [15, 57, 14]),
    ([54.0, 3.0, 4.0], [58, 17, 9]),
)


def _arm(given: Any) -> int:
    """Returns the arm that a function chose."""
    arm = number(given)
    if arm < 0 or arm != int(arm):
        raise Wrong(f"An arm is a whole number from 0; {described(given)}.")
    return int(arm)


def ucb1_arm(points: Any, visits: Any) -> int:
    """Returns the arm with the largest mean plus margin, by UCB1."""
    points, visits = np.asarray(points), np.asarray(visits)
    bounds = points / visits + np.sqrt(2 * np.log(visits.sum()) / visits)
    return int(np.argmax(bounds))


bound = Compared(
    "the optimist",
    ucb1_arm,
    _CASES,
    "With points {points} and visits {visits} UCB1 pulls arm {right} (counted from 0)",
    "To the mean, `points / visits`, add √(2 ln n / visits), where n is `visits.sum()`.",
    "`np.argmax` finds where the sum is largest.",
    praise="Optimism in the face of uncertainty, in three lines.",
    read=_arm,
)


def epsilon_greedy_arm(points: Any, visits: Any, rng: np.random.Generator) -> int:
    """Returns the best arm so far, or any arm with probability 0.2."""
    if rng.random() < 0.2:
        return int(rng.integers(len(visits)))
    return int(np.argmax(np.asarray(points) / np.asarray(visits)))


def _judge_epsilon(answer: Any) -> str:
    rng, pulls = np.random.default_rng(3), 4000
    for points, visits in _CASES:
        arms = len(visits)
        given = [_arm(answer(points.copy(), visits.copy(), rng)) for _ in range(pulls)]
        if max(given) >= arms:
            raise Wrong(f"There are {arms} arms, counted from 0; yours is {max(given)}.")
        share = np.bincount(given, minlength=arms) / pulls
        right = np.full(arms, 0.2 / arms)
        right[np.argmax(points / visits)] += 0.8
        if (abs(share - right) > ALARM * np.sqrt(right * (1 - right) / pulls)).any():
            told = f"With points {points.tolist()} and visits {visits.tolist()} the arms should be "
            told += f"pulled with frequencies {right.round(2).tolist()}"
            raise Wrong(f"{told}; yours are {share.round(2).tolist()}.")
    return "Four times in five the best, and once in five any arm, the best one included."


epsilon = Exercise(
    "the gambler who sometimes closes his eyes",
    epsilon_greedy_arm,
    _judge_epsilon,
    "`rng.random() < 0.2` is true once in five times.",
    "With eyes closed, every arm is equally likely: `rng.integers(len(visits))`.",
)


def clearly_best(points: Any, visits: Any) -> int | None:
    """Returns the arm whose interval lies above all others, or ``None`` if there is none."""
    points, visits = np.asarray(points), np.asarray(visits)
    mean = points / visits
    error = 1.96 * np.sqrt(mean * (1 - mean) / visits)
    best = int(np.argmax(mean))
    others = np.delete(mean + error, best)
    return best if (mean - error)[best] > others.max() else None


stop = Compared(
    "when is a move clearly the best?",
    clearly_best,
    arrays(
        ([60.0, 40.0], [100, 100]),
        ([55.0, 45.0], [100, 100]),
        ([600.0, 450.0, 540.0], [1000, 1000, 1000]),
        ([600.0, 450.0, 580.0], [1000, 1000, 1000]),
        ([20.0, 900.0], [40, 1000]),
        ([650.0, 550.0, 2.0], [1000, 1000, 4]),
        ([530.0, 472.0], [1000, 1000]),
    ),
    "With points {points} and visits {visits} the answer is {right}",
    "The mean of an arm has standard error √(m (1 − m) / visits).",
    "The best arm's lower end must lie above the upper end of every *other* arm.",
    praise="You stop when the intervals part, and not before.",
    read=lambda given: None if given is None else _arm(given),
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


def _result(given: Any) -> float:
    """Returns the result of a game that a playout returned."""
    if (result := number(given)) not in (-1, 0, 1):
        raise Wrong(f"A result is +1, 0 or −1; {described(given)}.")
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
    games = 300
    tried = [othello.from_moves(moves) for moves in _CORNERS_MATTER]
    for env in [*tried, bank.position("endgame"), bank.position("forced pass")]:
        with drawn(env):
            given = [_result(call(answer, env)) for _ in range(games)]
            right = [corner_playout(env.copy()) for _ in range(4 * games)]
            slack = ALARM * float(np.std(right)) * (1.25 / games) ** 0.5
            if abs(np.mean(given) - np.mean(right)) > slack:
                told = f"Your results for {env.player} have mean {np.mean(given):+.2f}"
                raise Wrong(f"{told}; with corners taken it should be {np.mean(right):+.2f}.")
    return "Your playouts take every corner that they can, and see the result from the right side."


corners = Exercise(
    "playouts that take corners",
    corner_playout,
    _judge_corner_playout,
    "Begin with the playout that the lesson writes by hand.",
    "If a corner is among the legal actions, choose among the corners only.",
    "Whose result is it? Remember who was to move when the playout began.",
)

"""Exercises of lesson 08: Q-learning."""

from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercises.answers import described, number
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import tictactoe
from coursekit.games.env import Env

_NEAR = 1e-6
_Case = tuple[list[float], list[bool]]
_CASES: tuple[_Case, ...] = (
    ([0.2, 0.9, -0.1, 0.4], [True, True, True, True]),
    ([0.2, 0.9, -0.1, 0.4], [True, False, True, True]),
    ([-0.8, 0.3, -0.2, -0.5], [True, False, True, False]),
    ([0.7, -0.6, 0.1, -0.9], [False, True, False, True]),
    ([-0.4, -0.3, 0.5, 0.8], [False, True, False, False]),
)


def greedy(q: Any, legal: Any) -> int:
    """Returns the index of the highest value among the legal ones."""
    return int(np.argmax(np.where(legal, q, -np.inf)))


def _judge_mask(answer: Any) -> str:
    _demand_function(answer, "q and legal")
    for q, legal in _CASES:
        given = answer(np.array(q), np.array(legal))
        index = number(given)
        if index not in range(len(q)):
            raise Wrong(f"An index from 0 to {len(q) - 1} is asked for; {described(given)}.")
        if not legal[int(index)]:
            raise Wrong(f"With values {q} and legal {legal} yours is {index:g}, which is illegal.")
        if index != greedy(q, legal):
            raise Wrong(
                f"With values {q} and legal {legal} the highest legal value is at "
                f"{greedy(q, legal)}; yours is {index:g}."
            )
    return "What is illegal is never chosen, even where everything legal is bad."


mask = Exercise(
    title="behind the mask",
    judge=_judge_mask,
    answer=greedy,
    hints=(
        "Multiplying by `legal` makes illegal values 0, and 0 is more than a negative value.",
        "`np.where(legal, q, -np.inf)` makes them smaller than everything.",
        "`np.argmax` finds where an array is largest.",
    ),
)


def move_target(result: float, done: bool, q_next: Any, legal: Any, gamma: float) -> float:
    """Returns r − γ·max Q′ over the legal next actions, for the side that moved."""
    if done:
        return -result
    return -gamma * float(np.where(legal, q_next, -np.inf).max())


def _judge_sign(answer: Any) -> str:
    _demand_function(answer, "result, done, q_next, legal and gamma")
    for result in (-1, 0):
        full = np.zeros(4), np.zeros(4, dtype=bool)
        given = number(answer(result, True, *full, 0.9))
        if abs(given + result) > _NEAR:
            raise Wrong(
                f"The game is over, and the side to move has result {result}. The target for the "
                f"side that moved is {-result}; yours is {given:g}."
            )
    for gamma in (1.0, 0.9):
        for q, legal in _CASES:
            right = move_target(0, False, q, legal, gamma)
            given = number(answer(0, False, np.array(q), np.array(legal), gamma))
            if abs(given - right) > _NEAR:
                raise Wrong(
                    f"With next values {q}, legal {legal} and γ = {gamma} the target is "
                    f"{right:.4g}; yours is {given:.4g}."
                )
    return "What is good for the opponent is bad for the side that moved, and only if it is legal."


sign = Exercise(
    title="spot two bugs",
    judge=_judge_sign,
    answer=move_target,
    hints=(
        "Whose values are `q_next`? And whose target is asked for?",
        "What happens when the highest of the next values belongs to a square that is taken?",
    ),
    before="import numpy as np",
)


def double_target(choosing: Any, valuing: Any, legal: Any, gamma: float) -> float:
    """Returns the target: one network chooses the opponent's reply, the other one values it."""
    reply = int(np.argmax(np.where(legal, choosing, -np.inf)))
    return -gamma * float(valuing[reply])


def _judge_double(answer: Any) -> str:
    _demand_function(answer, "choosing, valuing, legal and gamma")
    for gamma in (1.0, 0.9):
        for (q, legal), (other, _) in zip(_CASES, _CASES[::-1], strict=True):
            right = double_target(q, other, legal, gamma)
            arrays = np.array(q), np.array(other), np.array(legal)
            given = number(answer(*arrays, gamma))
            if abs(given - right) > _NEAR:
                raise Wrong(
                    f"With choosing {q}, valuing {other}, legal {legal} and γ = {gamma} the target "
                    f"is {right:.4g}; yours is {given:.4g}."
                )
    return "Whoever chooses does not value: so luck is not counted twice."


double = Exercise(
    title="double Q",
    judge=_judge_double,
    answer=double_target,
    hints=(
        "First find the reply: the legal action with the highest value in `choosing`.",
        "Its value is looked up in `valuing`.",
        "It is the opponent's value, so it changes sign, and it is discounted.",
    ),
    before="import numpy as np",
)


def shaped_value(env: Env, bonus: float) -> float:
    """Returns the value for the side to move when each move into a corner is paid at once."""
    if env.is_done():
        return env.result()
    values = []
    for action in env.legal_actions():
        paid = bonus if action.row in (0, 2) and action.col in (0, 2) else 0.0
        env.update(action)
        values.append(paid - shaped_value(env, bonus))
        env.undo()
    return max(values)


_SHAPED = ("a1c1b1a2", "a2b1b2c3", "b2b1a2", "a1b2c3b1", "b1a1b2", "b2a1b1b3", "b2c2a3c1")


def _judge_shaping(answer: Any) -> str:
    _demand_function(answer, "env and bonus")
    for moves in _SHAPED:
        env = tictactoe.from_moves(moves)
        for bonus in (0.0, 0.25, 1.0, 3.0):
            right, given = shaped_value(env, bonus), number(call(answer, env, bonus), env)
            if abs(given - right) > _NEAR:
                raise Wrong(
                    f"With a bonus of {bonus:g} this position is worth {right:g} to {env.player}; "
                    f"yours is {given:g}.",
                    env,
                )
    return "Pay for corners, and you get corners: wins have to wait."


shaping = Exercise(
    title="a reward that misleads",
    judge=_judge_shaping,
    answer=shaped_value,
    hints=(
        "Begin with negamax of lesson 03: the value is the maximum of minus the next value.",
        "To what a move leads, add the bonus if it goes into a corner: rows and columns 0 and 2.",
        "The opponent gets the bonus as well. The minus before the next value takes care of it.",
    ),
)


def never_drawn(capacity: int, added: int, drawn: int) -> float:
    """Returns the share of moves that leave a replay buffer without having been drawn."""
    updates = capacity / added  # that a move stays
    return float((1 - 1 / capacity) ** (updates * drawn))


def _judge_replay(answer: Any) -> str:
    _demand_function(answer, "capacity, added and drawn")
    for case in ((20_000, 200, 200), (2_000, 200, 200), (20_000, 200, 400), (20_000, 400, 100)):
        right, given = never_drawn(*case), number(answer(*case))
        if abs(given - right) > 0.002:  # the exponential function is as good an answer
            capacity, added, drawn = case
            raise Wrong(
                f"With room for {capacity:,} moves, {added} added and {drawn} drawn at each "
                f"update, {right:.1%} are never drawn; your function says {given:.4g}."
            )
    return (
        "It hardly depends on the capacity, only on how many are drawn for each one added. A "
        "larger buffer does not look at more moves; it looks at older ones."
    )


replay = Exercise(
    title="never looked at",
    judge=_judge_replay,
    answer=never_drawn,
    hints=(
        "How many updates does a move stay in the buffer?",
        "One draw misses it with probability 1 − 1/capacity.",
        "All draws while it is there must miss it: multiply their probabilities.",
    ),
)


def _demand_function(answer: Any, arguments: str) -> None:
    """Raises Wrong if the answer cannot be called."""
    if not callable(answer):
        raise Wrong(f"A function of {arguments} is asked for; {described(answer)}.")

"""Exercises of lesson 08: Q-learning."""

from __future__ import annotations

from typing import Any

import numpy as np

from coursekit.exercises.exercise import Compared, arrays
from coursekit.games import tictactoe
from coursekit.games.env import Env

_NEAR = 1e-6
_CASES = arrays(
    ([0.2, 0.9, -0.1, 0.4], [True, True, True, True]),
    ([0.2, 0.9, -0.1, 0.4], [True, False, True, True]),
    ([-0.8, 0.3, -0.2, -0.5], [True, False, True, False]),
    ([0.7, -0.6, 0.1, -0.9], [False, True, False, True]),
    ([-0.4, -0.3, 0.5, 0.8], [False, True, False, False]),
)


def greedy(q: Any, legal: Any) -> int:
    """Returns the index of the highest value among the legal ones."""
    return int(np.argmax(np.where(legal, q, -np.inf)))


def _wrong_index(given: float, right: int, q: Any, legal: Any) -> str:
    if given not in range(len(q)):
        return f"An index from 0 to {len(q) - 1} is asked for; yours is {given:g}."
    said = f"With values {q.tolist()} and legal {legal.tolist()}"
    if not legal[int(given)]:
        return f"{said} yours is {given:g}, which is illegal."
    return f"{said} the highest legal value is at {right}; yours is {given:g}."


mask = Compared(
    "behind the mask",
    greedy,
    _CASES,
    _wrong_index,
    "Multiplying by `legal` makes illegal values 0, and 0 is more than a negative value.",
    "`np.where(legal, q, -np.inf)` makes them smaller than everything.",
    "`np.argmax` finds where an array is largest.",
    praise="What is illegal is never chosen, even where everything legal is bad.",
)


def move_target(result: float, done: bool, q_next: Any, legal: Any, gamma: float) -> float:
    """Returns r − γ·max Q′ over the legal next actions, for the side that moved."""
    if done:
        return -result
    return -gamma * float(np.where(legal, q_next, -np.inf).max())


def _wrong_target(
    given: float, right: float, result: int, done: bool, q: Any, legal: Any, gamma: float
) -> str:
    told = f"With next values {q.tolist()}, legal {legal.tolist()} and γ = {gamma}"
    if done:
        told = f"The game is over. With result {result} for the side to move"
    return f"{told} the target for the side that moved is {right:.4g}; yours is {given:.4g}."


sign = Compared(
    "spot two bugs",
    move_target,
    [
        *((result, True, np.zeros(4), np.zeros(4, dtype=bool), 0.9) for result in (-1, 0)),
        *((0, False, *case, gamma) for gamma in (1.0, 0.9) for case in _CASES),
    ],
    _wrong_target,
    "Whose values are `q_next`? And whose target is asked for?",
    "What happens when the highest of the next values belongs to a square that is taken?",
    praise="What is good for the opponent is bad for the side that moved, and only if it is legal.",
    within=_NEAR,
    before="import numpy as np",
)


def double_target(choosing: Any, valuing: Any, legal: Any, gamma: float) -> float:
    """Returns the target: one network chooses the opponent's reply, the other one values it."""
    reply = int(np.argmax(np.where(legal, choosing, -np.inf)))
    return -gamma * float(valuing[reply])


double = Compared(
    "double Q",
    double_target,
    [
        (q, other, legal, gamma)
        for gamma in (1.0, 0.9)
        for (q, legal), (other, _) in zip(_CASES, _CASES[::-1], strict=True)
    ],
    "For choosing {choosing}, valuing {valuing}, legal {legal} and γ = {gamma} the target is "
    "{right:.4g}",
    "The reply is the legal action with the highest value in `choosing`; look it up in `valuing`.",
    "It is the opponent's value, so it changes sign, and it is discounted.",
    praise="One network chooses and the other values, so a lucky error is not counted twice.",
    within=_NEAR,
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


shaping = Compared(
    "a reward that misleads",
    shaped_value,
    lambda: (
        (tictactoe.from_moves(moves), bonus) for moves in _SHAPED for bonus in (0.0, 0.25, 1.0, 3.0)
    ),
    "With a bonus of {bonus:g} this position is worth {right:g} to {env.player}",
    "Begin with negamax of lesson 03: the value is the maximum of minus the next value.",
    "To what a move leads, add the bonus if it goes into a corner: rows and columns 0 and 2.",
    "The opponent gets the bonus as well. The minus before the next value takes care of it.",
    praise="Pay for corners, and you get corners: wins have to wait.",
    within=_NEAR,
)


def never_drawn(capacity: int, added: int, drawn: int) -> float:
    """Returns the share of moves that leave a replay buffer without having been drawn."""
    updates = capacity / added  # that a move stays
    return float((1 - 1 / capacity) ** (updates * drawn))


replay = Compared(
    "never looked at",
    never_drawn,
    [(20_000, 200, 200), (2_000, 200, 200), (20_000, 200, 400), (20_000, 400, 100)],
    "With room for {capacity:,} moves, {added} added and {drawn} drawn at each update, {right:.4f} "
    "of them are never drawn",
    "How many updates does a move stay in the buffer?",
    "One draw misses it with probability 1 − 1/capacity.",
    "All draws while it is there must miss it: multiply their probabilities.",
    praise="The capacity hardly matters: a larger buffer looks at older moves, not at more.",
    within=0.002,  # the exponential function is as good an answer
)

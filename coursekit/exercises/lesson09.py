"""Exercises of lesson 09: policy and value networks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.exercises.answers import Wrong
from coursekit.exercises.exercise import Compared
from coursekit.games import bank, othello
from coursekit.games.env import Env

_NEAR = 1e-6


def sharpened(chances: Any, temperature: float) -> Any:
    """Returns the probabilities when the logits are divided by a temperature."""
    powers = np.asarray(chances, dtype=float) ** (1 / temperature)
    return powers / powers.sum()


_CHANCES = ([0.5, 0.3, 0.2, 0.0], [0.1, 0.9], [0.25, 0.25, 0.5], [1.0, 0.0, 0.0])


def _wrong_policy(given: Any, right: Any, chances: Any, temperature: float) -> str:
    said = f"With {chances.tolist()} and temperature {temperature:g}"
    if abs(given.sum() - 1) > _NEAR:
        return f"Probabilities add up to 1. {said} yours add up to {given.sum():.4g}."
    return f"{said} the probabilities are {_list(right)}; yours are {_list(given)}."


temperature = Compared(
    "temperature",
    sharpened,
    [(np.array(chances), degrees) for chances in _CHANCES for degrees in (1.0, 0.5, 2.0, 0.1)],
    _wrong_policy,
    "The logits are the logarithms of the probabilities, up to a constant.",
    "Dividing a logarithm by T is the same as raising the number to the power 1/T.",
    "Afterwards divide by the sum.",
    praise="Below 1 the likely becomes likelier, above 1 all become alike; what is 0 stays 0.",
    within=_NEAR,
    before="import numpy as np",
)


def own_results(env: Env) -> list[int]:
    """Returns the result for the side to move, in each position of a finished game."""
    results = []
    replayed = env.copy()
    while True:
        mover = replayed.player
        results.append(int(env.is_win(mover)) - int(env.is_lose(mover)))
        if not replayed.history:
            return results[::-1]
        replayed.undo()


def _finished() -> list[Env]:
    games: list[Env] = [entry.env() for entry in bank.ENTRIES if entry.env().is_done()]
    for seed in (1, 2):
        env = othello.make(size=6, seed=seed)
        while not env.is_done():
            env.update(env.rng.choice(env.legal_actions()))  # type: ignore[arg-type]
        games.append(env)
    return games


def _wrong_perspective(given: Any, right: list[int], env: Env) -> str:
    ply = int(np.flatnonzero(given != right)[0])
    position = env.copy()
    while len(position.history) > ply:
        position.undo()
    raise Wrong(
        f"After {ply} plies {position.player} is to move, whose result of this game is "
        f"{right[ply]:+d}; yours is {given[ply]:+g}.",
        position,
    )


perspective = Compared(
    "spot the bug",
    own_results,
    _finished,
    _wrong_perspective,
    "Whose result is `z`? And whose planes does the network see after one ply?",
    "Alternating signs are right here, since a pass is a ply, too; but at which end do they begin?",
    "Go back with `undo` on a copy, and ask the finished game for `is_win(copy.player)`.",
    praise="The result always belongs to whoever the planes are seen from.",
)


def best_lambda(value_error: float, playout_error: float) -> float:
    """Returns the λ for which (1 − λ)·v + λ·z is closest to the truth on average."""
    return value_error / (value_error + playout_error)


def _wrong_lambda(given: float, right: float, *errors: float) -> str:
    mixed = [(1 - lam) ** 2 * errors[0] + lam**2 * errors[1] for lam in (given, right)]
    return (
        f"With errors {errors[0]:g} of v and {errors[1]:g} of z, your λ = {given:.3g} leaves an "
        f"error of {mixed[0]:.3g}; {mixed[1]:.3g} is possible."
    )


mixing = Compared(
    "the best λ",
    best_lambda,
    [(0.1, 0.9), (0.5, 0.5), (0.9, 0.3), (0.0, 1.0), (0.2, 0.0)],
    _wrong_lambda,
    "With independent errors, the error of the mixture is (1 − λ)²·a + λ²·b.",
    "Where is its slope 0?",
    "−2(1 − λ)·a + 2λ·b = 0.",
    praise="Each opinion counts in proportion to how little the other one is to be trusted.",
    within=1e-3,
)


def better_than_the_others(results: Any) -> Any:
    """Returns each result minus the mean result of the other games of its row."""
    z = np.asarray(results, dtype=float)
    others = (z.sum(axis=1, keepdims=True) - z) / (z.shape[1] - 1)
    return z - others


def _wrong_advantages(given: Any, right: Any, results: Any) -> str:
    row = int(np.argmax((abs(given - right) > _NEAR).any(axis=1)))
    return (
        f"For the results {_list(results[row])} the advantages are {_list(right[row])}; yours are "
        f"{_list(given[row])}."
    )


baseline = Compared(
    "better than the others",
    better_than_the_others,
    [
        np.array([[1.0, -1, -1, 1]]),
        np.array([[1.0, 1, 1], [-1, 0, 1]]),
        np.array([[0.0, -1], [1, 1], [1, -1]]),
    ],
    _wrong_advantages,
    "The sum of the others is the sum of the row minus the result itself.",
    "`results.sum(axis=1, keepdims=True)` keeps the shape, so that rows can be subtracted.",
    "Divide by one less than the number of games in a row.",
    praise="A game that ends like all the others teaches nothing, and that is right.",
    within=_NEAR,
    before="import numpy as np",
)


def _list(numbers: npt.NDArray[np.float64]) -> str:
    return str([float(f"{value:.4g}") for value in numbers])

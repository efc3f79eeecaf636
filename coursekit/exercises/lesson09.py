"""Exercises of lesson 09: policy and value networks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.exercises.answers import described, number
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, othello
from coursekit.games.env import Env

_NEAR = 1e-6


def sharpened(chances: Any, temperature: float) -> npt.NDArray[np.float64]:
    """Returns the probabilities when the logits are divided by a temperature."""
    powers = np.asarray(chances, dtype=float) ** (1 / temperature)
    scaled: npt.NDArray[np.float64] = powers / powers.sum()
    return scaled


_CHANCES = ([0.5, 0.3, 0.2, 0.0], [0.1, 0.9], [0.25, 0.25, 0.5], [1.0, 0.0, 0.0])


def _judge_temperature(answer: Any) -> str:
    for chances in _CHANCES:
        for temperature in (1.0, 0.5, 2.0, 0.1):
            right = sharpened(chances, temperature)
            given = _numbers(
                _called(answer, "chances and temperature", np.array(chances), temperature),
                len(chances),
            )
            if abs(given.sum() - 1) > _NEAR:
                raise Wrong(
                    f"Probabilities add up to 1. With {chances} and temperature {temperature:g} "
                    f"yours add up to {given.sum():.4g}."
                )
            if not np.allclose(given, right, atol=_NEAR):
                raise Wrong(
                    f"With {chances} and temperature {temperature:g} the probabilities are "
                    f"{_list(right)}; yours are {_list(given)}."
                )
    return "Below 1 the likely becomes likelier, above 1 all become alike; what is 0 stays 0."


temperature = Exercise(
    title="temperature",
    judge=_judge_temperature,
    answer=sharpened,
    hints=(
        "The logits are the logarithms of the probabilities, up to a constant.",
        "Dividing a logarithm by T is the same as raising the number to the power 1/T.",
        "Afterwards divide by the sum.",
    ),
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


def _judge_perspective(answer: Any) -> str:
    for env in _finished():
        right = own_results(env)
        given = _numbers(call(answer, env), len(right), env)
        for ply, (mine, yours) in enumerate(zip(right, given, strict=True)):
            if mine != yours:
                position = env.copy()
                while len(position.history) > ply:
                    position.undo()
                raise Wrong(
                    f"After {ply} plies {position.player} is to move, whose result of this game "
                    f"is {mine:+d}; yours is {yours:+g}.",
                    position,
                )
    return "The result always belongs to whoever the planes are seen from."


perspective = Exercise(
    title="spot the bug",
    judge=_judge_perspective,
    answer=own_results,
    hints=(
        "Whose result is `z`? And whose planes does the network see after one ply?",
        "Alternating signs are right here, since a pass is a ply, too; but at which end do they "
        "begin?",
        "Go through the plies with `undo` on a copy, and ask `is_win(copy.player)` of the "
        "finished game.",
    ),
)


def best_lambda(value_error: float, playout_error: float) -> float:
    """Returns the λ for which (1 − λ)·v + λ·z is closest to the truth on average."""
    return value_error / (value_error + playout_error)


def _judge_lambda(answer: Any) -> str:
    for errors in ((0.1, 0.9), (0.5, 0.5), (0.9, 0.3), (0.0, 1.0), (0.2, 0.0)):
        given = number(_called(answer, "value_error and playout_error", *errors))
        right = best_lambda(*errors)
        if abs(given - right) > 1e-3:
            mixed = [(1 - lam) ** 2 * errors[0] + lam**2 * errors[1] for lam in (given, right)]
            raise Wrong(
                f"With errors {errors[0]:g} of v and {errors[1]:g} of z, your λ = {given:.3g} "
                f"leaves an error of {mixed[0]:.3g}; {mixed[1]:.3g} is possible."
            )
    return "Each opinion counts in proportion to how little the other one is to be trusted."


mixing = Exercise(
    title="the best λ",
    judge=_judge_lambda,
    answer=best_lambda,
    hints=(
        "With independent errors, the error of the mixture is (1 − λ)²·a + λ²·b.",
        "Where is its slope 0?",
        "−2(1 − λ)·a + 2λ·b = 0.",
    ),
)


def better_than_the_others(results: Any) -> npt.NDArray[np.float64]:
    """Returns each result minus the mean result of the other games of its row."""
    z = np.asarray(results, dtype=float)
    others = (z.sum(axis=1, keepdims=True) - z) / (z.shape[1] - 1)
    advantages: npt.NDArray[np.float64] = z - others
    return advantages


_RESULTS = (
    [[1, -1, -1, 1]],
    [[1, 1, 1], [-1, 0, 1]],
    [[0, -1], [1, 1], [1, -1]],
)


def _judge_baseline(answer: Any) -> str:
    for results in _RESULTS:
        right = better_than_the_others(results)
        given = _called(answer, "results", np.array(results, dtype=float))
        array = np.asarray(given, dtype=float) if given is not None else np.zeros(0)
        if array.shape != right.shape:
            raise Wrong(f"An array of shape {right.shape} is asked for; {described(given)}.")
        if not np.allclose(array, right, atol=_NEAR):
            row = int(np.flatnonzero(~np.isclose(array, right).all(axis=1))[0])
            raise Wrong(
                f"For the results {results[row]} the advantages are {_list(right[row])}; "
                f"yours are {_list(array[row])}."
            )
    return "A game that ends like all the others teaches nothing, and that is right."


baseline = Exercise(
    title="better than the others",
    judge=_judge_baseline,
    answer=better_than_the_others,
    hints=(
        "The sum of the others is the sum of the row minus the result itself.",
        "`results.sum(axis=1, keepdims=True)` keeps the shape, so that rows can be subtracted.",
        "Divide by one less than the number of games in a row.",
    ),
    before="import numpy as np",
)


def _called(answer: Any, arguments: str, *given: Any) -> Any:
    """Returns what the answer makes of some arguments; raises Wrong if it cannot be called."""
    if not callable(answer):
        raise Wrong(f"A function of {arguments} is asked for; {described(answer)}.")
    return answer(*given)


def _numbers(given: Any, count: int, env: Env | None = None) -> npt.NDArray[np.float64]:
    """Returns so many numbers as an array; raises Wrong if they are none."""
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"{count} numbers are asked for; {described(given)}.", env) from None
    if array.shape != (count,):
        other = f"yours has shape {array.shape}" if array.ndim else described(given)
        raise Wrong(f"{count} numbers are asked for; {other}.", env)
    return array


def _list(numbers: npt.NDArray[np.float64]) -> str:
    return str([float(f"{value:.4g}") for value in numbers])

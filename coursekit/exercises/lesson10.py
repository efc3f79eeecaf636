"""Exercises of lesson 10: AlphaZero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose, sqrt
from typing import Any, TypeAlias

import numpy as np
import torch

from coursekit.exercises.answers import described, number
from coursekit.exercises.exercise import Exercise, Wrong
from coursekit.games import bank, othello, tictactoe
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.learning.planes import planes as as_planes
from coursekit.learning.symmetry import inverse, transform_actions, transform_planes

Network: TypeAlias = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]


def temperature_for(visits: Sequence[int], chance: float) -> float:
    """Returns the temperature at which the most visited move is played with a given chance."""
    low, high = 1e-3, 1e3  # too cold and too hot
    for _ in range(100):
        middle = (low * high) ** 0.5
        weights = [(n / max(visits)) ** (1 / middle) for n in visits]
        if max(weights) / sum(weights) > chance:
            low = middle  # it is played too often: warmer
        else:
            high = middle
    return low


_VISITS = (
    ((70, 20, 10), 0.9),
    ((50, 30, 20), 0.5),
    ((3, 90, 4, 3), 0.5),
    ((60, 0, 40), 0.75),
    ((800, 700), 0.99),
)


def _chance_of_best(visits: Sequence[int], temperature: float) -> float:
    weights = (np.array(visits) / max(visits)) ** (1 / temperature)
    return float(weights.max() / weights.sum())


def _judge_temperature(answer: Any) -> str:
    _demand_function(answer, "visits and a chance")
    for visits, chance in _VISITS:
        given = number(answer(list(visits), chance))
        if given <= 0:
            raise Wrong(f"A temperature is greater than 0; yours for {list(visits)} is {given:g}.")
        reached = _chance_of_best(visits, given)
        if abs(reached - chance) > 0.001:
            raise Wrong(
                f"With visits {list(visits)} the most visited move should be played with chance "
                f"{chance:g}. At your temperature, {given:.4g}, it is played with {reached:.3f}."
            )
    return "Below 1 the temperature sharpens what the search found, above 1 it flattens it."


temperature = Exercise(
    title="as warm as you like",
    judge=_judge_temperature,
    answer=temperature_for,
    hints=(
        "The chance of the most visited move falls when the temperature rises, so you can halve "
        "an interval again and again.",
        "Divide the visits by the largest before you raise them to 1/T: small numbers do not "
        "overflow.",
        "Begin with an interval from 0.001 to 1000 and take √(low · high) as its middle.",
    ),
)


def first_try(prior: float, q: float, c: float) -> int:
    """Returns how many simulations go to the other move before this one is tried."""
    tried = 0
    while True:
        root = sqrt(1 + tried)
        mean = q if tried else 0.0
        if c * prior * root > mean + c * (1 - prior) * root / (1 + tried):
            return tried
        tried += 1


_RARE = ((0.3, 0.5, 1.5), (0.1, 0.5, 1.5), (0.02, 0.5, 1.5), (0.02, 0.2, 1.5), (0.02, 0.5, 3.0))


def _judge_noise(answer: Any) -> str:
    _demand_function(answer, "prior, q and c")
    for prior, q, c in (*_RARE, (0.6, 0.5, 1.5), (0.003, 0.5, 1.5)):
        right, given = first_try(prior, q, c), number(answer(prior, q, c))
        if given != right:
            raise Wrong(
                f"With prior {prior:g} for the new move, {q:g} for the mean result of the other "
                f"and c = {c:g}, {right:,} simulations go to the other move first; your function "
                f"says {given:,g}."
            )
    return (
        "A move that the network thinks nothing of is not tried in any search that we can afford. "
        "If it is a good move, nobody will ever know: that is what the noise is for."
    )


noise = Exercise(
    title="noise off",
    judge=_judge_noise,
    answer=first_try,
    hints=(
        "Count up: after `tried` simulations of the other move the root has `1 + tried` visits, "
        "the new move 0.",
        "The new move scores c · prior · √(root visits), since its Q is 0 and it has no visits.",
        "The other one scores Q + c · (1 − prior) · √(root visits) / (1 + tried), where Q is `q`, "
        "but 0 as long as it was not tried either.",
    ),
    before="from math import sqrt",
)


def puct_visits(
    priors: Sequence[float], values: Sequence[float], c: float, simulations: int
) -> list[int]:
    """Returns how often each move is visited when a visit to it always returns its value."""
    visits = np.zeros(len(priors))
    for done in range(simulations):
        q = np.where(visits > 0, values, 0)
        u = c * np.array(priors) * sqrt(1 + done) / (1 + visits)
        visits[np.argmax(q + u)] += 1
    return [int(n) for n in visits]


_BANDITS = (
    ((0.5, 0.3, 0.2), (0.1, 0.35, -0.2)),
    ((0.25, 0.25, 0.25, 0.25), (-0.1, 0.2, 0.45, -0.6)),
    ((0.05, 0.9, 0.05), (0.4, -0.3, 0.1)),
)


def _judge_constant(answer: Any) -> str:
    _demand_function(answer, "priors, values, c and simulations")
    for priors, values in _BANDITS:
        for c in (0.1, 1.5, 20.0):
            for simulations in (1, 5, 60):
                given = answer(list(priors), list(values), c, simulations)
                right = puct_visits(priors, values, c, simulations)
                if _listed(given) != right:
                    raise Wrong(
                        f"With priors {list(priors)}, values {list(values)} and c = {c:g}, "
                        f"{simulations} simulation{'s' * (simulations > 1)} visit the moves "
                        f"{right} times; {_told(given)}."
                    )
    return (
        "With a small c all visits go to what seems best, with a large one they are shared out "
        "as the priors say, whatever the values are."
    )


constant = Exercise(
    title="the constant",
    judge=_judge_constant,
    answer=puct_visits,
    hints=(
        "Keep a list of visits. In each simulation find the move with the highest Q + U, and add "
        "one to its visits.",
        "Q is the move's value, but 0 before its first visit.",
        "U is c · prior · √(root visits) / (1 + visits), and the root has one visit more than its "
        "moves together: it was evaluated once itself.",
    ),
    before="from math import sqrt\n\nimport numpy as np",
)


def averaged(network: Network, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the policy and the value of a network, averaged over the eight symmetries."""
    policies, values = [], []
    for symmetry in range(8):
        logits, value = network(transform_planes(planes, symmetry))
        policies.append(transform_actions(logits.softmax(dim=1), inverse(symmetry)))
        values.append(value)
    return torch.stack(policies).mean(dim=0), torch.stack(values).mean(dim=0)


def _odd_network(size: int, actions: int) -> Network:
    """Returns a network without any symmetry: linear, with fixed random weights."""
    rng = np.random.default_rng(10)
    logits = torch.from_numpy(rng.normal(size=(3 * size**2, actions)).astype(np.float32))
    value = torch.from_numpy(rng.normal(size=3 * size**2).astype(np.float32))

    def network(planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        flat = planes.flatten(start_dim=1)
        return flat @ logits, torch.tanh(flat @ value)

    return network


def _judge_symmetry(answer: Any) -> str:
    _demand_function(answer, "a network and planes")
    cases: tuple[tuple[list[Env], int], ...] = (
        ([tictactoe.from_moves(moves) for moves in ("b2a1", "c1", "a1b2c2")], 9),
        ([othello.make(size=4), othello.from_moves("b1a1", size=4)], 17),
        ([bank.position("forced pass"), bank.position("opening")], 65),
    )
    for envs, actions in cases:
        boards = as_planes(envs, channels=3)
        network = _odd_network(boards.shape[-1], actions)
        policies, values = _pair(answer(network, boards.clone()), len(envs), actions)
        right_policies, right_values = averaged(network, boards)
        for place, env in enumerate(envs):
            if abs(float(policies[place].sum()) - 1) > 1e-3:
                raise Wrong(
                    f"The probabilities of a policy add up to 1; yours to "
                    f"{float(policies[place].sum()):.3f}.",
                    env,
                )
            wrong = (policies[place] - right_policies[place]).abs()
            worst = int(wrong.argmax())
            if float(wrong[worst]) > 1e-4:
                what = "the pass" if worst == boards.shape[-1] ** 2 else f"action {worst}"
                raise Wrong(
                    f"Averaged over the symmetries, {what} has probability "
                    f"{float(right_policies[place, worst]):.4f} here; yours is "
                    f"{float(policies[place, worst]):.4f}.",
                    env,
                )
            if not isclose(float(values[place]), float(right_values[place]), abs_tol=1e-4):
                raise Wrong(
                    f"The mean of the eight values is {float(right_values[place]):.4f} here; yours "
                    f"is {float(values[place]):.4f}.",
                    env,
                )
    return "Eight opinions of one network: turned boards now get the same answer, turned."


symmetry = Exercise(
    title="eight opinions",
    judge=_judge_symmetry,
    answer=averaged,
    hints=(
        "For each of the eight symmetries: turn the planes, ask the network, and turn the policy "
        "back. A value needs no turning.",
        "Make probabilities of the logits (`softmax`) before you average.",
        "`transform_actions(policy, inverse(symmetry))` turns a policy back, and leaves the pass "
        "in its place.",
    ),
    before="import torch\n\nfrom coursekit.learning.symmetry import (\n    inverse,\n"
    "    transform_actions,\n    transform_planes,\n)",
)


def value_targets(history: Sequence[Action], result: float) -> list[float]:
    """Returns the value to learn for the position before each action of a game."""
    return [result if (len(history) - ply) % 2 == 0 else -result for ply in range(len(history))]


_GAMES = ("a1b1a2b2a3", "a1b1a2b2c3b3", "b2a1c1a3a2c2b1b3c3", "b2a1c3b1c1b3c2")


def _finished() -> list[Env]:
    games: list[Env] = [tictactoe.from_moves(moves) for moves in _GAMES]
    return [*games, bank.position("wipe-out"), bank.position("largest black win")]


def _judge_perspective(answer: Any) -> str:
    _demand_function(answer, "a history and a result")
    for env in _finished():
        result = env.result()
        given = answer(env.history, result)
        right = value_targets(env.history, result)
        targets = _listed(given)
        if targets is None or len(targets) != len(right):
            raise Wrong(
                f"A list of {len(right)} numbers is asked for, one for each position before an "
                f"action; {_told(given)}.",
                env,
            )
        for ply, (target, mine) in enumerate(zip(right, targets, strict=True)):
            if mine != target:
                raise Wrong(
                    f"This game of {len(right)} plies ended with result {result:+d} for the side "
                    f"to move, {env.player}. At ply {ply} {env.history[ply].player} was to move, "
                    f"so its position is worth {target:+g}; yours is {mine:+g}.",
                    env,
                )
    return "Each position learns the result of the side that was to move in it."


perspective = Exercise(
    title="spot the bug",
    judge=_judge_perspective,
    answer=value_targets,
    hints=(
        "Whose result is `result`? And who is that in a game with an odd number of plies?",
        "Sides strictly alternate, so count the plies from the *end* of the game.",
    ),
)


def _demand_function(answer: Any, arguments: str) -> None:
    """Raises Wrong if the answer cannot be called."""
    if not callable(answer):
        raise Wrong(f"A function of {arguments} is asked for; {described(answer)}.")


def _listed(given: Any) -> list[float] | None:
    """Returns a sequence of numbers as a list, or ``None`` if it is none."""
    if isinstance(given, torch.Tensor | np.ndarray):
        given = given.tolist()
    if not isinstance(given, list | tuple):
        return None
    return [number(value) for value in given]


def _told(given: Any) -> str:
    listed = _listed(given)
    if listed is None:
        return described(given)
    whole = all(value == int(value) for value in listed)
    return f"yours is {[int(value) for value in listed] if whole else listed}"


def _pair(given: Any, count: int, actions: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the policies and values of an answer, once their shapes are right."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f"Two tensors are asked for, policy and value; {described(given)}.")
    wanted = ("policies", (count, actions)), ("values", (count,))
    for tensor, (name, shape) in zip(given, wanted, strict=True):
        if not isinstance(tensor, torch.Tensor):
            raise Wrong(f"The {name} should be a tensor; {described(tensor)}.")
        if tuple(tensor.shape) != shape:
            raise Wrong(f"The {name} have shape {shape}; yours {tuple(tensor.shape)}.")
    return given[0], given[1]

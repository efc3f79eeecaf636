"""Exercises of lesson 10: AlphaZero."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
import torch

from coursekit.exercises.answers import Wrong, described, number, numbers
from coursekit.exercises.exercise import Compared, Tried
from coursekit.games import bank, othello, tictactoe
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.learning.input_planes import planes as as_planes
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


def _demand_temperature(given: Any, visits: Any, chance: float) -> None:
    """Demands a temperature at which the most visited move has that chance."""
    if (degrees := number(given)) <= 0:
        raise Wrong(f"A temperature is greater than 0; yours for {visits} is {degrees:g}.")
    weights = (np.array(visits) / max(visits)) ** (1 / degrees)
    reached = weights.max() / weights.sum()
    if abs(reached - chance) > 0.001:
        raise Wrong(
            f"With visits {visits} the most visited move should be played with chance {chance:g}. "
            f"At your temperature, {degrees:.4g}, it is played with {reached:.3f}."
        )


temperature = Tried(
    "as warm as you like",
    temperature_for,
    [
        ([70, 20, 10], 0.9),
        ([50, 30, 20], 0.5),
        ([3, 90, 4, 3], 0.5),
        ([60, 0, 40], 0.75),
        ([800, 700], 0.99),
    ],
    _demand_temperature,
    "The warmer, the rarer the most visited move: so you can halve an interval again and again.",
    "Divide the visits by the largest before you raise them to 1/T: small numbers do not overflow.",
    "Begin with an interval from 0.001 to 1000 and take √(low · high) as its middle.",
    praise="Below 1 the temperature sharpens what the search found, above 1 it flattens it.",
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


noise = Compared(
    "noise off",
    first_try,
    [
        *((prior, 0.5, 1.5) for prior in (0.3, 0.1, 0.02, 0.6, 0.003)),
        (0.02, 0.2, 1.5),
        (0.02, 0.5, 3.0),
    ],
    "With prior {prior:g} for the new move, {q:g} for the mean result of the other and c = {c:g}, "
    "{right:,} simulations go to the other move first",
    "The new move scores c · prior · √(root visits), since its Q is 0 and it has no visits.",
    "The other scores Q + c · (1 − prior) · √(root visits) / (1 + tried), with Q = 0 until tried.",
    praise="Without noise, a good move that the network thinks nothing of would never be tried.",
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
    ([0.5, 0.3, 0.2], [0.1, 0.35, -0.2]),
    ([0.25, 0.25, 0.25, 0.25], [-0.1, 0.2, 0.45, -0.6]),
    ([0.05, 0.9, 0.05], [0.4, -0.3, 0.1]),
)


def _wrong_visits(
    given: Any, right: Any, priors: Any, values: Any, c: float, simulations: int
) -> str:
    yours = ", ".join(f"{visits:g}" for visits in given)
    told = f"With priors {priors}, values {values}, c = {c:g} and simulations = {simulations}"
    return f"{told} the visits are {right}; yours are [{yours}]."


constant = Compared(
    "the constant",
    puct_visits,
    [(*bandit, c, count) for bandit in _BANDITS for c in (0.1, 1.5, 20.0) for count in (1, 5, 60)],
    _wrong_visits,
    "Keep a list of visits. Each simulation adds one to those of the move with the highest Q + U.",
    "Q is the move's value, but 0 before its first visit.",
    "U is c · prior · √(1 + visits of all moves) / (1 + visits): the root was evaluated first.",
    praise="A small c sends all visits to what seems best, a large one shares them by the priors.",
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


def _networks() -> Iterator[tuple[Network, torch.Tensor]]:
    boards: tuple[tuple[list[Env], int], ...] = (
        ([tictactoe.from_moves(moves) for moves in ("b2a1", "c1", "a1b2c2")], 9),
        ([othello.make(size=4), othello.from_moves("b1a1", size=4)], 17),
        ([bank.position("forced pass"), bank.position("opening")], 65),
    )
    for envs, actions in boards:
        yield _odd_network(len(envs[0].board), actions), as_planes(envs, channels=3)


def _demand_opinion(given: Any, network: Network, boards: torch.Tensor) -> None:
    """Demands the right policies and values of a batch."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Wrong(f"Two tensors are asked for, policy and value; {described(given)}.")
    means = zip(("policies", "values"), averaged(network, boards), strict=True)
    for part, (what, mean) in zip(given, means, strict=True):
        found, right = numbers(part, *mean.shape), mean.numpy()
        sums = found.sum(axis=1) if what == "policies" else np.ones(1)
        if (abs(sums - 1) > 1e-3).any():
            told = "The probabilities of a policy add up to 1"
            raise Wrong(f"{told}; yours to {sums[abs(sums - 1).argmax()]:.3f}.")
        place = np.unravel_index(abs(found - right).argmax(), right.shape)
        if abs(found[place] - right[place]) > 1e-4:
            told = f"The mean of the eight {what} is {right[place]:.4f} at {[*map(int, place)]}"
            raise Wrong(f"{told}; yours is {found[place]:.4f}.")


symmetry = Tried(
    "eight opinions",
    averaged,
    _networks,
    _demand_opinion,
    "Transform the planes, ask the network, transform the policy back; a value stays as it is.",
    "Make probabilities of the logits (`softmax`) before you average.",
    "`transform_actions(policy, inverse(symmetry))` takes a policy back; the pass stays in place.",
    praise="Eight opinions of one network: rotated boards now get the same answer, rotated.",
    before="import torch\n\nfrom coursekit.learning import (\n    inverse,\n"
    "    transform_actions,\n    transform_planes,\n)",
)


def value_targets(history: Sequence[Action], result: float) -> list[float]:
    """Returns the value to learn for the position before each action of a game."""
    return [result if (len(history) - ply) % 2 == 0 else -result for ply in range(len(history))]


_GAMES = ("a1b1a2b2a3", "a1b1a2b2c3b3", "b2a1c1a3a2c2b1b3c3", "b2a1c3b1c1b3c2")


def _finished() -> list[Env]:
    games: list[Env] = [tictactoe.from_moves(moves) for moves in _GAMES]
    return [*games, bank.position("wipe-out"), bank.position("largest black win")]


def _end_of(history: Sequence[Action], result: float) -> Env:
    return next(env for env in _finished() if env.history == history)


def _wrong_targets(given: Any, right: list[float], history: Any, result: int) -> str:
    ply = int(np.flatnonzero(given != right)[0])
    end = f"ended with result {result:+d} for the side to move, {_end_of(history, result).player}"
    then = f"At ply {ply} {history[ply].player} was to move: worth {right[ply]:+g}"
    return f"This game of {len(right)} plies {end}. {then}; yours is {given[ply]:+g}."


perspective = Compared(
    "spot the bug",
    value_targets,
    lambda: ((env.history, env.result()) for env in _finished()),
    _wrong_targets,
    "Whose result is `result`? And who is that in a game with an odd number of plies?",
    "Sides strictly alternate, so count the plies from the *end* of the game.",
    praise="Each position learns the result of the side that was to move in it.",
    at=_end_of,
)

"""Exercises of lesson 08: Q-learning."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import torch

from coursekit.exercises.answers import Wrong, described, numbers
from coursekit.exercises.exercise import Compared
from coursekit.games import tictactoe
from coursekit.games.env import Env

GAMMA = 0.95  # the lesson's discount


def _slip(given: float, slips: dict[str, float], within: float = 1e-5) -> str:
    """Returns what a wrong number is, if it is that of a slip that we know."""
    nearest = min(slips, key=lambda text: abs(given - slips[text]))
    return f", {nearest}." if abs(given - slips[nearest]) < within else "."


def layer_weights(size: int, kernel: int, filters: int) -> tuple[int, int]:
    """Returns the weights of a convolutional layer, and of a linear one in its place."""
    return filters * (kernel**2 + 1), filters * (size - kernel + 1) ** 2 * (size**2 + 1)


def _wrong_weights(given: Any, right: Any, size: int, kernel: int, filters: int) -> str:
    outputs = filters * (size - kernel + 1) ** 2
    at = int(given[0] == right[0])  # the first that is wrong
    having, constants = [("convolutional layer has", filters), ("linear layer has", outputs)][at]
    slips = {"as the other has": right[1 - at], "without constants": right[at] - constants}
    slips["with one constant for all"] = right[at] - constants + 1
    slips |= {f"as with {n}² places": filters * n**2 * (size**2 + 1) for n in (size, size - kernel)}
    told = f"{filters} filters of {kernel}×{kernel} on {size}×{size}: {outputs:,} outputs, and the"
    return f"{told} {having} {right[at]:,} weights; you say {given[at]:,g}{_slip(given[at], slips)}"


sharing = Compared(
    "what sharing saves",
    layer_weights,
    [(3, 2, 32), (3, 3, 128), (4, 3, 12), (6, 3, 12), (8, 3, 64), (8, 1, 4)],
    _wrong_weights,
    "The same filter is used at every place, so its weights are counted once.",
    "How many places are there? A filter as wide as the board has one.",
    "Each output of a linear layer has a weight for each square, and one constant.",
    praise="Only the linear layer grows with the board. At 8×8 with 3×3 it is 234 times as large.",
    read=lambda given: tuple(numbers(given, 2)),
)


def never_drawn(capacity: int, added: int, drawn: int) -> float:
    """Returns the share of moves that leave a replay buffer without having been drawn."""
    return float((1 - 1 / capacity) ** (drawn * capacity / added))  # in capacity / added updates


def _wrong_share(given: Any, right: Any, capacity: int, added: int, drawn: int) -> str:
    slips = {"the share that *is* drawn": 1 - right, "after one update": 1 - drawn / capacity}
    slips |= {"in %": 100 * right, "near it; but an exact formula is asked for": right}
    slips["that without replacement"] = (1 - drawn / capacity) ** (capacity / added)
    told = f"Room for {capacity:,} moves, {added} new and {drawn} drawn at a time: the share that "
    return f"{told}is never drawn is {right:.4f}; you say {given:g}{_slip(given, slips, 0.005)}"


replay = Compared(
    "never looked at",
    never_drawn,
    [(20_000, 200, 200), (2_000, 200, 200), (20_000, 200, 400), (20_000, 400, 100)],
    _wrong_share,
    "How many updates does a move stay in the buffer?",
    "One draw misses it with probability 1 − 1/capacity.",
    "All draws while it is there must miss it: multiply their probabilities.",
    praise="The capacity hardly matters: a larger buffer looks at older moves, not at more.",
    within=0.002,  # the exponential function is as good an answer
)


def forgiving_target(
    network: Any, after: Any, legal: Any, over: Any, reward: Any, mistakes: float
) -> Any:
    """Returns the target of each move if the opponent answers at random with some probability."""
    q = network(after).detach()
    best = q.masked_fill(~legal, -torch.inf).max(dim=1).values
    mean = q.masked_fill(~legal, 0.0).sum(dim=1) / legal.sum(dim=1)
    return torch.where(over, reward, -GAMMA * ((1 - mistakes) * best + mistakes * mean))


def _opinion(q: Any, boards: torch.Tensor) -> torch.Tensor:
    return torch.tensor(q, dtype=torch.float, requires_grad=True)[boards[:, 0, 0, 0].long()]


def _reached() -> list[tuple[Any, ...]]:
    """Returns positions reached in three games, the last of them over, with shares of mistakes."""
    opinions = np.random.default_rng(0).integers(-99, 100, (2, 3, 9)) / 100
    opinions[1] = -abs(opinions[1])  # where an occupied square with a 0 would look best
    legal = torch.ones(3, 9, dtype=torch.bool)
    legal[1:], legal[1, [1, 4]] = False, True  # in the second game two squares are free
    over, boards = torch.tensor([False, False, True]), torch.zeros(3, 1, 3, 3)
    boards[:, 0, 0, 0] = torch.arange(3)  # tells the networks which position it is
    return [
        (partial(_opinion, q), boards, legal, over, torch.tensor([0.0, 0.0, reward]), mistakes)
        for mistakes in (0.0, 1.0, 0.25)
        for reward in (1.0, 0.0)
        for q in opinions
    ]


def _targets(given: Any) -> Any:
    """Returns the targets given, none of which may be infinite where the game goes on."""
    if not isinstance(given, torch.Tensor):
        raise Wrong(f"A tensor with a target for each move is asked for; {described(given)}.")
    if not given.isfinite().all():
        raise Wrong(
            f"Targets are finite; yours are {given.detach().numpy().round(2)}. In the mean count "
            "occupied squares as 0, since 0 · (−∞) is nan. And where the game is over, 0/0 is nan."
        )
    if given.requires_grad:
        raise Wrong(
            "Your target still hangs on the network (its `requires_grad` is True), and would be "
            "pulled along. A target is a number to aim at: compute it under `torch.no_grad()`."
        )
    return numbers(given.tolist(), 3)


def _wrong_target(given: Any, right: Any, network: Any, after: Any, *rest: Any) -> str:
    legal, over, reward, mistakes = rest
    at = int(np.argmax(np.abs(given - right)))
    q, free, aim = network(after)[at], legal[at], right[at]
    slips = {"with the other sign": -aim, "without the discount": aim / GAMMA}
    replies, others = ([round(x, 2) for x in q[of].tolist()] for of in (free, ~free))
    told = f"With legal replies worth {replies} to the opponent and mistakes = {mistakes:g}"
    told = f"The game is over, and the reward {reward[at]:g}: then" if over[at] else told
    means = [(f"reply worth {x} alone (the mean is asked for, not one draw)", [x]) for x in replies]
    means += [(f"*occupied* square worth {x}", [x]) for x in others]
    means += [("mean", replies), ("mean of all nine squares", replies + others)]
    means += [("mean of the *other* replies", sorted(replies)[:-1])]
    slips |= {f"that of the {what}": -GAMMA * sum(of) / len(of) for what, of in means if of}
    return f"{told} the target is {aim:.4f}; yours is {given[at]:.4f}{_slip(given[at], slips)}"


forgiving = Compared(
    "expect mistakes",
    forgiving_target,
    _reached,
    _wrong_target,
    "Begin with the lesson's `target`; only `best` changes.",
    "The mean is over the *legal* replies: fill the others with 0, add up, divide by their number.",
    "(1 − mistakes) · best + mistakes · mean, with a minus before it, discounted.",
    praise="Over three seeds of ours, mistakes = 0.5 raised the exact chance to win as second "
    "against random play from 86–88 % to 92 %; none can be beaten. Your own later moves err, too, "
    "so mistakes = 1 learns what playouts say, and can be beaten: the blind spot of lesson 06.",
    within=1e-5,
    read=_targets,
    right=lambda *arguments: np.array(forgiving_target(*arguments).tolist()),
)


def shaped_value(env: Env, bonus: float, gamma: float = 1.0) -> float:
    """Returns the value for the side to move when each move into a corner is paid at once."""
    if env.is_done():
        return env.result()
    values = []
    for action in env.legal_actions():
        paid = bonus if action.row in (0, 2) and action.col in (0, 2) else 0.0
        env.update(action)
        values.append(paid - gamma * shaped_value(env, bonus, gamma))
        env.undo()
    return max(values)


def _wrong_value(given: Any, right: Any, env: Env, bonus: float) -> str:
    slips = {"its value without the bonus": shaped_value(env, 0.0), "with a minus": -right}
    slips["discounted; no discount is asked for"] = late = shaped_value(env, bonus, GAMMA)
    slips["discounted, and no discount is asked for"] = late / GAMMA  # not after the last move
    told = f"With a bonus of {bonus:g} the value for {env.player} is {right:g}; yours is {given:g}"
    return told + _slip(given, slips) + " Is each side paid for its own corners only?" * (bonus > 0)


_SHAPED = ("a1c1b1a2", "a2b1b2c3", "b2b1a2", "a1b2c3b1", "b1a1b2", "b2a1b1b3", "b2c2a3c1")

shaping = Compared(
    "a reward that misleads",
    shaped_value,
    lambda: ((tictactoe.from_moves(moves), pay) for moves in _SHAPED for pay in (0, 0.25, 1, 3)),
    _wrong_value,
    "Begin with negamax of lesson 03: the value is the maximum of minus the next value.",
    "To what a move leads, add the bonus if it goes into a corner: rows and columns 0 and 2.",
    "The opponent gets the bonus as well. The minus before the next value takes care of it.",
    praise="Pay for corners, and you get corners: X takes c3, and its forced win becomes a loss.",
    within=1e-6,
)

"""Value data: thousands of games in lockstep, and one game at a time, to be timed."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch

from benchmarks.timing import Workload, serve
from coursekit.engine.rules import othello
from coursekit.engine.rules.constants import OTHELLO8_START
from coursekit.learning import load_policy
from coursekit.learning.alphago.data.value import Ask, play
from coursekit.learning.inference import Evaluator
from coursekit.learning.loading import SHIPPED
from coursekit.learning.networks import PolicyNetwork

BOARD = (1 << 64) - 1
GAMES = {"connected": 8192, "convolutional": 2048}

torch.set_num_threads(1)
chance = random.Random(0)


def policies(layers: str) -> list[Ask]:
    """Returns the shipped small connected policies, or a small convolutional one, untrained."""
    if layers == "connected":
        networks = [
            load_policy(SHIPPED / name)[0]
            for name in ("othello8_policy_connected", "othello8_improved")
        ]
    else:
        torch.manual_seed(0)
        networks = [PolicyNetwork(8, 65, "convolutional")] * 2
    return [Evaluator(network).single for network in networks]


def lockstep(games: int, asked: Sequence[Ask]) -> int:
    """Plays games side by side, as the data command does; returns their number."""
    play(games, chance.getrandbits(63), asked)
    return games


def one_at_a_time(asked: Sequence[Ask]) -> int:
    """Plays one game by the same procedure, asking for one position at a time."""
    while not _one_game(asked, chance.randint(4, 63)):
        pass
    return 1


def share_inside(layers: str, games: int) -> float:
    """Returns the share of the processor time of the lockstep that passes in the networks."""
    inside = 0.0

    def timed(ask: Ask) -> Ask:
        def asked(*position: np.ndarray) -> np.ndarray:
            nonlocal inside
            start = time.process_time()
            logits = ask(*position)
            inside += time.process_time() - start
            return logits

        return asked

    asked = [timed(ask) for ask in policies(layers)]
    play(games // 8, 0, asked)  # compiles what must be compiled
    inside, start = 0.0, time.process_time()
    play(games, 1, asked)
    return inside / (time.process_time() - start)


def _one_game(asked: Sequence[Ask], discs: int) -> bool:
    """Plays a game; returns whether it reached ``discs`` discs, or must be drawn anew."""
    own, opp = OTHELLO8_START
    legal = int(othello.legal_moves(own, opp, BOARD))
    policy, kept, placed, passed = asked[0], False, 4, False
    while True:
        if not legal:
            if passed:
                return kept
            passed = True
            own, opp = opp, own
            legal = int(othello.legal_moves(own, opp, BOARD))
            continue
        passed = False
        if placed == discs and not kept:
            bit = 1 << chance.choice(_squares(legal))
            policy, kept = asked[1], True
        elif legal & (legal - 1):
            bit = 1 << _drawn(policy, own, opp, legal)
        else:
            bit = legal
        own, opp, legal = map(int, othello.advance(own, opp, bit, BOARD))
        placed += 1


def _drawn(policy: Ask, own: int, opp: int, legal: int) -> int:
    logits = policy(*(np.array([bits], np.uint64) for bits in (own, opp, legal)))[0].tolist()
    squares = _squares(legal)
    highest = max(logits[square] for square in squares)
    weights = [math.exp(logits[square] - highest) for square in squares]
    return chance.choices(squares, weights)[0]


def _squares(bits: int) -> list[int]:
    squares = []
    while bits:
        squares.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return squares


def workloads() -> dict[str, Workload]:
    """Returns what is timed, by name."""
    found: dict[str, Callable[[], int]] = {}
    for layers, games in GAMES.items():
        asked = policies(layers)
        found[layers] = partial(lockstep, games, asked)
        found[f"{layers}, one"] = partial(one_at_a_time, asked)
    return found


if __name__ == "__main__":
    serve(workloads())

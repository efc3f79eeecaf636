"""What a training on a cluster costs, from a few measured numbers, and a simulation of the same.

The model takes the largest of what a generation cannot do without: the workers' games, the
learner's updates, the bytes over the learner's wire, the scheduler's tasks. Since generations
overlap by one, these go on side by side. The simulation follows every message instead, delays them
all, and loses some, which are sent again.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Model:
    """A training, in seconds and bytes.

    Attributes:
        positions: Positions of a generation.
        play: Processor seconds of a worker for a position.
        learn: Seconds of the learner for a position.
        spread: Standard deviation of a task's duration, as a share of its mean.
        weights: Bytes of the network's weights.
        game_bytes: Bytes of a position that was played, and of the group's state for each.
        task: Seconds of the scheduler and the learner's connection for a task.
        bandwidth: Bytes a second over the learner's wire.
        tasks: Groups of games for each worker.
    """

    positions: int
    play: float
    learn: float
    spread: float
    weights: float
    game_bytes: float
    task: float
    bandwidth: float = 125e6
    tasks: int = 2

    def parts(self, workers: int) -> dict[str, float]:
        """Returns the seconds of a generation that each part needs, were it alone."""
        groups = workers * self.tasks
        each = self.play * self.positions / groups
        # The last of many workers is late by about this many standard deviations.
        late = math.sqrt(2 * math.log(workers)) if workers > 1 else 0.0
        return {
            "games": each * (self.tasks + late * self.spread * math.sqrt(self.tasks)),
            "learner": self.learn * self.positions,
            # Nothing is sent back before the first games are over, nor begun before it is sent.
            "wire": each + (self.game_bytes * self.positions + self.weights) / self.bandwidth,
            "scheduler": each + self.task * groups,
        }

    def seconds(self, workers: int) -> float:
        """Returns the seconds of a generation."""
        return max(self.parts(workers).values())

    def limit(self, workers: int) -> str:
        """Returns the part that a generation waits for."""
        parts = self.parts(workers)
        return max(parts, key=parts.__getitem__)

    def saturation(self) -> int:
        """Returns the number of workers from which one more makes no generation shorter."""
        return next((n for n in range(1, 100_000) if self.limit(n) != "games"), 100_000)


@dataclass(frozen=True)
class Network:
    """How messages travel.

    Attributes:
        delay: Mean seconds of a message, exponentially distributed.
        loss: The share of the messages that is lost.
        patience: Seconds after which a lost message is sent again.
    """

    delay: float = 0.0
    loss: float = 0.0
    patience: float = 1.0

    def travel(self, rng: np.random.Generator) -> float:
        """Returns the seconds until a message is there."""
        lost = int(rng.geometric(1 - self.loss)) - 1
        return lost * self.patience + float(rng.exponential(self.delay))


def simulate(
    model: Model, workers: int, generations: int, network: Network, rng: np.random.Generator
) -> float:
    """Follows every task of some generations; returns the mean seconds of a generation."""
    groups = workers * model.tasks
    mean = model.play * model.positions / groups
    share = (model.game_bytes * model.positions + model.weights) / groups / model.bandwidth
    variance = math.log1p(model.spread**2)
    free = [0.0] * workers  # when each worker is done with what it has
    start = learned = wire = 0.0
    for _ in range(generations):
        arrivals = []
        for index in range(groups):
            sent = start + (index + 1) * model.task + network.travel(rng)
            seconds = mean * float(rng.lognormal(-variance / 2, math.sqrt(variance)))
            done = max(sent, heapq.heappop(free)) + seconds
            heapq.heappush(free, done)
            arrivals.append(done + network.travel(rng))
        for arrival in sorted(arrivals):
            wire = max(wire, arrival) + share
        # The next games begin when these are there and those before them have been learned from.
        start = max(wire, learned)
        learned = start + model.learn * model.positions
    return learned / generations

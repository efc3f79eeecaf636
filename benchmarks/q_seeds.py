"""Trainings of tic-tac-toe from seeds, and what came of each, over the whole game tree."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

from benchmarks.usual_q_learning import OneByOne
from coursekit import tictactoe
from coursekit.learning import QConfig, QLearning, examine, game_table
from coursekit.learning.examination import Examination

SECONDS, OPTIMAL = 10.0, 0.98


@dataclass(frozen=True)
class Run:
    """One training from a seed and what came of it; seconds include the examination."""

    seed: int
    processor: float
    clock: float
    moves: int
    examined: Examination

    @property
    def good(self) -> bool:
        """Whether the targets are met."""
        good = self.examined.unbeatable and self.examined.optimal >= OPTIMAL
        return good and self.processor < SECONDS


def recipe(updates: int | None) -> QConfig:
    """Returns the settings of the course, or the same with fewer updates."""
    return QConfig() if updates is None else QConfig(updates=updates)


def lockstep(config: QConfig, seed: int) -> Run:
    """Trains with many games in lockstep from a seed."""

    def training() -> tuple[int, Examination]:
        settings = QConfig.from_dict({**config.to_dict(), "seed": seed})
        learning = QLearning(settings, torch.device("cpu"))
        while not learning.finished:
            learning.advance()
        moves = settings.updates * settings.games
        return moves, examine(learning.table, learning.q_values(), settings.gamma)

    return _timed(training, seed)


def usual(episodes: int, seed: int) -> Run:
    """Trains with the usual loop from a seed."""

    def training() -> tuple[int, Examination]:
        learning = OneByOne(tictactoe.make(), seed)
        for _ in range(episodes):
            learning.play_episode()
        table = game_table("tictactoe")
        return learning.moves, examine(table, learning.q_values(), learning.gamma)

    return _timed(training, seed)


def _timed(training: Callable[[], tuple[int, Examination]], seed: int) -> Run:
    torch.set_num_threads(1)
    processor, clock = time.process_time(), time.perf_counter()
    moves, examined = training()
    return Run(seed, time.process_time() - processor, time.perf_counter() - clock, moves, examined)


def table(runs: list[Run]) -> list[str]:
    """Returns the lines of a Markdown table, a row for each run."""
    lines = [
        "| seed | processor | clock | moves | losing lines as first, second | optimal moves "
        "| value error | wins, draws, losses v. random as first | as second |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for one in runs:
        first, second = one.examined.first, one.examined.second
        chances = [
            ", ".join(f"{100 * chance:.2f} %" for chance in side.random) for side in (first, second)
        ]
        lines.append(
            f"| {one.seed} | {one.processor:.1f} s | {one.clock:.1f} s | {one.moves:,} "
            f"| {first.losing_lines}, {second.losing_lines} | {one.examined.optimal:.2%} "
            f"| {one.examined.value_error:.3f} | {chances[0]} | {chances[1]} |"
        )
    return lines

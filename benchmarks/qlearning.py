"""Q-learning of tic-tac-toe: moves learned per second, and whether each seed can be beaten."""

from __future__ import annotations

import importlib.metadata
import platform

from benchmarks.table import Figure, Row, measure_figures, table, verdict
from benchmarks.timing import Settings, bind_to_one_core

NAME = "qlearning"
HELP = "Q-learning of tic-tac-toe: speed, and ten seeds judged by the whole game tree"

OURS = "benchmarks.ours_qlearning"
FIGURES = (
    Figure(
        "moves played and learned from, per second, with the same network",
        (
            Row("256 games in lockstep: QLearning", OURS, "lockstep"),
            Row("one position at a time: OneByOne", OURS, "one by one", 30),
        ),
    ),
)
SEEDS = range(10)
USUAL_SEEDS, USUAL_EPISODES = range(3), 10_000


def run(settings: Settings) -> int:
    """Measures everything and prints the tables; returns 0, whatever came of it."""
    figures, rates = measure_figures(FIGURES, settings, [])
    torch = importlib.metadata.version("torch")
    print(
        f"Tic-tac-toe, one core, Python {platform.python_version()}, torch {torch}: median "
        f"(min–max) of {settings.rounds} rounds of {settings.seconds} s of processor time."
    )
    print()
    print("\n".join(table(figures, rates)))
    print()
    print(seeds_report(settings.quick))
    return 0


def seeds_report(quick: bool) -> str:
    """Trains from every seed, with the course's recipe and with the usual loop, on one core."""
    from benchmarks import q_seeds  # torch, which no other benchmark needs

    bind_to_one_core(0)
    config = q_seeds.recipe(updates=20 if quick else None)
    runs = [q_seeds.lockstep(config, seed) for seed in (SEEDS[:2] if quick else SEEDS)]
    good = sum(one.good for one in runs)
    episodes = 50 if quick else USUAL_EPISODES
    usual = [q_seeds.usual(episodes, seed) for seed in (USUAL_SEEDS[:1] if quick else USUAL_SEEDS)]
    return "\n".join(
        [
            f"{config.games} games in lockstep, {config.updates:,} updates:\n",
            *q_seeds.table(runs),
            f"\n{good} of {len(runs)} seeds cannot be beaten, within {q_seeds.SECONDS:.0f} s and "
            f"with {q_seeds.OPTIMAL:.0%} optimal moves: {verdict(good == len(runs))}.",
            f"\nThe usual loop, one position at a time, {episodes:,} games:\n",
            *q_seeds.table(usual),
        ]
    )

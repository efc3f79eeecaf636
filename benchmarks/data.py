"""Value data: games per second in lockstep and one at a time; then what the networks are worth."""

from __future__ import annotations

import importlib.metadata
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.table import Figure, Row, measure_figures, table, verdict
from benchmarks.timing import REPOSITORY, Settings, bind_to_one_core

NAME = "data"
HELP = "value data: speed, 1.25 million games, and what the policy and value networks are worth"

OURS = "benchmarks.ours_data"
FIGURES = (
    Figure(
        "games of value data per second, small connected policy",
        (
            Row("8,192 games in lockstep", OURS, "connected"),
            Row("one game at a time", OURS, "connected, one", 15),
        ),
    ),
    Figure(
        "games of value data per second, small convolutional policy",
        (
            Row("2,048 games in lockstep", OURS, "convolutional"),
            Row("one game at a time", OURS, "convolutional, one", 5),
        ),
    ),
)
GAMES_A_SECOND, SHARE = 4000.0, 0.9
MANY_GAMES, SECONDS = 1_250_000, 300.0


def run(settings: Settings) -> int:
    """Measures everything and prints the tables; returns 0, whatever came of it."""
    print(many_games(settings.quick), flush=True)
    figures, rates = measure_figures(FIGURES, settings, [])
    torch = importlib.metadata.version("torch")
    print(
        f"\nOthello 8×8, one core, Python {platform.python_version()}, torch {torch}: median "
        f"(min–max) of {settings.rounds} rounds of {settings.seconds} s of processor time.\n"
    )
    print("\n".join(table(figures, rates)))
    fastest = rates[OURS, "connected"].median
    print(
        f"\n- At least {GAMES_A_SECOND:,.0f} games a second on one core with the connected policy: "
        f"{verdict(fastest >= GAMES_A_SECOND)}."
    )
    print(shares(settings.quick), flush=True)
    from benchmarks import data_networks  # torch, which no other benchmark needs

    print()
    print(data_networks.report(settings.quick))
    return 0


def many_games(quick: bool) -> str:
    """Makes as many games as the sources did, by the command, on all cores, and says how long."""
    games = MANY_GAMES // 100 if quick else MANY_GAMES
    with tempfile.TemporaryDirectory() as folder:
        words = ["data", "value", "--out", str(Path(folder) / "value"), "--games", str(games)]
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "coursekit", *words],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        seconds = time.perf_counter() - began
    said = done.stdout.strip().partition(": ")[2]
    target = "" if quick else f" (target under {SECONDS:.0f} s: {verdict(seconds < SECONDS)})"
    return (
        f"`python -m coursekit data value --games {games}`, all cores, by the clock: {said}{target}"
    )


def shares(quick: bool) -> str:
    """Says which share of the lockstep's time passes inside the networks, on one core."""
    from benchmarks import ours_data  # torch

    bind_to_one_core(0)
    lines = []
    for layers, games in ours_data.GAMES.items():
        share = ours_data.share_inside(layers, games // 8 if quick else games)
        lines.append(
            f"- Time inside the {layers} networks: {share:.1%} "
            f"(target over {SHARE:.0%}: {verdict(share > SHARE)})."
        )
    return "\n".join(lines)

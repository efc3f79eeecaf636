"""AlphaZero: the speed of self-play, and what the trained networks are worth.

The parts are measured one after the other; ``--only`` names one.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from benchmarks.table import Figure, Row, measure_figures, short, table, verdict
from benchmarks.timing import Contestant, Rates, Settings

NAME = "alphazero"
HELP = "AlphaZero: speed of self-play, and what the trained networks are worth"

OURS = "benchmarks.ours_alphazero"
SHARE, TIMES = 0.95, 12
MOVE_MS = {100: 8, 1000: 70}
FIGURES = (
    *(
        Figure(
            f"network calls per second, {root}",
            (
                Row("in self-play, 256 games in lockstep", OURS, f"calls, {search}"),
                Row("the network, from bits to numbers", OURS, "network", SHARE),
                Row("torch alone, planes ready", OURS, "network alone", SHARE),
            ),
        )
        for search, root in (("PUCT", "plain PUCT"), ("Gumbel", "Gumbel root"))
    ),
    Figure(
        "positions of self-play per second, plain PUCT",
        (
            Row("256 games in lockstep", OURS, "positions, PUCT"),
            Row("256 games in lockstep, Gumbel root", OURS, "positions, Gumbel"),
            Row("alpha-zero-general's procedure", OURS, "usual", TIMES),
            Row("the same, batch norm folded", OURS, "usual, folded"),
        ),
    ),
)


def run(settings: Settings) -> int:
    """Measures everything, or one part, and prints the tables; returns 0, whatever came of it."""
    for name in (settings.only,) if settings.only else SECTIONS:
        print(SECTIONS[name](settings), end="\n\n", flush=True)
    return 0


def speed(settings: Settings) -> str:
    """Measures self-play on one process and on two, and says where its time goes."""
    figures, rates = measure_figures(FIGURES, settings, [])
    torch = importlib.metadata.version("torch")
    return "\n".join(
        [
            "Othello 8×8, network of 5 blocks of 64 channels, 50 simulations, one core, Python "
            f"{platform.python_version()}, torch {torch}: median (min–max) of {settings.rounds} "
            f"rounds of at least {settings.seconds} s of processor time.\n",
            *table(figures, rates),
            "",
            *(two_processes(settings, search) for search in ("PUCT", "Gumbel")),
            *profiles(settings.quick),
        ]
    )


def move(settings: Settings) -> str:
    """Measures the time of the shipped player's move, and of its network by size of the batch."""
    from benchmarks import ours_alphazero  # torch

    found = ours_alphazero.move(settings.rounds, settings.seconds)
    lines = [
        "Othello 8×8, the shipped network (3 blocks of 32 channels), tree included, one thread: "
        f"median (min–max) of {settings.rounds} rounds of processor time.\n",
        "| simulations of a move | ms, in a new position | target | ms, in a game |",
        "|---|---|---|---|",
    ]
    for count, aim in MOVE_MS.items():
        new, played = found.milliseconds[count], found.in_games[count]
        cells = [
            f"{short(Rates(tuple(times)).median)} ({short(min(times))}–{short(max(times))})"
            for times in (new, played)
        ]
        target = f"at most {aim}: {verdict(Rates(tuple(new)).median <= aim)}"
        lines.append(f"| {count:,} | {cells[0]} | {target} | {cells[1]} |")
    lines += [
        "",
        "| positions in a batch | torch, float32: µs a position | torch, bfloat16 | ours |",
        "|---|---|---|---|",
    ]
    for count, rounds in found.network.items():
        cells = [short(Rates(tuple(times)).median) for times in zip(*rounds, strict=True)]
        lines.append(f"| {count} | {' | '.join(cells)} |")
    return "\n".join(lines)


def two_processes(settings: Settings, search: str) -> str:
    """Measures self-play in two processes at once, each on a core of its own."""
    with ExitStack() as stack:
        pair = [
            stack.enter_context(Contestant(Path(sys.executable), OURS, core)) for core in (0, 1)
        ]
        threads = stack.enter_context(ThreadPoolExecutor(len(pair)))

        def together(workload: str, seconds: float) -> float:
            return sum([*threads.map(Contestant.rate, pair, [workload] * 2, [seconds] * 2)])

        tasks = (f"calls, {search}", "network")
        for task in tasks:
            together(task, settings.seconds / 4)
        rounds = [
            [together(task, settings.seconds) for task in tasks] for _ in range(settings.rounds)
        ]
    played, alone = (Rates(rates) for rates in zip(*rounds, strict=True))
    share, low, high = played.over(alone)
    cores = "" if (os.cpu_count() or 1) > 1 else " on one core"
    return (
        f"- Two processes at once{cores}, {search}: {short(played.median)} network calls a second "
        f"in self-play, {short(alone.median)} by the network from bits to numbers: "
        f"{share:.1%} ({low:.1%}–{high:.1%}; target {SHARE:.0%}: {verdict(share >= SHARE)})."
    )


def profiles(quick: bool) -> list[str]:
    """Says how often the network is called for a position, and where the time of self-play goes."""
    from benchmarks import ours_alphazero  # torch

    lines = []
    for search in ours_alphazero.SEARCHES:
        found = ours_alphazero.profile(search, 1 if quick else 20)
        micro = 1e6 / found.evaluations
        other = found.seconds - found.network - found.tree
        lines.append(
            f"- {search}: {found.evaluations / found.positions:.1f} network calls a position, in "
            f"batches of {found.evaluations / found.batches:.0f}; of {found.seconds * micro:.1f} "
            f"µs a call the network takes {found.network * micro:.1f}, the trees "
            f"{found.tree * micro:.1f}, all else {other * micro:.1f}."
        )
    return lines


def _tictactoe(settings: Settings) -> str:
    from benchmarks import alphazero_truth

    return alphazero_truth.tictactoe(settings.quick)


def _othello4(_: Settings) -> str:
    from benchmarks import alphazero_truth

    return alphazero_truth.othello4()


def _matches(settings: Settings) -> str:
    from benchmarks import alphazero_matches

    return alphazero_matches.othello8(settings.quick)


def _time(settings: Settings) -> str:
    from benchmarks import alphazero_matches

    return alphazero_matches.equal_time(settings.quick)


def _batches(settings: Settings) -> str:
    from benchmarks import virtual_loss

    return virtual_loss.strength(2 if settings.quick else 400)


def _othello6(settings: Settings) -> str:
    from benchmarks import alphazero_matches

    return alphazero_matches.othello6(settings.quick)


def _won(settings: Settings) -> str:
    from benchmarks import alphazero_won_side

    return alphazero_won_side.won_side(settings.quick)


def _endgames(settings: Settings) -> str:
    from benchmarks import alphazero_truth

    return alphazero_truth.endgames(settings.quick)


def _curve(_: Settings) -> str:
    from benchmarks import alphazero_matches

    return alphazero_matches.curve()


SECTIONS = {
    "move": move,
    "speed": speed,
    "tictactoe": _tictactoe,
    "othello4": _othello4,
    "matches": _matches,
    "time": _time,
    "batches": _batches,
    "othello6": _othello6,
    "won": _won,
    "endgames": _endgames,
    "curve": _curve,
}
"""What ``--only`` can name."""

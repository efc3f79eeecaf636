"""The tables that the benchmarks print: rates, how far coursekit is ahead, and targets."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks.timing import Contestant, Rates, Settings, measure


@dataclass(frozen=True)
class Row:
    """One workload of one program in the table.

    Attributes:
        program: How the table names it.
        module: The module that serves it.
        workload: Its name there.
        target: What coursekit's rate over this one must be at least, where there is a target.
    """

    program: str
    module: str
    workload: str
    target: float | None = None


@dataclass(frozen=True)
class Figure:
    """One comparison; the other rows are set against the first, which is coursekit's."""

    title: str
    rows: tuple[Row, ...]


Task = tuple[str, str]
"""Module and name of a workload."""


def measure_figures(
    figures: Sequence[Figure],
    settings: Settings,
    peers: Sequence[str],
    more: Sequence[Task] = (),
) -> tuple[list[Figure], dict[Task, Rates]]:
    """Measures the workloads of all the figures side by side, each once a round.

    Args:
        figures: What to compare.
        settings: How to measure; without the peers' Python their rows are left out.
        peers: The modules that run with the peers' Python.
        more: Workloads to measure beside those of the figures.

    Returns:
        The figures with the rows that were measured, and the rates of the workloads.
    """
    kept = [
        Figure(
            figure.title,
            tuple(row for row in figure.rows if settings.peers or row.module not in peers),
        )
        for figure in figures
    ]
    wanted = [(row.module, row.workload) for figure in kept for row in figure.rows]
    wanted = list(dict.fromkeys([*wanted, *more]))
    own = Path(sys.executable)
    with ExitStack() as stack:
        contestants = {}
        for module in dict.fromkeys(module for module, _ in wanted):
            python = settings.peers if settings.peers and module in peers else own
            contestants[module] = stack.enter_context(Contestant(python, module))
        tasks = [(contestants[module], workload) for module, workload in wanted]
        return kept, dict(zip(wanted, measure(tasks, settings), strict=True))


def heading(settings: Settings) -> str:
    """Returns how the numbers below were measured, in one sentence."""
    return (
        f"Othello 8×8, one core, Python {platform.python_version()}: median (min–max) of "
        f"{settings.rounds} rounds of {settings.seconds} s of processor time each."
    )


def table(figures: Sequence[Figure], rates: dict[Task, Rates]) -> list[str]:
    """Returns the lines of a Markdown table of all the figures."""
    lines = ["| | rate | coursekit is … as fast | target |", "|---|---|---|---|"]
    for figure in figures:
        lines.append(f"| **{figure.title}** | | | |")
        first = rates[figure.rows[0].module, figure.rows[0].workload]
        for row in figure.rows:
            own = rates[row.module, row.workload]
            spread = f"{short(own.median)} ({short(min(own.rounds))}–{short(max(own.rounds))})"
            ratio, low, high = first.over(own)
            times = "" if own is first else f"{short(ratio)}× ({short(low)}–{short(high)})"
            target = "" if row.target is None else f"{row.target}×: {verdict(ratio >= row.target)}"
            lines.append(f"| {row.program} | {spread} | {times} | {target} |")
    return lines


def short(number: float) -> str:
    """Returns a number with three significant digits: 7.09, or 1,230,000."""
    digits = 2 - int(f"{number:.2e}".partition("e")[2])
    return f"{round(number, digits):,.{max(digits, 0)}f}"


def verdict(met: bool) -> str:
    """Returns the word for a target that is met or not."""
    return "met" if met else "MISSED"

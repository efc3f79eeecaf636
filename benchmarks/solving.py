"""How long the endgame solver takes, by the number of empty squares."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.table import short, verdict
from benchmarks.timing import bind_to_one_core
from coursekit import othello, truth
from coursekit.engine.endgame.solver import Solver
from coursekit.games.othello import Othello
from coursekit.truth.solving import empty_squares

EMPTIES = range(8, 19)
POSITIONS, FEW = 50, 5
MOST = 20
QUICK = {8: 3, 12: 3}
IN_FULL = {**dict.fromkeys(EMPTIES, POSITIONS), MOST: FEW}
PICTURE = Path(__file__).parent / "solver_times.png"


@dataclass(frozen=True)
class Target:
    """A time that the solver must stay below, the median position or the slowest one."""

    milliseconds: float
    slowest: bool = False

    def met(self, solved: Solved) -> bool:
        """Returns whether the times stay below the target."""
        return (solved.slowest if self.slowest else solved.median) < self.milliseconds

    def __str__(self) -> str:
        return f"{'slowest' if self.slowest else 'median'} < {duration(self.milliseconds)}"


TARGETS = {12: Target(20), 16: Target(3_000, slowest=True), 20: Target(180_000, slowest=True)}


@dataclass(frozen=True)
class Solved:
    """Positions with ``empties`` empty squares, each solved alone.

    Attributes:
        empties: Number of empty squares.
        milliseconds: Processor time for each position.
        nodes: Nodes visited in all of them.
    """

    empties: int
    milliseconds: tuple[float, ...]
    nodes: int

    @property
    def median(self) -> float:
        """Milliseconds of the median position."""
        return statistics.median(self.milliseconds)

    @property
    def slowest(self) -> float:
        """Milliseconds of the slowest position."""
        return max(self.milliseconds)

    @property
    def rate(self) -> float:
        """Nodes per second over all the positions."""
        return 1000 * self.nodes / sum(self.milliseconds)


def right_endgames() -> tuple[int, int]:
    """Returns how many of the endgames have exactly the known scores, and how many there are."""
    endgames = truth.endgames()
    right = sum(truth.move_values(endgame.env) == endgame.scores for endgame in endgames)
    return right, len(endgames)


def random_position(empties: int, seed: int) -> Othello:
    """Returns a position of a random game that is not over."""
    env = othello.make(seed=seed)
    while empty_squares(env) > empties:
        actions = env.legal_actions()
        if not actions:  # over too early: the next game of the same chance
            env.reset()
            continue
        env.update(actions[int(env.rng.integers(len(actions)))])
    return env if env.legal_actions() else random_position(empties, seed + 1_000)


def solve(empties: int, count: int) -> Solved:
    """Returns how long the first ``count`` random positions take; the table is new for each."""
    milliseconds, nodes = [], 0
    for seed in range(count):
        env = random_position(empties, seed)
        began = time.process_time()
        own, opp, board = env.bitboards
        solver = Solver(board, empties)
        solver.value(own, opp)
        milliseconds.append(1000 * (time.process_time() - began))
        nodes += solver.nodes
    return Solved(empties, tuple(milliseconds), nodes)


def measure_solver(counts: dict[int, int]) -> list[Solved]:
    """Returns the times for each number of empty squares and of positions, on one core."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    bind_to_one_core(0)
    solve(8, 1)  # loads the kernels
    found = []
    for empties, count in counts.items():
        print(f"solving {count} positions with {empties} empty squares", file=sys.stderr)
        found.append(solve(empties, count))
    if before is not None:
        os.sched_setaffinity(0, before)
    return found


def solver_table(found: Iterable[Solved]) -> list[str]:
    """Returns the lines of a Markdown table of the solver's times."""
    lines = [
        "| empty squares | positions | median | slowest | nodes per second | target |",
        "|---|---|---|---|---|---|",
    ]
    for solved in found:
        target = TARGETS.get(solved.empties)
        word = f"{target}: {verdict(target.met(solved))}" if target else ""
        lines.append(
            f"| {solved.empties} | {len(solved.milliseconds)} | {duration(solved.median)} "
            f"| {duration(solved.slowest)} | {short(solved.rate)} | {word} |"
        )
    return lines


def duration(milliseconds: float) -> str:
    """Returns a time in words: 0.0123 ms, 7.89 s or 3.00 min."""
    if milliseconds < 1_000:
        return f"{short(milliseconds)} ms"
    if milliseconds < 120_000:
        return f"{short(milliseconds / 1_000)} s"
    return f"{short(milliseconds / 60_000)} min"


def draw(found: Iterable[Solved], path: Path) -> None:
    """Saves a picture of time and nodes a second by empty squares."""
    import matplotlib.pyplot as plt

    from coursekit import display

    display.use_style()
    shown = [solved for solved in found if solved.empties in EMPTIES]
    empties = [solved.empties for solved in shown]
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.5, 3.4))
    left.semilogy(empties, [solved.median for solved in shown], "o-", label="median position")
    left.fill_between(
        empties,
        [min(solved.milliseconds) for solved in shown],
        [solved.slowest for solved in shown],
        alpha=0.2,
        label="fastest to slowest",
    )
    left.set(title="time to solve", xlabel="empty squares", ylabel="milliseconds")
    left.legend()
    right.plot(empties, [solved.rate / 1e6 for solved in shown], "s-")
    right.set(title="speed", xlabel="empty squares", ylabel="million nodes per second")
    right.set_ylim(bottom=0)
    for axes in (left, right):
        axes.set_xticks(empties)
    note = "a subtree of up to 4 empty squares is one node"
    right.text(0.97, 0.05, note, transform=right.transAxes, ha="right", fontsize=9)
    figure.savefig(path, metadata={"Software": None})
    plt.close(figure)

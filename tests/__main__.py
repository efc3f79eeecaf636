"""Runs the checks of the course; ``python course.py test`` hands on to it.

    python -m tests                     style, types, the book, every test and every lesson
    python -m tests --all               the same, with the long tests (marked ``slow``)
    python -m tests -k perft            arguments go to pytest; then nothing else runs
    python -m tests notebooks/00_the_board.ipynb        one lesson

What keeps one core busy runs side by side; then the tests and lessons share all cores.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import joblib

from tests.notebooks.measured import REPORT, Cost, costs, is_lesson

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"

NBVAL = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=600"]
EVERYTHING = ["tests", "coursekit", "notebooks"]
LESSONS_MAY_TAKE = 800  # seconds of a processor, all lessons together


@dataclass(frozen=True)
class Stage:
    """A command of Python's, and the stage that must have ended before it begins."""

    name: str
    command: list[str]
    after: str = ""


# The kernels that others are made of first, so that no two processes compile the same ones.
COMPILED_FIRST = "import coursekit.engine.rules.ultimate, coursekit.engine.endgame.solver"
COMPILED_NEXT = "import coursekit.engine.mcts.forest, coursekit.engine.mcts.puct_tree"

# In the order in which they begin. The doctor compiles what is left and writes the font cache:
# nothing that a first use writes may land in a lesson's cell.
SIDE_BY_SIDE = [
    Stage("kernels", ["-c", COMPILED_FIRST]),
    Stage("mypy", ["-m", "mypy"]),
    Stage("ruff check", ["-m", "ruff", "check", "."]),
    Stage("ruff format", ["-m", "ruff", "format", "--check", "."]),
    Stage("more kernels", ["-c", COMPILED_NEXT], after="kernels"),
    Stage("doctor", ["-m", "coursekit", "doctor", "--quiet"], after="kernels"),
    Stage("book", ["-m", "_ext.book"]),
]


@dataclass(frozen=True)
class Ended:
    """How a stage ended; the seconds are those of the clock and, where known, of a processor."""

    name: str
    status: int
    seconds: float
    processor: float
    output: str = ""

    @property
    def verdict(self) -> str:
        return "FAILED" if self.status else "passed"


def run(name: str, command: list[str], env: dict[str, str], live: bool = False) -> Ended:
    """Runs one command of Python's; a live one prints while it runs."""
    piped = {} if live else {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    began = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=env, encoding="utf-8", errors="replace", **piped
    )
    output = child.stdout.read() if child.stdout else ""
    if hasattr(os, "wait4"):
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        processor = used.ru_utime + used.ru_stime
    else:  # Windows does not tell
        child.wait()
        processor = float("nan")
    return Ended(name, child.returncode, time.monotonic() - began, processor, output)


def side_by_side(stages: list[Stage], env: dict[str, str], cores: int) -> Iterator[Ended]:
    """Runs stages on the cores that are there, and yields each when it has ended."""
    begun: dict[str, Future[Ended]] = {}

    def work(stage: Stage) -> Ended:
        if stage.after:
            begun[stage.after].result()  # began before, since the pool keeps the order
        return run(stage.name, stage.command, env)

    with ThreadPoolExecutor(cores) as pool:
        for stage in stages:
            begun[stage.name] = pool.submit(work, stage)
        try:
            for future in as_completed(begun.values()):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C no further one begins


def environment() -> dict[str, str]:
    """Returns the variables of all checks: a personal set-up must not change what lessons print."""
    env = {**os.environ, "IPYTHONDIR": str(BUILD / "ipython")}
    env["MPLCONFIGDIR"] = str(BUILD / "matplotlib")
    # Without compiled modules on the disk, each of hundreds of processes would compile its own.
    for name in ("MPLBACKEND", "PYTHONDONTWRITEBYTECODE"):
        env.pop(name, None)
    return env


def check(everything: bool) -> int:
    """Runs all stages, prints what failed and how long each took, and returns the exit status."""
    env, cores, began = environment(), joblib.cpu_count(), time.monotonic()
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.unlink(missing_ok=True)  # of an earlier run
    ended = []
    for stage in side_by_side(SIDE_BY_SIDE, env, cores):
        print(f"== {stage.name}: {stage.verdict} ==\n{stage.output}", end="", flush=True)
        ended.append(stage)
    print("== tests and lessons ==", flush=True)
    env["COURSEKIT_BOOK_IS_BUILT"] = "1"  # so that no test of the book is skipped
    env["OMP_NUM_THREADS"] = "1"  # each core has a worker: more threads would wait for each other
    # Whole files, in the order in which they are collected: the longest lessons first. One worker
    # more than cores: those that drive a browser or wait for a killed process mostly sleep.
    shared = ["-n", str(cores + 1), "--dist", "loadscope", "--no-loadscope-reorder"]
    chosen = ["-m", "slow or not slow"] if everything else []
    command = ["-m", "pytest", "-q", *NBVAL, *shared, *chosen, f"--junitxml={REPORT}", *EVERYTHING]
    ended.append(run("tests, lessons", command, env, live=True))
    print(table(ended, costs(REPORT), time.monotonic() - began), flush=True)
    failed = [stage.name for stage in ended if stage.status]
    if failed:
        print(f"These did not pass: {', '.join(failed)}. What they say is above.", file=sys.stderr)
    return int(bool(failed))


def table(ended: list[Ended], files: dict[str, Cost], seconds: float) -> str:
    """Returns the closing tables: the files and stages that took longest, and all together."""
    slowest = sorted(files.items(), key=lambda item: -item[1].processor)[:12]
    lessons = sum(cost.processor for name, cost in files.items() if is_lesson(name))
    processor = sum(stage.processor for stage in ended)
    head = f"{'seconds':>9} {'processor':>10}"
    return "\n".join(
        [
            f"\n{head}  slowest files",
            *(f"{cost.seconds:9.1f} {cost.processor:10.1f}  {name}" for name, cost in slowest),
            f"{'':9} {lessons:10.1f}  all lessons, which may take {LESSONS_MAY_TAKE}",
            f"\n{head}  stage",
            *(
                f"{one.seconds:9.1f} {one.processor:10.1f}  {one.name}: {one.verdict}"
                for one in ended
            ),
            f"{seconds:9.1f} {processor:10.1f}  together",
        ]
    )


def main(arguments: list[str]) -> int:
    if arguments in ([], ["--all"]):
        return check(everything=bool(arguments))
    lessons = any(argument.partition("::")[0].endswith(".ipynb") for argument in arguments)
    command = ["-m", "pytest", *(NBVAL if lessons else []), *arguments]
    return run("pytest", command, environment(), live=True).status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

"""Stops every command that writes, again and again, and sees that nothing is lost.

    python -m tests.kills                   300 trials, on this machine and on a Dask cluster
    python -m tests.kills --only data --trials 20 --seed 5

A command is killed, told to stop, loses a worker or its scheduler at a random moment, or crashes at
one of its changes of the disk. Then it is continued. What it has finished must still be there, the
rest as if nobody had stopped it, bit for bit, with no file and no process left over.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from tests.kills.commands import COMMANDS, Command
from tests.kills.killing import Failed, Trials
from tests.support.dask_cluster import dask_cluster

HERE, CLUSTER = "this machine", "a cluster"


def main() -> int:
    """Tries, prints a table, and returns 1 if anything was lost."""
    options = _options()
    chosen = [c for c in COMMANDS if options.only in ("", c.name)]
    place = Path(tempfile.mkdtemp(prefix="kills-"))
    tried, failed, lock = Counter[tuple[str, str, str]](), list[str](), threading.Lock()

    def lane(where: str, cases: list[Command], number: int) -> None:
        with ExitStack() as stack:
            cluster = stack.enter_context(dask_cluster(2, 1000)) if where == CLUSTER else None
            trials = Trials(place / where.replace(" ", "-"), cluster)
            for seed, (command, way) in zip(range(number), _turns(trials, cases), strict=False):
                try:
                    said = trials.attempt(command, way, options.seed + seed)
                except (Failed, subprocess.TimeoutExpired) as error:
                    said = f"FAILED: {error}"
                with lock:
                    tried[where, command.name, way] += 1
                    print(f"{where}, {command.name}, {way}, seed {options.seed + seed}: {said}")
                    sys.stdout.flush()
                    failed.extend([said] if said.startswith("FAILED") else [])

    shared = [command for command in chosen if command.jobs]
    away = options.trials * 2 // 5 if shared else 0
    with ThreadPoolExecutor(2) as lanes:
        for done in [
            lanes.submit(lane, HERE, chosen, options.trials - away),
            lanes.submit(lane, CLUSTER, shared, away),
        ]:
            done.result()
    _print_table(tried)
    print(f"\n{sum(tried.values())} trials, {len(failed)} failed", end="")
    print(f"; what they left is in {place}" if failed else ": nothing lost, doubled or left over")
    if not failed:
        shutil.rmtree(place)
    return bool(failed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.kills", description=__doc__)
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=["", *(command.name for command in COMMANDS)], default="")
    return parser.parse_args()


def _turns(trials: Trials, commands: list[Command]) -> Iterator[tuple[Command, str]]:
    """Yields each command with each way to stop it, in turns, for ever."""
    for turn in count():
        for command in commands:
            ways = trials.ways(command)
            yield command, ways[turn % len(ways)]


def _print_table(tried: Counter[tuple[str, str, str]]) -> None:
    ways = list(dict.fromkeys(way for _, _, way in tried))
    print("\n| where | command | " + " | ".join(ways) + " |")
    print("|---|---|" + "---|" * len(ways))
    for where, command in sorted({key[:2] for key in tried}, reverse=True):
        row = (str(tried[where, command, way] or "") for way in ways)
        print(f"| {where} | {command} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    sys.exit(main())

"""The benchmarks: ``python -m benchmarks NAME``; ``--help`` lists them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import alphazero, browser, data, mcts, qlearning, rules, scale, search
from benchmarks.timing import Settings, peers_python


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmark that the command line names; returns the exit status."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--quick", action="store_true", help="a smoke run: short and inaccurate")
    common.add_argument("--without-peers", action="store_true", help="measure coursekit alone")
    common.add_argument(
        "--peers",
        type=Path,
        default=Path(".venv-peers"),
        metavar="FOLDER",
        help="the peers' virtual environment (default: %(default)s; see benchmarks/README.md)",
    )
    common.add_argument("--rounds", type=int, metavar="N", help="rounds of the run (default: 9)")
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for module in (rules, search, mcts, qlearning, data, alphazero, scale, browser):
        command = commands.add_parser(module.NAME, parents=[common], help=module.HELP)
        command.set_defaults(run=module.run, only=None)
        if module is alphazero:
            command.add_argument(
                "--only", choices=alphazero.SECTIONS, help="measure this part alone"
            )
    given = parser.parse_args(arguments)
    if given.rounds is not None and given.rounds < 1:
        parser.error(f"--rounds is a number from 1 up, not {given.rounds}")
    settings = Settings(
        rounds=given.rounds or (2 if given.quick else 9),
        seconds=0.02 if given.quick else 0.4,
        peers=None if given.without_peers else peers_python(given.peers),
        quick=given.quick,
        only=given.only,
    )
    status: int = given.run(settings)
    return status


if __name__ == "__main__":
    sys.exit(main())

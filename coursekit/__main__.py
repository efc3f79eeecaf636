"""The command line: ``python -m coursekit COMMAND``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coursekit import doctor
from coursekit.commands import data, league, match, play, render, solve, strength, train
from coursekit.commands.common import guarded

if TYPE_CHECKING:
    from coursekit.commands.common import Commands


def _add_doctor(commands: Commands) -> None:
    parser = commands.add_parser("doctor", help="say whether this machine is ready, or what to fix")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    parser.set_defaults(run=lambda options: doctor.report(quiet=options.quiet))


# One function for each command: it adds the command's parser, whose `run` gets the options and
# returns the exit status.
_COMMANDS = (
    _add_doctor,
    solve.add,
    train.add,
    data.add,
    play.add,
    match.add,
    league.add,
    render.add,
    strength.add,
)


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    Args:
        arguments: The words of the command line, by default those of this process.
    """
    parser = argparse.ArgumentParser(prog="python -m coursekit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in _COMMANDS:
        add(commands)
    return guarded(parser.parse_args(arguments))


if __name__ == "__main__":
    raise SystemExit(main())

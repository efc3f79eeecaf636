"""The command line: ``python -m coursekit COMMAND``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeAlias

from coursekit import doctor

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


def _add_doctor(commands: Commands) -> None:
    parser = commands.add_parser("doctor", help="say whether this machine is ready, or what to fix")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    parser.set_defaults(run=lambda options: doctor.report(quiet=options.quiet))


# One function for each command: it adds the command's parser, whose `run` gets the options and
# returns the exit status.
_COMMANDS = (_add_doctor,)


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    Args:
        arguments: The words of the command line, by default those of this process.
    """
    parser = argparse.ArgumentParser(prog="python -m coursekit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in _COMMANDS:
        add(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    raise SystemExit(main())

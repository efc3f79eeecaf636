"""``python -m coursekit strength FOLDER``: what the networks of a training are worth in matches."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coursekit.commands.common import guarded

if TYPE_CHECKING:
    from coursekit.commands.common import Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "strength",
        help="measure an AlphaZero training by matches",
        description="Lets the networks that a training kept play against the players of the "
        "course, and against each other, and writes the results to strength.json in the (last) "
        "folder. A stopped run goes on where it was; a longer training plays what is new.",
    )
    parser.add_argument(
        "folders",
        nargs="+",
        metavar="FOLDER",
        help="of python -m coursekit train; several where one training began with another's games",
    )
    parser.add_argument(
        "--simulations", type=int, default=100, metavar="N", help="a move (default: %(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="of a match (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--jobs", type=int, default=-1, metavar="N", help="processes (default: one a core)"
    )
    parser.set_defaults(run=lambda options: guarded("strength", lambda: run(options)))


def run(options: argparse.Namespace) -> int:
    """Plays the matches and prints the ratings; returns the exit status."""
    from coursekit.arena.strength_matches import measure

    record = measure(
        options.folders, options.simulations, options.games, options.seed, options.jobs
    )
    print(record.ratings().table().round().astype(int).to_string())
    return 0

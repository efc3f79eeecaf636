"""Rates the networks of an AlphaZero training by matches.

The networks that it kept play against the players of the course, and against each other; the
results go to strength.json in the (last) folder. A stopped run resumes where it was; a longer
training plays what is new.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coursekit.commands.common import add_command, add_games, add_number

if TYPE_CHECKING:
    from coursekit.commands.common import Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    about = "measure an AlphaZero training by matches"
    parser = add_command(commands, "strength", run, about, __doc__)
    about = "of python -m coursekit train; several where one training began with another's games"
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help=about)
    add_number(parser, "--simulations", 100, "simulations a move")
    add_games(parser, "games of a match", jobs=-1)


def run(options: argparse.Namespace) -> int:
    """Plays the matches and prints the ratings; returns the exit status."""
    from coursekit.arena.strength import measure

    record = measure(
        options.folders, options.simulations, options.games, options.seed, options.jobs
    )
    print(record.ratings().table().round().astype(int).to_string())
    return 0

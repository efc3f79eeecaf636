"""Rates the networks of an AlphaZero training by matches.

The networks that it kept play against the players of the course, and against each other; the
results go to strength.json in the (last) folder. A stopped run resumes where it was; a longer
training plays what is new.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from coursekit.commands.common import add_games, add_number, describe, on_workers, output_folder


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, run, __doc__)
    about = "of python -m coursekit train; several where one training began with another's games"
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help=about)
    add_number(parser, "--simulations", 100, "simulations a move", 1)
    add_games(parser, "games of a match", jobs=-1)


def run(options: argparse.Namespace) -> int:
    """Plays the matches and prints the ratings; returns the exit status."""
    from coursekit.arena.strength import measure
    from coursekit.learning.checkpoint import FILE, load

    folders = [Path(folder) for folder in options.folders]
    with output_folder(options.folders[-1]):
        game = load(folders[-1], "alphazero").game
        for folder in folders:
            for file in [folder / FILE, *sorted(folder.glob(f"snapshots/*/{FILE}"))]:
                load(file.parent, "alphazero", game)  # a damaged one is found before the matches
        with on_workers(options.jobs, options.dask) as jobs:
            record = measure(folders, options.simulations, options.games, options.seed, jobs)
    print(record.ratings().table().round().astype(int).to_string())
    return 0

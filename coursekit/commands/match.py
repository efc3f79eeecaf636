"""Plays a match, both sides equally, from random openings.

Players are named like alpha_beta:3 or uct:1000; a wrong name prints all.
"""

from __future__ import annotations

import argparse

from coursekit.commands.common import add_game, add_games, add_number, describe, on_workers
from coursekit.games import registry


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, run, __doc__)
    parser.add_argument("a", metavar="PLAYER")
    parser.add_argument("b", metavar="PLAYER")
    add_game(parser)
    add_games(parser, "games, an even number")
    add_number(parser, "--openings", None, "random plies (default: as suits the game)")


def run(options: argparse.Namespace) -> int:
    """Plays the match and prints its result; returns the exit status."""
    from coursekit import arena
    from coursekit.players.parsing import read_players

    a, b = read_players([options.a, options.b], options.game)
    with on_workers(options.jobs, options.dask) as jobs:
        result = arena.match(
            a,
            b,
            games=options.games,
            seed=options.seed,
            n_jobs=jobs,
            make=registry.spec(options.game).make,
            openings=options.openings,
        )
    print(result)
    print(result.verdict)
    return 0

"""Plays a match, both sides equally, from random openings.

Players are named like alpha_beta:3 or uct:1000; a wrong name prints all.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coursekit.commands.common import add_command, add_game, add_games, add_number
from coursekit.games import registry

if TYPE_CHECKING:
    from coursekit.commands.common import Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    about = "let two players play a match, and say who is stronger"
    parser = add_command(commands, "match", run, about, __doc__)
    parser.add_argument("a", metavar="PLAYER")
    parser.add_argument("b", metavar="PLAYER")
    add_game(parser)
    add_games(parser, "games, an even number")
    add_number(parser, "--openings", None, "random plies (default: as suits the game)")


def run(options: argparse.Namespace) -> int:
    """Plays the match and prints its result; returns the exit status."""
    from coursekit import arena
    from coursekit.players.parsing import read_player

    result = arena.match(
        read_player(options.a),
        read_player(options.b),
        games=options.games,
        seed=options.seed,
        n_jobs=options.jobs,
        make=registry.spec(options.game).make,
        openings=options.openings,
    )
    print(result)
    print(result.verdict)
    return 0

"""``python -m coursekit match A B``: a match between two players."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coursekit.commands.common import GAMES, add_game, guarded

if TYPE_CHECKING:
    from coursekit.commands.common import Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "match",
        help="let two players play a match, and say who is stronger",
        description="Plays a match, both sides equally, from random openings. Players are named "
        "like alpha_beta:3 or uct:1000; a wrong name prints all.",
    )
    parser.add_argument("a", metavar="PLAYER")
    parser.add_argument("b", metavar="PLAYER")
    add_game(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes; -1: one for each core"
    )
    parser.add_argument(
        "--openings", type=int, metavar="PLIES", help="random plies (default: as suits the game)"
    )
    parser.set_defaults(run=lambda options: guarded("match", lambda: run(options)))


def run(options: argparse.Namespace) -> int:
    """Plays the match and prints its result; returns the exit status."""
    from coursekit import arena
    from coursekit.players.naming import read_player

    result = arena.match(
        read_player(options.a),
        read_player(options.b),
        games=options.games,
        seed=options.seed,
        n_jobs=options.jobs,
        make=GAMES[options.game],
        openings=options.openings,
    )
    print(result)
    print(result.verdict)
    return 0

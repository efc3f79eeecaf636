"""``python -m coursekit render``: a position as a PNG file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from coursekit.commands.common import add_game, guarded, read_position

if TYPE_CHECKING:
    from coursekit.commands.common import Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "render",
        help="draw a position as a PNG file",
        description="Draws the position at the end of a transcript, or a given one.",
    )
    parser.add_argument(
        "text",
        help="a transcript (f5d6c3…), or a position in quotes: its squares from a1 with X, O and "
        "- for empty, a space, and the side to move; '' for the start",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="the PNG file to write")
    add_game(parser)
    parser.add_argument(
        "--size", type=int, default=400, metavar="PIXELS", help="width (default: %(default)s)"
    )
    parser.add_argument(
        "--ply", type=int, metavar="N", help="draw the position after so many plies of the game"
    )
    parser.set_defaults(run=lambda options: guarded("render", lambda: run(options)))


def run(options: argparse.Namespace) -> int:
    """Writes the picture and says where; returns the exit status."""
    env = read_position(options.text, options.game)
    plies = len(env.history)
    if options.ply is not None:
        if not 0 <= options.ply <= plies:
            raise ValueError(f"--ply {options.ply}: the transcript has plies 0 to {plies}")
        for _ in range(plies - options.ply):
            env.undo()
    path = Path(options.out)
    if path.suffix.lower() != ".png":
        raise ValueError(f"--out {options.out}: the picture is a PNG file, so name it so")
    env.render(size=options.size).save(path)
    print(f"{path}: {env.name} after {len(env.history)} plies, {env.player} to move")
    return 0

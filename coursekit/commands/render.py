"""Draws the position at the end of a transcript, or a given one."""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path

from coursekit import files
from coursekit.commands.common import add_game, add_number, describe, is_position
from coursekit.games import registry


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, run, __doc__)
    parser.add_argument(
        "text",
        help="a transcript (f5d6c3…), or a position in quotes: its squares from a1 with X, O and "
        "- for empty, a space, and the side to move; '' for the start",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="the PNG file to write")
    add_game(parser)
    add_number(parser, "--size", 400, "width in pixels")
    add_number(parser, "--ply", None, "draw the position after the first N plies of the game")


def run(options: argparse.Namespace) -> int:
    """Writes the picture and says where; returns the exit status."""
    text, spec = options.text.strip(), registry.spec(options.game)
    env = spec.from_string(text) if is_position(text) else spec.from_moves(text)
    plies = len(env.history)
    if options.ply is not None:
        if not 0 <= options.ply <= plies:
            raise ValueError(f"--ply {options.ply}: the transcript has plies 0 to {plies}")
        for _ in range(plies - options.ply):
            env.undo()
    path = Path(options.out)
    if path.suffix.lower() != ".png":
        raise ValueError(f"--out {options.out}: the picture is a PNG file, so name it so")
    if not path.parent.is_dir():
        raise ValueError(f"--out {path}: there is no folder {path.parent}")
    picture = BytesIO()
    env.render(size=options.size).save(picture, "PNG")
    files.replace(path, picture.getvalue())
    print(f"{path}: {env.name} after {len(env.history)} plies, {env.player} to move")
    return 0

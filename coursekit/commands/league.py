"""Plays a round robin, keeps every game at once, and prints the ratings.

What was interrupted resumes where it stopped; what is complete is only read.
"""

from __future__ import annotations

import argparse
import tomllib
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from coursekit.commands.common import (
    MOST_GAMES,
    add_game,
    add_games,
    describe,
    on_workers,
    output_folder,
    players_help,
)
from coursekit.games import registry

_EXAMPLE = """\
A league file, for example league.toml:

  players = ["random", "most_flips", "alpha_beta:3", "uct:100", "mine.py:my_player"]
  game = "othello8"
  games = 100
  seed = 0

Its games are kept in the file's own folder, and files of own players are found from there."""

_SETTINGS = {"players": list, "game": str, "games": int, "seed": int}


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, run, __doc__, f"{_EXAMPLE}\n\n{players_help()}")
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two or more players, or one .toml file"
    )
    add_game(parser)
    add_games(parser, "games of each pair")
    parser.add_argument("--out", metavar="FOLDER", help="where to keep the games")
    parser.add_argument(
        "--fresh", action="store_true", help="play again what the folder holds of these players"
    )
    parser.add_argument("--table", action="store_true", help="print the cross table as well")


def run(options: argparse.Namespace) -> int:
    """Plays the league and prints the ratings; returns the exit status."""
    from coursekit import arena
    from coursekit.players.base import player_name
    from coursekit.players.parsing import read_players

    asked = vars(options)
    if len(options.players) == 1 and options.players[0].endswith(".toml"):
        asked = asked | read_file(Path(options.players[0]))
    players = read_players(asked["players"], asked["game"])
    names = [player_name(player) for player in players]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"{twice!r} is named twice: a league is between different players")
    try:
        with (
            nullcontext() if asked["out"] is None else output_folder(asked["out"]) as folder,
            on_workers(options.jobs, options.dask) as jobs,
        ):
            result = arena.league(
                players,
                games=asked["games"],
                seed=asked["seed"],
                n_jobs=jobs,
                make=registry.spec(asked["game"]).make,
                folder=folder,
                fresh=options.fresh,
            )
    except KeyboardInterrupt:
        kept = "the same command resumes it" if asked["out"] else "nothing is kept without --out"
        raise KeyboardInterrupt(f"stopped; {kept}") from None
    print(result)
    if options.table:
        table = (100 * result.table).round(0)
        table.columns = list(range(1, len(table) + 1))  # by rank
        print(f"\n{table.to_string(na_rep='', float_format='{:.0f}'.format)}")
    return 0


def read_file(path: Path) -> dict[str, Any]:
    """Returns what a league file asks for, by the names of the command's options.

    Files of own players are found from the league file's folder, where the games are kept.

    Raises:
        ValueError: If there is no such file, it is no TOML, or it holds something else than the
            settings of a league.
    """
    try:
        asked = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"there is no league file {path}: {error.strerror}") from None
    except ValueError as error:  # also for bytes that are no text
        raise ValueError(f"{path} is no TOML: {error}") from None
    for name, value in asked.items():
        if name not in _SETTINGS:
            raise ValueError(f"{path}: there is no setting {name!r}, but {', '.join(_SETTINGS)}")
        if type(value) is not _SETTINGS[name]:
            raise ValueError(f"{path}: {name} = {value!r} is no {_SETTINGS[name].__name__}")
    if asked.get("games", 0) > MOST_GAMES:
        raise ValueError(f"{path}: games = {asked['games']}: at most {MOST_GAMES:,} can be played")
    if "players" not in asked:
        raise ValueError(f"{path}: players = [...] is missing")
    names = map(str, asked["players"])
    asked["players"] = [str(path.parent / name) if ".py:" in name else name for name in names]
    return {**asked, "out": str(path.parent)}

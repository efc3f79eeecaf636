"""What the commands share: games by name, positions as text, and how a command fails."""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from coursekit import Env, othello, tictactoe, ultimate
from coursekit.solve import INTERRUPTED

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

PLAYER_FAILED, WRONG_QUESTION = 1, 2
"""Exit statuses beside 0 and 130 (Ctrl-C)."""

GAMES: dict[str, Callable[[], Env]] = {
    "othello8": othello.make,
    "othello6": partial(othello.make, 6),
    "othello4": partial(othello.make, 4),
    "tictactoe": tictactoe.make,
    "ultimate": ultimate.make,
}
"""What returns a game at its start, by the game's name."""


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds the option that names a game."""
    parser.add_argument(
        "--game", choices=GAMES, default="othello8", help="the game (default: %(default)s)"
    )


def players_help() -> str:
    """Returns how players are named, for the end of a command's help."""
    from coursekit.players.naming import known_players

    return f"players:\n{known_players()}\n\nA budget that ends with s is in seconds: uct:0.5s."


def read_position(text: str, game: str) -> Env:
    """Returns the env of a transcript, or of a position: its squares and the side to move.

    Raises:
        ValueError: If the text is neither; see the game's ``from_moves`` and ``from_string``.
    """
    text = text.strip()
    is_position = re.match(r"[-XO]+ [XO]", text) is not None
    if game.startswith("othello"):
        size = int(game.removeprefix("othello"))
        return othello.from_string(text) if is_position else othello.from_moves(text, size)
    if game == "tictactoe":
        return tictactoe.from_string(text) if is_position else tictactoe.from_moves(text)
    return ultimate.from_string(text) if is_position else ultimate.from_moves(text)


def guarded(command: str, act: Callable[[], int]) -> int:
    """Runs a command; an error becomes a message on stderr and an exit status.

    Returns:
        What ``act`` returns; 1 if a player failed, 2 for a wrong question, 130 for Ctrl-C.
    """
    from coursekit.arena import PlayerError

    try:
        return act()
    except PlayerError as error:
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        print(f"coursekit {command}: {error}", file=sys.stderr)
        return PLAYER_FAILED
    except (ValueError, TypeError, OSError) as error:  # the package's own errors are among these
        print(f"coursekit {command}: {error}", file=sys.stderr)
        return WRONG_QUESTION
    except KeyboardInterrupt:
        print(f"\ncoursekit {command}: stopped", file=sys.stderr)
        return INTERRUPTED

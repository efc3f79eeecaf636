"""What the commands share: how they are added, their options, and how a command fails."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from coursekit.games import registry

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]
    Run: TypeAlias = Callable[[argparse.Namespace], int]

T = TypeVar("T", int, str)

PLAYER_FAILED, WRONG_QUESTION, INTERRUPTED = 1, 2, 130
"""Exit statuses of a command that a player, its user or Ctrl-C has ended."""


def add_command(
    commands: Commands,
    name: str,
    run: Run,
    about: str,
    description: str | None = None,
    epilog: str | None = None,
) -> argparse.ArgumentParser:
    """Adds a command and returns its parser.

    Args:
        commands: Where it is added.
        name: Its name.
        run: Does it, given its options, and returns the exit status; see :func:`guarded`.
        about: What it does, for the list of commands.
        description: The beginning of its help: the docstring of its module.
        epilog: The end of its help, printed as it is.
    """
    form = argparse.RawDescriptionHelpFormatter if epilog else argparse.HelpFormatter
    parser = commands.add_parser(
        name, help=about, description=description, epilog=epilog, formatter_class=form
    )
    parser.set_defaults(run=run)
    return parser


def add_number(parser: argparse.ArgumentParser, name: str, default: int | None, about: str) -> None:
    """Adds an option whose value is a whole number."""
    about += "" if default is None else " (default: %(default)s)"
    parser.add_argument(name, type=int, default=default, metavar="N", help=about)


def add_choice(
    parser: argparse.ArgumentParser, name: str, choices: Sequence[T], default: T, about: str
) -> None:
    """Adds an option whose value is one of several."""
    about += " (default: %(default)s)"
    parser.add_argument(name, type=type(default), choices=choices, default=default, help=about)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds the option that names a game."""
    # Not a choice among those known now: a player's file may register a game of its own.
    about = f"the game: {', '.join(registry.names())} (default: %(default)s)"
    parser.add_argument("--game", default="othello8", help=about)


def add_games(parser: argparse.ArgumentParser, about: str, jobs: int = 1) -> None:
    """Adds the options of games that are played: their number, seed and processes."""
    add_number(parser, "--games", 100, about)
    add_number(parser, "--seed", 0, "of everything")
    add_number(parser, "--jobs", jobs, "processes; -1: one for each core")


def players_help() -> str:
    """Returns how players are named, for the end of a command's help."""
    from coursekit.players.parsing import known_players

    return f"players:\n{known_players()}\n\nA budget that ends with s is in seconds: uct:0.5s."


def is_position(text: str) -> bool:
    """Returns whether a text is a position, which begins with its squares, and no transcript."""
    return text.startswith(("-", "X", "O"))


def guarded(options: argparse.Namespace) -> int:
    """Runs the command that was chosen; an error becomes a message on stderr and an exit status.

    Returns:
        What the command returns; 1 if a player failed, 2 for a wrong question, 130 for Ctrl-C.
    """
    from coursekit.arena.errors import PlayerError

    try:
        status: int = options.run(options)
        return status
    except (PlayerError, ValueError, TypeError, OSError) as error:
        failed = isinstance(error, PlayerError)
        if failed and error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        print(f"coursekit {options.command}: {error}", file=sys.stderr)
        return PLAYER_FAILED if failed else WRONG_QUESTION
    except SystemExit:
        print(f"coursekit {options.command}: a player left the program", file=sys.stderr)
        return PLAYER_FAILED
    except KeyboardInterrupt as interrupt:
        print(f"\ncoursekit {options.command}: {str(interrupt) or 'stopped'}", file=sys.stderr)
        return INTERRUPTED

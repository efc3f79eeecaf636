"""Runs a command: finds its module, and turns whatever ends it into a line and an exit status."""

from __future__ import annotations

import io
import shlex
import sys
import traceback
from importlib import import_module
from typing import TYPE_CHECKING

from coursekit import doctor
from coursekit.commands.common import WRONG_QUESTION, Parser, complain, hang_up

if TYPE_CHECKING:
    from argparse import Namespace

PLAYER_FAILED, HUNG_UP = 1, 141
"""Exit statuses of a command whose player failed, or whose output nobody reads any more."""

COMMANDS = {
    "doctor": "say whether this machine is ready, or what to fix",
    "solve": "say what a position of Othello is worth with best play, and each of its moves",
    "train": "train a network, with a log and checkpoints",
    "data": "make data to learn from, or check it",
    "play": "play against a player, in the terminal",
    "match": "let two players play a match, and say who is stronger",
    "league": "let players play each other, and rate them",
    "render": "draw a position as a PNG file",
    "strength": "measure an AlphaZero training by matches",
}
"""What each command is for; its module in this folder is loaded only when it is asked for."""


def run(words: list[str]) -> int:
    """Runs a command line and returns its exit status.

    Returns:
        What the command returns; 1 if a player failed, 2 for a wrong question, 141 if the output
        is closed.

    Raises:
        KeyboardInterrupt: After Ctrl-C; its message says what is kept.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # What cannot be decoded or printed here must not end a game.
            stream.reconfigure(errors="backslashreplace")
    name = " ".join(["coursekit", *words[:1]])
    try:
        status = _run(name, words)
        if sys.stdout is not None:  # else it was closed before we began
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        hang_up()
        return HUNG_UP
    except OSError as error:  # of the flush
        hang_up()
        complain(name, f"the output cannot be written: {error.strerror}")
        return WRONG_QUESTION


def _run(name: str, words: list[str]) -> int:
    try:
        try:
            options = _parsed(words)
        except SystemExit as stop:  # argparse has printed its help, or what is wrong
            return int(stop.code or 0)
        status: int = options.run(options)
        return status
    except BrokenPipeError:
        raise
    except SystemExit:
        complain(name, "a player left the program")
        return PLAYER_FAILED
    except ImportError as error:
        if (error.name or "").startswith("coursekit"):
            raise  # our own mistake
        complain(name, doctor.missing(error, shlex.join(words)))
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        complain(name, f"{where}{error.strerror or error}")
    except (ValueError, TypeError) as error:
        complain(name, str(error))
    except (MemoryError, RuntimeError) as error:
        from coursekit.arena.errors import PlayerError

        if isinstance(error, MemoryError) or "can't allocate memory" in str(error):  # torch's
            complain(name, "this needs more memory than there is: ask for less")
            return WRONG_QUESTION
        if not isinstance(error, PlayerError):
            raise
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        print(f"{name}: {error}", file=sys.stderr)
        return PLAYER_FAILED
    return WRONG_QUESTION


def _parsed(words: list[str]) -> Namespace:
    """Returns the options of a command line."""
    parser = Parser(prog="coursekit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about)
        if words[:1] == [name]:
            import_module(f"coursekit.commands.{name}").add(command)
    options, unknown = parser.parse_known_args(words)
    if unknown:
        commands.choices[options.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    return options

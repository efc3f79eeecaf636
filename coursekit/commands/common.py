"""What the commands share: their options, and how they say what is wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from coursekit.files import claimed
from coursekit.strangers import plain

if TYPE_CHECKING:
    Run: TypeAlias = Callable[[argparse.Namespace], int]

T = TypeVar("T", int, str)

WRONG_QUESTION = 2
"""Exit status of a command that was asked for what cannot be done."""

MOST_GAMES = 1_000_000
"""Games of a match: more would fill the memory before the first begins."""

_LARGEST = 2**63 - 1

_HOLDS = {"checkpoint.json": "a training", "log.jsonl": "a training", "manifest.json": "data"}


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with a command line, and what would be right."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with the message."""
        complain(self.prog, f"{message} (see {self.prog} --help)")
        raise SystemExit(WRONG_QUESTION)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            near = get_close_matches(str(value), choices, n=1)
            guess = f"did you mean {near[0]}? There" if near else "there"
            message = f"{value!r}: {guess} are: {', '.join(choices)}"
            raise argparse.ArgumentError(action, message)


def complain(who: str, message: str) -> None:
    """Prints the first line of a message on stderr.

    Args:
        who: The command that it comes from.
        message: What is wrong; a board may follow in further lines.
    """
    line = message.partition("\n")[0]
    print(f"{who}: {plain(line, most=1000)}", file=sys.stderr)


def hang_up() -> None:
    """Lets go of an output that nobody reads, so that nothing more is said about it."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def describe(
    parser: argparse.ArgumentParser, run: Run, description: str | None, epilog: str | None = None
) -> None:
    """Says what a command does.

    Args:
        parser: The command's.
        run: Does it, given its options, and returns the exit status.
        description: The beginning of its help: the docstring of its module.
        epilog: The end of its help, printed as it is.
    """
    parser.set_defaults(run=run)
    parser.description, parser.epilog = description, epilog
    if epilog:
        parser.formatter_class = argparse.RawDescriptionHelpFormatter


def add_number(
    parser: argparse.ArgumentParser,
    name: str,
    default: int | None,
    about: str,
    least: int = 0,
    most: int = _LARGEST,
) -> None:
    """Adds an option whose value is a whole number."""
    about += "" if default is None else " (default: %(default)s)"
    kind = partial(_whole, least, most)
    parser.add_argument(name, type=kind, default=default, metavar="N", help=about)


def _whole(least: int, most: int, text: str) -> int:
    with suppress(ValueError):
        if least <= (number := int(text)) <= most:
            return number
    span = f"from {least} " + ("up" if most == _LARGEST else f"to {most:,}")
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number {span}")


def add_workers(parser: argparse.ArgumentParser, name: str, default: int | None) -> None:
    """Adds the options for who does the work: a number of processes, or a cluster."""
    about = "processes; -1: one for each core"
    about += "" if default is None else " (default: %(default)s)"
    either = parser.add_mutually_exclusive_group()
    either.add_argument(name, type=_processes, default=default, metavar="N", help=about)
    about = "let the workers of a Dask cluster do it, by the address of its scheduler"
    either.add_argument("--dask", metavar="ADDRESS", help=about)


def _processes(text: str) -> int:
    with suppress(ValueError):
        if (number := int(text)) > 0 or number == -1:
            return number
    raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 up, or -1 for all cores")


@contextmanager
def on_workers(processes: int, cluster: str | None) -> Iterator[int]:
    """Lets a cluster do the work of the block, if one is named.

    Yields:
        The number of processes, but no more than there are cores: these would only wait.
    """
    import joblib

    from coursekit.workers import on_cluster

    with nullcontext() if cluster is None else on_cluster(cluster):
        yield min(processes, joblib.cpu_count())


@contextmanager
def output_folder(name: str, kind: str | None = None) -> Iterator[Path]:
    """Keeps a folder for the results of one command, and leaves none behind without any.

    Args:
        name: Where it is; made if it is not there.
        kind: What it may hold already, if that matters: "data" or "a training".

    Raises:
        ValueError: If it cannot be made or written, holds something else, or another command is
            writing there.
    """
    folder = Path(name)
    with ExitStack() as stack:
        try:
            if not name:
                raise ValueError("name a folder")
            made = [path for path in (folder, *folder.parents) if not path.exists()]
            stack.callback(_remove_empty, made)
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(claimed(folder))
            for file, held in _HOLDS.items():
                if kind not in (None, held) and (folder / file).exists():
                    raise ValueError(f"it holds {held}: name another folder")
        except OSError as error:
            raise ValueError(f"--out {name}: no folder to write to: {error.strerror}") from None
        except ValueError as error:
            raise ValueError(f"--out {name!r}: {error}") from None
        yield folder


def _remove_empty(folders: Iterable[Path]) -> None:
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def add_choice(
    parser: argparse.ArgumentParser, name: str, choices: Sequence[T], default: T, about: str
) -> None:
    """Adds an option whose value is one of several."""
    about += " (default: %(default)s)"
    parser.add_argument(name, type=type(default), choices=choices, default=default, help=about)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds the option that names a game."""
    from coursekit.games import registry

    # Not a choice among those known now: a player's file may register a game of its own.
    about = f"the game: {', '.join(registry.names())} (default: %(default)s)"
    parser.add_argument("--game", default="othello8", help=about)


def add_games(parser: argparse.ArgumentParser, about: str, jobs: int = 1) -> None:
    """Adds the options of games that are played: their number, seed and processes."""
    add_number(parser, "--games", 100, about, 2, MOST_GAMES)
    add_number(parser, "--seed", 0, "of everything")
    add_workers(parser, "--jobs", jobs)


def players_help() -> str:
    """Returns how players are named, for the end of a command's help."""
    from coursekit.players.parsing import known_players

    return f"players:\n{known_players()}\n\nA budget that ends with s is in seconds: uct:0.5s."


def is_position(text: str) -> bool:
    """Returns whether a text is a position, which begins with its squares, and no transcript."""
    return text.startswith(("-", "X", "O"))

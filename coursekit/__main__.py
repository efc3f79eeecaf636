"""The command line: ``python -m coursekit COMMAND``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeAlias

from coursekit import doctor, othello, solve
from coursekit.commands import data, league, match, play, render, strength

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


def _add_doctor(commands: Commands) -> None:
    parser = commands.add_parser("doctor", help="say whether this machine is ready, or what to fix")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    parser.set_defaults(run=lambda options: doctor.report(quiet=options.quiet))


def _add_solve(commands: Commands) -> None:
    asked = solve.Question("")
    parser = commands.add_parser(
        "solve",
        help="say what a position of Othello is worth with best play, and each of its moves",
        description="Solves an endgame of Othello exactly, or with --line the end of a game.",
    )
    parser.add_argument(
        "text",
        help="a transcript (f5d6c3…), or a position in quotes: its squares from a1 with X for "
        "black, O for white and - for empty, a space, and the side to move",
    )
    parser.add_argument(
        "--line",
        action="store_true",
        help="go along the transcript from its end, and value every position",
    )
    parser.add_argument(
        "--from-empties",
        type=int,
        default=asked.from_empties,
        metavar="N",
        help="with --line: positions with at most N empty squares (default: %(default)s)",
    )
    parser.add_argument(
        "--empties",
        choices=solve.COUNTED,
        default=asked.empties,
        help="for whom squares count that stay empty (default: %(default)s)",
    )
    parser.add_argument(
        "--size",
        type=int,
        choices=othello.SIZES,
        default=asked.size,
        help="squares in a row of a transcript's board (default: %(default)s)",
    )
    parser.add_argument(
        "--max-empties",
        type=int,
        default=asked.max_empties,
        metavar="N",
        help="solve nothing with more empty squares than this (default: %(default)s)",
    )
    parser.set_defaults(
        run=lambda options: solve.report(
            solve.Question(
                options.text,
                options.size,
                options.empties,
                options.max_empties,
                options.from_empties,
                options.line,
            )
        )
    )


def _add_train(commands: Commands) -> None:
    parser = commands.add_parser("train", help="train a network, with a log and checkpoints")
    parser.add_argument(
        "training",
        choices=[
            *("tictactoe", "othello4", "othello6", "othello8"),
            *("tictactoe-q", "othello4-q"),
            *("othello8-policy", "othello8-improved", "othello8-value"),
        ],
        metavar="TRAINING",
        help="a game, for AlphaZero: tictactoe, othello4, othello6, othello8; for Q-learning "
        "tictactoe-q, othello4-q; for AlphaGo's way othello8-policy, othello8-improved, "
        "othello8-value",
    )
    parser.add_argument(
        "--preset",
        choices=["smoke", "laptop", "gpu"],
        help="AlphaZero's recipe: seconds, for two cores, or for a GPU (default: laptop)",
    )
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for log and checkpoints")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        help="what to learn from: policy or value data; for othello8-improved the folder of the "
        "policy's training (default: the policy that comes along)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting (see coursekit.learning.AlphaZeroConfig and QConfig); may be given several "
        "times; with --resume, how long to go on: generations, decay",
    )
    parser.add_argument("--resume", action="store_true", help="go on from FOLDER's checkpoint")
    parser.add_argument(
        "--workers",
        type=int,
        default=-1,
        metavar="N",
        help="processes that play for AlphaZero; the result is the same (default: one a core)",
    )
    parser.add_argument(
        "--after",
        metavar="FOLDER",
        help="begin with what the unfinished AlphaZero training in FOLDER has played",
    )
    parser.add_argument(
        "--until",
        type=int,
        metavar="N",
        help="stop after update or generation N; --resume goes on from there",
    )
    parser.set_defaults(run=_train)


def _train(options: argparse.Namespace) -> int:
    from coursekit.learning import command  # torch loads only now

    return command.run(
        command.Asked(
            options.training,
            options.out,
            options.seed,
            options.preset,
            options.set,
            options.resume,
            options.workers,
            options.data,
            options.after,
            options.until,
        )
    )


# One function for each command: it adds the command's parser, whose `run` gets the options and
# returns the exit status.
_COMMANDS = (
    _add_doctor,
    _add_solve,
    _add_train,
    data.add,
    play.add,
    match.add,
    league.add,
    render.add,
    strength.add,
)


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    Args:
        arguments: The words of the command line, by default those of this process.
    """
    parser = argparse.ArgumentParser(prog="python -m coursekit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in _COMMANDS:
        add(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    raise SystemExit(main())

"""Makes data in shards, with a manifest that proves them whole.

A stopped run is resumed by the same command, and the same seed gives the same data with any number
of processes.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from coursekit.commands.common import add_number, add_workers, on_workers, output_folder

if TYPE_CHECKING:
    from coursekit.learning.alphago.data import Maker

DAMAGED = 1
"""Exit status beside those that all commands have: the data is damaged or incomplete."""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's kinds of data, and their options."""
    parser.description = __doc__
    kinds = parser.add_subparsers(metavar="KIND", required=True)
    policy = kinds.add_parser("policy", help="the moves of a strong player (PolicyDataConfig)")
    about = "one position a game, and who won from there (ValueDataConfig)"
    value = kinds.add_parser("value", help=about)
    checked = kinds.add_parser("check", help="say whether the data of a folder is whole")
    for kind, run in ((policy, make_policy), (value, make_value), (checked, check)):
        kind.set_defaults(run=run)
    for making in (policy, value):
        _add_making(making)
    about = "checkpoint of the policy before the random move (default: the one that comes along)"
    value.add_argument("--policy", metavar="FOLDER", help=about)
    about = "checkpoint of the policy after it (default: the improved one that comes along)"
    value.add_argument("--improved", metavar="FOLDER", help=about)
    checked.add_argument("folder", metavar="FOLDER")


def make_policy(options: argparse.Namespace) -> int:
    """Makes policy data; returns the exit status."""
    from coursekit.learning.alphago.data import PolicyData, PolicyDataConfig  # torch loads only now

    return _make(PolicyData(PolicyDataConfig().changed(_settings(options))), options)


def make_value(options: argparse.Namespace) -> int:
    """Makes value data; returns the exit status."""
    from coursekit.learning.alphago.data import ValueData, ValueDataConfig
    from coursekit.learning.loading import SHIPPED, load_policy

    supervised, _ = load_policy(options.policy or SHIPPED / "othello8_policy_connected")
    improved, _ = load_policy(options.improved or SHIPPED / "othello8_improved")
    config = ValueDataConfig().changed(_settings(options))
    return _make(ValueData(config, supervised, improved), options)


def check(options: argparse.Namespace) -> int:
    """Says whether the data of a folder is whole; returns the exit status."""
    from coursekit.learning.alphago.data import problems, read_manifest

    manifest = read_manifest(Path(options.folder))
    found = problems(options.folder)
    for problem in found:
        print(problem)
    if not found:
        print(f"{options.folder} is whole: {manifest}")
    return DAMAGED if found else 0


def _add_making(parser: argparse.ArgumentParser) -> None:
    """Adds the options that all kinds of data have in common."""
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for the data")
    add_number(parser, "--games", None, "games (default: as in the settings)", 1)
    add_number(parser, "--seed", 0, "of everything")
    about = "a setting (see coursekit.learning.alphago.data); may be given several times"
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=about)
    add_workers(parser, "--jobs", -1)


def _settings(options: argparse.Namespace) -> list[str]:
    games = [] if options.games is None else [f"games={options.games}"]
    return [f"seed={options.seed}", *games, *options.set]


def _make(maker: Maker, options: argparse.Namespace) -> int:
    from coursekit.learning.alphago.data import make

    began = time.perf_counter()
    with (
        output_folder(options.out, "data") as folder,
        on_workers(options.jobs, options.dask) as jobs,
    ):
        manifest = make(maker, folder, jobs)
    print(f"{options.out}: {manifest} ({time.perf_counter() - began:,.1f} s)")
    return 0

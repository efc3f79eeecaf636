"""``python -m coursekit data``: makes data to learn from, goes on with it, and checks it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coursekit.commands.common import guarded

if TYPE_CHECKING:
    from coursekit.commands.common import Commands
    from coursekit.learning.data import Maker

DAMAGED = 1
"""Exit status beside those that all commands have: the data is not whole."""


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "data",
        help="make data to learn from, or check it",
        description="Makes data in shards, with a manifest that proves them whole. A stopped run "
        "is gone on with by the same command, and the same seed gives the same data with any "
        "number of processes.",
    )
    kinds = parser.add_subparsers(metavar="KIND", required=True)
    policy = kinds.add_parser(
        "policy", parents=[_making()], help="the moves of a strong player (PolicyDataConfig)"
    )
    policy.set_defaults(run=lambda options: guarded("data", lambda: make_policy(options)))
    value = kinds.add_parser(
        "value",
        parents=[_making()],
        help="one position a game, and who won from there (ValueDataConfig)",
    )
    value.add_argument(
        "--policy",
        metavar="FOLDER",
        help="checkpoint of the policy before the random move (default: the one that comes along)",
    )
    value.add_argument(
        "--improved",
        metavar="FOLDER",
        help="checkpoint of the policy after it (default: the improved one that comes along)",
    )
    value.set_defaults(run=lambda options: guarded("data", lambda: make_value(options)))
    checked = kinds.add_parser("check", help="say whether the data of a folder is whole")
    checked.add_argument("folder", metavar="FOLDER")
    checked.set_defaults(run=lambda options: guarded("data", lambda: check(options)))


def make_policy(options: argparse.Namespace) -> int:
    """Makes policy data; returns the exit status."""
    from coursekit.learning.data import PolicyData, PolicyDataConfig  # torch loads only now

    return _make(PolicyData(PolicyDataConfig().changed(_settings(options))), options)


def make_value(options: argparse.Namespace) -> int:
    """Makes value data; returns the exit status."""
    from coursekit.learning.data import ValueData, ValueDataConfig
    from coursekit.learning.loading import SHIPPED, load_policy

    supervised, _ = load_policy(options.policy or SHIPPED / "othello8_policy_connected")
    improved, _ = load_policy(options.improved or SHIPPED / "othello8_improved")
    config = ValueDataConfig().changed(_settings(options))
    return _make(ValueData(config, supervised, improved), options)


def check(options: argparse.Namespace) -> int:
    """Says whether the data of a folder is whole; returns the exit status."""
    from coursekit.learning.data import problems, read_manifest

    manifest = read_manifest(Path(options.folder))
    found = problems(options.folder)
    for problem in found:
        print(problem)
    if not found:
        print(f"{options.folder} is whole: {manifest}")
    return DAMAGED if found else 0


def _making() -> argparse.ArgumentParser:
    """Returns the options that all kinds of data have in common."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for the data")
    parser.add_argument("--games", type=int, metavar="N", help="default: as in the settings")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting (see coursekit.learning.data); may be given several times",
    )
    parser.add_argument(
        "--jobs", type=int, default=-1, metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="use the workers of a Dask cluster instead, by the address of its scheduler",
    )
    return parser


def _settings(options: argparse.Namespace) -> list[str]:
    games = [] if options.games is None else [f"games={options.games}"]
    return [f"seed={options.seed}", *games, *options.set]


def _make(maker: Maker, options: argparse.Namespace) -> int:
    from coursekit.learning.data import make

    began = time.perf_counter()
    with _workers(options.dask):
        manifest = make(maker, options.out, options.jobs)
    print(f"{options.out}: {manifest} ({time.perf_counter() - began:,.1f} s)")
    return 0


@contextmanager
def _workers(dask: str | None) -> Iterator[None]:
    """Lets joblib take the workers of a cluster, if there is one, while its block runs."""
    if dask is None:
        yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("--dask needs the packages dask and distributed: install them") from None
    import joblib

    client = Client(dask)  # type: ignore[no-untyped-call]
    with client, joblib.parallel_config("dask", client=client):
        yield

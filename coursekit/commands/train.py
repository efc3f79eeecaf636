"""The command ``python -m coursekit train``: trainings by name, with a log and checkpoints."""

from __future__ import annotations

import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coursekit import learning
from coursekit.commands.common import (
    add_number,
    add_workers,
    describe,
    hang_up,
    on_workers,
    output_folder,
)
from coursekit.learning.alphazero.config import PRESETS, preset, searchable_games
from coursekit.learning.tables import small_games

if TYPE_CHECKING:
    from coursekit.learning.alphago.examples import Examples
    from coursekit.learning.config import Config
    from coursekit.learning.training import Training

SNAPSHOTS = "snapshots"
"""The folder, in that of a training, of its networks at earlier moments."""

VALIDATION = 0.05
"""Share of the games of policy or value data that nothing is learned from."""


@dataclass(frozen=True)
class Recipe:
    """How a training is made; torch is loaded only then.

    Attributes:
        learner: Its class, by its name in :mod:`coursekit.learning`.
        game: The game.
        start: Returns the settings that a new one begins with.
        given: Returns what it is given beside its settings.
        options: The options that it takes beside those of all.
        log_every: Steps from one line of the log to the next.
        save_every: Steps from one checkpoint to the next.
    """

    learner: str
    game: str
    start: Callable[[str, Namespace], Mapping[str, Any]]
    given: Callable[[Namespace], tuple[Any, ...]] = lambda options: ()
    options: tuple[str, ...] = ()
    log_every: int = 100
    save_every: int = 500

    @property
    def type(self) -> type[Training]:
        """The class."""
        found: type[Training] = getattr(learning, self.learner)
        return found

    def config(self, options: Namespace) -> Config:
        """Returns the settings of a new training."""
        first = {**self.start(self.game, options), "seed": options.seed}
        config = self.type.settings.from_dict(first).changed(options.set)
        game = getattr(config, "game", self.game)
        if game != self.game:
            raise ValueError(f"{options.training} is a training for {self.game}, not {game}")
        return config

    def new(self, options: Namespace) -> Training:
        """Returns a new training."""
        make: Any = self.type
        training: Training = make(self.config(options), *self.given(options))
        return training

    def resumed(self, options: Namespace) -> Training:
        """Returns a training that continues from the folder's checkpoint."""
        from coursekit.learning.checkpoint import load

        checkpoint = load(Path(options.out), self.type.kind, self.game)
        config = self.type.settings.from_dict(checkpoint.config).changed(options.set)
        return self.type.resumed(checkpoint, *self.given(options), config=config)


def recipes() -> dict[str, Recipe]:
    """Returns all trainings by name."""
    examples = ("data",), 500, 1000
    return {
        **{
            game: Recipe(
                "AlphaZero", game, _preset, _workers, ("preset", "after", "workers", "dask"), 1, 1
            )
            for game in searchable_games()
        },
        **{
            f"{game}-q": Recipe("QLearning", game, lambda game, _: {"game": game})
            for game in small_games()
        },
        "othello8-policy": Recipe("PolicyLearning", "othello8", _defaults, _moves, *examples),
        "othello8-improved": Recipe("Reinforce", "othello8", _layers, _policy, ("data",), 20, 20),
        "othello8-value": Recipe("ValueLearning", "othello8", _defaults, _results, *examples),
    }


def _defaults(game: str, options: Namespace) -> Mapping[str, Any]:
    return {}


def _preset(game: str, options: Namespace) -> Mapping[str, Any]:
    return preset(options.preset or "laptop", game).to_dict()


def _workers(options: Namespace) -> tuple[Any, ...]:
    return None, options.jobs  # any device


def _layers(_: str, options: Namespace) -> Mapping[str, Any]:
    from coursekit.learning.alphago.supervised import layers_of

    return layers_of(learning.load_policy(options.data)[1].config).to_dict()


def _policy(options: Namespace) -> tuple[Any, ...]:
    """Returns the policy to improve; a training that is resumed has it in its checkpoint."""
    return () if options.resume else learning.load_policy(options.data)[:1]


def _moves(options: Namespace) -> tuple[Examples, Examples]:
    return _examples(options.data, "policy", learning.move_examples)


def _results(options: Namespace) -> tuple[Examples, Examples]:
    return _examples(options.data, "value", learning.result_examples)


def _examples(
    folder: str | None, kind: str, read: Callable[..., Examples]
) -> tuple[Examples, Examples]:
    if folder is None:
        raise ValueError(
            f"there is nothing to learn from: name the folder of {kind} data with --data; "
            f"python -m coursekit data {kind} makes it"
        )
    return learning.split(read(learning.data.load(folder)), VALIDATION)


def run(options: Namespace) -> int:
    """Trains, and returns the exit status."""
    recipe = recipes()[options.training]
    for name in ("preset", "data", "after", "workers", "dask"):
        if getattr(options, name) is not None:
            if name not in recipe.options:
                raise ValueError(f"{options.training} takes none: leave --{name} out")
            if options.resume and name in ("preset", "after"):
                raise ValueError(f"a resumed training has its own: leave --{name} out")
    processes = -1 if options.workers is None else options.workers
    with (
        output_folder(options.out, "a training") as folder,
        on_workers(processes, options.dask) as options.jobs,
    ):
        _train(recipe, options, folder)
    return 0


def _train(recipe: Recipe, options: Namespace, folder: Path) -> None:
    training = _made(recipe, options)
    if options.until is not None and options.until <= training.step:
        done = f"{training.step} {training.unit}s are done already"
        raise ValueError(f"--until {options.until}: {done}")
    intervals = {"log_every": recipe.log_every, "save_every": recipe.save_every}
    report = _Report(training, folder)
    try:
        learning.train(training, folder, **intervals, until=options.until, report=report)
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(f"{str(interrupt) or 'stopped'}; {_how_to_go_on(folder)}") from None
    except OSError as error:
        where, how = error.filename or folder, _how_to_go_on(folder)
        raise OSError(f"stopped: {where}: {error.strerror or error}; {how}") from error


def _how_to_go_on(folder: Path) -> str:
    from coursekit.learning.checkpoint import FILE

    kept = (folder / FILE).exists()
    return "continue with --resume" if kept else "there was no checkpoint yet, so begin again"


def _made(recipe: Recipe, options: Namespace) -> Training:
    """Returns the training, a new one or one that is resumed."""
    from coursekit.learning.checkpoint import FILE, load, tidy

    if options.resume:
        tidy(Path(options.out))
        return recipe.resumed(options)
    if (Path(options.out) / FILE).exists():
        raise ValueError(f"{options.out} holds a training: add --resume, or name another folder")
    training = recipe.new(options)
    if options.after is not None:
        assert isinstance(training, learning.AlphaZero)  # nothing else takes the option
        training.warm_start(load(Path(options.after), training.kind, recipe.game))
    return training


class _Report:
    """Prints each line of the log, and keeps AlphaZero's networks of some generations.

    They are 0, 1, 2, 4, 8 and so on: a curve of strength against training time.
    """

    def __init__(self, training: Training, folder: Path) -> None:
        self._training, self._folder = training, folder / SNAPSHOTS
        if training.step == 0:
            self._keep()

    def __call__(self, metrics: Mapping[str, float]) -> None:
        from coursekit.learning.reports import print_line

        try:
            print_line(metrics)
        except BrokenPipeError:
            hang_up()
            signal.raise_signal(signal.SIGINT)  # stops it as Ctrl-C does: with a checkpoint
        self._keep()

    def _keep(self) -> None:
        from coursekit.learning.checkpoint import save

        step = self._training.step
        if self._training.unit == "generation" and step & (step - 1) == 0:
            save(self._folder / f"{step:06}", self._training.snapshot())


def add(parser: ArgumentParser) -> None:
    """Adds the command's options."""
    names = list(recipes())
    about = (
        "Trains a network: a game alone is for AlphaZero, -q for Q-learning, and policy, improved "
        "and value are AlphaGo's steps."
    )
    describe(parser, run, about)
    parser.add_argument("training", choices=names, metavar="TRAINING", help=", ".join(names))
    parser.add_argument(
        "--preset",
        choices=PRESETS,
        help="AlphaZero's recipe: seconds, for two cores, or for a GPU, which nobody has tried yet "
        "(default: laptop)",
    )
    add_number(parser, "--seed", 0, "of everything")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for log and checkpoints")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        help="what to learn from: policy or value data; for othello8-improved the folder of the "
        "policy's training (default: the policy that is shipped)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting (see coursekit.learning.AlphaZeroConfig and QConfig); may be given several "
        "times; with --resume, how long to continue: generations, decay",
    )
    parser.add_argument("--resume", action="store_true", help="continue from FOLDER's checkpoint")
    add_workers(parser, "--workers", None)
    parser.add_argument(
        "--after",
        metavar="FOLDER",
        help="begin with what the unfinished AlphaZero training in FOLDER has played",
    )
    add_number(parser, "--until", None, "stop after this update or generation, to be resumed", 1)

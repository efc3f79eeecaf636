"""The settings of an AlphaZero training, and the recipes that the course uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from coursekit.engine.rules.constants import OTHELLO
from coursekit.games import registry
from coursekit.learning.config import Config, setting


def searchable_games() -> list[str]:
    """Returns the games that AlphaZero can learn: with kernels, each side's pieces one word."""
    specs = map(registry.spec, registry.names())
    return [s.name for s in specs if s.kernel is not None and s.rows * s.cols <= 64]


@dataclass(frozen=True, kw_only=True)
class AlphaZeroConfig(Config):
    """The settings of a training; see :class:`coursekit.learning.AlphaZero`.

    A generation is some positions of self-play and the updates that follow them. The defaults are
    those for 8×8 Othello on two cores.
    """

    #: One of :func:`searchable_games`.
    game: str = setting("othello8", choices=searchable_games)
    #: Seed of everything random: first weights, games, samples.
    seed: int = setting(0, least=0)

    # The network

    #: Filters of each convolution of its body.
    channels: int = setting(32, least=1)
    #: Residual blocks of its body.
    blocks: int = setting(3, least=1, most=1000)

    # Self-play

    #: Groups of games, each played by a process of its own. The result depends on their number,
    #: but not on the number of processes at work.
    groups: int = setting(2, least=1)
    #: Games of a group that are played at once.
    games: int = setting(256, least=1)
    #: Simulations of a search.
    simulations: int = setting(16, least=1)
    #: A game begins with 0 up to this many uniformly random plies, which are not learned from.
    random_plies: int = setting(8, least=0)
    #: Empty squares up to which each new position of a search is solved exactly, so that games end
    #: as they should and their results are exact from there on; 0 for never. Othello only. What it
    #: is worth stands in benchmarks/README.md.
    solve_below: int = setting(0, least=0)

    # Learning

    #: Generations in all.
    generations: int = setting(1000, least=1)
    #: Generations at the beginning in which nothing is played: the network learns from the window
    #: of an earlier training, see :meth:`coursekit.learning.AlphaZero.warm_start`.
    pretraining: int = setting(0, least=0)
    #: Positions of self-play that a generation begins with, at least.
    positions: int = setting(8192, least=1)
    #: Mean number of times that a position is learned from.
    replay_ratio: float = setting(2.0, least=0)
    #: Positions in an update.
    batch: int = setting(256, least=1)
    #: Positions that are learned from, at most: the newest.
    window: int = setting(400_000, least=1)
    #: Generations at the end in which the learning rate falls to a twentieth.
    decay: int = setting(300, least=0)
    #: Weight of the auxiliary loss: who owns each square in the end.
    ownership: float = setting(1.0, least=0)

    # What no recipe changes: the search

    #: Actions that a search's root considers at first (sequential halving).
    max_considered_actions: int = setting(8, least=1)
    #: Exploration constant below the root.
    c: float = setting(1.5, least=0)
    #: How much worse than its parent an action is taken to be before its first visit.
    fpu_reduction: float = setting(0.2, least=0)
    #: With c_scale, how much values weigh against priors at the root.
    c_visit: float = setting(50.0, least=0)
    #: See c_visit.
    c_scale: float = setting(0.25, least=0)
    #: Scale of the Gumbel noise that makes the root's choice random; 0 for none.
    root_noise: float = setting(1.0, least=0)
    #: Plies of a game after which that noise fades away.
    noise_plies: int = setting(30, least=0)

    # What no recipe changes: learning

    #: The window as a share of all positions so far.
    window_share: float = setting(0.6, least=0, most=1)
    #: Learning rate of AdamW after the warm-up.
    learning_rate: float = setting(2e-3, least=0)
    #: Updates in which it rises from zero.
    warm_up: int = setting(100, least=0)
    #: Weight decay of AdamW.
    weight_decay: float = setting(1e-4, least=0)
    #: The network that plays is a running mean of the one that learns: how much of the mean an
    #: update keeps; 0 for the newest weights alone.
    averaging: float = setting(0.998, least=0, most=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.solve_below and self.spec.kernel != OTHELLO:
            raise ValueError(f"solve_below is for Othello: {self.game} has no endgame solver")

    @property
    def spec(self) -> registry.GameSpec:
        """The game."""
        return registry.spec(self.game)


def preset(name: str, game: str, seed: int = 0) -> AlphaZeroConfig:
    """Returns a recipe.

    Args:
        name: One of :data:`PRESETS`.
        game: The game.
        seed: Seed of the training.

    Raises:
        ValueError: If there is no such recipe, or the game cannot be learned.

    >>> preset("smoke", "othello6").generations
    2
    """
    if name not in PRESETS:
        raise ValueError(f"preset is {' or '.join(map(repr, PRESETS))}, not {name!r}")
    recipe = PRESETS[name]
    changes = recipe.get(game) or recipe.get("any", {})
    return AlphaZeroConfig.from_dict({"game": game, "seed": seed, **changes})


_SMOKE = {"channels": 8, "blocks": 1, "games": 16, "generations": 2, "positions": 256, "decay": 1}
_SMALL = {"channels": 32, "blocks": 2, "games": 64, "random_plies": 6, "replay_ratio": 4.0}
_LARGE = {"games": 1024, "simulations": 32, "positions": 65_536, "batch": 1024, "window": 2_000_000}
_SMALLEST: dict[str, dict[str, Any]] = {
    "tictactoe": _SMALL | {"generations": 60, "positions": 2048, "decay": 30},
    "othello4": _SMALL | {"generations": 80, "positions": 4096, "decay": 40},
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "smoke": {"any": _SMOKE},
    "laptop": _SMALLEST
    | {
        "othello6": {
            "solve_below": 10,
            "games": 128,
            "random_plies": 6,
            "generations": 320,
            "decay": 100,
        },
        "othello8": {"solve_below": 10, "generations": 1024, "decay": 256},
    },
    "gpu": _SMALLEST
    | {
        "othello6": _LARGE | {"channels": 64, "blocks": 5, "generations": 200, "decay": 60},
        "othello8": _LARGE | {"channels": 96, "blocks": 8, "generations": 600, "decay": 150},
    },
}
"""What each recipe sets for each game; everything else is as in :class:`AlphaZeroConfig`. ``smoke``
takes seconds and learns nothing, ``laptop`` is what the shipped networks were trained with on two
cores, ``gpu`` is meant for one GPU, on which it has not been run yet: nothing of it is measured."""

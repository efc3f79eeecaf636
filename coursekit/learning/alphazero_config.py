"""The settings of an AlphaZero training, and the recipes that the course uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from coursekit.learning.config import Config

SIZES = {"tictactoe": 3, "othello4": 4, "othello6": 6, "othello8": 8}
"""Squares in a row of the boards of the games that can be learned."""


@dataclass(frozen=True, kw_only=True)
class AlphaZeroConfig(Config):
    """The settings of a training; see :class:`coursekit.learning.alphazero.AlphaZero`.

    A generation is some positions of self-play and the updates that follow them. The defaults are
    those for 8×8 Othello on two cores.

    Attributes:
        game: ``"tictactoe"``, ``"othello4"``, ``"othello6"`` or ``"othello8"``.
        seed: Seed of everything random: first weights, games, samples.
        channels: Filters of each convolution of the network's body.
        blocks: Number of its residual blocks.
        groups: Groups of games, each played by a process of its own. The result depends on their
            number, but not on the number of processes at work.
        games: Games of a group that are played at once.
        simulations: Simulations of a search.
        candidates: Actions that a search's root begins with (sequential halving).
        c: Exploration constant below the root.
        fpu_reduction: How much worse than its parent an action is taken to be before its first
            visit.
        c_visit: With ``c_scale``, how much values weigh against priors at the root.
        c_scale: See ``c_visit``.
        random_plies: A game begins with 0 up to so many uniformly random plies, which are not
            learned from.
        noise_plies: Plies until which the root's choice is random (Gumbel noise).
        exact_empties: Empty squares up to which each new position of a search is solved exactly, so
            that games end as they should and their results are exact from there on; 0 for never.
            Othello only. What it is worth stands in ``benchmarks/README.md``.
        generations: Number of generations.
        pretraining: Number of generations at the beginning in which nothing is played: the network
            learns from the window of an earlier training, see :meth:`AlphaZero.succeed`.
        positions: Positions of self-play that a generation begins with, at least.
        uses: How often a position is learned from, on average.
        batch: Positions in an update.
        window: Positions that are learned from, at most: the newest.
        window_share: The same as a share of all so far.
        learning_rate: Learning rate of AdamW after the warm-up.
        warm_up: Number of updates in which it rises from zero.
        decay: Number of generations at the end in which it falls to a twentieth.
        weight_decay: Weight decay of AdamW.
        averaging: The network that plays is a running mean of the one that learns: how much of the
            mean an update keeps; 0 for the newest weights alone.
        ownership: Weight of the auxiliary loss: who owns each square in the end.
    """

    game: str = "othello8"
    seed: int = 0
    channels: int = 32
    blocks: int = 3
    groups: int = 2
    games: int = 256
    simulations: int = 16
    candidates: int = 8
    c: float = 1.5
    fpu_reduction: float = 0.2
    c_visit: float = 50.0
    c_scale: float = 0.25
    random_plies: int = 8
    noise_plies: int = 30
    exact_empties: int = 0
    generations: int = 1000
    pretraining: int = 0
    positions: int = 8192
    uses: float = 2.0
    batch: int = 256
    window: int = 400_000
    window_share: float = 0.6
    learning_rate: float = 2e-3
    warm_up: int = 100
    decay: int = 300
    weight_decay: float = 1e-4
    averaging: float = 0.998
    ownership: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.game not in SIZES:
            raise ValueError(f"game is {' or '.join(map(repr, SIZES))}, not {self.game!r}")
        if self.exact_empties and self.game == "tictactoe":
            raise ValueError("exact_empties is for Othello: tic-tac-toe has no endgame solver")
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                span = f"from {low} up" if high == _ANY else f"from {low} to {high}"
                raise ValueError(f"{name} is {span}, not {getattr(self, name)}")

    @property
    def size(self) -> int:
        """Squares in a row of the board."""
        return SIZES[self.game]

    @property
    def actions(self) -> int:
        """Number of actions: the squares, in Othello also the pass."""
        return self.size**2 + (self.game != "tictactoe")


_ANY = float("inf")
_RANGES: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("channels", "blocks", "groups", "games", "simulations"), (1, _ANY)),
    **dict.fromkeys(("candidates", "generations", "positions", "batch", "window"), (1, _ANY)),
    **dict.fromkeys(("seed", "c", "fpu_reduction", "c_visit", "c_scale"), (0, _ANY)),
    **dict.fromkeys(("random_plies", "noise_plies", "uses", "learning_rate"), (0, _ANY)),
    **dict.fromkeys(
        ("exact_empties", "pretraining", "warm_up", "decay", "weight_decay", "ownership"), (0, _ANY)
    ),
    **dict.fromkeys(("window_share", "averaging"), (0, 1)),
}


def preset(name: str, game: str, seed: int = 0) -> AlphaZeroConfig:
    """Returns a recipe.

    Args:
        name: One of :data:`PRESETS`.
        game: The game.
        seed: Seed of the training.

    Raises:
        ValueError: If there is no such recipe.

    >>> preset("smoke", "othello6").generations
    2
    """
    if name not in PRESETS:
        raise ValueError(f"preset is {' or '.join(map(repr, PRESETS))}, not {name!r}")
    return AlphaZeroConfig.from_dict({"game": game, "seed": seed, **PRESETS[name][game]})


_SMOKE = {"channels": 8, "blocks": 1, "games": 16, "generations": 2, "positions": 256, "decay": 1}
_SMALL = {"channels": 32, "blocks": 2, "games": 64, "random_plies": 6, "uses": 4.0}
_LARGE = {"games": 1024, "simulations": 32, "positions": 65_536, "batch": 1024, "window": 2_000_000}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "smoke": dict.fromkeys(SIZES, _SMOKE),
    "laptop": {
        "tictactoe": _SMALL | {"generations": 60, "positions": 2048, "decay": 30},
        "othello4": _SMALL | {"generations": 80, "positions": 4096, "decay": 40},
        "othello6": {"games": 128, "random_plies": 6, "generations": 320, "decay": 100},
        "othello8": {"exact_empties": 10, "generations": 2100, "decay": 500},
    },
    "gpu": {
        "tictactoe": _SMALL | {"generations": 60, "positions": 2048, "decay": 30},
        "othello4": _SMALL | {"generations": 80, "positions": 4096, "decay": 40},
        "othello6": _LARGE | {"channels": 64, "blocks": 5, "generations": 200, "decay": 60},
        "othello8": _LARGE | {"channels": 96, "blocks": 8, "generations": 600, "decay": 150},
    },
}
"""What each recipe sets for each game; everything else is as in :class:`AlphaZeroConfig`. ``smoke``
takes seconds and learns nothing, ``laptop`` is what the shipped networks were trained with on two
cores, ``gpu`` is for one GPU."""

"""The settings of a training: a documented, frozen dataclass with nothing unknown in it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Self

from coursekit.learning.tables import GAMES


class Config:
    """Base of the settings: refuses unknown names and values of another type.

    Every field of a subclass has a default, whose type is the field's.
    """

    def __new__(cls, *args: Any, **given: Any) -> Self:
        """Refuses unknown names before the dataclass would, and says what was probably meant."""
        known = [field.name for field in fields(cls)]  # type: ignore[arg-type]
        for name in given:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1, cutoff=0.0)[0]
                raise ValueError(
                    f"{cls.__name__} has no {name!r}; did you mean {near!r}? "
                    f"It has: {', '.join(known)}"
                )
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value, wanted = getattr(self, field.name), type(field.default)
            assert field.default is not MISSING
            if wanted is float and type(value) is int:
                object.__setattr__(self, field.name, float(value))
            elif type(value) is not wanted:
                raise ValueError(f"{field.name} is of type {wanted.__name__}, not {value!r}")

    def to_dict(self) -> dict[str, Any]:
        """Returns the settings by name."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    def to_json(self) -> str:
        """Returns the settings as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """Returns settings by name; those not given have their defaults.

        Raises:
            ValueError: If a name is unknown or a value cannot be meant.
        """
        return cls(**given)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Returns the settings of a JSON text.

        Raises:
            ValueError: If it is no JSON object, a name is unknown, or a value cannot be meant.
        """
        given = json.loads(text)
        if not isinstance(given, dict):
            raise ValueError(f"settings are a JSON object, not {text!r}")
        return cls.from_dict(given)

    def changed(self, settings: list[str]) -> Self:
        """Returns settings changed by words like ``"gamma=1"``, as a command line has them.

        Raises:
            ValueError: If a word has no ``=``, a name is unknown, or a value cannot be meant.
        """
        changes: dict[str, Any] = {}
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise ValueError(f"a setting is NAME=VALUE, not {setting!r}")
            try:
                changes[name] = json.loads(text)
            except json.JSONDecodeError:
                changes[name] = text
        return self.from_dict({**self.to_dict(), **changes})


@dataclass(frozen=True, kw_only=True)
class QConfig(Config):
    """The settings of Q-learning; see :class:`coursekit.learning.qlearning.QLearning`.

    Attributes:
        game: ``"tictactoe"`` or ``"othello4"``.
        seed: Seed of everything random: first weights, exploration, samples.
        updates: Number of updates of the network; each follows one ply of every game.
        games: Number of games that are played at once.
        width: Filters, and units in each hidden layer, of the network.
        gamma: Discount a ply, 0 to 1: below 1, early wins are worth more than late ones.
        epsilon: Probability of a random action at the beginning.
        epsilon_end: The same at the end; in between it changes linearly.
        optimiser: ``"adam"`` or ``"sgd"``, without momentum.
        learning_rate: Learning rate at the beginning.
        learning_rate_end: The same at the end; in between it changes linearly.
        sides: Whose moves are learned from: ``"both"`` or ``"first"`` (the first player's).
        replay: Capacity of the replay buffer, in moves; with 0 each update learns from the moves
            just played, otherwise from as many drawn from the buffer.
        target_every: Updates after which the target network takes over the weights; with 0 there
            is none, and the network itself values the next positions.
        symmetry: Whether what is learned from is turned and mirrored at random.

    >>> QConfig(gama=0.9)
    Traceback (most recent call last):
    ValueError: QConfig has no 'gama'; did you mean 'gamma'? It has: game, seed, updates, games, \
width, gamma, epsilon, epsilon_end, optimiser, learning_rate, learning_rate_end, sides, replay, \
target_every, symmetry
    """

    game: str = "tictactoe"
    seed: int = 0
    updates: int = 2000
    games: int = 256
    width: int = 128
    gamma: float = 0.95
    epsilon: float = 0.5
    epsilon_end: float = 0.5
    optimiser: str = "adam"
    learning_rate: float = 2e-3
    learning_rate_end: float = 2e-4
    sides: str = "both"
    replay: int = 0
    target_every: int = 0
    symmetry: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                given = getattr(self, name)
                raise ValueError(f"{name} is {' or '.join(map(repr, choices))}, not {given!r}")
        for name, (low, high) in _RANGES.items():
            if not low <= getattr(self, name) <= high:
                span = f"from {low} up" if high == _ANY else f"from {low} to {high}"
                raise ValueError(f"{name} is {span}, not {getattr(self, name)}")


_ANY = float("inf")
_CHOICES = {"game": GAMES, "optimiser": ("adam", "sgd"), "sides": ("both", "first")}
_RANGES: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("updates", "games", "width"), (1, _ANY)),
    **dict.fromkeys(
        ("seed", "learning_rate", "learning_rate_end", "replay", "target_every"), (0, _ANY)
    ),
    **dict.fromkeys(("gamma", "epsilon", "epsilon_end"), (0, 1)),
}

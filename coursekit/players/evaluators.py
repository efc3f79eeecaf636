"""The evaluations by networks that a tree search asks for, loaded when first needed."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from torch import nn

    from coursekit.learning.inference import Evaluator
    from coursekit.learning.networks import DualNetwork, PolicyNetwork, ValueNetwork

Words: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float32]

LeafEvaluate: TypeAlias = Callable[[Words, Words, Words], tuple[Floats, Floats]]
"""Evaluates N leaves: from positions (N, words), legal moves (N,) and seeds (N,) it returns
(N, actions) logits and (N,) values for the side to move."""

MOST_REMEMBERED = 1 << 17
"""Positions whose evaluation is kept: up to 34 MB on a board of 8×8."""


def remembering(evaluate: Callable[[Words, Words], tuple[Floats, Floats]]) -> LeafEvaluate:
    """Returns the same evaluation, which a network makes once for each position.

    A search meets many of the positions that the search for the move before has seen, and some by
    several orders of moves. On a processor a network gives a position the same numbers alone
    and among others, so that a search finds what it would find without this memory.
    """
    place_of: dict[bytes, int] = {}
    logits = values = np.empty(0, np.float32)

    def recall(leaves: Words, legal: Words, _: Words) -> tuple[Floats, Floats]:
        nonlocal logits, values
        text, width = leaves.tobytes(), leaves.shape[1] * leaves.itemsize
        keys = [text[at : at + width] for at in range(0, len(text), width)]
        if len(place_of) + len(keys) > len(values):
            place_of.clear()
        if row_of := {key: row for row, key in enumerate(keys) if key not in place_of}:
            rows, first = [*row_of.values()], len(place_of)
            found = evaluate(leaves[rows], legal[rows])
            if len(values) < max(MOST_REMEMBERED, len(keys)):
                values = np.empty(max(MOST_REMEMBERED, len(keys)), np.float32)
                logits = np.empty((len(values), found[0].shape[1]), np.float32)
            logits[first : first + len(rows)], values[first : first + len(rows)] = found
            place_of.update(zip(row_of, range(first, first + len(rows)), strict=True))
        places = [place_of[key] for key in keys]
        return logits[places], values[places]

    return recall


class _Evaluators(ABC):
    """Evaluations by networks, each made ready when its game is first met."""

    def __init__(self) -> None:
        self._ready: dict[str, LeafEvaluate] = {}

    def __call__(self, game: str) -> LeafEvaluate:
        """Returns the evaluation of a game's positions.

        Raises:
            TypeError: If the networks are for another game or board.
            CheckpointError: If there is no network for the game; a ``ValueError``.
        """
        if game not in self._ready:
            self._ready[game] = self._load(game)
        return self._ready[game]

    @abstractmethod
    def _load(self, game: str) -> LeafEvaluate:
        """Makes the networks ready to value positions of a game."""

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_ready": {}}


class DualEvaluators(_Evaluators):
    """AlphaZero's evaluation: a dual network for each game, loaded when the game is first met.

    Attributes:
        source: A checkpoint folder, a network, or ``None`` for the shipped network of each game.
    """

    def __init__(self, source: Path | str | DualNetwork | None) -> None:
        super().__init__()
        self.source = source

    def version_for(self, game: str) -> str:
        """Returns a text that changes with the weights that play a game."""
        from coursekit.learning.loading import SHIPPED

        return _version(SHIPPED / game if self.source is None else self.source)

    def _load(self, game: str) -> LeafEvaluate:
        from coursekit.games.registry import spec
        from coursekit.learning.alphazero.config import searchable_games
        from coursekit.learning.inference import Evaluator
        from coursekit.learning.loading import load_dual_network

        if game not in searchable_games():
            raise TypeError(f"AlphaZero plays {', '.join(searchable_games())} here, not {game}")
        network = self.source
        if network is None or isinstance(network, Path | str):
            network, _ = load_dual_network(game, network)
        elif network.size != spec(game).cols:
            board = f"{network.size}×{network.size}"
            raise TypeError(f"the network is for boards of {board}, so it cannot play {game}")
        boards = Evaluator(network).boards

        return remembering(lambda leaves, legal: boards(*_columns(leaves), legal))


class MixedEvaluators(_Evaluators):
    """AlphaGo's evaluation: priors from a policy network, values from a network and playouts.

    Attributes:
        policy: A checkpoint folder, a network, or ``None`` for the shipped policy network.
        value: The same for the value network.
        lam: The weight λ of the playout in (1 − λ) · v + λ · z.
    """

    def __init__(
        self,
        policy: Path | str | PolicyNetwork | None,
        value: Path | str | ValueNetwork | None,
        lam: float,
    ) -> None:
        super().__init__()
        self.policy, self.value, self.lam = policy, value, lam

    def version_for(self, _: str) -> str:
        """Returns a text that changes with the weights and with λ."""
        from coursekit.learning.loading import SHIPPED

        policy = SHIPPED / "othello8_policy" if self.policy is None else self.policy
        value = SHIPPED / "othello8_value" if self.value is None else self.value
        return f"{_version(policy)} {_version(value)} {self.lam!r}"

    def _load(self, game: str) -> LeafEvaluate:
        from coursekit.engine.bulk import lockstep
        from coursekit.engine.rules import games as uct_games
        from coursekit.learning.inference import Evaluator
        from coursekit.learning.loading import load_policy, load_value

        if game != "othello8":
            raise TypeError(f"the networks were trained on othello8, so they cannot play {game}")
        policy, value, lam = self.policy, self.value, np.float32(self.lam)
        if policy is None or isinstance(policy, Path | str):
            policy, _ = load_policy(policy)
        logits_of = Evaluator(policy).single
        values_of: Evaluator | None = None
        if lam < 1:
            if value is None or isinstance(value, Path | str):
                value, _ = load_value(value)
            values_of = Evaluator(value)

        def by_networks(leaves: Words, legal: Words) -> tuple[Floats, Floats]:
            asked = *_columns(leaves), legal
            values = np.zeros(len(legal), np.float32)
            if values_of is not None:
                values += (1 - lam) * values_of.single(*asked)
            return logits_of(*asked), values

        recall = remembering(by_networks)

        def evaluate(leaves: Words, legal: Words, seeds: Words) -> tuple[Floats, Floats]:
            logits, values = recall(leaves, legal, seeds)
            if lam > 0:
                results = np.empty(len(legal), np.float32)
                positions = np.ascontiguousarray(leaves)
                lockstep.playout_values(uct_games.OTHELLO, positions, seeds, results)
                values += lam * results  # a copy: no playout is remembered
            return logits, values

        return evaluate


def _columns(leaves: Words) -> tuple[Words, Words]:
    return np.ascontiguousarray(leaves[:, 0]), np.ascontiguousarray(leaves[:, 1])


def _version(source: Path | str | nn.Module) -> str:
    """Returns a text that changes with the weights of a checkpoint folder or a network."""
    if isinstance(source, Path | str):
        from coursekit.learning.loading import weights_digest

        return str(weights_digest(Path(source)))
    digest = hashlib.sha256()
    for name, tensor in sorted(source.state_dict().items()):
        digest.update(name.encode() + tensor.detach().cpu().numpy().tobytes())
    return digest.hexdigest()

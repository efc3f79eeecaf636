"""What the figures of policy and value networks are compared with.

A policy is measured by how often it names the move that a strong player played, beside searches of
a few plies and beside the best that is possible; a value by its distance from results and by
whether its sign is right where the truth is known, beside what is simpler, and beside playouts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine.alphabeta.deepening import search
from coursekit.engine.bulk.teacher import Teacher
from coursekit.engine.endgame.solver import Solver
from coursekit.engine.rules import othello
from coursekit.games.evaluation import LinearEvaluation
from coursekit.learning.alphago.data.policy import PolicyDataConfig
from coursekit.learning.alphago.examples import Examples, word_planes
from coursekit.learning.alphago.policy import ACTIONS, accuracy, legal_actions

Floats: TypeAlias = npt.NDArray[np.float64]
Predictor: TypeAlias = Callable[[Examples], Floats]
"""Returns values (N,) of N positions for the side to move."""

_SIZE, _BOARD = 8, 2**64 - 1


# Moves


def random_accuracy(examples: Examples) -> dict[str, float]:
    """Returns the accuracy of uniformly random legal moves."""
    return accuracy(np.zeros((len(examples), ACTIONS)), examples)


def search_accuracy(examples: Examples, depth: int) -> dict[str, float]:
    """Returns the accuracy of a search with cell scores; of equally good moves it takes any.

    Args:
        examples: Positions with the moves that were played.
        depth: Plies, from 1; a search of one ply is the player of cell scores.
    """
    evaluation = LinearEvaluation().compiled(_SIZE)
    scores = np.zeros((len(examples), ACTIONS))
    for row, own, opp in zip(scores, examples.own.tolist(), examples.opp.tolist(), strict=True):
        found = search(own, opp, _BOARD, evaluation, algorithm="minimax", depth=depth).best
        assert found is not None
        row[list(found.root)] = list(found.root.values())
    return accuracy(scores, examples)


def ceiling(examples: Examples, config: PolicyDataConfig | None = None) -> dict[str, float]:
    """Returns the accuracy of the player itself, which draws among equally good moves once more.

    Nobody who sees the position alone can do better on average.

    Args:
        examples: Positions with the moves that were played.
        config: By which settings they were made; the defaults if not given.
    """
    config = config or PolicyDataConfig()
    teacher = Teacher(_BOARD, LinearEvaluation().compiled(_SIZE), config.depth, config.exact)
    best = [
        teacher.best_moves(own, opp)
        for own, opp in zip(examples.own.tolist(), examples.opp.tolist(), strict=True)
    ]
    return accuracy(legal_actions(np.array(best, np.uint64)).astype(np.float64), examples)


# Values


def simple_predictors(learned: Examples) -> dict[str, Predictor]:
    """Returns what predicts results without a network, each fitted by least squares.

    Args:
        learned: Positions with the results of their games.

    Returns:
        By name: a constant; the disc difference; the cell scores; and a linear function of every
        square, both sides' mobility, and the number of discs.
    """
    return {name: _fitted(features, learned) for name, features in _FEATURES.items()}


def exact_results(examples: Examples) -> npt.NDArray[np.float32]:
    """Returns who wins with best play, +1, 0 or −1 for the side to move.

    Ten empty squares take less than a millisecond.
    """
    solver = Solver(_BOARD, int(64 - examples.discs.min()))
    values = [
        solver.value(own, opp, -1, 1)
        for own, opp in zip(examples.own.tolist(), examples.opp.tolist(), strict=True)
    ]
    return np.sign(values).astype(np.float32)


def playout_means(examples: Examples, playouts: int = 1000, seed: int = 0) -> Floats:
    """Returns the mean result of random games from each of N positions, for the side to move."""
    differences = np.empty(playouts, np.int64)
    means = np.empty(len(examples))
    for i in range(len(examples)):
        own, opp = examples.own[i], examples.opp[i]
        othello.playouts(own, opp, _BOARD, seed, i * playouts, differences)
        means[i] = np.sign(differences).mean()
    return means


def error_by_discs(
    values: npt.NDArray[np.floating], examples: Examples, width: int = 6
) -> list[tuple[int, int, float]]:
    """Returns the mean squared error by the number of discs on the board.

    Args:
        values: (N,) values of positions.
        examples: The positions, with results.
        width: How many numbers of discs are taken together.

    Returns:
        For each group that has positions: its smallest number of discs, how many positions, and
        their mean squared error.
    """
    group = (examples.discs - 4) // width
    errors = (values.astype(np.float64) - examples.target) ** 2
    return [
        (
            4 + width * int(number),
            int((group == number).sum()),
            float(errors[group == number].mean()),
        )
        for number in np.unique(group)
    ]


def _fitted(features: Predictor, learned: Examples) -> Predictor:
    weights, *_ = np.linalg.lstsq(features(learned), learned.target.astype(np.float64), rcond=None)
    return lambda examples: features(examples) @ weights


def _constant(examples: Examples) -> Floats:
    return np.ones((len(examples), 1))


def _discs(examples: Examples) -> Floats:
    difference = np.bitwise_count(examples.own).astype(np.float64) - np.bitwise_count(examples.opp)
    return np.stack([np.ones(len(examples)), difference], axis=1)


def _cells(examples: Examples) -> Floats:
    cells: Floats = word_planes(examples.own, examples.opp).numpy().astype(np.float64)
    return (cells[:, 0] - cells[:, 1]).reshape(len(examples), -1)


def _cell_scores(examples: Examples) -> Floats:
    weights = LinearEvaluation().compiled(_SIZE).rows[:, [1 << col for col in range(_SIZE)]]
    scores = _cells(examples) @ weights.ravel().astype(np.float64)
    return np.stack([np.ones(len(examples)), scores], axis=1)


def _linear(examples: Examples) -> Floats:
    other = Examples(examples.opp, examples.own, examples.target, examples.game)
    counts = [np.bitwise_count(words) for words in (examples.legal, other.legal)]
    rest = np.stack([np.ones(len(examples)), examples.discs, *counts], axis=1)
    return np.concatenate([_cells(examples), rest], axis=1)


_FEATURES: dict[str, Predictor] = {
    "constant": _constant,
    "disc difference": _discs,
    "cell scores": _cell_scores,
    "linear": _linear,
}

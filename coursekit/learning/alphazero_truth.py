"""What a dual network alone is worth where the whole game is known: no search, no sampling."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import torch

from coursekit.learning.examination import examine
from coursekit.learning.inference import Evaluator
from coursekit.learning.networks import DualNetwork
from coursekit.learning.tables import GameTable

_BATCH = 4096


def examine_network(table: GameTable, network: DualNetwork) -> dict[str, float]:
    """Returns the network's record over all positions of a game, for a log.

    Args:
        table: The game.
        network: The network; its most probable action counts as its move.

    Returns:
        ``optimal`` and ``decisive``: shares of positions where its move is a best one (of all that
        go on, and of those where not all moves are equally good); ``value_error``: mean distance
        of its value from the exact one; ``losing_lines_first`` and ``losing_lines_second``: games
        that an opponent can win against its moves.
    """
    logits, values = network_answers(table, network)
    examined = examine(table, logits)
    going_on = ~table.done
    errors = np.abs(values - table.exact_values())[going_on]
    return {
        "optimal": examined.optimal,
        "decisive": examined.decisive,
        "value_error": float(errors.mean()),
        "losing_lines_first": examined.first.losing_lines,
        "losing_lines_second": examined.second.losing_lines,
    }


def network_answers(
    table: GameTable, network: DualNetwork
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Returns the network's logits (P, actions) and values (P,) of all positions of a game."""
    evaluator = Evaluator(network, "float32", torch.device("cpu"))
    own, opp, legal = _bits(table)
    parts = [
        evaluator.boards(*(word[i : i + _BATCH] for word in (own, opp, legal)))
        for i in range(0, len(table), _BATCH)
    ]
    logits, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    return logits, values


@cache
def _bits(table: GameTable) -> tuple[npt.NDArray[np.uint64], ...]:
    """Returns the positions of a game as words: own pieces, the other side's, legal squares."""
    size = table.size
    squares = np.arange(size * size)
    stride = 3 if size == 3 else 8
    bits = np.uint64(1) << (squares // size * stride + squares % size).astype(np.uint64)
    boards = table.boards.reshape(len(table), -1)
    parts = (boards > 0, boards < 0, table.legal[:, : size * size])
    return tuple((part * bits).sum(axis=1, dtype=np.uint64) for part in parts)

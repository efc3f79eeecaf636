"""What a dual network alone is worth where the whole game is known: no search, no sampling."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import torch

from coursekit.games.registry import spec
from coursekit.learning.examination import examine
from coursekit.learning.inference import Evaluator
from coursekit.learning.networks import DualNetwork
from coursekit.learning.tables import GameTable

_BATCH = 4096


def examine_network(table: GameTable, network: DualNetwork) -> dict[str, float]:
    """Returns what a network is worth over all positions of a game, for a log.

    Args:
        table: The game.
        network: The network; its most probable action counts as its move.

    Returns:
        ``optimal`` and ``decisive``: shares of positions where its move is a best one (of all that
        go on, and of those where not all moves are equally good); ``value_error``: mean distance
        of its value from the exact one; ``losing_lines_first`` and ``losing_lines_second``: games
        that an opponent can win against its moves.
    """
    evaluator = Evaluator(network, torch.device("cpu"))
    words = _bits(table)
    parts = [
        evaluator.boards(*(word[i : i + _BATCH] for word in words))
        for i in range(0, len(table), _BATCH)
    ]
    logits, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    examined = examine(table, logits)
    errors = np.abs(values - table.exact_values())[~table.done]
    return {
        "optimal": examined.optimal,
        "decisive": examined.decisive,
        "value_error": float(errors.mean()),
        "losing_lines_first": examined.first.losing_lines,
        "losing_lines_second": examined.second.losing_lines,
    }


@cache
def _bits(table: GameTable) -> tuple[npt.NDArray[np.uint64], ...]:
    """Returns the positions of a game as words: own pieces, the other side's, legal squares."""
    actions = spec(table.game).make().space.actions
    bits = np.array([action.bit for action in actions if not action.is_pass], np.uint64)
    boards = table.boards.reshape(len(table), -1)
    parts = (boards > 0, boards < 0, table.legal[:, : len(bits)])
    return tuple((part * bits).sum(axis=1, dtype=np.uint64) for part in parts)

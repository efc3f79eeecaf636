"""AlphaZero's self-play as teaching programs have it: the procedure of alpha-zero-general.

Written afresh after that project's way of working (its code was not copied): one game at a time,
one position in each call of the network, a tree in dictionaries that are keyed by the board's
bytes and kept from move to move, rules on a table of numbers, float32. Where there was a choice it
is the faster one: only legal actions are looped over, and a position's moves are found once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from benchmarks.peers.array_board import PASS, SIZE, Board, next_state, start

Cells: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float32]
Network: TypeAlias = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]

C = 1.5
WARM_PLIES = 15
_TINY = 1e-8


class Tree:
    """The searches of one game, as dictionaries.

    Args:
        network: Makes (1, 65) logits and (1,) values of (1, 3, 8, 8) planes.
        simulations: Simulations for each move.
    """

    def __init__(self, network: Network, simulations: int) -> None:
        self.network, self.simulations = network, simulations
        self.calls = 0
        self._legal: dict[bytes, list[int]] = {}
        self._result: dict[bytes, float | None] = {}
        self._priors: dict[bytes, Floats] = {}
        self._visits: dict[bytes, int] = {}
        self._edge_visits: dict[tuple[bytes, int], int] = {}
        self._edge_value: dict[tuple[bytes, int], float] = {}

    def probabilities(self, cells: Cells, warm: bool) -> npt.NDArray[np.float64]:
        """Returns how likely each action is to be played, (65,).

        Args:
            cells: The board, with 1 for the discs of the side to move.
            warm: Whether in proportion to the visits; otherwise a most visited one is.
        """
        for _ in range(self.simulations):
            self._search(cells)
        key = cells.tobytes()
        visits = np.zeros(PASS + 1)
        for action in self._legal[key]:
            visits[action] = self._edge_visits.get((key, action), 0)
        if not warm:
            best = random.choice(np.flatnonzero(visits == visits.max()).tolist())
            visits = np.zeros(PASS + 1)
            visits[best] = 1
        chances: npt.NDArray[np.float64] = visits / visits.sum()
        return chances

    def _search(self, cells: Cells) -> float:
        """Makes a simulation; returns its value for the side that moved last."""
        key = cells.tobytes()
        if key not in self._legal:
            self._legal[key], self._result[key] = _moves_and_result(cells)
        result = self._result[key]
        if result is not None:
            return -result
        if key not in self._priors:
            return -self._expand(key, cells)
        priors, visits = self._priors[key], self._visits[key]
        factor = C * math.sqrt(visits + _TINY)
        highest, action = -math.inf, -1
        for legal in self._legal[key]:
            edge = key, legal
            if edge in self._edge_value:
                bonus = factor * priors[legal] / (1 + self._edge_visits[edge])
                score = self._edge_value[edge] + bonus
            else:
                score = factor * priors[legal]
            if score > highest:
                highest, action = score, legal
        after, side = next_state((cells, 1), action)
        value = self._search(after * side)
        edge = key, action
        count = self._edge_visits.get(edge, 0)
        before = self._edge_value.get(edge, 0.0)
        self._edge_value[edge] = (count * before + value) / (count + 1)
        self._edge_visits[edge] = count + 1
        self._visits[key] = visits + 1
        return -value

    def _expand(self, key: bytes, cells: Cells) -> float:
        legal = self._legal[key]
        planes = np.zeros((1, 3, SIZE, SIZE), np.float32)
        planes[0, 0], planes[0, 1] = cells == 1, cells == -1
        mask = np.zeros(PASS + 1, np.float32)
        mask[legal] = 1
        planes[0, 2] = mask[:PASS].reshape(SIZE, SIZE)
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(planes))
            chances: Floats = torch.softmax(logits, 1)[0].numpy()
        self.calls += 1
        chances = chances * mask
        total = chances.sum()
        self._priors[key] = chances / total if total > 0 else mask / mask.sum()
        self._visits[key] = 0
        return float(values[0])


class UsualSelfPlay:
    """One game after the other; :meth:`move` plays a move.

    Args:
        network: As in :class:`Tree`.
        simulations: Simulations for each move.
    """

    def __init__(self, network: Network, simulations: int) -> None:
        self._network, self._simulations = network, simulations
        self._rng = np.random.default_rng()
        self.examples: list[tuple[Cells, npt.NDArray[np.float64], int, int]] = []
        self.games = 0
        self._tree, self._state, self._ply = Tree(network, simulations), start(), 0
        self._game: list[tuple[Cells, npt.NDArray[np.float64], int]] = []

    def move(self) -> int:
        """Searches and plays a move, and keeps its examples; returns 1, the positions made."""
        cells, side = self._state
        canonical = cells * side
        chances = self._tree.probabilities(canonical, self._ply < WARM_PLIES)
        self._game += [(*twin, side) for twin in _symmetries(canonical, chances)]
        action = int(self._rng.choice(len(chances), p=chances))
        self._state = next_state(self._state, action)
        self._ply += 1
        after, mover = self._state
        _, result = _moves_and_result(after * mover)
        if result is not None:
            sign = -1 if result < 0 else int(result > 0)
            self.examples = [(*one, sign * one[2] * mover) for one in self._game]
            self.games += 1
            self._tree, self._state = Tree(self._network, self._simulations), start()
            self._ply, self._game = 0, []
        return 1


def _moves_and_result(cells: Cells) -> tuple[list[int], float | None]:
    """Returns the legal actions of side 1, and the result for it if the game is over."""
    board = Board(cells)
    moves = sorted(row * SIZE + col for row, col in board.moves(1))
    if moves:
        return moves, None
    if board.moves(-1):
        return [PASS], None
    return [], float(np.sign(cells.sum()))


def _symmetries(
    cells: Cells, chances: npt.NDArray[np.float64]
) -> list[tuple[Cells, npt.NDArray[np.float64]]]:
    squares = chances[:PASS].reshape(SIZE, SIZE)
    found = []
    for turns in range(4):
        for mirrored in (False, True):
            board, policy = np.rot90(cells, turns), np.rot90(squares, turns)
            if mirrored:
                board, policy = np.fliplr(board), np.fliplr(policy)
            found.append((board, np.append(policy.ravel(), chances[PASS])))
    return found

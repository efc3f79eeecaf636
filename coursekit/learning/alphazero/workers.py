"""Self-play of an AlphaZero training: groups of games, each on a worker of its own.

The workers are processes on this machine or, within :func:`coursekit.workers.on_cluster`, on
others. What a group plays follows from its state and the weights alone, so neither the number of
workers nor their places change the result.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
import weakref
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import joblib
import numpy as np
import numpy.typing as npt
import torch

from coursekit.cluster import Shared
from coursekit.engine.mcts.puct_nodes import NODE, TREE
from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.self_play import Samples, SelfPlay
from coursekit.learning.alphazero.update import new_network
from coursekit.learning.inference import Evaluator
from coursekit.learning.networks import best_device
from coursekit.workers import in_order

Arrays: TypeAlias = dict[str, npt.NDArray[Any]]

_RECORDS = {"nodes": NODE, "trees": TREE}  # what tensors can hold as bytes only


class Played(NamedTuple):
    """What a group played.

    Attributes:
        samples: The positions of the games that ended.
        state: The group, to continue from.
        games: Games that have ended since the group began.
        evaluations: Positions that the network was asked for since then.
        cpu_seconds: What it took of a processor.
    """

    samples: Samples
    state: Arrays
    games: int
    evaluations: int
    cpu_seconds: float


def play_group(
    config: AlphaZeroConfig, group: int, state: Arrays | None, weights: Arrays, positions: int
) -> Played:
    """Plays on in one group; runs on a worker.

    Args:
        config: The training.
        group: Number of the group.
        state: Where it continues; ``None`` at the beginning.
        weights: Those of the network.
        positions: How many positions of finished games are wanted at least.
    """
    in_worker = multiprocessing.parent_process() is not None
    if in_worker and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the main process
    begun = time.thread_time()  # a cluster's worker may play other groups in other threads
    network = new_network(config)
    network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    play = SelfPlay(config, group)
    if state is not None:
        play.load_state_dict(state)
    samples = play.play(Evaluator(network, device=best_device()).boards, positions)
    seconds = time.thread_time() - begun
    return Played(samples, play.state_dict(), play.counts.ended, play.counts.evaluations, seconds)


class Playing:
    """A generation's self-play on its way, begun at once where the workers are other processes.

    Args:
        config: The training.
        states: Where each group continues.
        weights: Those of the network that plays.
        n_jobs: Number of workers, as in joblib.
    """

    def __init__(
        self,
        config: AlphaZeroConfig,
        states: list[Arrays | None],
        weights: Mapping[str, torch.Tensor],
        n_jobs: int | None,
    ) -> None:
        arrays = {name: tensor.detach().cpu().numpy().copy() for name, tensor in weights.items()}
        shared, share = Shared(arrays), -(-config.positions // config.groups)
        self._results = in_order(
            [
                joblib.delayed(play_group)(config, group, state, shared, share)
                for group, state in enumerate(states)
            ],
            n_jobs,
        )
        # Stops the workers of games that are not waited for any more, as after Ctrl-C. Not in
        # __del__: when Python ends, what that needs may be gone before this is.
        weakref.finalize(self, self._results.close)

    def result(self) -> list[Played]:
        """Returns what the groups played, in their order, when all are ready."""
        return list(self._results)


def packed(state: Arrays) -> dict[str, torch.Tensor]:
    """Returns the state of a group as tensors."""
    return {
        name: torch.from_numpy(array[..., None].view(np.uint8) if name in _RECORDS else array)
        for name, array in state.items()
    }


def unpacked(tensors: Mapping[str, torch.Tensor]) -> Arrays:
    """Returns the state of a group that :func:`packed` made tensors of."""
    return {
        name: tensor.numpy().view(_RECORDS[name])[..., 0] if name in _RECORDS else tensor.numpy()
        for name, tensor in tensors.items()
    }

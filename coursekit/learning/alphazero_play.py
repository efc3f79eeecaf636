"""Self-play of an AlphaZero training: groups of games, each on a worker of its own.

The workers are joblib's: processes on this machine or, within
``joblib.parallel_config(backend="dask")``, on others. What a group plays follows from its state and
the weights alone, so neither the number of workers nor their places change the result.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import joblib
import numpy as np
import numpy.typing as npt
import torch
from joblib.parallel import get_active_backend

from coursekit.engine.puct import PuctConfig
from coursekit.engine.puct_nodes import NODE, TREE
from coursekit.learning.alphazero_config import AlphaZeroConfig
from coursekit.learning.inference import Evaluator
from coursekit.learning.networks import DualNetwork, best_device
from coursekit.learning.self_play import Samples, SelfPlay, SelfPlayConfig

Arrays: TypeAlias = dict[str, npt.NDArray[Any]]

_RECORDS = {"nodes": NODE, "trees": TREE}  # what tensors can hold as bytes only


class Played(NamedTuple):
    """What a group played.

    Attributes:
        samples: The positions of the games that ended.
        state: The group, to go on from.
        games: Games that have ended since the group began.
        evaluations: Positions that the network was asked for since then.
        cpu_seconds: What it took of a processor.
    """

    samples: Samples
    state: Arrays
    games: int
    evaluations: int
    cpu_seconds: float


def self_play_config(config: AlphaZeroConfig) -> SelfPlayConfig:
    """Returns how a training's games are made."""
    return SelfPlayConfig(
        game=config.game,
        games=config.games,
        search=PuctConfig(
            config.simulations,
            config.c,
            config.fpu_reduction,
            gumbel=True,
            candidates=config.candidates,
            c_visit=config.c_visit,
            c_scale=config.c_scale,
            play_forced=True,
            exact_empties=config.exact_empties,
        ),
        random_plies=config.random_plies,
        stagger=max(0, config.size**2 - 16),
        noise_plies=config.noise_plies,
        # Who owns a square is known only when the board is full.
        end_proven=not config.ownership,
    )


def play_group(
    config: AlphaZeroConfig, group: int, state: Arrays | None, weights: Arrays, positions: int
) -> Played:
    """Plays on in one group; runs on a worker.

    Args:
        config: The training.
        group: Number of the group.
        state: Where it goes on from; ``None`` at the beginning.
        weights: Those of the network.
        positions: How many positions of finished games are wanted at least.
    """
    in_worker = multiprocessing.parent_process() is not None
    if in_worker and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the main process
    begun = time.process_time()
    network = DualNetwork(config.size, config.actions, config.channels, config.blocks)
    network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    play = SelfPlay(self_play_config(config), config.seed, group)
    if state is not None:
        play.restore(state)
    samples = play.play(Evaluator(network, device=best_device()).boards, positions)
    seconds = time.process_time() - begun
    return Played(samples, play.state(), play.finished_games, play.evaluations, seconds)


class Playing:
    """A generation's self-play on its way, begun at once where the workers are other processes.

    Args:
        config: The training.
        states: Where each group goes on from.
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
        share = -(-config.positions // config.groups)
        backend, _ = get_active_backend()
        self._results: Iterator[Played] = iter(
            joblib.Parallel(
                n_jobs=n_jobs,
                batch_size=1,
                max_nbytes=None,
                return_as="generator" if backend.supports_return_generator else "list",
            )(
                joblib.delayed(play_group)(config, group, state, arrays, share)
                for group, state in enumerate(states)
            )
        )

    def result(self) -> list[Played]:
        """Returns what the groups played, in their order, when all are ready."""
        return list(self._results)

    def __del__(self) -> None:
        """Stops workers whose results nobody waits for any more, as after Ctrl-C."""
        close = getattr(getattr(self, "_results", None), "close", None)
        if close is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib warns that results were not used
                close()


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

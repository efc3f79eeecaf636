"""Optimisers by name, and their state as named tensors, as checkpoints keep it."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import nn


def new_optimiser(name: str, network: nn.Module, learning_rate: float) -> torch.optim.Optimizer:
    """Returns an optimiser of the network's weights: ``"adam"``, or ``"sgd"`` without momentum."""
    if name == "sgd":
        return torch.optim.SGD(network.parameters(), lr=learning_rate)
    return torch.optim.Adam(network.parameters(), lr=learning_rate, fused=True)


def optimiser_state(optimiser: torch.optim.Optimizer) -> dict[str, torch.Tensor]:
    """Returns the optimiser's memory, for each weight by its number: ``"3.exp_avg"``."""
    state = optimiser.state_dict()["state"]
    return {
        f"{number}.{name}": value
        for number, values in state.items()
        for name, value in values.items()
    }


def load_optimiser(optimiser: torch.optim.Optimizer, state: Mapping[str, torch.Tensor]) -> None:
    """Gives an optimiser the memory that :func:`optimiser_state` returned of one like it."""
    memory: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in state.items():
        number, _, name = key.partition(".")
        memory.setdefault(int(number), {})[name] = value
    groups = optimiser.state_dict()["param_groups"]
    optimiser.load_state_dict({"state": memory, "param_groups": groups})
    # A fused optimiser walks through memory: what it keeps must lie there as the weights do.
    for weight, values in optimiser.state.items():
        for name, value in values.items():
            if value.shape == weight.shape:
                values[name] = torch.empty_like(weight).copy_(value)

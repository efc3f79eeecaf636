"""Networks on their way to the workers that play with them."""

from __future__ import annotations

import io
from functools import lru_cache

import torch
from safetensors import torch as safetensors
from torch import nn

from coursekit.files import digest
from coursekit.learning.inference import Evaluator


class SentNetwork:
    """A network as bytes, which a worker makes ready for playing once, however often they come.

    (A plain object for a reason: Dask would scatter a large array to one worker, and lose it when
    that worker is lost.)

    Args:
        network: The network as it is now.

    Attributes:
        sha256: Checksum of the weights.
    """

    def __init__(self, network: nn.Module) -> None:
        weights = {k: v.detach().cpu().contiguous() for k, v in network.state_dict().items()}
        self.sha256 = digest(safetensors.save(weights))
        buffer = io.BytesIO()
        torch.save(network, buffer)
        self._data = buffer.getvalue()

    def evaluator(self) -> Evaluator:
        """Returns what answers for the network, in this process and on its processor."""
        return _evaluator(self._data)


@lru_cache(maxsize=4)
def _evaluator(data: bytes) -> Evaluator:
    # The bytes come from this program, in the same run: not from a file.
    network = torch.load(io.BytesIO(data), map_location="cpu", weights_only=False)
    return Evaluator(network)

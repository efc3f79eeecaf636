"""Fast evaluation of positions, one or many at once: from bits to logits and values.

On a processor our own compiled layers do it (:mod:`coursekit.learning.compiled`), in float32: a
position has the same outputs in every batch. On a graphics card torch does, in bfloat16 where the
card computes with it. `python -m benchmarks alphazero --only move` compares the two on a processor.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from coursekit.engine.bulk.planes import fill_planes
from coursekit.learning.compiled import Compiled, folded
from coursekit.learning.networks import DualNetwork, PolicyNetwork, ValueNetwork

Bitboards: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float32]


class Evaluator:
    """A network made ready for playing: it answers for N positions in one batch.

    It holds a copy of the network as it is now; what is learned later does not change it.

    Args:
        network: The network, of a board of 3×3 or, with eight bits a row, up to 8×8 squares.
        device: Where to compute; where the network is unless told otherwise.

    >>> evaluator = Evaluator(DualNetwork(size=4, actions=17, channels=8, blocks=1))
    >>> own, opp, legal = (np.array([bits], np.uint64) for bits in (0x1020400, 0x20400, 0x2000))
    >>> logits, values = evaluator.boards(own, opp, legal)
    >>> logits.shape, values.shape
    ((1, 17), (1,))
    """

    def __init__(
        self,
        network: DualNetwork | PolicyNetwork | ValueNetwork,
        device: torch.device | None = None,
    ) -> None:
        self.size = network.size
        self.device = device or next(network.parameters()).device
        self._stride = 3 if self.size == 3 else 8
        ready = folded(network)
        self._compiled = self._on_card = None
        if self.device.type == "cpu":
            self._compiled = Compiled(ready, self.size, self._stride)
        else:
            self._number = torch.bfloat16 if has_bfloat16(self.device) else torch.float32
            self._on_card = ready.to(self.device, self._number)
        self._has_logits = not isinstance(network, ValueNetwork)
        self._has_values = not isinstance(network, PolicyNetwork)

    def boards(self, own: Bitboards, opp: Bitboards, legal: Bitboards) -> tuple[Floats, Floats]:
        """Returns what a dual network says about N positions.

        Args:
            own: (N,) the mover's pieces: bit ``8 * row + col``, in tic-tac-toe ``3 * row + col``.
            opp: (N,) the other side's.
            legal: (N,) the legal squares; none where there is only the pass.

        Returns:
            (N, actions) logits, those of illegal actions included, and (N,) values of the movers.
        """
        logits, values = self._outputs(own, opp, legal)
        return logits, values

    def single(self, own: Bitboards, opp: Bitboards, legal: Bitboards) -> Floats:
        """Returns what a policy or a value network says: (N, actions) logits, or (N,) values."""
        (answers,) = self._outputs(own, opp, legal)
        return answers

    def _outputs(self, own: Bitboards, opp: Bitboards, legal: Bitboards) -> list[Floats]:
        if self._compiled is None:
            return self._by_torch(own, opp, legal)
        outputs = self._compiled(own, opp, legal)
        logits = outputs[:, :-1] if self._has_values else outputs
        # In float64, where all libraries' tanh rounds to the same float32.
        values = np.tanh(outputs[:, -1], dtype=np.float64).astype(np.float32)
        return [logits] * self._has_logits + [values] * self._has_values

    def _by_torch(self, own: Bitboards, opp: Bitboards, legal: Bitboards) -> list[Floats]:
        assert self._on_card is not None
        squares = np.empty((len(own), self.size * self.size, 3), np.float32)
        fill_planes(own, opp, legal, self.size, self._stride, squares)
        planes = torch.from_numpy(squares).view(-1, self.size, self.size, 3).permute(0, 3, 1, 2)
        with torch.inference_mode():
            found = self._on_card(planes.to(self.device, self._number))
            heads = found if isinstance(found, tuple) else (found,)
            return [head.float().cpu().numpy() for head in heads]


def has_bfloat16(device: torch.device) -> bool:
    """Returns whether a device computes in bfloat16, and does not only imitate it."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    found = torch.cpu.get_capabilities()
    return bool(found.get("avx512_bf16") or found.get("amx_bf16"))

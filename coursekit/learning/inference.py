"""Fast evaluation of positions, one or many at once: from bits to logits and values.

Batch norm is folded into the convolutions first. What then computes is this table's choice, by what
the hardware can do and the size of the batch, and never by a clock:

===================================  ================  ===============
hardware                             batches below 16  larger batches
===================================  ================  ===============
processor without bfloat16           our own layers    our own layers
processor with bfloat16              our own layers    torch, bfloat16
CUDA                                 torch, bfloat16   torch, bfloat16
===================================  ================  ===============

With ``precision="float32"`` it is our own layers (:mod:`coursekit.learning.compiled`) on every
processor. A position then has the same outputs in every batch. `python -m benchmarks alphazero
--only move` measures them; torch takes five times as long for a single position.
"""

from __future__ import annotations

import copy
import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval

from coursekit.engine.bulk.planes import fill_planes
from coursekit.learning.compiled import Compiled
from coursekit.learning.networks import DualNetwork, PolicyNetwork, ValueNetwork

Bitboards: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float32]

PRECISIONS = ("auto", "float32", "bfloat16")
_WORTH_BFLOAT16 = 16
_WORTH_PADDING = 16
_BFLOAT16_ONE = np.uint16(0x3F80)

# glibc's trim threshold, mmap threshold and top pad, by their numbers in malloc.h. Larger single
# pieces than the second still come from the kernel and go back to it.
_MALLOC_OPTIONS = {-1: 256 << 20, -3: 32 << 20, -2: 64 << 20}


class Evaluator:
    """A network made ready for playing: it answers for N positions in one batch.

    It holds a copy of the network as it is now; what is learned later does not change it.

    Args:
        network: The network, of a board of 3×3 or, with eight bits a row, up to 8×8 squares.
        precision: ``"float32"``, ``"bfloat16"``, or ``"auto"``: bfloat16 for batches of 16 and more
            where the hardware computes with it.
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
        precision: str = "auto",
        device: torch.device | None = None,
    ) -> None:
        if precision not in PRECISIONS:
            raise ValueError(
                f"precision is {' or '.join(map(repr, PRECISIONS))}, not {precision!r}"
            )
        if not isinstance(network.size, int):
            raise TypeError("bits are read into planes of square boards only")
        keep_freed_memory()
        self.size = network.size
        self.device = device or next(network.parameters()).device
        self._stride = 3 if self.size == 3 else 8
        self._coarse_from = {"float32": None, "bfloat16": 1, "auto": _coarse_from(self.device)}[
            precision
        ]
        folded = _folded(copy.deepcopy(network).eval()).to(self.device)
        on_processor = self.device.type == "cpu"
        self._compiled = Compiled(folded, self.size, self._stride) if on_processor else None
        self._fine = folded.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._coarse = copy.deepcopy(self._fine).to(torch.bfloat16)
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
        count = len(own)
        coarse = self._coarse_from is not None and count >= self._coarse_from
        if self._compiled is not None and not coarse:
            return self._heads(self._compiled(own, opp, legal))
        # The conversion, too: two threads for it cost more than all the rest.
        with torch.inference_mode(), _one_thread():
            planes = self._planes(own, opp, legal, coarse)
            found = (self._coarse if coarse else self._fine)(planes)
            heads = found if isinstance(found, tuple) else (found,)
            return [head[:count].float().cpu().numpy() for head in heads]

    def _heads(self, outputs: Floats) -> list[Floats]:
        logits = outputs[:, :-1] if self._has_values else outputs
        # In float64, where all libraries' tanh rounds to the same float32.
        values = np.tanh(outputs[:, -1], dtype=np.float64).astype(np.float32)
        return [logits] * self._has_logits + [values] * self._has_values

    def _planes(self, own: Bitboards, opp: Bitboards, legal: Bitboards, coarse: bool) -> Any:
        count = len(own)
        rows = _padded(count) if self.device.type == "cpu" else count
        squares = np.empty((rows, self.size * self.size, 3), np.uint16 if coarse else np.float32)
        one = _BFLOAT16_ONE if coarse else np.float32(1)
        fill_planes(own, opp, legal, self.size, self._stride, one, squares[:count])
        squares[count:] = 0
        flat = torch.from_numpy(squares)
        if coarse:
            flat = flat.view(torch.bfloat16)
        planes = flat.view(rows, self.size, self.size, 3).permute(0, 3, 1, 2)
        return planes.to(self.device, non_blocking=True)


def _padded(count: int) -> int:
    """Returns the batch size that is computed for ``count`` positions: up to a quarter more.

    For every new size oneDNN compiles each layer anew, for milliseconds, and keeps the code, half a
    megabyte: a run whose batches have all sizes would take twice as long and a gigabyte.

    >>> [_padded(count) for count in (1, 15, 16, 17, 250, 1025)]
    [1, 15, 16, 20, 256, 1280]
    """
    if count < _WORTH_PADDING:
        return count
    step = 1 << (count.bit_length() - 3)
    return -(-count // step) * step


def has_bfloat16(device: torch.device) -> bool:
    """Returns whether a device computes in bfloat16, and does not only imitate it."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    found = torch.cpu.get_capabilities()
    return bool(found.get("avx512_bf16") or found.get("amx_bf16"))


def _coarse_from(device: torch.device) -> int | None:
    """Returns the smallest batch that is faster in bfloat16 than in float32; None if none is."""
    if not has_bfloat16(device):
        return None
    return 1 if device.type == "cuda" else _WORTH_BFLOAT16


def _folded(network: nn.Module) -> nn.Module:
    """Returns the network with each batch norm folded into the layer before it; changes it."""
    for child in network.children():
        _folded(child)
    if isinstance(network, nn.Sequential):
        for i in range(len(network) - 1, 0, -1):
            before, norm = network[i - 1], network[i]
            if isinstance(before, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                network[i - 1] = fuse_conv_bn_eval(before, norm)
                del network[i]
            elif isinstance(before, nn.Linear) and isinstance(norm, nn.BatchNorm1d):
                network[i - 1] = fuse_linear_bn_eval(before, norm)
                del network[i]
    return network


@contextmanager
def _one_thread() -> Iterator[None]:
    """Computes with one thread: these networks gain nothing from more, and other programs lose."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


@cache
def keep_freed_memory() -> bool:
    """Makes this process keep freed memory for its next allocations, 256 MB at most.

    A small network on a large batch allocates a megabyte a layer and frees it at once. By default
    glibc gives such memory back to the kernel each time, and the page faults that follow cost as
    much as the convolutions: a network of 3 blocks and 32 channels evaluated 21,500 boards a second
    with batches of 256, and 45,700 when the memory was kept.

    Returns:
        Whether it could: only glibc, the C library of most Linux systems, has the setting.
    """
    if not sys.platform.startswith("linux"):
        return False
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL("libc.so.6").mallopt
        return all(mallopt(option, size) == 1 for option, size in _MALLOC_OPTIONS.items())
    return False

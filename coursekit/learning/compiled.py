"""Networks as programs for the compiled layers of :mod:`coursekit.engine.bulk.layers`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from torch import nn

from coursekit.engine.bulk import layers
from coursekit.engine.rules._jit import direct
from coursekit.learning.networks import ResidualBlock

Floats = npt.NDArray[np.float32]

# Called for every position of a search: the types of the arrays need no second look.
_run = direct(layers.run)


class _Wire(NamedTuple):
    """What goes from layer to layer: the channels of each square, or one row where it is 1.

    Attributes:
        at: Where a board's memory has it.
        channels: Numbers of a square.
        squares: Number of squares.
        stride: Floats from a square to the next.
    """

    at: int
    channels: int
    squares: int
    stride: int


class Compiled:
    """A network in float32 on the processor, one thread: quick for one position as for many.

    It copies the weights, which takes milliseconds. Several threads may call it.

    Args:
        network: A dual, policy or value network of a square board whose batch norm is folded into
            the layers before it.
        size: Squares in a row of the board.
        stride: Bits in a row.
    """

    def __init__(self, network: Any, size: int, stride: int) -> None:
        self._size = size
        self._layers: list[tuple[int, ...]] = []
        self._places: list[int] = []
        self._weights: list[Floats] = []
        self._floats = self._weight_count = 0
        filters = [part.out_channels for part in network.modules() if isinstance(part, nn.Conv2d)]
        # A convolution reads a border of zeros around the board, which nobody writes to.
        self._row = size + 2 if filters else size
        edge = self._row - size
        squares = np.arange(size * size)
        self._squares = squares // size * self._row + squares % size + edge // 2 * (self._row + 1)
        area, self._width = self._row**2, _filled(max(filters, default=0))
        planes = _Wire(self._take(_filled(3 * area)), 3, size * size, 3)
        # The boards that convolutions read and write in turn; a block adds to the one it read.
        self._boards = [self._take(area * self._width) for _ in range(2)]
        if hasattr(network, "body"):
            heads, body = [network.policy, network.value], self._follow([network.body], planes)
        else:
            heads, body = [network.layers], planes
        widths = [list(_parts([head]))[-1].out_features for head in heads]
        output = self._take(sum(widths) + layers.LANES * (1 + max(widths) // layers.LANES))
        for number, head in enumerate(heads):
            self._follow([head], body, output + sum(widths[:number]))
        self.outputs = sum(widths)
        memory = _filled(self._floats)
        # Linear layers take the boards of a group as rows.
        boards = self._put(range(0, layers.GROUP * memory, memory))
        records = np.array(self._layers, layers.LAYER)
        for name in ("read_at", "write_at"):
            records[name][records["rows"] == 0] = boards
        self._program = layers.Program(
            records,
            np.array(self._places, np.int64),
            np.concatenate(self._weights),
            planes.at + 3 * self._squares,
            size,
            stride,
            memory,
            output,
        )
        self._spare: list[Floats] = []

    def __call__(self, own: Any, opp: Any, legal: Any) -> Floats:
        """Returns the outputs for N positions as bits, (N, outputs), before any tanh."""
        try:
            memory = self._spare.pop()
        except IndexError:
            memory = np.zeros(layers.GROUP * self._program.memory, np.float32)
        results = np.empty((len(own), self.outputs), np.float32)
        _run(self._program, own, opp, legal, memory, results)
        self._spare.append(memory)
        return results

    def _follow(self, modules: list[Any], wire: _Wire, output: int | None = None) -> _Wire:
        """Adds some layers; the outputs of the last linear one go to ``output``."""
        parts = list(_parts(modules))
        for i, part in enumerate(parts):
            after = parts[i + 1 :]
            relu = bool(after) and isinstance(after[0], nn.ReLU)
            if isinstance(part, nn.Conv2d):
                flat = any(isinstance(later, nn.Flatten) for later in after[:2])
                wire = self._convolution(part, wire, relu, flat)
            elif isinstance(part, ResidualBlock):
                first, second = (p for p in part.layers if isinstance(p, nn.Conv2d))
                wire = self._convolution(
                    second, self._convolution(first, wire, True), True, added=wire.at
                )
            elif isinstance(part, nn.Linear):
                last = output is not None and not any(isinstance(p, nn.Linear) for p in after)
                target = output if last else self._take(_filled(part.out_features))
                assert target is not None
                cube = _array(part.weight).reshape(-1, wire.channels, wire.squares)
                weights = cube.transpose(0, 2, 1).reshape(part.out_features, -1)
                self._add(weights, part.bias, wire.at, target, relu=relu)
                wire = _Wire(target, part.out_features, 1, 0)
        return wire

    def _convolution(
        self, part: nn.Conv2d, wire: _Wire, relu: bool, flat: bool = False, added: int = -1
    ) -> _Wire:
        """Adds a convolution, whose outputs lie side by side where ``flat``; see LAYER's added."""
        weights = _array(part.weight)  # (filters, channels, width, width)
        filters, half = part.out_channels, part.kernel_size[0] // 2
        if flat:
            # Each square's unused lanes are overwritten by the next.
            target, stride = self._take(len(self._squares) * filters + layers.LANES), filters
            write = np.arange(len(self._squares)) * stride
        else:
            target, stride = self._boards[wire.at == self._boards[0]], self._width
            write = self._squares * stride
        steps = range(-half, half + 1)
        self._add(
            weights.transpose(0, 2, 3, 1).reshape(filters, -1),
            part.bias,
            wire.at,
            target,
            added,
            [(down * self._row + right) * wire.stride for down in steps for right in steps],
            (self._squares * wire.stride, write),
            relu,
        )
        return _Wire(target, filters, len(self._squares), stride)

    def _add(
        self,
        weights: Floats,
        bias: Any,
        source: int,
        target: int,
        added: int = -1,
        taps: list[int] | None = None,
        squares: tuple[Any, Any] | None = None,
        relu: bool = False,
    ) -> None:
        """Adds a layer with weights (outputs, taps · depth)."""
        outputs, width = weights.shape
        taps = taps or [0]
        filled = np.zeros((_filled(outputs), width), np.float32)
        filled[:outputs] = weights
        biases = np.zeros(len(filled), np.float32)
        if bias is not None:
            biases[:outputs] = _array(bias)
        begin = self._weight_count
        self._weights += [
            filled.reshape(-1, layers.LANES, width).transpose(0, 2, 1).ravel(),
            biases,
        ]
        self._weight_count += filled.size + biases.size
        rows = read = write = 0
        if squares is not None:
            more = -len(self._squares) % layers.GROUP  # the last square again
            rows = len(self._squares) + more
            read, write = (self._put([*places, *[places[-1]] * more]) for places in squares)
        look = width // len(taps), len(taps), self._put(taps)
        blocks = len(filled) // layers.LANES
        end = begin + filled.size
        self._layers.append(
            (source, target, added, *look, rows, read, write, blocks, begin, end, relu)
        )

    def _take(self, floats: int) -> int:
        """Reserves a piece of a board's memory; returns where it begins."""
        self._floats += floats
        return self._floats - floats

    def _put(self, places: Any) -> int:
        """Writes down some places; returns where they begin."""
        self._places += map(int, places)
        return len(self._places) - len(places)


def _parts(modules: list[Any]) -> Iterator[Any]:
    """Iterates through what computes, without containers and what only training needs."""
    for module in modules:
        if isinstance(module, nn.Sequential):
            yield from _parts(list(module))
        elif not isinstance(module, nn.Dropout):
            yield module


def _array(tensor: Any) -> Floats:
    array: Floats = tensor.detach().float().cpu().numpy()
    return array


def _filled(count: int) -> int:
    """Returns a number of floats, filled up to whole vectors."""
    return -(-count // layers.LANES) * layers.LANES

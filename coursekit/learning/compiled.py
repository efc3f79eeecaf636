"""Networks as programs for the compiled layers of :mod:`coursekit.engine.bulk.layers`."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval

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
        # The corners of the 4 × 4 squares around each 2 × 2 of the board, if they fill whole tiles.
        pairs = np.arange(0, size - 1, 2)
        self._corners = (pairs[:, None] * self._row + pairs).ravel()
        self._mixes = size % 2 == 0 and self._corners.size % layers.GROUP == 0
        self._mixed = 0
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
            _aligned(np.concatenate([*self._weights, np.zeros(layers.LANES, np.float32)])),
            planes.at + 3 * self._squares,
            size,
            stride,
            memory,
            self._mixed,
            output,
        )
        self._spare: list[Floats] = []

    def __call__(self, own: Any, opp: Any, legal: Any) -> Floats:
        """Returns the outputs for N positions as bits, (N, outputs), before any tanh."""
        try:
            memory = self._spare.pop()
        except IndexError:
            floats = layers.GROUP * self._program.memory + self._program.mixed
            memory = _aligned(np.zeros(floats + layers.LANES, np.float32))
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
        if half == 1 and self._mixes and wire.stride == self._width and not flat:
            return self._mixed_convolution(weights, part.bias, wire, relu, added)
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

    def _mixed_convolution(
        self, weights: Floats, bias: Any, wire: _Wire, relu: bool, added: int
    ) -> _Wire:
        """Adds a convolution by Winograd's algorithm, as three layers."""
        target = self._boards[wire.at == self._boards[0]]
        filters, channels = weights.shape[:2]
        matrix = layers.MIX_FILTERS
        # (PARTS, filters, channels)
        mixed = (matrix @ weights.astype(float) @ matrix.T).reshape(filters, channels, -1)
        mixed = mixed.transpose(2, 0, 1)
        biases = np.zeros((layers.PARTS, filters), np.float32)
        # This part counts once in each of the four outputs.
        biases[5] = 0 if bias is None else _array(bias)
        rows = len(self._corners)
        half = layers.PARTS * rows * self._width
        self._mixed = 2 * half
        corners = self._put(self._corners * self._width)
        places = self._put(range(0, half, self._width))
        board = {"rows": rows, "read_at": corners, "across": self._width}
        board["down"] = self._row * self._width
        self._layer(kind=layers.MIX, source=wire.at, depth=channels, **board)
        weighing = self._weigh(mixed, biases)
        self._layer(
            target=half, depth=channels, tap_at=self._put([0]), rows=rows, read_at=places,
            write_at=places, parts=layers.PARTS, **weighing,
        )  # fmt: skip
        # The outputs lie in the middle of the 4 × 4 squares.
        middle = (self._row + 1) * self._width
        added += middle if added >= 0 else 0
        self._layer(
            kind=layers.UNMIX, source=half, target=target + middle, added=added, depth=filters,
            relu=relu, **board,
        )  # fmt: skip
        return _Wire(target, filters, wire.squares, self._width)

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
        biases = np.zeros((1, outputs), np.float32) if bias is None else _array(bias)[None]
        rows = read = write = 0
        if squares is not None:
            # The last square again; in a tile of its own it would be added to what it has become.
            more = -len(self._squares) % layers.ROWS
            rows = len(self._squares) + more
            read, write = (self._put([*places, *[places[-1]] * more]) for places in squares)
        self._layer(
            source=source, target=target, added=added, depth=width // len(taps), taps=len(taps),
            tap_at=self._put(taps), rows=rows, read_at=read, write_at=write, relu=relu,
            **self._weigh(weights[None], biases),
        )  # fmt: skip

    def _weigh(self, weights: Any, biases: Floats) -> dict[str, int]:
        """Writes down weights (parts, outputs, inputs) and biases; returns where they are."""
        parts, outputs, inputs = weights.shape
        filled = np.zeros((parts, _filled(outputs), inputs), np.float32)
        filled[:, :outputs] = weights
        more = np.zeros(filled.shape[:2], np.float32)
        more[:, :outputs] = biases
        begin, end = self._weight_count, self._weight_count + filled.size
        blocks = filled.shape[1] // layers.LANES
        lanes = filled.reshape(parts, blocks, layers.LANES, inputs).swapaxes(2, 3)
        self._weights += [lanes.ravel(), more.ravel()]
        self._weight_count = end + more.size
        return {"weights": begin, "biases": end, "blocks": blocks}

    def _layer(self, **fields: int) -> None:
        """Adds a layer, by the fields of ``LAYER`` that are not as usual."""
        usual = dict.fromkeys(layers.LAYER.names or (), 0)
        usual |= {"added": -1, "taps": 1, "parts": 1, "kind": layers.SUMS}
        self._layers.append(tuple((usual | fields).values()))

    def _take(self, floats: int) -> int:
        """Reserves a piece of a board's memory; returns where it begins."""
        self._floats += floats
        return self._floats - floats

    def _put(self, places: Any) -> int:
        """Writes down some places; returns where they begin."""
        self._places += map(int, places)
        return len(self._places) - len(places)


def folded(network: nn.Module) -> nn.Module:
    """Returns a copy of a network, each batch norm folded into the layer before it."""
    copied = copy.deepcopy(network).eval()
    _fold(copied)
    return copied


def _fold(network: nn.Module) -> None:
    for child in network.children():
        _fold(child)
    if isinstance(network, nn.Sequential):
        for i in range(len(network) - 1, 0, -1):
            before, norm = network[i - 1], network[i]
            if isinstance(before, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                network[i - 1] = fuse_conv_bn_eval(before, norm)
                del network[i]
            elif isinstance(before, nn.Linear) and isinstance(norm, nn.BatchNorm1d):
                network[i - 1] = fuse_linear_bn_eval(before, norm)
                del network[i]


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


def _aligned(array: Floats) -> Floats:
    """Returns an array without its last vector, which begins where a cache line does."""
    size = array.size - layers.LANES
    first = -array.ctypes.data % 64 // 4
    array[first : first + size] = array[:size].copy()
    return array[first : first + size]


def _filled(count: int) -> int:
    """Returns a number of floats, filled up to whole vectors."""
    return -(-count // layers.LANES) * layers.LANES

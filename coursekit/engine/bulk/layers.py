"""The layers of small networks, for a batch of boards in one compiled call.

A convolution multiplies, for each square, a row of inputs with the weights of all filters; a linear
layer does the same for each board. One loop does both: it takes a few squares (or boards) and 16 or
32 filters at a time, whose sums stay in the processor's vector registers from the first input to
the last. The sums are made in the same order in every batch, so that a position has the same
outputs in each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from coursekit.engine.rules._jit import ONE, FloatRows, Floats, Int, Ints, Words, kernel

LANES = 16
"""Filters, or outputs, that are computed together: a layer's are filled up with zeros."""

GROUP = 8
"""Boards that go through a layer together, and squares of a board that always do."""

_FIELDS = (
    "source",  # where a board's memory has the inputs
    "target",  # where the outputs go
    "added",  # where it has what is added to them, or -1
    "depth",  # inputs of a square, or of a board
    "taps",  # squares that a filter looks at; 1 in a linear layer
    "tap_at",  # where `places` has their distances
    "rows",  # squares, a multiple of GROUP; 0 for the boards of a linear layer
    "read_at",  # where `places` has the place of each row's inputs
    "write_at",  # and of its outputs
    "blocks",  # outputs, in LANES
    "weights",  # where `weights` has (blocks, taps · depth, LANES) of them
    "biases",  # and (blocks, LANES)
    "relu",  # whether negative outputs become 0
)
LAYER = np.dtype([(name, np.int64) for name in _FIELDS])
"""One layer, all in numbers of floats."""

if TYPE_CHECKING:
    Layers: TypeAlias = Any
else:
    Layers = numba.from_dtype(LAYER)[::1]


class Program(NamedTuple):
    """A network as :func:`run` reads it.

    Attributes:
        layers: (L,) ``LAYER``, in running order.
        places: What the layers look up.
        weights: Weights and biases.
        planes: (n·n,) where a board's memory has the three planes of each square.
        size: Squares in a row of the board, n.
        stride: Bits in a row.
        memory: Floats that a board needs.
        output: Where a board's memory has the network's outputs in the end.
    """

    layers: Layers
    places: Ints
    weights: Floats
    planes: Ints
    size: Int
    stride: Int
    memory: Int
    output: Int


_LANES = ir.VectorType(ir.FloatType(), LANES)
_ANY = ir.Constant(_LANES, ir.Undefined)
_FIRST = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
_NOTHING = ir.Constant(_LANES, [0.0] * LANES)


def _tile(rows: int, vectors: int) -> Any:
    """Returns the innermost loop for so many rows and vectors of filters at once."""

    @intrinsic
    def tile(
        typing_context: Any,
        memory: Any,
        weights: Any,
        places: Any,
        layer: Any,
        shift: Any,
        row: Any,
        block: Any,
    ) -> Any:
        """Computes the outputs from a row and a block on; a board's memory begins at ``shift``."""
        kinds = memory, weights, places

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            floats, weighing, numbers = (
                context.make_array(kind)(context, builder, array).data
                for kind, array in zip(kinds, arguments[:3], strict=True)
            )
            fields = [builder.extract_value(arguments[3], i) for i in range(len(_FIELDS))]
            field = dict(zip(_FIELDS, fields, strict=True))
            shift, row, block = arguments[4:]
            add, mul, number = builder.add, builder.mul, ir.IntType(64)

            def place(at: Any) -> Any:
                return builder.load(builder.gep(numbers, [at]))

            def vector(array: Any, at: Any) -> Any:
                return builder.bitcast(builder.gep(array, [at]), _LANES.as_pointer())

            def load(array: Any, at: Any) -> Any:
                return builder.load(vector(array, at), align=4)

            kind = ir.FunctionType(_LANES, [_LANES] * 3)
            insert: Any = cgutils.get_or_insert_function
            fused = insert(builder.module, kind, f"llvm.fmuladd.v{LANES}f32")
            first = mul(block, number(LANES))  # filter
            step = mul(mul(field["taps"], field["depth"]), number(LANES))
            starts = [
                add(field["weights"], mul(step, add(block, number(v)))) for v in range(vectors)
            ]
            source = add(field["source"], shift)
            reading, writing = (add(field[name], row) for name in ("read_at", "write_at"))
            inputs = [
                builder.gep(floats, [add(source, place(add(reading, number(i))))])
                for i in range(rows)
            ]
            variable: Any = cgutils.alloca_once
            sums = [[variable(builder, _LANES) for _ in range(vectors)] for _ in inputs]
            for v in range(vectors):
                bias = load(weighing, add(add(field["biases"], first), number(v * LANES)))
                for totals in sums:
                    builder.store(bias, totals[v])
            with cgutils.for_range(builder, field["taps"]) as tap:
                away = place(add(field["tap_at"], tap.index))
                before = mul(tap.index, field["depth"])
                with cgutils.for_range(builder, field["depth"]) as k:
                    at = mul(add(before, k.index), number(LANES))
                    weight = [load(weighing, add(start, at)) for start in starts]
                    for pointer, totals in zip(inputs, sums, strict=True):
                        one = builder.load(builder.gep(pointer, [add(away, k.index)]))
                        one = builder.insert_element(_ANY, one, ir.IntType(32)(0))
                        one = builder.shuffle_vector(one, one, _FIRST)
                        for w, total in zip(weight, totals, strict=True):
                            builder.store(builder.call(fused, [one, w, builder.load(total)]), total)
            goals = [
                [
                    add(add(place(add(writing, number(i))), first), number(v * LANES))
                    for v in range(vectors)
                ]
                for i in range(rows)
            ]
            # A row that fills the tile up is the last one again: nothing may be written yet.
            with builder.if_then(builder.icmp_signed(">=", field["added"], number(0))):
                added = add(field["added"], shift)
                for totals, places_ in zip(sums, goals, strict=True):
                    for total, at in zip(totals, places_, strict=True):
                        more = load(floats, add(added, at))
                        builder.store(builder.fadd(builder.load(total), more), total)
            is_cut = builder.icmp_signed("!=", field["relu"], number(0))
            target = add(field["target"], shift)
            for totals, places_ in zip(sums, goals, strict=True):
                for total, at in zip(totals, places_, strict=True):
                    found = builder.load(total)
                    positive = builder.fcmp_ordered(">", found, _NOTHING)
                    cut = builder.select(positive, found, _NOTHING)
                    kept = builder.select(is_cut, cut, found)
                    builder.store(kept, vector(floats, add(target, at)), align=4)
            return context.get_dummy_value()

        return types.void(*kinds, layer, *[types.int64] * 3), codegen

    return tile


def _has_wide_registers() -> bool:
    """Returns whether the kernels are compiled for a processor with AVX-512."""
    features: str = (
        getattr(numba.config, "CPU_FEATURES", "") or binding.get_host_cpu_features().flatten()
    )
    return "+avx512f" in features.split(",")


# As many sums as the registers hold, and enough of them to keep the multipliers busy.
_ROWS, _VECTORS = (8, 2) if _has_wide_registers() else (4, 1)
_wide: Any = _tile(_ROWS, _VECTORS)
_narrow: Any = _tile(_ROWS, 1)


@kernel
def run_layer(program: Program, number: Int, shift: Int, memory: Floats) -> None:
    """Runs a layer: of the board whose memory begins at ``shift``, or of all boards if linear."""
    layer = program.layers[number]
    fields = (
        layer.source, layer.target, layer.added, layer.depth, layer.taps, layer.tap_at, layer.rows,
        layer.read_at, layer.write_at, layer.blocks, layer.weights, layer.biases, layer.relu,
    )  # fmt: skip
    blocks, rows = layer.blocks, layer.rows if layer.rows > 0 else GROUP
    whole = blocks // _VECTORS * _VECTORS
    for block in range(0, whole, _VECTORS):
        for row in range(0, rows, _ROWS):
            _wide(memory, program.weights, program.places, fields, shift, row, block)
    for block in range(whole, blocks):
        for row in range(0, rows, _ROWS):
            _narrow(memory, program.weights, program.places, fields, shift, row, block)


@kernel
def run(
    program: Program, own: Words, opp: Words, legal: Words, memory: Floats, results: FloatRows
) -> None:
    """Runs a network.

    Args:
        program: The network.
        own: (N,) the mover's pieces, bit ``stride * row + col``.
        opp: (N,) the other side's.
        legal: (N,) the legal squares.
        memory: (``GROUP`` · ``program.memory``,): zeros at first, then what the last call left.
        results: Where the outputs go, (N, outputs).
    """
    size = program.size
    for begin in range(0, own.size, GROUP):
        boards = min(GROUP, own.size - begin)
        for i in range(boards):
            mine, other, allowed = own[begin + i], opp[begin + i], legal[begin + i]
            for square in range(size * size):
                bit = np.uint64(square // size * program.stride + square % size)
                at = i * program.memory + program.planes[square]
                memory[at] = np.float32((mine >> bit) & ONE)
                memory[at + 1] = np.float32((other >> bit) & ONE)
                memory[at + 2] = np.float32((allowed >> bit) & ONE)
        for number in range(program.layers.size):
            for i in range(boards if program.layers[number].rows > 0 else 1):
                run_layer(program, number, i * program.memory, memory)
        for i in range(boards):
            for output in range(results.shape[1]):
                results[begin + i, output] = memory[i * program.memory + program.output + output]

"""The layers of small networks, for a batch of boards in one compiled call.

A convolution multiplies, for each square, a row of inputs with the weights of all filters; a linear
layer does the same for each board. One loop does both: it takes a few squares (or boards) and 16 or
32 filters at a time, whose sums stay in the processor's vector registers from the first input to
the last. The sums are made in the same order in every batch, so that a position has the same
outputs in each.

A convolution with 3 × 3 filters can be had for less. By Winograd's algorithm F(2×2, 3×3), 2 × 2
squares of outputs take 16 products for each channel and filter instead of 36: the 4 × 4 inputs
around them are mixed, by sums and differences, multiplied one by one with filters mixed before, and
the products are mixed back. After Lavin and Gray, "Fast algorithms for convolutional neural
networks" (2016).
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from coursekit.engine.rules._jit import ONE, FloatRows, Floats, Int, Ints, Words, kernel

LANES = 16
"""Filters, or outputs, that are computed together: a layer's are filled up with zeros."""

GROUP = 8
"""Boards that go through a layer together."""

_FIELDS = (
    "source",  # where a board's memory has the inputs
    "target",  # where the outputs go
    "added",  # where it has what is added to them, or -1
    "depth",  # inputs of a square, or of a board
    "taps",  # squares that a filter looks at; 1 in a linear layer
    "tap_at",  # where `places` has their distances
    "rows",  # squares, a multiple of ROWS; 0 for the boards of a linear layer
    "read_at",  # where `places` has the place of each row's inputs
    "write_at",  # and of its outputs
    "blocks",  # outputs, in LANES
    "weights",  # where `weights` has (blocks, taps · depth, LANES) of them
    "biases",  # and (blocks, LANES)
    "relu",  # whether negative outputs become 0
    "kind",  # SUMS, or a step of a convolution by Winograd's algorithm
    "parts",  # sets of weights, each with its own `rows` rows: 1, or PARTS
    "across",  # mixing: floats of a square
    "down",  # and of a row of squares with its border
)
SUMS, MIX, UNMIX = range(3)
"""Kinds: weighted sums; 4 × 4 inputs to mixed ones; products of mixed ones to 2 × 2 outputs.

The mixed ones and their products lie behind the memory of all boards and serve one at a time."""

PARTS = 16
"""Mixed inputs of a channel, of the products that they need, for each 4 × 4 squares."""

MIX_INPUTS = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]])
MIX_FILTERS = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
MIX_OUTPUTS = np.array([[1, 1, 1, 0], [0, 1, -1, -1]])
"""Bᵀ, G and Aᵀ of Lavin and Gray: a 4 × 4 piece d and a filter g give Aᵀ[(G g Gᵀ) · (Bᵀ d B)]A."""

LAYER = np.dtype([(name, np.int64) for name in _FIELDS])
"""One layer, all in numbers of floats."""

Layers: TypeAlias = Annotated[Any, numba.from_dtype(LAYER)[::1]]


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
        mixed: Floats of the mixed inputs and their products.
        output: Where a board's memory has the network's outputs in the end.
    """

    layers: Layers
    places: Ints
    weights: Floats
    planes: Ints
    size: Int
    stride: Int
    memory: Int
    mixed: Int
    output: Int


_LANES = ir.VectorType(ir.FloatType(), LANES)
_ANY = ir.Constant(_LANES, ir.Undefined)
_FIRST = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
_NOTHING = ir.Constant(_LANES, [0.0] * LANES)


def _vector(builder: Any, array: Any, at: Any) -> Any:
    """Returns a pointer to LANES floats of an array."""
    return builder.bitcast(builder.gep(array, [at]), _LANES.as_pointer())


def _load(builder: Any, array: Any, at: Any) -> Any:
    return builder.load(_vector(builder, array, at), align=4)


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
        part: Any,
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
            shift, row, block, part = arguments[4:]
            add, mul, number, relu = builder.add, builder.mul, ir.IntType(64), field["relu"]

            def place(at: Any) -> Any:
                return builder.load(builder.gep(numbers, [at]))

            load = partial(_load, builder)
            kind = ir.FunctionType(_LANES, [_LANES] * 3)
            insert: Any = cgutils.get_or_insert_function
            fused = insert(builder.module, kind, f"llvm.fmuladd.v{LANES}f32")
            first = mul(block, number(LANES))  # filter
            step = mul(mul(field["taps"], field["depth"]), number(LANES))
            before = mul(part, field["blocks"])  # blocks of the parts before
            starts = [
                add(field["weights"], mul(step, add(add(before, block), number(v))))
                for v in range(vectors)
            ]
            biases = add(field["biases"], add(mul(before, number(LANES)), first))
            row = add(row, mul(part, field["rows"]))
            source = add(field["source"], shift)
            reading, writing = (add(field[name], row) for name in ("read_at", "write_at"))
            inputs = [
                builder.gep(floats, [add(source, place(add(reading, number(i))))])
                for i in range(rows)
            ]
            variable: Any = cgutils.alloca_once
            sums = [[variable(builder, _LANES) for _ in range(vectors)] for _ in inputs]
            for v in range(vectors):
                bias = load(weighing, add(biases, number(v * LANES)))
                for totals in sums:
                    builder.store(bias, totals[v])
            with cgutils.for_range(builder, field["taps"]) as tap:
                away = place(add(field["tap_at"], tap.index))
                earlier = mul(tap.index, field["depth"])
                with cgutils.for_range(builder, field["depth"]) as k:
                    at = mul(add(earlier, k.index), number(LANES))
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
            found = [[builder.load(total) for total in totals] for totals in sums]
            is_added = builder.icmp_signed(">=", field["added"], number(0))
            added = builder.select(is_added, add(field["added"], shift), number(-1))
            _finish(builder, floats, found, goals, add(field["target"], shift), added, relu)
            return context.get_dummy_value()

        return types.void(*kinds, layer, *[types.int64] * 4), codegen

    return tile


def _finish(
    builder: Any,
    floats: Any,
    found: list[list[Any]],
    places: list[list[Any]],
    target: Any,
    added: Any,
    relu: Any,
) -> None:
    """Adds to rows of vectors what a layer adds to them, cuts them if ``relu``, and writes them."""
    number = ir.IntType(64)
    variable: Any = cgutils.alloca_once_value
    sums = [[variable(builder, one) for one in row] for row in found]
    with builder.if_then(builder.icmp_signed(">=", added, number(0))):
        for totals, row in zip(sums, places, strict=True):
            for total, at in zip(totals, row, strict=True):
                more = _load(builder, floats, builder.add(added, at))
                builder.store(builder.fadd(builder.load(total), more), total)
    is_cut = builder.icmp_signed("!=", relu, number(0))
    for totals, row in zip(sums, places, strict=True):
        for total, at in zip(totals, row, strict=True):
            value = builder.load(total)
            positive = builder.fcmp_ordered(">", value, _NOTHING)
            kept = builder.select(is_cut, builder.select(positive, value, _NOTHING), value)
            builder.store(kept, _vector(builder, floats, builder.add(target, at)), align=4)


def _mixer(matrix: Any) -> Any:
    """Returns the function that makes M X Mᵀ of a square X of vectors, for a matrix of 0, 1, −1."""

    @intrinsic
    def mix(
        typing_context: Any,
        memory: Any,
        source: Any,
        steps: Any,
        target: Any,
        goals: Any,
        added: Any,
        relu: Any,
    ) -> Any:
        """Reads in steps of floats down and across, and writes in steps of others."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            floats = context.make_array(memory)(context, builder, arguments[0]).data
            source, steps, target, goals, added, relu = arguments[1:]

            def places(size: int, steps: Any) -> list[list[Any]]:
                down, across = (builder.extract_value(steps, i) for i in range(2))
                sides = [ir.IntType(64)(i) for i in range(size)]
                return [
                    [builder.add(builder.mul(i, down), builder.mul(j, across)) for j in sides]
                    for i in sides
                ]

            def times(rows: list[list[Any]]) -> list[list[Any]]:
                """Returns (M X)ᵀ: twice that is M X Mᵀ."""
                return [
                    [_signed_sum(builder, row, [x[j] for x in rows]) for row in matrix]
                    for j in range(len(rows[0]))
                ]

            squares = [
                [_load(builder, floats, builder.add(source, at)) for at in row]
                for row in places(matrix.shape[1], steps)
            ]
            mixed = times(times(squares))
            _finish(builder, floats, mixed, places(len(matrix), goals), target, added, relu)
            return context.get_dummy_value()

        tuples: Any = types.UniTuple
        place = types.int64, tuples(types.int64, 2)
        return types.void(memory, *place, *place, types.int64, types.int64), codegen

    return mix


def _signed_sum(builder: Any, signs: Any, vectors: list[Any]) -> Any:
    """Returns the sum of vectors by their signs, 0, 1 and −1, of which one at least is 1."""
    terms = [(sign, vector) for sign, vector in zip(signs, vectors, strict=True) if sign]
    terms.sort(key=lambda term: term[0] < 0)
    total = terms[0][1]
    for sign, vector in terms[1:]:
        total = (builder.fadd if sign > 0 else builder.fsub)(total, vector)
    return total


def _has_wide_registers() -> bool:
    """Returns whether the kernels are compiled for a processor with AVX-512."""
    features: str = (
        getattr(numba.config, "CPU_FEATURES", "") or binding.get_host_cpu_features().flatten()
    )
    return "+avx512f" in features.split(",")


# As many sums as the registers hold, and enough of them to keep the multipliers busy.
ROWS, _VECTORS = (8, 2) if _has_wide_registers() else (4, 1)
_wide: Any = _tile(ROWS, _VECTORS)
_narrow: Any = _tile(ROWS, 1)
_single: Any = _tile(1, 1)


_mix: Any = _mixer(MIX_INPUTS)
_unmix: Any = _mixer(MIX_OUTPUTS)


@kernel
def sum_rows(program: Program, number: Int, shift: Int, rows: Int, memory: Floats) -> None:
    """Computes a layer of weighted sums for some rows: squares of a board, or boards."""
    layer = program.layers[number]
    fields = (
        layer.source, layer.target, layer.added, layer.depth, layer.taps, layer.tap_at, layer.rows,
        layer.read_at, layer.write_at, layer.blocks, layer.weights, layer.biases, layer.relu,
        layer.kind, layer.parts, layer.across, layer.down,
    )  # fmt: skip
    blocks = layer.blocks
    whole, tiled = blocks // _VECTORS * _VECTORS, rows // ROWS * ROWS
    for part in range(layer.parts):
        for block in range(0, whole, _VECTORS):
            for row in range(0, tiled, ROWS):
                _wide(memory, program.weights, program.places, fields, shift, row, block, part)
        for block in range(whole, blocks):
            for row in range(0, tiled, ROWS):
                _narrow(memory, program.weights, program.places, fields, shift, row, block, part)
        for block in range(blocks):
            for row in range(tiled, rows):
                _single(memory, program.weights, program.places, fields, shift, row, block, part)


@kernel
def run_layer(program: Program, number: Int, shift: Int, boards: Int, memory: Floats) -> None:
    """Runs a layer: of the board whose memory begins at ``shift``, or of all boards if linear."""
    layer = program.layers[number]
    behind = GROUP * program.memory
    if layer.kind == SUMS:
        rows = layer.rows if layer.rows > 0 else boards
        sum_rows(program, number, behind if layer.parts > 1 else shift, rows, memory)
        return
    board, part = (layer.down, layer.across), layer.rows * layer.across
    grid = (4 * part, part)
    for row in range(layer.rows):
        for first in range(0, layer.depth, LANES):
            at, square = row * layer.across + first, program.places[layer.read_at + row] + first
            if layer.kind == MIX:
                source, target = shift + layer.source + square, behind + layer.target + at
                _mix(memory, source, board, target, grid, -1, 0)
            else:
                source, target = behind + layer.source + at, shift + layer.target + square
                added = shift + layer.added + square if layer.added >= 0 else -1
                _unmix(memory, source, grid, target, board, added, layer.relu)


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
        memory: (``GROUP`` · ``program.memory`` + ``program.mixed``,): zeros at first, then what the
            last call left.
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
        number = 0
        while number < program.layers.size:
            layer = program.layers[number]
            after = number + (3 if layer.kind == MIX else 1)
            for i in range(boards if layer.rows > 0 else 1):
                for step in range(number, after):
                    run_layer(program, step, i * program.memory, boards, memory)
            number = after
        for i in range(boards):
            for output in range(results.shape[1]):
                results[begin + i, output] = memory[i * program.memory + program.output + output]

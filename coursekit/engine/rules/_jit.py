"""How the kernels are compiled: ahead of their first use, cached on disk, and never in the way.

A kernel is a function whose annotations are the types below. Each names the type that mypy reads
and the one that numba does: masks and numbers of 64 bits, and arrays of them.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import typeinfer, types
from numba.core.caching import NullCache
from numba.extending import intrinsic

Bits: TypeAlias = Annotated[Any, types.uint64]
Int: TypeAlias = Annotated[int, types.int64]
Real: TypeAlias = Annotated[float, types.float64]
Flag: TypeAlias = Annotated[bool, types.boolean]
Words: TypeAlias = Annotated[npt.NDArray[np.uint64], types.uint64[::1]]
WordRows: TypeAlias = Annotated[npt.NDArray[np.uint64], types.uint64[:, ::1]]
WordBlocks: TypeAlias = Annotated[npt.NDArray[np.uint64], types.uint64[:, :, ::1]]
Ints: TypeAlias = Annotated[npt.NDArray[np.int64], types.int64[::1]]
IntRows: TypeAlias = Annotated[npt.NDArray[np.int64], types.int64[:, ::1]]
Int32Rows: TypeAlias = Annotated[npt.NDArray[np.int32], types.int32[:, ::1]]
Int16s: TypeAlias = Annotated[npt.NDArray[np.int16], types.int16[::1]]
Int8s: TypeAlias = Annotated[npt.NDArray[np.int8], types.int8[::1]]
Bytes: TypeAlias = Annotated[npt.NDArray[np.uint8], types.uint8[::1]]
ByteRows: TypeAlias = Annotated[npt.NDArray[np.uint8], types.uint8[:, ::1]]
Reals: TypeAlias = Annotated[npt.NDArray[np.float64], types.float64[::1]]
RealRows: TypeAlias = Annotated[npt.NDArray[np.float64], types.float64[:, ::1]]
Floats: TypeAlias = Annotated[npt.NDArray[np.float32], types.float32[::1]]
FloatRows: TypeAlias = Annotated[npt.NDArray[np.float32], types.float32[:, ::1]]
FloatBlocks: TypeAlias = Annotated[npt.NDArray[np.float32], types.float32[:, :, ::1]]

if getattr(numba.config, "DISABLE_JIT", False):
    raise ImportError("NUMBA_DISABLE_JIT is set, but the kernels run compiled only: unset it")

ZERO: Bits = np.uint64(0)
ONE: Bits = np.uint64(1)

COMPILING_MESSAGE = "coursekit: compiling its kernels (once on this machine, under a minute) …"
_QUIET_SECONDS = 2.0
_WORTH_A_THREAD = 500


def kernel(
    function: Callable[..., Any] | None = None,
    *,
    inline: bool = False,
    keep_lock: bool = False,
) -> Any:
    """Compiles a function for the types of its annotations; a decorator, with options or without.

    The machine code is cached on disk beside the source or, where that folder cannot be written,
    in the user's own cache folder. Where no folder can be written, the function is compiled in
    memory; a file that cannot be read is compiled anew and replaced: a broken cache costs seconds,
    never a failure. A change in a kernel's module, or in a module of the engine that it imports,
    makes its cached code obsolete.
    The compiled function releases Python's global lock, so kernels run on several threads, except
    where its work is so short that a call would take a fifth longer for it.

    Args:
        function: The function.
        inline: Whether LLVM must inline the function into its callers. Give it records, or arrays
            and a single way out: else numba counts the references to the arrays at each call.
        keep_lock: Whether a call from Python keeps the global lock.
    """
    global _compiling_seconds
    if function is None:
        return partial(kernel, inline=inline, keep_lock=keep_lock)
    options: dict[str, Any] = {"nogil": not keep_lock, "boundscheck": False}
    if inline:
        options["forceinline"] = True
    timer = threading.Timer(max(0.0, _QUIET_SECONDS - _compiling_seconds), _announce)
    timer.daemon = True
    timer.start()
    began = time.perf_counter()
    try:
        dispatcher = numba.njit(**options)(function)
        with suppress(Exception):  # no folder can be written: the dispatcher keeps no cache
            dispatcher.enable_caching()
            # numba looks at the function's own file only.
            files = dispatcher._cache._cache_file
            files._source_stamp = (files._source_stamp, _sources_below(function.__module__))
        with typeinfer.register_dispatcher(dispatcher):  # a kernel may call itself
            _compile(dispatcher, _signature(function))
        dispatcher.disable_compile()
    finally:
        timer.cancel()
    if dispatcher.stats.cache_misses:
        _compiling_seconds += time.perf_counter() - began
    return dispatcher


def direct(compiled: Any) -> Any:
    """Returns a kernel's machine code as a Python function of its one signature.

    Calling it saves the 0.1 µs in which numba would choose among signatures: a fifth of what a
    search in Python spends on a move.
    """
    overloads = list(getattr(compiled, "overloads", {}).values())  # none where numba's JIT is off
    return overloads[0].entry_point if len(overloads) == 1 else compiled


def in_parts(
    work: Callable[[int, npt.NDArray[np.int64]], None],
    first: int,
    count: int,
    threads: int | None = None,
) -> npt.NDArray[np.int64]:
    """Returns the results of numbered pieces of work, shared out among threads.

    Args:
        work: Writes the results of the pieces from a number on; a kernel that lets other threads
            run, and gives a piece the same result wherever it is done.
        first: Number of the first piece.
        count: Number of pieces.
        threads: Number of threads; as many as there are cores when not given.
    """
    results = np.empty(count, np.int64)
    wanted = threads or os.cpu_count() or 1
    parts = np.array_split(results, max(1, min(wanted, count // _WORTH_A_THREAD)))
    starts = first + np.cumsum([0, *(part.size for part in parts[:-1])])
    if len(parts) == 1:
        work(first, results)
        return results
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(work, starts.tolist(), parts))
    return results


def _compile(dispatcher: Any, signature: Any) -> None:
    """Compiles for one signature, or reads the cache; a cache that fails is emptied, then left."""
    try:
        dispatcher.compile(signature)
    except Exception:
        with suppress(Exception):
            dispatcher._cache.flush()
            dispatcher.compile(signature)
            return
        dispatcher._cache = NullCache()
        dispatcher.compile(signature)  # an error of the kernel itself shows here


def _signature(function: Callable[..., Any]) -> Any:
    """Returns the numba signature that a function's annotations state."""
    hints = inspect.get_annotations(function, eval_str=True)
    returned = _numba_type(hints.pop("return"))
    return returned(*(_numba_type(hint) for hint in hints.values()))


def _numba_type(hint: Any) -> Any:
    """Returns an annotation as a numba type: tuples and ``NamedTuple``s are made of others."""
    if hint is None:
        return types.void
    if get_origin(hint) is Annotated:
        return hint.__metadata__[0]
    if get_origin(hint) is tuple:
        return types.Tuple([_numba_type(part) for part in get_args(hint)])  # type: ignore[no-untyped-call]
    if isinstance(hint, type) and issubclass(hint, tuple):
        fields = [_numba_type(part) for part in get_type_hints(hint, include_extras=True).values()]
        return types.NamedTuple(fields, hint)  # type: ignore[no-untyped-call]
    raise TypeError(f"a kernel's annotation is one of the types above, not {hint!r}")


def _sources_below(name: str) -> tuple[tuple[str, str], ...]:
    """Returns name and hash of every engine module that a module imports, directly or not."""
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        source = _source(waiting.pop())
        for package, names in _IMPORT.findall(source):
            for module in (package, *(f"{package}.{part}" for part in re.findall(r"\w+", names))):
                if module in sys.modules and module not in found:
                    found[module] = hashlib.sha256(_source(module).encode()).hexdigest()
                    waiting.append(module)
    return tuple(sorted(found.items()))


@cache
def _source(module: str) -> str:
    path = getattr(sys.modules.get(module), "__file__", None)
    return Path(path).read_text(encoding="utf-8") if path else ""


_IMPORT = re.compile(r"^from (coursekit\.engine[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_compiling_seconds = 0.0
_announced = threading.Event()


def _announce() -> None:
    if not _announced.is_set():
        _announced.set()
        # A notebook shows stderr on red, and the end of a line in two writes as another output.
        where = sys.stdout if "ipykernel.kernelapp" in sys.modules else sys.stderr
        print(f"{COMPILING_MESSAGE}\n", end="", file=where, flush=True)


@intrinsic
def _popcount(typing_context: Any, bits: Any) -> Any:
    """Returns the number of ones in a uint64 (one machine instruction)."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def _lowest_bit_index(typing_context: Any, bits: Any) -> Any:
    """Returns the index of the lowest one of a nonzero uint64 (one machine instruction)."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = ir.Constant(ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.uint64(types.uint64), codegen


popcount: Any = _popcount
lowest_bit_index: Any = _lowest_bit_index

"""How the kernels are compiled: ahead of their first use, cached on disk, and never in the way."""

from __future__ import annotations

import hashlib
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numba
from llvmlite import ir
from numba.core import types
from numba.core.caching import NullCache
from numba.extending import intrinsic

Bits: TypeAlias = Any
"""The type of a uint64 in a kernel: a Python int outside, a machine word inside."""

COMPILING_MESSAGE = "coursekit: compiling its kernels (once on this machine, under a minute) …"
_QUIET_SECONDS = 2.0


def kernel(
    *signatures: Any, inline: bool = False, keep_lock: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    """Returns a decorator that compiles a function for the given numba signatures.

    The machine code is cached on disk beside the source or, where that folder cannot be written,
    in the user's own cache folder. Where no folder can be written, the function is compiled in
    memory; what a folder holds and nobody can read is compiled anew and replaced: a broken cache
    costs seconds, never a failure. A change in a kernel's module or in a module that it takes
    other kernels from makes its cached code obsolete.
    The compiled function releases Python's global lock, so kernels run on several threads, except
    where its work is so short that a call would take a fifth longer for it.

    Args:
        signatures: One or more numba signatures, for example ``uint64(uint64, uint64)``.
        inline: Whether LLVM must inline the function into its callers.
        keep_lock: Whether a call from Python keeps the global lock.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        global _compiling_seconds
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
                files._source_stamp = (files._source_stamp, _sources_below(function.__globals__))
            for signature in signatures:
                _compile(dispatcher, signature)
            dispatcher.disable_compile()
        finally:
            timer.cancel()
        if dispatcher.stats.cache_misses:
            _compiling_seconds += time.perf_counter() - began
        return dispatcher

    return decorate


def direct(compiled: Any) -> Any:
    """Returns a kernel's machine code as a Python function of its one signature.

    Calling it saves the 0.1 µs in which numba would choose among signatures: a fifth of what a
    search in Python spends on a move.
    """
    overloads = list(getattr(compiled, "overloads", {}).values())  # none where numba's JIT is off
    return overloads[0].entry_point if len(overloads) == 1 else compiled


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


def _sources_below(namespace: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Returns name and hash of every engine module that a module's names come from."""
    found: dict[str, str] = {}
    waiting = [namespace]
    while waiting:
        for value in waiting.pop().values():
            name = getattr(value, "__name__" if isinstance(value, ModuleType) else "__module__", "")
            if not isinstance(name, str) or not name.startswith(_ENGINE) or name in found:
                continue
            module = sys.modules[name]
            if module.__file__ and module.__dict__ is not namespace:
                source = Path(module.__file__).read_bytes()
                found[name] = hashlib.sha256(source).hexdigest()
                waiting.append(module.__dict__)
    return tuple(sorted(found.items()))


_ENGINE = __name__.rpartition(".")[0] + "."
_compiling_seconds = 0.0
_announced = threading.Event()


def _announce() -> None:
    if not _announced.is_set():
        _announced.set()
        print(COMPILING_MESSAGE, file=sys.stderr, flush=True)


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

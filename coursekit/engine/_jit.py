"""How the kernels are compiled: ahead of their first use, cached on disk, and never in the way."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

Bits: TypeAlias = Any
"""The type of a uint64 in a kernel: a Python int outside, a machine word inside."""

COMPILING_MESSAGE = "coursekit: compiling its kernels (once on this machine, under a minute) …"
_QUIET_SECONDS = 2.0


def kernel(*signatures: Any, inline: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Returns a decorator that compiles a function for the given numba signatures.

    The machine code is cached on disk beside the source or, where that folder cannot be written,
    in the user's own cache folder. Where no folder can be written, or what a folder holds cannot
    be read, the function is compiled in memory: a broken cache costs seconds, never a failure.
    The compiled function releases Python's global lock, so kernels run on several threads.

    Args:
        signatures: One or more numba signatures, for example ``uint64(uint64, uint64)``.
        inline: Whether LLVM must inline the function into its callers.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        options: dict[str, Any] = {"nogil": True, "boundscheck": False}
        if inline:
            options["forceinline"] = True
        timer = threading.Timer(_QUIET_SECONDS, _announce)
        timer.daemon = True
        timer.start()
        try:
            return numba.njit(list(signatures), cache=True, **options)(function)
        except Exception:  # a cache that cannot be written or read; a real error shows below again
            return numba.njit(list(signatures), **options)(function)
        finally:
            timer.cancel()

    return decorate


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

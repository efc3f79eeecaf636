"""Random numbers inside kernels: small generators whose whole state is one uint64.

Sources: Marsaglia, "Xorshift RNGs" (2003) for the steps; Steele, Lea and Flood, "Fast splittable
pseudorandom number generators" (2014) for the seeds.
"""

from __future__ import annotations

import numpy as np

from coursekit.engine.rules._jit import ONE, Bits, kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_U7, _U13, _U17 = np.uint64(7), np.uint64(13), np.uint64(17)
_U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def stream(seed: Bits, number: Bits) -> Bits:
    """Returns the nonzero start state of stream ``number`` of a seed (splitmix64)."""
    z = seed + (number + ONE) * _GOLDEN
    z = (z ^ (z >> _U30)) * _MIX_1
    z = (z ^ (z >> _U27)) * _MIX_2
    return (z ^ (z >> _U31)) | ONE


@kernel(inline=True)
def step(state: Bits) -> Bits:
    """Returns the state that follows ``state`` (xorshift64)."""
    state ^= state << _U13
    state ^= state >> _U7
    state ^= state << _U17
    return state


@kernel(inline=True)
def below(state: Bits, n: Bits) -> Bits:
    """Returns a number from 0 to ``n`` − 1 drawn from the upper half of ``state``."""
    return ((state >> _U32) * n) >> _U32

"""Random numbers: every env has a source of its own, and all of it follows from one seed."""

from __future__ import annotations

import copy
import secrets

import numpy as np

from coursekit.checks import checked_whole

MASK_64 = (1 << 64) - 1
_GOLDEN, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Chance:
    """A generator of random numbers and a stream of numbered playouts, both from one seed.

    Args:
        seed: A whole number from 0 up, or ``None`` for a seed drawn from the system.

    Raises:
        ValueError: If the seed is no such number.
    """

    __slots__ = ("_copies", "_playouts", "_rng", "_seed")

    def __init__(self, seed: int | None = None) -> None:
        self.seed(seed)

    def seed(self, seed: int | None) -> None:
        """Begins anew with a seed; a seed that is refused changes nothing."""
        self._seed = secrets.randbits(64) if seed is None else checked_whole(seed, "a seed", 0)
        self._rng: np.random.Generator | None = None
        self._playouts = self._copies = 0

    @property
    def rng(self) -> np.random.Generator:
        """The generator."""
        if self._rng is None:
            self._rng = np.random.default_rng(self._seed)
        return self._rng

    def next_playouts(self, count: int = 1) -> tuple[int, int]:
        """Returns a 64-bit seed and the number of the first of the next ``count`` playouts."""
        first = self._playouts + 1
        self._playouts += count
        return self._seed & MASK_64, first

    def another(self) -> Chance:
        """Returns a source that differs from this one and from every other that it returned."""
        self._copies += 1
        return _begun(_mixed(self._seed + self._copies * _GOLDEN))

    def clone(self) -> Chance:
        """Returns a source that will give the same numbers as this one, which is left alone."""
        twin = _begun(self._seed)
        twin._rng = copy.deepcopy(self._rng)
        twin._playouts, twin._copies = self._playouts, self._copies
        return twin


def _begun(seed: int) -> Chance:
    """Returns a source that begins with a seed that need not be checked."""
    chance = Chance.__new__(Chance)
    chance._seed, chance._rng = seed, None
    chance._playouts = chance._copies = 0
    return chance


def _mixed(number: int) -> int:
    """Scatters a number over 64 bits (the finalizer of splitmix64, as in the kernels).

    The numbers of playouts are added to the seed; seeds that a sum made would meet them again.
    """
    number &= MASK_64
    number = ((number ^ (number >> 30)) * _MIX_1) & MASK_64
    number = ((number ^ (number >> 27)) * _MIX_2) & MASK_64
    return number ^ (number >> 31)

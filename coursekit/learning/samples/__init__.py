"""Small data that comes with the package, so that a lesson can learn without making any.

Both folders are as ``python -m coursekit data`` made them, manifests included.
"""

from __future__ import annotations

from pathlib import Path

from coursekit.learning.alphago.data import load
from coursekit.learning.alphago.examples import Arrays

SAMPLES = Path(__file__).parent
"""The folder of the samples."""


def policy_sample() -> Arrays:
    """Returns 1,000 games of the strong player of policy data: 54,000 positions and its moves."""
    return load(SAMPLES / "othello8_policy")


def value_sample() -> Arrays:
    """Returns one position, before and after a random move, from each of 32,000 games."""
    return load(SAMPLES / "othello8_value")

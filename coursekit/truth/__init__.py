"""Exact answers to settle claims by: counts of game trees, and later exact values and moves."""

from __future__ import annotations

from coursekit.truth.perft import divide, perft

__all__ = ["divide", "perft"]

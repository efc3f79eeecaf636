"""The exercises of the lessons: ``check()``, ``hint()`` and ``solution()`` for each.

A lesson imports its own module, for example ``from coursekit.exercises import lesson01``.
"""

from __future__ import annotations

from coursekit.exercises.answers import Wrong
from coursekit.exercises.exercise import Exercise, Text, Verdict

__all__ = ["Exercise", "Text", "Verdict", "Wrong"]

"""Compiled (numba) kernels on plain integers: they know the rules, and no ``Env``.

Read ``rules.othello`` first, then ``alphabeta.plain`` (lesson 04), ``mcts.uct_tree`` (07) and
``mcts.puct_tree`` (10); each sub-room says what to read next. Every module compiles when it is
first imported, from a cache on disk when there is one. This package itself imports constants
only, so that it costs nothing until a kernel is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coursekit.engine.rules.constants import OTHELLO

if TYPE_CHECKING:
    from coursekit.engine.mcts.forest import Forest, PuctConfig

__all__ = ["OTHELLO", "Forest", "PuctConfig"]


def __getattr__(name: str) -> Any:
    """Imports the forest when it is first used."""
    if name in __all__:
        from coursekit.engine.mcts import forest

        return getattr(forest, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Compiled (numba) kernels on plain integers: they know the rules, and no ``Env``.

Read ``rules.othello`` first, then ``alphabeta.plain`` (lesson 04), ``mcts.uct_tree`` (07) and
``mcts.puct_tree`` (10); each sub-room says what to read next. Every module compiles when it is
first imported, from a cache on disk when there is one. This package itself imports nothing,
so that it costs nothing until a kernel is needed.
"""

from __future__ import annotations

from coursekit.doors import front_door

__all__, __getattr__, __dir__ = front_door(__name__, __file__)

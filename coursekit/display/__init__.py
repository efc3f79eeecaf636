"""What notebooks show: boards with overlays, games, search trees, charts, a board to play on.

The names are listed in ``__init__.pyi``, which type checkers read. A module that draws, and
Pillow or matplotlib with it, is imported when one of its names is first used.
"""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from typing import Any

_HOME = {
    alias.name: str(node.module)
    for node in ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    """Imports a drawing module when one of its names is first used."""
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

"""Pictures for notebooks: boards with overlays, a game in motion, search trees, charts.

Pillow and matplotlib are imported by the modules that draw, when a name is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import render
    from .charts import heat_map, use_style
    from .picture import Picture
    from .sheet import Animation, gif, grid, strip
    from .tree_nodes import Node, expand
    from .tree_picture import tree

__all__ = [
    "Animation",
    "Node",
    "Picture",
    "expand",
    "gif",
    "grid",
    "heat_map",
    "render",
    "strip",
    "tree",
    "use_style",
]

_HOME = {
    "Animation": "sheet",
    "Node": "tree_nodes",
    "Picture": "picture",
    "expand": "tree_nodes",
    "gif": "sheet",
    "grid": "sheet",
    "heat_map": "charts",
    "render": "board",
    "strip": "sheet",
    "tree": "tree_picture",
    "use_style": "charts",
}


def __getattr__(name: str) -> Any:
    """Imports a drawing module when one of its names is first used."""
    if name in _HOME:
        return getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

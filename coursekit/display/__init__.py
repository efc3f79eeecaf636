"""What notebooks show: boards with overlays, games, search trees, charts, a board to play on.

Pillow and matplotlib are imported by the modules that draw, when a name is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import render
    from .charts import heat_map, use_style
    from .picture import Picture
    from .playable import PlayableBoard, play
    from .replays import Replay, replay
    from .sheet import Animation, gif, grid, strip
    from .standings import cross_table, rating_chart, strength_map
    from .tree_nodes import Node, expand
    from .tree_picture import tree

__all__ = [
    "Animation",
    "Node",
    "Picture",
    "PlayableBoard",
    "Replay",
    "cross_table",
    "expand",
    "gif",
    "grid",
    "heat_map",
    "play",
    "rating_chart",
    "render",
    "replay",
    "strength_map",
    "strip",
    "tree",
    "use_style",
]

_HOME = {
    "Animation": "sheet",
    "Node": "tree_nodes",
    "Picture": "picture",
    "PlayableBoard": "playable",
    "Replay": "replays",
    "cross_table": "standings",
    "expand": "tree_nodes",
    "gif": "sheet",
    "grid": "sheet",
    "heat_map": "charts",
    "play": "playable",
    "rating_chart": "standings",
    "render": "board",
    "replay": "replays",
    "strength_map": "standings",
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

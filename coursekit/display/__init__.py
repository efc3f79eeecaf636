"""What notebooks show: boards with overlays, games, search trees, charts, a board to play on.

A module that draws, and Pillow or matplotlib with it, is imported when one of its names is first
used.
"""

from __future__ import annotations

from coursekit.doors import front_door

__all__, __getattr__, __dir__ = front_door(__name__, __file__)

"""coursekit: the environment of a course on how a program learns to play a board game.

Three games behind one protocol, compiled opponents, matches, exact truth and pictures:

>>> from coursekit import othello
>>> env = othello.make()
>>> env.legal_actions()
[BLACK d3, BLACK c4, BLACK f5, BLACK e6]

Importing the package is light: everything is loaded when it is first used, and numba, torch,
matplotlib and the other large libraries by the room that needs them.
"""

from __future__ import annotations

from coursekit.doors import front_door

__version__ = "0.2.0"
__all__, __getattr__, __dir__ = front_door(__name__, __file__)

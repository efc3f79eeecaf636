"""Learning to play with networks: planes, symmetries, training, checkpoints, and what learns.

Read in this order: ``training`` (what all trainings share), ``q.training`` (lesson 08),
``alphago.supervised``, ``policy``, ``reinforce`` and ``value`` (lesson 09), ``alphazero.training``
(lesson 10). torch is imported in this room only.

Here stands what lessons use. Each name is imported from its module when it is first asked for, so
that this package costs nothing until then.
"""

from __future__ import annotations

from coursekit.doors import front_door

__all__, __getattr__, __dir__ = front_door(__name__, __file__)

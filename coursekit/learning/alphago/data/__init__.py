"""Data at scale: games by the thousand, in files that are whole, checked, and the same again.

``make(PolicyData(PolicyDataConfig()), folder)`` plays games of a strong player, ``ValueData`` the
games from which a value network learns; ``load`` reads what was written. On the command line:
``python -m coursekit data``.
"""

from coursekit.learning.alphago.data.making import Maker, make
from coursekit.learning.alphago.data.policy import PolicyData, PolicyDataConfig
from coursekit.learning.alphago.data.shards import (
    Arrays,
    DataError,
    Manifest,
    load,
    problems,
    read_manifest,
    shards,
)
from coursekit.learning.alphago.data.value import ValueData, ValueDataConfig

__all__ = [
    "Arrays",
    "DataError",
    "Maker",
    "Manifest",
    "PolicyData",
    "PolicyDataConfig",
    "ValueData",
    "ValueDataConfig",
    "load",
    "make",
    "problems",
    "read_manifest",
    "shards",
]

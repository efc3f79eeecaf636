"""Learning to play with networks: planes, symmetries, Q-learning, training, checkpoints.

torch is imported in this room only. ``QLearning(QConfig())`` is a training, ``train`` runs it,
``examine`` tells what came of it by going through the whole game.
"""

from coursekit.learning.checkpoint import Checkpoint, CheckpointError
from coursekit.learning.config import QConfig
from coursekit.learning.examination import Examination, examine, losing_line
from coursekit.learning.networks import QNetwork
from coursekit.learning.one_by_one import OneByOne
from coursekit.learning.planes import action_count, legal_mask, planes, stack_planes
from coursekit.learning.q_update import q_targets
from coursekit.learning.qlearning import QLearning
from coursekit.learning.replay import ReplayBuffer
from coursekit.learning.reports import LivePlot, print_line
from coursekit.learning.tables import GameTable, game_table
from coursekit.learning.training import train

__all__ = [
    "Checkpoint",
    "CheckpointError",
    "Examination",
    "GameTable",
    "LivePlot",
    "OneByOne",
    "QConfig",
    "QLearning",
    "QNetwork",
    "ReplayBuffer",
    "action_count",
    "examine",
    "game_table",
    "legal_mask",
    "losing_line",
    "planes",
    "print_line",
    "q_targets",
    "stack_planes",
    "train",
]

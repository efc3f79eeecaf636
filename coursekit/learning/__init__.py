"""Learning to play with networks: planes, symmetries, training, checkpoints, and what learns.

torch is imported in this room only. ``QLearning(QConfig())`` is a training, ``train`` runs it,
``examine`` tells what came of it by going through the whole game. AlphaGo's way is
``PolicyLearning``, ``Reinforce`` and ``ValueLearning``; AlphaZero's is ``AlphaZero``.
"""

from coursekit.learning.alphazero import AlphaZero
from coursekit.learning.alphazero_config import AlphaZeroConfig, preset
from coursekit.learning.checkpoint import Checkpoint, CheckpointError
from coursekit.learning.config import QConfig
from coursekit.learning.examination import Examination, examine, losing_line
from coursekit.learning.inference import Evaluator
from coursekit.learning.loading import load_dual_network, load_policy, load_value
from coursekit.learning.networks import DualNetwork, PolicyNetwork, QNetwork, ValueNetwork
from coursekit.learning.one_by_one import OneByOne
from coursekit.learning.planes import action_count, legal_mask, planes, stack_planes
from coursekit.learning.policy import PolicyConfig, PolicyLearning
from coursekit.learning.policy_games import policy_match
from coursekit.learning.q_update import q_targets
from coursekit.learning.qlearning import QLearning
from coursekit.learning.reinforce import Reinforce, ReinforceConfig
from coursekit.learning.replay import ReplayBuffer
from coursekit.learning.reports import LivePlot, print_line
from coursekit.learning.tables import GameTable, game_table
from coursekit.learning.training import train
from coursekit.learning.value import ValueConfig, ValueLearning

__all__ = [
    "AlphaZero",
    "AlphaZeroConfig",
    "Checkpoint",
    "CheckpointError",
    "DualNetwork",
    "Evaluator",
    "Examination",
    "GameTable",
    "LivePlot",
    "OneByOne",
    "PolicyConfig",
    "PolicyLearning",
    "PolicyNetwork",
    "QConfig",
    "QLearning",
    "QNetwork",
    "Reinforce",
    "ReinforceConfig",
    "ReplayBuffer",
    "ValueConfig",
    "ValueLearning",
    "ValueNetwork",
    "action_count",
    "examine",
    "game_table",
    "legal_mask",
    "load_dual_network",
    "load_policy",
    "load_value",
    "losing_line",
    "planes",
    "policy_match",
    "preset",
    "print_line",
    "q_targets",
    "stack_planes",
    "train",
]

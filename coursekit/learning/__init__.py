"""Learning to play with networks: planes, symmetries, training, checkpoints, and what learns.

Read in this order: ``training`` (what all trainings share), ``q.training`` (lesson 08),
``alphago.supervised``, ``policy``, ``reinforce`` and ``value`` (lesson 09), ``alphazero.training``
(lesson 10). torch is imported in this room only.

Here stands what lessons use. Each name is imported from its module when it is first asked for, so
that this package costs nothing until then.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coursekit.learning.alphago import baselines as baselines
    from coursekit.learning.alphago import data as data
    from coursekit.learning.alphago.examples import move_examples as move_examples
    from coursekit.learning.alphago.examples import one_a_game as one_a_game
    from coursekit.learning.alphago.examples import result_examples as result_examples
    from coursekit.learning.alphago.examples import split as split
    from coursekit.learning.alphago.policy import PolicyConfig as PolicyConfig
    from coursekit.learning.alphago.policy import PolicyLearning as PolicyLearning
    from coursekit.learning.alphago.policy import accuracy as accuracy
    from coursekit.learning.alphago.policy_games import policy_match as policy_match
    from coursekit.learning.alphago.policy_games import self_played as self_played
    from coursekit.learning.alphago.reinforce import Reinforce as Reinforce
    from coursekit.learning.alphago.reinforce import ReinforceConfig as ReinforceConfig
    from coursekit.learning.alphago.supervised import outputs as outputs
    from coursekit.learning.alphago.value import ValueConfig as ValueConfig
    from coursekit.learning.alphago.value import ValueLearning as ValueLearning
    from coursekit.learning.alphago.value import sign_agreement as sign_agreement
    from coursekit.learning.alphago.value import squared_error as squared_error
    from coursekit.learning.alphazero.config import AlphaZeroConfig as AlphaZeroConfig
    from coursekit.learning.alphazero.training import AlphaZero as AlphaZero
    from coursekit.learning.examination import examine as examine
    from coursekit.learning.examination import losing_line as losing_line
    from coursekit.learning.input_planes import action_count as action_count
    from coursekit.learning.input_planes import legal_mask as legal_mask
    from coursekit.learning.input_planes import planes as planes
    from coursekit.learning.input_planes import stack_planes as stack_planes
    from coursekit.learning.loading import SHIPPED as SHIPPED
    from coursekit.learning.loading import load_dual_network as load_dual_network
    from coursekit.learning.loading import load_policy as load_policy
    from coursekit.learning.loading import load_value as load_value
    from coursekit.learning.networks import DualNetwork as DualNetwork
    from coursekit.learning.networks import QNetwork as QNetwork
    from coursekit.learning.q.config import QConfig as QConfig
    from coursekit.learning.q.training import QLearning as QLearning
    from coursekit.learning.q.usual_loop import OneByOne as OneByOne
    from coursekit.learning.reports import LivePlot as LivePlot
    from coursekit.learning.samples import policy_sample as policy_sample
    from coursekit.learning.samples import value_sample as value_sample
    from coursekit.learning.symmetry import inverse as inverse
    from coursekit.learning.symmetry import transform_actions as transform_actions
    from coursekit.learning.symmetry import transform_planes as transform_planes
    from coursekit.learning.tables import game_table as game_table
    from coursekit.learning.training import train as train

_NAMES = {
    "alphago": "baselines data",
    "alphago.examples": "move_examples one_a_game result_examples split",
    "alphago.policy": "PolicyConfig PolicyLearning accuracy",
    "alphago.policy_games": "policy_match self_played",
    "alphago.reinforce": "Reinforce ReinforceConfig",
    "alphago.supervised": "outputs",
    "alphago.value": "ValueConfig ValueLearning sign_agreement squared_error",
    "alphazero.config": "AlphaZeroConfig",
    "alphazero.training": "AlphaZero",
    "examination": "examine losing_line",
    "input_planes": "action_count legal_mask planes stack_planes",
    "loading": "SHIPPED load_dual_network load_policy load_value",
    "networks": "DualNetwork QNetwork",
    "q.config": "QConfig",
    "q.training": "QLearning",
    "q.usual_loop": "OneByOne",
    "reports": "LivePlot",
    "samples": "policy_sample value_sample",
    "symmetry": "inverse transform_actions transform_planes",
    "tables": "game_table",
    "training": "train",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Imports what is asked for from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'coursekit.learning' has no attribute {name!r}")
    home = f"coursekit.learning.{_HOMES[name]}"
    if _HOMES[name] == "alphago":
        return import_module(f"{home}.{name}")
    return getattr(import_module(home), name)

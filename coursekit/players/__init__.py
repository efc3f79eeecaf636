"""Ready opponents. A player is any callable that is given an env and returns an action.

Chance comes from ``env.rng`` alone, so a game follows from the env's seed. Each function here
returns a player: ``random()``, ``cell_scores()``, ``most_flips()``, ``mobility()``, ``minimax()``,
``alpha_beta()``, ``deepening()``, ``monte_carlo()``, ``uct()``, ``q_network()``,
``exact_endgame()``, ``alphago()``, ``alphazero()``.
"""

from coursekit.players.alphago import alphago
from coursekit.players.alphazero import alphazero
from coursekit.players.base import AnyPlayer, Move, NamedPlayer, pick_best, player_name
from coursekit.players.cells import CELL_SCORES, cell_scores, default_table
from coursekit.players.counts import mobility, most_flips
from coursekit.players.evaluation import LinearEvaluation
from coursekit.players.finisher import ExactEndgamePlayer, exact_endgame
from coursekit.players.network_search import NetworkSearchPlayer
from coursekit.players.puct_info import PuctInfo, SearchedMove
from coursekit.players.q_network import QNetworkPlayer, q_network
from coursekit.players.random_moves import random
from coursekit.players.search import SearchInfo, SearchPlayer, alpha_beta, deepening, minimax
from coursekit.players.tree_info import MoveStatistics, TreeInfo
from coursekit.players.tree_search import TreePlayer, monte_carlo, uct

__all__ = [
    "CELL_SCORES",
    "AnyPlayer",
    "ExactEndgamePlayer",
    "LinearEvaluation",
    "Move",
    "MoveStatistics",
    "NamedPlayer",
    "NetworkSearchPlayer",
    "PuctInfo",
    "QNetworkPlayer",
    "SearchInfo",
    "SearchPlayer",
    "SearchedMove",
    "TreeInfo",
    "TreePlayer",
    "alpha_beta",
    "alphago",
    "alphazero",
    "cell_scores",
    "deepening",
    "default_table",
    "exact_endgame",
    "minimax",
    "mobility",
    "monte_carlo",
    "most_flips",
    "pick_best",
    "player_name",
    "q_network",
    "random",
    "uct",
]

"""Ready opponents. A player is any callable that is given an env and returns an action.

A player's chance comes from ``env.rng`` alone, so a game follows from its seeds. Each function
here returns a player. Read in this order:

simple: ``random()``, ``cell_scores()``, ``most_flips()``, ``mobility()``;
search: ``minimax()``, ``alpha_beta()``, ``deepening()``;
tree_search: ``monte_carlo()``, ``uct()``;
q_network: ``q_network()``; network_search: ``alphago()``, ``alphazero()``;
endgame: ``exact_endgame()``.
"""

from coursekit.games.evaluation import CELL_SCORES, LinearEvaluation, default_table
from coursekit.players.base import AnyPlayer, Move, NamedPlayer
from coursekit.players.endgame import exact_endgame
from coursekit.players.network_search import alphago, alphazero
from coursekit.players.q_network import q_network
from coursekit.players.search import alpha_beta, deepening, minimax
from coursekit.players.simple import cell_scores, mobility, most_flips, random
from coursekit.players.tree_search import monte_carlo, uct

__all__ = [
    "CELL_SCORES",
    "AnyPlayer",
    "LinearEvaluation",
    "Move",
    "NamedPlayer",
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
    "q_network",
    "random",
    "uct",
]

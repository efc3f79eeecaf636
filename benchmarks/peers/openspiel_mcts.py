"""OpenSpiel's tree search: its bot in C++ and its bot in Python, from the start with c = 1."""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.timing import Workload, serve

SIMULATIONS, FEW = 5_000, 1_000
MEGABYTES = 1_000


def compiled(name: str, simulations: int) -> Workload:
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, MEGABYTES, False, 1, False)
    state = game.new_initial_state()

    def workload() -> int:
        return int(bot.mcts_search(state).explore_count)

    return workload


def python() -> Workload:
    game = pyspiel.load_game("othello")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 1.0, FEW, evaluator, solve=False, random_state=random)
    state = game.new_initial_state()

    def workload() -> int:
        return int(bot.mcts_search(state).explore_count)

    return workload


if __name__ == "__main__":
    serve(
        {
            "othello": compiled("othello", SIMULATIONS),
            "othello, 1,000": compiled("othello", FEW),
            "ultimate": compiled("ultimate_tic_tac_toe", SIMULATIONS),
            "python": python(),
        }
    )

"""Q-learning of tic-tac-toe: hundreds of games in lockstep, and the usual loop, to be timed."""

from __future__ import annotations

import torch

from benchmarks.timing import serve
from benchmarks.usual_q_learning import OneByOne
from coursekit import tictactoe
from coursekit.learning import QConfig, QLearning

torch.set_num_threads(1)
batched = QLearning(QConfig(updates=10**9), torch.device("cpu"))
single = OneByOne(tictactoe.make())


def lockstep() -> int:
    """Plays and learns one ply of every game; returns the number of moves."""
    batched.advance()
    return batched.config.games


def one_by_one() -> int:
    """Plays and learns one game; returns the number of moves."""
    before = single.moves
    single.play_episode()
    return single.moves - before


if __name__ == "__main__":
    serve({"lockstep": lockstep, "one by one": one_by_one})

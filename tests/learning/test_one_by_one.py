"""The usual loop: one position at a time, from a seed, and it does learn."""

from __future__ import annotations

import torch

from coursekit import othello, tictactoe
from coursekit.learning import OneByOne, examine, game_table


def test_the_seed_decides_everything() -> None:
    values = []
    for seed in (0, 0, 1):
        learning = OneByOne(tictactoe.make(), seed, width=8)
        for _ in range(5):
            learning.play_episode()
        values.append(learning.q_values())
    assert (values[0] == values[1]).all()
    assert (values[0] != values[2]).any()


def test_it_learns() -> None:
    torch.set_num_threads(1)
    table = game_table("tictactoe")
    learning = OneByOne(tictactoe.make(), width=32, learning_rate=0.03)
    before = examine(table, learning.q_values(), 0.9)
    for _ in range(300):
        learning.play_episode()
    after = examine(table, learning.q_values(), 0.9)
    assert after.optimal > before.optimal + 0.05
    assert after.first.random[0] > before.first.random[0] + 0.1


def test_it_plays_othello_through_passes() -> None:
    learning = OneByOne(othello.make(size=4), width=8)
    passes = 0
    while not passes:
        learning.play_episode()
        passes = sum(action.is_pass for action in learning.env.history)
    assert learning.env.is_done()
    assert learning.q_values().shape == (58533, 17)

"""Q-learning in lockstep and in the usual loop: rules are kept, and both learn."""

import numpy as np
import pytest
import torch

from benchmarks.usual_q_learning import OneByOne
from coursekit import othello, tictactoe
from coursekit.learning import QConfig, QLearning, examine, train
from coursekit.learning.tables import START, game_table
from tests.support.trainings import CPU
from tests.support.trainings import q as q_learning


@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_every_game_advances_by_one_legal_move(game: str) -> None:
    learning = q_learning(game=game)
    table, over = learning.table, 0
    while not learning.finished:
        before = learning.positions.copy()
        learning.advance()
        for was, now in zip(before, learning.positions, strict=True):
            following = table.after[was][table.legal[was]]
            ended = now == START and table.done[following].any()
            over += bool(ended)
            assert now in following or ended
    assert not table.done[learning.positions].any()
    assert learning.games_over == over > 0


def test_the_learning_rate_changes_linearly() -> None:
    learning = q_learning(updates=4, learning_rate=0.8, learning_rate_end=0.0)
    seen = []
    while not learning.finished:
        seen.append(learning.learning_rate)
        learning.advance()
    assert seen == pytest.approx([0.8, 0.6, 0.4, 0.2])
    assert learning.learning_rate == pytest.approx(learning.config.learning_rate_end)


def test_without_exploration_the_best_legal_action_is_taken_and_with_it_any() -> None:
    q = np.tile(np.arange(9.0), (16, 1))
    learning = q_learning(games=16, epsilon=0.0)
    learning.positions[:] = learning.table.after[START, 8]
    assert set(learning.choose(q).tolist()) == {7}
    learning = q_learning(epsilon=1.0, games=400)
    learning.positions[:] = learning.table.after[START, 8]
    counts = np.bincount(learning.choose(np.tile(np.arange(9.0), (400, 1))), minlength=9)
    assert counts[8] == 0
    assert (counts[:8] > 20).all()


@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_it_learns(game: str) -> None:
    learning = QLearning(QConfig(updates=400, games=128, width=64, game=game), CPU)
    before = examine(learning.table, learning.q_values(), learning.config.gamma)
    train(learning, report=None)
    after = learning.metrics()
    assert after["decisive"] > before.decisive + 0.05
    assert after["value_error"] < 0.8 * before.value_error
    if game == "tictactoe":
        assert after["optimal"] > 0.8 > before.optimal
        assert after["losing_lines_first"] < before.first.losing_lines


def test_the_seed_decides_the_usual_loop() -> None:
    runs = [OneByOne(tictactoe.make(), seed, width=8) for seed in (0, 0, 1)]
    for run in runs * 5:
        run.play_episode()
    one, same, other = (run.q_values() for run in runs)
    assert (one == same).all()
    assert (one != other).any()


def test_the_usual_loop_learns() -> None:
    torch.set_num_threads(1)
    table = game_table("tictactoe")
    learning = OneByOne(tictactoe.make(), width=32, learning_rate=0.03)
    before = examine(table, learning.q_values(), 0.9)
    for _ in range(300):
        learning.play_episode()
    after = examine(table, learning.q_values(), 0.9)
    assert after.optimal > before.optimal + 0.05
    assert after.first.random[0] > before.first.random[0] + 0.1


def test_the_usual_loop_plays_othello_through_passes() -> None:
    learning = OneByOne(othello.make(size=4), width=8)
    passes = 0
    while not passes:
        learning.play_episode()
        passes = sum(action.is_pass for action in learning.env.history)
    assert learning.env.is_done()
    assert learning.q_values().shape == (58533, 17)

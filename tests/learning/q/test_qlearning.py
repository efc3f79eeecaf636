"""Q-learning in lockstep and in the usual loop: rules are kept, options work, and both learn."""

from typing import Any

import numpy as np
import pytest
import torch

from coursekit import othello, tictactoe
from coursekit.learning import OneByOne, QConfig, QLearning, examine, train
from coursekit.learning.q.update import QUpdate
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


def test_epsilon_and_learning_rate_change_linearly() -> None:
    learning = q_learning(updates=4, epsilon=0.8, epsilon_end=0.0, learning_rate=0.4)
    seen = []
    while not learning.finished:
        seen.append(learning.epsilon)
        learning.advance()
    assert seen == pytest.approx([0.8, 0.6, 0.4, 0.2])
    assert learning.learning_rate == pytest.approx(learning.config.learning_rate_end)


def test_without_exploration_the_best_legal_action_is_taken_and_with_it_any() -> None:
    q = np.tile(np.arange(9.0), (16, 1))
    learning = q_learning(games=16, epsilon=0.0, epsilon_end=0.0)
    learning.positions[:] = learning.table.after[START, 8]
    assert set(learning.choose(q).tolist()) == {7}
    learning = q_learning(epsilon=1.0, games=400)
    learning.positions[:] = learning.table.after[START, 8]
    counts = np.bincount(learning.choose(np.tile(np.arange(9.0), (400, 1))), minlength=9)
    assert counts[8] == 0
    assert (counts[:8] > 20).all()


def learned_moves(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> list[dict[str, Any]]:
    """Returns the arguments of every update of a training."""
    calls: list[dict[str, Any]] = []
    real = QUpdate.learn

    def spy(self: QUpdate, q: Any, positions: Any, actions: Any, learned: Any, *rest: Any) -> Any:
        turned = rest[1] if len(rest) > 1 else None
        calls.append({"positions": positions, "learned": learned, "turned": turned})
        return real(self, q, positions, actions, learned, *rest)

    monkeypatch.setattr(QUpdate, "learn", spy)
    train(q_learning(**settings), report=None)
    return calls


@pytest.mark.parametrize("replay", [0, 1000])
def test_the_first_player_only(monkeypatch: pytest.MonkeyPatch, replay: int) -> None:
    for call in learned_moves(monkeypatch, sides="first", replay=replay):
        pieces = np.abs(game_table("tictactoe").boards[call["positions"]]).sum(axis=(1, 2))
        assert (call["learned"] == (pieces % 2 == 0)).all()


def test_replay_brings_moves_back(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = learned_moves(monkeypatch, replay=1000)
    pieces = np.abs(game_table("tictactoe").boards[calls[-1]["positions"]]).sum(axis=(1, 2))
    assert len(set(pieces.tolist())) > 3  # the games are in step, but the samples are not
    assert all(len(call["positions"]) == 12 for call in calls)


def test_symmetry_turns_what_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = torch.cat([call["turned"] for call in learned_moves(monkeypatch, symmetry=True)])
    assert set(turned.tolist()) == set(range(8))


def test_the_target_network_waits() -> None:
    learning = q_learning(target_every=3, updates=6)
    update = learning._update

    def same() -> bool:
        pairs = zip(update.network.parameters(), update._target.parameters(), strict=True)
        return all(torch.equal(one, other) for one, other in pairs)

    seen = []
    while not learning.finished:
        learning.advance()
        seen.append(same())
    assert seen == [False, False, True, False, False, True]


@pytest.mark.parametrize(
    "settings",
    [{}, {"replay": 5000, "target_every": 25, "symmetry": True}, {"game": "othello4"}],
    ids=["plain", "with all remedies", "Othello"],
)
def test_it_learns(settings: dict[str, Any]) -> None:
    learning = QLearning(QConfig(updates=400, games=128, width=64, **settings), CPU)
    before = examine(learning.table, learning.q_values(), learning.config.gamma)
    train(learning, report=None)
    after = learning.metrics()
    assert after["decisive"] > before.decisive + 0.05
    assert after["value_error"] < 0.8 * before.value_error
    if learning.config.game == "tictactoe":
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

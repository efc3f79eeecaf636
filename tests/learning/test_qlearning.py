"""Lockstep Q-learning: the games keep the rules, the options do what they say, and it learns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

from coursekit.learning import QConfig, QLearning, examine
from coursekit.learning.q_update import QUpdate
from coursekit.learning.tables import START

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def small(**settings: Any) -> QLearning:
    return QLearning(QConfig(**{"updates": 30, "games": 16, "width": 8, **settings}), CPU)


@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_every_game_advances_by_one_legal_move(game: str) -> None:
    learning = small(game=game)
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


def test_a_finished_training_says_so() -> None:
    learning = small(updates=1)
    learning.advance()
    with pytest.raises(ValueError, match="finished after 1 updates"):
        learning.advance()


def test_the_seed_decides_everything() -> None:
    weights = []
    for seed in (0, 0, 1):
        learning = small(seed=seed)
        torch.rand(1)  # torch's own chance does not matter
        while not learning.finished:
            learning.advance()
        weights.append(torch.cat([w.flatten() for w in learning.network.parameters()]))
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_making_a_training_leaves_the_chance_of_torch_alone() -> None:
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    small()
    assert torch.equal(torch.rand(1), expected)


def test_epsilon_and_learning_rate_change_linearly() -> None:
    learning = small(updates=4, epsilon=0.8, epsilon_end=0.0, learning_rate=0.4)
    seen = []
    while not learning.finished:
        seen.append(learning.epsilon)
        learning.advance()
    assert seen == pytest.approx([0.8, 0.6, 0.4, 0.2])
    assert learning.learning_rate == pytest.approx(learning.config.learning_rate_end)


def test_without_exploration_the_best_legal_action_is_taken_and_with_it_any() -> None:
    q = np.tile(np.arange(9.0), (16, 1))
    learning = small(epsilon=0.0, epsilon_end=0.0)
    learning.positions[:] = learning.table.after[START, 8]
    assert set(learning.choose(q).tolist()) == {7}
    learning = small(epsilon=1.0, games=400)
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
    learning = small(**settings)
    while not learning.finished:
        learning.advance()
    return calls


def test_the_first_player_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for call in learned_moves(monkeypatch, sides="first"):
        table = small().table
        pieces = np.abs(table.boards[call["positions"]]).sum(axis=(1, 2))
        assert (call["learned"] == (pieces % 2 == 0)).all()


def test_replay_brings_moves_back(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = learned_moves(monkeypatch, replay=1000)
    pieces = np.abs(small().table.boards[calls[-1]["positions"]]).sum(axis=(1, 2))
    assert len(set(pieces.tolist())) > 3  # the games are in step, but the samples are not
    assert all(len(call["positions"]) == 16 for call in calls)


def test_replay_of_the_first_player_keeps_only_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    for call in learned_moves(monkeypatch, replay=1000, sides="first"):
        pieces = np.abs(small().table.boards[call["positions"]]).sum(axis=(1, 2))
        assert (pieces % 2 == 0).all()


def test_symmetry_turns_what_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = torch.cat([call["turned"] for call in learned_moves(monkeypatch, symmetry=True)])
    assert set(turned.tolist()) == set(range(8))


def test_the_target_network_waits() -> None:
    learning = small(target_every=3, updates=6)
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
    [{}, {"replay": 5000, "target_every": 25, "symmetry": True}],
    ids=["plain", "with all remedies"],
)
def test_it_learns(settings: dict[str, Any]) -> None:
    learning = QLearning(QConfig(updates=400, games=128, width=64, **settings), CPU)
    before = examine(learning.table, learning.q_values(), learning.config.gamma)
    while not learning.finished:
        learning.advance()
    after = learning.record()
    assert after["optimal"] > 0.8 > before.optimal
    assert after["value_error"] < 0.75 * before.value_error
    assert after["losing_lines_first"] < before.first.losing_lines


def test_the_same_code_learns_4x4_othello() -> None:
    learning = QLearning(QConfig(game="othello4", updates=300, games=128, width=32), CPU)
    before = examine(learning.table, learning.q_values(), learning.config.gamma)
    while not learning.finished:
        learning.advance()
    after = learning.record()
    assert after["value_error"] < 0.8 * before.value_error
    assert after["decisive"] > before.decisive + 0.05

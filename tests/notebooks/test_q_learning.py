"""The recorded trainings of lesson 08 are whole, and are what the lesson's own code gives."""

import copy
import json

import pytest

from coursekit import othello
from tests.notebooks import q_learning, recorded

KEPT = json.loads(q_learning.FILE.read_text("utf-8"))
MATCHES = [
    match
    for run in KEPT["runs"]["othello 6"].values()
    for line in run.values()
    for match in line.values()
    if isinstance(match, dict)
]


def test_every_training_is_recorded():
    own = q_learning.lesson()
    assert set(KEPT["about"]) >= {"command", "processor", "python", "torch", "threads", "time"}
    for seed in q_learning.SEEDS:
        for name in q_learning.planned(own, seed):
            assert str(seed) in KEPT["runs"][name], (name, seed)


def test_its_games_are_games():
    assert len(MATCHES) == 3 * (3 + 2)
    for match in MATCHES:
        assert len(match["games"]) == match["wins"] + match["draws"] + match["losses"] == 200
        results = [othello.make(6).play_moves(moves) for moves in match["games"]]
        assert all(env.is_done() for env in results)
        assert sum(env.is_draw() for env in results) == match["draws"]


def test_the_loop_with_all_switches_off_is_the_lessons():
    own = q_learning.lesson()
    one = own.train(own.new_network(), own.TicTacToe(32), updates=20)
    other = q_learning.train_with(own, own.new_network(), own.TicTacToe(32), updates=20)
    assert all(map(own.torch.equal, one.parameters(), other.parameters()))


def test_the_recorded_target_network_is_an_older_copy_as_the_lesson_says():
    own = q_learning.lesson()
    older, calls = None, 0

    def aim(network, *reached):
        nonlocal older, calls
        if calls % 8 == 0:
            older = copy.deepcopy(network)
        calls += 1
        return own.target(older, *reached)

    one = own.train(own.new_network(), own.TicTacToe(32), updates=20, target=aim)
    other = q_learning.train_with(own, own.new_network(), own.TicTacToe(32), 20, copy_every=8)
    assert all(map(own.torch.equal, one.parameters(), other.parameters()))


def test_without_a_mask_an_occupied_square_loses():
    own = q_learning.lesson()
    games = q_learning.unmasked(own, 2)
    games.play(own.torch.tensor([4, 4]))
    _, _, over, reward = games.play(own.torch.tensor([4, 0]))
    assert over.tolist() == [True, False]
    assert reward.tolist() == [-1, 0]
    assert [int((board != 0).sum()) for board in games.boards] == [0, 2]


@pytest.mark.slow
def test_a_recorded_training_can_be_repeated():
    own = q_learning.lesson()
    again, kept = q_learning.planned(own, 0)["lesson"](), dict(KEPT["runs"]["lesson"]["0"])
    del again["seconds"], kept["seconds"]
    if KEPT["about"]["processor"] == recorded.processor():
        assert again == kept
    assert again["losing_lines"] == [0, 0]
    assert again["optimal"] == pytest.approx(kept["optimal"], abs=0.01)

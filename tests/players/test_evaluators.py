"""What the tree search's networks said of a position is remembered."""

import numpy as np
import pytest

from coursekit import othello, players
from coursekit.players import evaluators
from coursekit.players.evaluators import remembering


class Counted:
    """An evaluation that depends on the position alone, and counts what it is asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, leaves, legal):
        self.asked += [tuple(row) for row in leaves.tolist()]
        values = leaves.sum(axis=1).astype(np.float32)
        return np.stack([values, legal.astype(np.float32)], axis=1), -values


def leaves_of(*numbers):
    return np.array([[number, 7, 9] for number in numbers], np.uint64)


def told(recall, *numbers):
    legal = np.array(numbers, np.uint64)
    return recall(leaves_of(*numbers), legal, legal)


def test_a_position_is_evaluated_once():
    evaluate = Counted()
    recall = remembering(evaluate)
    for numbers in ([3], [3, 4, 3], [5, 5], [4, 5, 3, 6]):
        logits, values = told(recall, *numbers)
        assert logits.tolist() == [[number + 16, number] for number in numbers]
        assert values.tolist() == [-number - 16 for number in numbers]
    assert sorted(asked[0] for asked in evaluate.asked) == [3, 4, 5, 6]


def test_what_is_returned_may_be_written_on():
    recall = remembering(Counted())
    for array in told(recall, 3):
        array += 100
    assert told(recall, 3)[1].tolist() == [-19]


@pytest.mark.parametrize("most", [1, 3, 50])
def test_a_full_memory_begins_anew(most, monkeypatch):
    monkeypatch.setattr(evaluators, "MOST_REMEMBERED", most)
    evaluate, rng = Counted(), np.random.default_rng(most)
    recall = remembering(evaluate)
    for size in (1, 7, 2, 40, 60, 1, 3):
        numbers = rng.integers(30, size=size).tolist()
        assert told(recall, *numbers)[1].tolist() == [-number - 16 for number in numbers]
    assert len(evaluate.asked) >= 30


@pytest.mark.parametrize(
    "make_player", [players.alphazero, players.alphago], ids=["AlphaZero", "AlphaGo"]
)
def test_a_game_is_the_same_with_and_without_memory(make_player, monkeypatch):
    def game(player):
        env = othello.make(seed=5)
        while not env.is_done():
            env.update(player(env))
        return env.to_moves()

    remembered = game(make_player(simulations=20))
    calls = []

    def forgetful(evaluate):
        def by_networks(leaves, legal, _):
            calls.append(len(leaves))
            return evaluate(leaves, legal)

        return by_networks

    monkeypatch.setattr(evaluators, "remembering", forgetful)
    assert game(make_player(simulations=20)) == remembered
    assert sum(calls) > 500

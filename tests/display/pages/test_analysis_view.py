"""What an opponent thought, and hints."""

import pytest

from coursekit import Budget, othello, players, tictactoe, ultimate
from coursekit.display.pages.analysis_view import _labels
from coursekit.display.pictures.scales import contrast
from tests.support.sessions import PATIENCE, Slow, session, settle


def test_what_the_opponent_thought_can_be_seen():
    game = session(opponent=players.uct(Budget(count=500)))
    game.play("f5")
    settle(game)
    thought = game.view()["thought"]
    assert set(thought["labels"]) == {"visits", "value"}
    legal = {action.index for action in othello.from_moves("f5").legal_actions()}
    assert set(thought["labels"]["visits"]) == legal
    assert 0 <= thought["share"] <= 1
    assert game.env.last_action.name in thought["sentence"]


def test_a_share_is_that_of_the_first_player():
    # O is to move and can win at once, so X can expect nothing.
    game = session(tictactoe.from_moves("a1b1a2b2c1"), players.uct(Budget(count=500)), side=1)
    settle(game)
    assert game.env.is_win(-1)
    assert game.view()["thought"]["share"] < 0.05


def test_bounds_of_alpha_beta_are_marked_as_such():
    game = session(opponent=players.alpha_beta(3))
    game.play("f5")
    settle(game)
    labels = game.view()["thought"]["labels"]["value"]
    chosen = game.env.last_action.index
    assert not labels[chosen][0].startswith("≤")
    assert all(text.startswith("≤") for square, (text, *_) in labels.items() if square != chosen)
    assert game.view()["thought"]["share"] is None


def test_a_hint_is_about_the_position_and_plays_nothing():
    game = session(opponent=players.alpha_beta(4), side=0)
    game.hint()
    settle(game)
    assert game.env == othello.make()
    assert game.view()["said"] == f"Hint: {players.alpha_beta(4)(othello.make()).name}."
    assert game.view()["yours"]
    assert game.view()["hinted"] == players.alpha_beta(4)(othello.make()).index
    assert game.view()["thought"]["labels"]["value"]
    game.play("f5")
    assert game.view()["thought"] is None
    assert game.view()["hinted"] == -1
    game.close()


def test_a_move_withdraws_a_hint():
    slow = Slow()
    game = session(opponent=slow, side=0)
    game.hint()
    assert slow.asked.wait(PATIENCE)
    game.play("f5")
    assert slow.interrupted.wait(PATIENCE)
    settle(game)
    assert game.env.to_moves() == "f5"


def test_odd_information_of_a_students_player_is_left_out():
    class Info:
        value = "good"
        visits = {"f5": 3}  # noqa: RUF012
        variation = None

    class Mine:
        def __call__(self, env):
            self.info = Info()
            self.info.action = env.legal_actions()[0]
            return self.info.action

    game = session(opponent=Mine())
    game.play("f5")
    settle(game)
    assert game.view()["message"] == ""
    assert game.view()["thought"]["labels"] == {}


@pytest.mark.parametrize("low", [0.0, -1.0])
def test_numbers_can_be_read_on_every_colour_of_the_scales(low):
    actions = ultimate.make().legal_actions()
    numbers = {action: low + (1 - low) * n / 80 for n, action in enumerate(actions)}
    for _, ground, ink in _labels("value", numbers, None).values():
        colours = [tuple(bytes.fromhex(colour[1:])) for colour in (ground, ink)]
        assert contrast(*colours) >= 4.5

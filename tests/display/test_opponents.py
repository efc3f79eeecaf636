"""Whom one can play, and on which side."""

import pytest

from coursekit import BLACK, WHITE, othello, players, tictactoe
from coursekit.display import play
from coursekit.display.opponents import course_opponents
from coursekit.players import player_name
from tests.support.playing import GAMES, MAKERS
from tests.support.sessions import first


@pytest.mark.parametrize("name", GAMES)
def test_every_opponent_of_the_course_plays_under_its_name(name):
    env = MAKERS[name](seed=1)
    found = course_opponents(env)
    assert "random" in found
    for said, make in found.items():
        if "50,000" in said:
            continue  # the same player as with fewer simulations
        player = make()
        assert player_name(player) == said
        env.copy().update(player(env))


@pytest.mark.parametrize(
    ("opponent", "error"), [(3, TypeError), ({}, ValueError), ({"x": "y"}, TypeError)]
)
def test_what_is_no_opponent_is_refused(opponent, error):
    with pytest.raises(error):
        play(othello.make(), opponent)


def test_a_factory_that_was_not_called_is_refused():
    with pytest.raises(TypeError, match=r"call it, players\.uct\(\)"):
        play(othello.make(), players.uct)


@pytest.mark.parametrize(
    ("side", "expected"), [(BLACK, 1), (WHITE, -1), (1, 1), ("white", -1), (None, 0)]
)
def test_sides(side, expected):
    assert play(othello.make(), first, side).view["side"] == expected


def test_an_unknown_side_is_refused():
    with pytest.raises(ValueError, match="expected X, O, or None"):
        play(tictactoe.make(), first, side="black")

"""Whom one can play, and on which side."""

import pytest

from coursekit import BLACK, WHITE, othello, players, tictactoe
from coursekit.display import play
from coursekit.display.pages.opponents import course_opponents
from coursekit.players.base import player_name
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
    ("given", "error", "words"),
    [
        ({"opponent": 3}, TypeError, "expected a function"),
        ({"opponent": {}}, ValueError, "empty dict"),
        ({"opponent": {"x": "y"}}, TypeError, "'x'"),
        ({"opponent": players.uct}, TypeError, r"call it, players\.uct\(\)"),
        ({"side": "black"}, ValueError, "expected X, O, or None"),
    ],
)
def test_what_is_no_opponent_and_no_side_is_refused(given, error, words):
    with pytest.raises(error, match=words):
        play(tictactoe.make(), **given)


@pytest.mark.parametrize(
    ("side", "expected"), [(BLACK, 1), (WHITE, -1), (1, 1), ("white", -1), (None, 0)]
)
def test_sides(side, expected):
    assert play(othello.make(), first, side).view["side"] == expected

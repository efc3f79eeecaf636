"""What a playable board leaves in a notebook for pages that have no kernel."""

import json

import pytest

from coursekit import Budget, othello, players
from coursekit.display import play
from coursekit.display.pages.without_kernel import PLAYED
from tests.support.playing import GAMES, MAKERS
from tests.support.sessions import first


def said(env, *arguments, **options):
    data = play(env, *arguments, **options)._repr_mimebundle_()[0][PLAYED]
    assert json.loads(json.dumps(data)) == data
    return data


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_against_the_courses_own_players(name):
    assert said(MAKERS[name]()) == {
        "game": MAKERS[name]().name,
        "start": None,
        "moves": [],
        "side": 1,
        "opponents": [],
        "hints": False,
    }


def test_moves_sides_and_opponents_by_their_keys():
    given = {
        "mine": first,
        "weak": players.cell_scores(),
        "deep": players.alpha_beta(4),
        "wide": players.uct(Budget(count=2_500)),
        "greedy": players.most_flips(),
        "learned": players.alphazero(simulations=50),
    }
    data = said(othello.from_moves("f5d6"), given, side=-1, hints=True)
    assert (data["moves"], data["side"], data["hints"]) == (["f5", "d6"], -1, True)
    assert data["opponents"] == [
        ["mine", None],
        ["weak", "cell_scores"],
        ["deep", "alpha_beta:4"],
        ["wide", "uct:2500"],
        ["greedy", "most_flips"],
        ["learned", "alphazero:50"],
    ]


def test_a_position_that_is_given():
    env = othello.from_string("-OX-OO---------- X").play_moves("a1")
    data = said(env, side=None)
    assert data["game"] == "othello4"
    assert data["start"]["cells"][:4] == [0, -1, 1, 0]
    assert data["start"]["mover"] == 1
    assert data["moves"] == ["a1"]
    assert data["side"] == 0


def test_a_game_of_the_readers_is_a_replay(row_game):
    given = said(row_game, first)
    assert list(given) == ["replay"]
    assert given["replay"].startswith("<!DOCTYPE html>")
    fresh = said(type(row_game)(), first)
    assert fresh == said(type(row_game)(), first)
    assert '"moves":[["' in fresh["replay"]

"""The review that the book opens shows what the one in a notebook does."""

import json

import pytest

from coursekit import Budget, players, tictactoe
from coursekit.arena import analyse
from coursekit.display import replay
from tests.play.page import told
from tests.support.playing import GAMES, MAKERS, play_on

CODE = """
const game = makeGame(given.name);
const indices = given.moves.map(game.indexOf);
const states = [game.start];
for (const index of indices) states.push(game.play(states.at(-1), index));
const reviews = given.reviews.map((move) => ({ ...move, best: move.best.map(game.indexOf) }));
const board = LOOKS[given.name];
return reviewPage(game, board, { states, indices }, reviews, given.judge);
"""


def parts(page):
    """Returns what stands before the data, the data, and what stands behind."""
    before, _, rest = page.partition("const DATA=")
    data, end = json.JSONDecoder().raw_decode(rest)
    return before, data, rest[end:]


def reviewed(env, analysis):
    moves = [action.name for action in env.history]
    expected = parts(replay(env, analysis).page)
    reviews = expected[1]["records"][0]["review"]["moves"]
    page = told(CODE, name=env.name, moves=moves, reviews=reviews, judge=analysis.judge)
    return parts(page), expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [9, None])
def test_the_pages_hold_the_same_game_and_the_same_judgements(name, plies):
    env = play_on(MAKERS[name](), seed=1, **({} if plies is None else {"plies": plies}))
    judge = players.alpha_beta(1) if name.startswith("othello") else players.uct(Budget(count=20))
    (_, data, script), (_, expected, same) = reviewed(env, analyse(env, judge))
    assert data["records"] == expected["records"]
    assert data["game"].items() >= expected["game"].items()
    assert script == same


def test_nothing_in_the_data_ends_the_script():
    env = tictactoe.from_moves("b2b1a1")
    (before, _, after), _ = reviewed(env, analyse(env))
    assert (before + after).count("</script>") == 1

"""The review that the book opens shows what the one in a notebook does."""

import json

import pytest

from coursekit import Budget, players
from coursekit.arena import analyse
from coursekit.display import replay
from tests.support.playing import GAMES, MAKERS, play_on

CODE = """
const game = makeGame(name);
const indices = moves.map(game.indexOf);
const states = [game.start];
for (const index of indices) states.push(game.play(states.at(-1), index));
const judged = reviews.map((move) => ({ ...move, best: move.best.map(game.indexOf) }));
return reviewPage(game, LOOKS[name], { states, indices }, judged, judge);
"""


def parts(page):
    """Returns what stands before the data, the data, and what stands behind."""
    before, _, rest = page.partition("const DATA=")
    data, end = json.JSONDecoder().raw_decode(rest)
    return before, data, rest[end:]


def reviewed(script, env, analysis):
    moves = [action.name for action in env.history]
    expected = parts(replay(env, analysis).page)
    reviews = expected[1]["records"][0]["review"]["moves"]
    page = script.run(CODE, name=env.name, moves=moves, reviews=reviews, judge=analysis.judge)
    return parts(page), expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [9, None])
def test_the_pages_hold_the_same_game_and_the_same_judgements(script, name, plies):
    env = play_on(MAKERS[name](), 1, plies)
    judge = players.alpha_beta(1) if name.startswith("othello") else players.uct(Budget(count=20))
    (before, data, after), (_, expected, same) = reviewed(script, env, analyse(env, judge))
    assert data["records"] == expected["records"]
    assert data["game"].items() >= expected["game"].items()
    assert after == same
    assert (before + after).count("</script>") == 1  # nothing in the data ends the script

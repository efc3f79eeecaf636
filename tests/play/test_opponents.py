"""Who can be played against, what they choose, and how a game is reviewed."""

import json

import pytest

from _ext.play import book
from coursekit import arena, players
from coursekit.display.pages.without_kernel import PLAYED
from coursekit.games import registry
from coursekit.players.parsing import read_player
from tests.notebooks.lessons import PATHS, code_cells
from tests.play.core import GAMES
from tests.support.playing import play_on

OPPONENTS = "return opponentsOf(name)"
THINK = "return think(game, state, opponent, { data: data && networkAt(data), seed })"
REVIEW = """
const game = makeGame(name);
const states = [game.start];
const indices = moves.map(game.indexOf);
for (const index of indices) states.push(game.play(states.at(-1), index));
return review(game, states, indices, judgeOf(name));
"""


@pytest.mark.parametrize("name", GAMES)
def test_opponents_have_the_names_of_the_packages_players(script, name):
    found = script.run(OPPONENTS, name=name)
    names = [read_player(opponent["key"]).name for opponent in found]
    assert [opponent["label"] for opponent in found] == names
    assert names[0] == "random"
    assert [opponent["first"] for opponent in found].count(True) == 1


def boards():
    """Yields each playable board of the notebooks, with the twins that the book gives it."""
    for path in PATHS:
        for cell in code_cells(path):
            for output in cell.outputs:
                played = output.get("data", {}).get(PLAYED, {})
                if "opponents" in played:
                    place = book.place(played, cell.metadata.get("coursekit", {}))
                    found = place.partition('json">')[2].partition("</script>")[0]
                    yield f"{path.stem}, {cell.id}", played["game"], json.loads(found)


def test_the_book_knows_every_twin_of_a_lessons_player(script):
    """Else the page offers other players than the lesson's caption tells."""
    seen = 0
    for place, game, played in boards():
        names = {name for name, _ in played["opponents"]}
        assert set(played["twins"]) <= names, f"{place}: a twin of nobody"
        for name, given in played["opponents"]:
            key = given or played["twins"].get(name)
            if key is None:
                continue  # it plays only in JupyterLab, as the page says
            kind = key.partition(":")[0]
            code = "return [labelOf(key, game), kind in PLAYERS]"
            label, plays = script.run(code, key=key, game=game, kind=kind)
            assert label, f"{place}: {key} has no label"
            assert "NaN" not in label, f"{place}: {key} lacks a setting"
            assert plays, f"{place}: {key} has no player"
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", GAMES)
def test_every_opponent_plays_legal_moves_that_follow_from_the_seed(script, networks, name):
    for opponent in script.run(OPPONENTS, name=name):
        data = opponent["data"] and str(networks / f"{opponent['data']}.js")
        for plies in (0, 3, 7):
            env = play_on(registry.spec(name).make(), plies, plies)
            if env.is_done():
                continue
            values = {"opponent": opponent["key"], "data": data, "seed": plies}
            found = script.at(env, THINK, **values)
            legal = [action.index for action in env.legal_actions()]
            assert found["index"] in legal
            assert found["line"][0] == found["index"]
            for numbers in found["numbers"].values():
                assert {int(index) for index in numbers} <= set(legal)
            assert script.at(env, THINK, **values) == found


def test_random_play_plays_every_move_about_equally_often(script):
    code = """
    const counts = Array(9).fill(0);
    for (let seed = 0; seed < 9000; seed++) counts[think(game, state, "random", { seed }).index]++;
    return counts;
    """
    counts = script.at(registry.spec("tictactoe").make(), code)
    assert all(850 < count < 1150 for count in counts), counts


@pytest.mark.parametrize("name", ["othello4", "othello6", "othello8", "tictactoe"])
def test_a_review_says_what_the_packages_analysis_says(script, name):
    judge = players.alpha_beta(5)
    for seed in (1, 2):
        env = play_on(registry.spec(name).make(), seed)
        found = script.run(REVIEW, name=name, moves=[action.name for action in env.history])
        assert found == [
            {
                "ply": review.ply,
                "value": review.value,
                "best": [action.index for action in review.best],
                "bestValue": review.best_value,
                "exact": review.exact,
            }
            for review in arena.analyse(env, judge, empties=12).reviews
        ]


def test_a_review_of_ultimate_judges_every_choice(script):
    env = play_on(registry.spec("ultimate").make(), 3, plies=8)
    moves = [action.name for action in env.history]
    found = script.run(REVIEW, name="ultimate", moves=moves)
    assert [review["ply"] for review in found] == list(range(8))
    assert all(-1 <= review["value"] <= review["bestValue"] <= 1 for review in found)

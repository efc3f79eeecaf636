"""The replay: one page for each game, the same bytes every time, right to the last position."""

import json
from html import unescape
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from coursekit import BLACK, Budget, othello, players, tictactoe
from coursekit.arena import analyse, match
from coursekit.arena.result import MatchResult, Transcript
from coursekit.display import replay
from coursekit.display.pages.board_data import board_data
from coursekit.games import registry
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, WIPE_OUT, games, play_on


def data_of(page):
    return json.JSONDecoder().raw_decode(page.partition("const DATA=")[2])[0]


def replayed(record, n):
    """Steps through a record as the page's script does; returns the last position."""
    cells, mover = list(record["start"]["cells"]), record["start"]["mover"]
    winners, forced = list(record["start"]["winners"]), record["start"]["forced"]
    for name, flips, *local in record["moves"]:
        if name != "pass":
            square = (int(name[1:]) - 1) * n + ord(name[0]) - ord("a")
            assert cells[square] == 0
            for changed in (square, *flips):
                cells[changed] = mover
        if local:
            forced = local[0]
            for won in local[1]:
                winners[won] = mover
        mover = -mover
    return {"cells": cells, "mover": mover, "winners": winners, "forced": forced}


@given(games())
@settings(max_examples=60, deadline=None)
def test_the_page_ends_where_the_env_is(env):
    shown = data_of(replay(env).page)
    (record,) = shown["records"]
    assert [move[0] for move in record["moves"]] == [action.name for action in env.history]
    expected = board_data(env)
    for name, value in replayed(record, shown["game"]["cols"]).items():
        assert value == expected[name], name


@pytest.mark.parametrize(
    "env",
    [
        *map(othello.from_moves, [FORCED_PASS + "--", WIPE_OUT, ""]),
        othello.from_string("-OX-OO---------- X", "a1"),
    ],
)
def test_passes_wipe_outs_games_not_begun_and_given_positions(env):
    shown = data_of(replay(env).page)
    expected = env.board.ravel().tolist()
    assert replayed(shown["records"][0], shown["game"]["cols"])["cells"] == expected


def test_in_a_notebook_it_is_a_frame_of_its_own_and_it_can_be_saved(tmp_path):
    shown = replay(othello.from_moves("f5d6"))
    shown.save(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == shown.page
    frame = shown._repr_html_()
    ElementTree.fromstring(frame)  # well formed
    assert frame.startswith(f'<iframe title="{shown.title}" srcdoc="')
    assert unescape(frame.split('"')[3]) == shown.page
    assert repr(shown) == "<replay of othello8: 2 plies, Black to move, 3–3>"


def test_names_cannot_break_out_of_the_page():
    evil = '</script><img src="x">&"'
    games_ = (Transcript("f5d6", BLACK, 0, 0, 1),)
    page = replay(MatchResult(evil, "b", "othello8", 0, games_)).page
    assert "<img" not in page
    assert page.count("</script>") == 1
    assert data_of(page)["records"][0]["title"].startswith(f"1. {evil} (Black)")


@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_a_match(name):
    result = match(players.random(), players.random(), games=6, seed=1, make=MAKERS[name])
    shown = data_of(replay(result).page)
    assert len(shown["records"]) == 6
    for record, transcript in zip(shown["records"], result.transcripts, strict=True):
        env = registry.spec(name).from_moves(transcript.moves)
        assert replayed(record, shown["game"]["cols"])["cells"] == env.board.ravel().tolist()


def test_a_long_match_shows_its_first_games():
    result = match(players.random(), players.random(), games=6, make=tictactoe.make)
    shown = replay(result, games=4)
    assert len(data_of(shown.page)["records"]) == 4
    assert "the first 4 of 6 games" in shown.title
    with pytest.raises(ValueError, match="games=0"):
        replay(result, games=0)


def test_titles_say_who_played_which_side_and_who_won():
    games_ = (
        Transcript("a1b1a2b2a3", BLACK, 0, 1, 1),
        Transcript("a1b1a2b2a3", -BLACK, 0, -1, 1),
    )
    shown = data_of(replay(MatchResult("me", "you", "tictactoe", 0, games_)).page)
    assert [record["title"] for record in shown["records"]] == [
        "1. me (X) v you (O): X wins",
        "2. you (X) v me (O): X wins",
    ]


@pytest.mark.parametrize("game", ["f5d6", 3, None])
def test_other_things_are_refused(game):
    with pytest.raises(TypeError, match="an env or a match result"):
        replay(game)


def record_of(env, evaluations):
    return data_of(replay(env, evaluations).page)["records"][0]


def test_numbers_are_for_the_first_player_where_there_are_some():
    assert record_of(othello.from_moves("f5d6"), [0, 0.5, -0.25])["values"] == [0, -0.5, -0.25]
    record = record_of(tictactoe.from_moves("b2a1"), [None, float("nan"), 2])
    assert record["values"] == [None, None, 2]


def test_evaluations_must_fit_the_game():
    with pytest.raises(ValueError, match="got 2 for 3 positions"):
        replay(othello.from_moves("f5d6"), [0, 0])
    with pytest.raises(ValueError, match="of another game"):
        replay(tictactoe.from_moves("b2a1"), analyse(tictactoe.from_moves("b2a2")))
    result = match(players.random(), players.random(), games=2, make=tictactoe.make)
    with pytest.raises(ValueError, match="belong to one game"):
        replay(result, [0])


@pytest.mark.parametrize("judge", [None, players.uct(Budget(count=20)), players.alpha_beta(1)])
def test_an_analysis_is_in_the_record_move_by_move(judge):
    env = play_on(othello.make(seed=1), seed=5)
    analysis = analyse(env, judge, empties=6)
    review = record_of(env, analysis)["review"]
    assert (review["unit"], review["end"]) == ("discs", analysis.result)
    assert review["about"] == analysis.sources
    for shown, known in zip(review["moves"], analysis.reviews, strict=True):
        assert shown == {
            "ply": known.ply,
            "value": known.value,
            "best": [action.name for action in known.best],
            "bestValue": known.best_value,
            "exact": known.exact,
        }


def test_a_registered_game_of_rows_and_columns_is_replayed(row_game):
    shown = data_of(replay(row_game).page)
    assert (shown["game"]["rows"], shown["game"]["cols"]) == (2, 4)
    assert shown["game"]["sides"] == ["Red", "Blue"]
    expected = row_game.board.ravel().tolist()
    assert replayed(shown["records"][0], 4)["cells"] == expected
    result = match(players.random(), players.random(), games=2, make=type(row_game))
    assert len(data_of(replay(result).page)["records"]) == 2

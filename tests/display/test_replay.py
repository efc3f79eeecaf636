"""The replay: one page for each game, the same bytes every time, right to the last position."""

import json
import subprocess
import sys
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings

from coursekit import BLACK, Budget, othello, players, tictactoe, ultimate
from coursekit.arena import MatchResult, Transcript, analyse, match
from coursekit.display import replay
from coursekit.display.squares import squares
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, MODULES, WIPE_OUT, games, play_on

VOID = {"meta", "input", "img", "br", "link", "path", "circle", "rect"}


class Outline(HTMLParser):
    """Checks that tags close in order, and collects what a page is made of."""

    def __init__(self, page):
        super().__init__()
        self.open, self.attributes, self.scripts, self.tags = [], [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)


def data_of(page):
    (script,) = Outline(page).scripts
    assert script.startswith("const DATA=")
    return json.JSONDecoder().raw_decode(script.removeprefix("const DATA="))[0]


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
    expected = squares(env)
    for name, value in replayed(record, shown["game"]["n"]).items():
        assert value == expected[name], name


@pytest.mark.parametrize("moves", [FORCED_PASS + "--", WIPE_OUT, ""])
def test_passes_wipe_outs_and_games_not_begun(moves):
    env = othello.from_moves(moves)
    shown = data_of(replay(env).page)
    assert replayed(shown["records"][0], 8)["cells"] == env.board.ravel().tolist()


def test_a_game_from_a_given_position():
    env = othello.from_string("-OX-OO---------- X", "a1")
    shown = data_of(replay(env).page)
    assert replayed(shown["records"][0], 4)["cells"] == env.board.ravel().tolist()


@pytest.mark.parametrize("name", GAMES)
def test_the_env_is_not_changed(name):
    env = play_on(MAKERS[name](seed=3), seed=1, plies=7)
    before = env.copy()
    replay(env)
    assert env == before


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_well_formed_and_fetches_nothing(name):
    page = replay(play_on(MAKERS[name](), seed=2)).page
    outline = Outline(page)
    assert {"src", "href", "srcset"}.isdisjoint(key for key, _ in outline.attributes)
    assert "link" not in outline.tags
    for outside in ("http:", "https:", "@import", "url(", "fetch(", "XMLHttpRequest"):
        assert outside not in page.replace("http://www.w3.org", ""), outside


def test_the_same_game_gives_the_same_bytes_in_another_process():
    code = (
        "import sys\n"
        "from coursekit import othello\n"
        "from coursekit.display import replay\n"
        "html = replay(othello.from_moves('f5d6c3'))._repr_html_()\n"
        "sys.stdout.buffer.write(html.encode())\n"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert other.stdout.decode() == replay(othello.from_moves("f5d6c3"))._repr_html_()


def test_in_a_notebook_it_is_a_frame_of_its_own():
    shown = replay(othello.from_moves("f5d6"))
    html = Outline(shown._repr_html_())
    attributes = dict(html.attributes)
    assert html.tags == ["iframe"]
    assert attributes["srcdoc"] == shown.page
    assert attributes["title"] == shown.title
    assert "id" not in attributes
    assert repr(shown) == "<replay of othello8: 2 plies, Black to move, 3–3>"


def test_it_can_be_saved(tmp_path):
    shown = replay(tictactoe.from_moves("b2a1"))
    shown.save(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == shown.page


def test_names_cannot_break_out_of_the_page():
    evil = '</script><img src="x">&"'
    games_ = (Transcript("f5d6", BLACK, 0, 0, 1),)
    page = replay(MatchResult(evil, "b", "othello8", 0, games_)).page
    assert "img" not in Outline(page).tags
    assert data_of(page)["records"][0]["title"].startswith(f"1. {evil} (Black)")


# Matches


@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_a_match(name):
    result = match(players.random(), players.random(), games=6, seed=1, make=MAKERS[name])
    shown = data_of(replay(result).page)
    assert len(shown["records"]) == 6
    for record, transcript in zip(shown["records"], result.transcripts, strict=True):
        arguments = {"size": int(name[-1])} if name.startswith("othello") else {}
        env = MODULES[name].from_moves(transcript.moves, **arguments)
        assert replayed(record, shown["game"]["n"])["cells"] == env.board.ravel().tolist()


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


# Evaluations


def record_of(env, evaluations):
    return data_of(replay(env, evaluations).page)["records"][0]


def test_numbers_are_turned_to_the_first_player():
    env = othello.from_moves("f5d6")
    record = record_of(env, [0, 0.5, -0.25])
    assert record["values"] == [["even", 0.0], ["White +0.50", -0.5], ["White +0.25", -0.25]]


def test_positions_without_a_number_are_left_out():
    record = record_of(tictactoe.from_moves("b2a1"), [None, float("nan"), 2])
    assert record["values"] == [None, None, ["X +2", 1.0]]


def test_evaluations_must_fit_the_game():
    with pytest.raises(ValueError, match="got 2 for 3 positions"):
        replay(othello.from_moves("f5d6"), [0, 0])
    with pytest.raises(ValueError, match="of another game"):
        replay(tictactoe.from_moves("b2a1"), analyse(tictactoe.from_moves("b2a2")))
    result = match(players.random(), players.random(), games=2, make=tictactoe.make)
    with pytest.raises(ValueError, match="belong to one game"):
        replay(result, [0])


def test_an_exact_analysis_says_what_was_lost():
    # b1 loses against b2, see tests/arena/test_analysis.py.
    record = record_of(tictactoe.from_moves("b2b1a1c3"), analyse(tictactoe.from_moves("b2b1a1c3")))
    assert record["about"] == "exact"
    assert [value[0] for value in record["values"][:3]] == [
        "even, exact",
        "even, exact",
        "X +1 points, exact",
    ]
    assert record["notes"] == ["", "lost 1 points; best was a1 or c1 or a3", "", ""]


def test_small_differences_of_opinion_are_not_noted():
    env = play_on(othello.make(seed=1), seed=5, plies=30)
    analysis = analyse(env, players.uct(Budget(count=200)))
    record = record_of(env, analysis)
    lost = {review.ply: review.lost for review in analysis.reviews}
    assert any(record["notes"])
    for ply, note in enumerate(record["notes"]):
        assert bool(note) == (lost.get(ply, 0) >= 0.1)


def test_a_forced_move_keeps_the_value():
    env = play_on(othello.make(size=4), seed=3)
    analysis = analyse(env)
    record = record_of(env, analysis)
    assert len(analysis.reviews) < len(env.history)
    assert all(record["values"])


def test_ultimate_shows_its_local_boards():
    env = play_on(ultimate.make(), seed=4)
    shown = data_of(replay(env).page)
    assert shown["game"]["block"] == 3
    assert sum(len(move[3]) for move in shown["records"][0]["moves"]) == int(
        (env.local_winners != 0).sum()
    )

"""The league that lesson 11 shows is whole, and is that of the players named in its file."""

import tomllib
from pathlib import Path

import pytest

from coursekit import othello
from coursekit.arena import league
from coursekit.arena.leagues import playing as leagues
from coursekit.players.parsing import read_player
from tests.notebooks.lessons import ROOT, code_cells, notebook_of

FILE = ROOT / "notebooks" / "data" / "league" / "league.toml"


@pytest.fixture(scope="module")
def shipped():
    def none_missing(plans, *_, **__):
        assert not any(plan.games for plan in plans), (
            f"games are missing: run python -m coursekit league {FILE.relative_to(ROOT)}"
        )
        return ()

    asked = tomllib.loads(FILE.read_text(encoding="utf-8"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leagues, "play", none_missing)
        return league(
            [read_player(name) for name in asked["players"]],
            games=asked["games"],
            seed=asked["seed"],
            folder=FILE.parent,
        )


def test_every_pair_has_played_all_its_games(shipped):
    count = len(shipped.players)
    assert shipped.games == 100 * count * (count - 1) // 2
    assert len(list(Path(FILE.parent).glob("*.jsonl"))) == len(shipped.matches)


def test_the_games_are_games_with_these_results(shipped):
    for match in shipped.matches:
        for game in match.transcripts[::25]:
            env = othello.from_moves(game.moves)
            assert env.is_done()
            assert game.result == env.is_win(game.side) - env.is_lose(game.side)


def test_the_lesson_shows_these_players(shipped):
    outputs = [
        output.data["text/plain"]
        for cell in code_cells(notebook_of("lesson11"))
        if "arena.league(course" in cell.source
        for output in cell.outputs
    ]
    assert outputs == [repr(shipped)]

"""The leagues of lessons 06 and 11 are whole, and are those of the players named in their files."""

import json
import tomllib

import pytest

from coursekit.arena import league
from coursekit.arena.leagues import playing
from coursekit.players.parsing import read_players
from tests.notebooks.lessons import ROOT, code_cells, notebook_of

DATA = ROOT / "notebooks" / "data"


def asked(name):
    """Returns the players, the number of games and the seed that a league's file asks for."""
    file = tomllib.loads((DATA / name / "league.toml").read_text(encoding="utf-8"))
    return read_players(file["players"], file["game"]), file["games"], file["seed"]


def recorded(name):
    """Returns the moves of each pairing's games, in their order."""
    found = {}
    for path in (DATA / name).glob("*.jsonl"):
        head, *games = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        moves = {number: moves for number, *_, moves, _, _ in games}
        found[head["a"], head["b"]] = [moves[number] for number in sorted(moves)]
    return found


@pytest.mark.parametrize("name", ["league", "monte_carlo"])
def test_every_pair_has_played_all_its_games(name):
    players, games, _ = asked(name)
    assert len(recorded(name)) == len(players) * (len(players) - 1) // 2
    assert {len(moves) for moves in recorded(name).values()} == {games}


def test_lesson_11_shows_this_league_and_no_game_of_it_is_missing(monkeypatch):
    def none_missing(plans, *_, **__):
        missing = (
            "games are missing: run python -m coursekit league notebooks/data/league/league.toml"
        )
        assert not any(plan.games for plan in plans), missing
        return ()

    monkeypatch.setattr(playing, "play", none_missing)
    players, games, seed = asked("league")
    shown = [
        output.data["text/plain"]
        for cell in code_cells(notebook_of("lesson11"))
        if "arena.league(course" in cell.source
        for output in cell.outputs
    ]
    assert shown == [repr(league(players, games=games, seed=seed, folder=DATA / "league"))]


@pytest.mark.slow
def test_a_sample_of_every_pairing_of_lesson_06_is_played_again_move_for_move():
    players, _, seed = asked("monte_carlo")
    kept = recorded("monte_carlo")
    for match in league(players, games=4, seed=seed).matches:
        assert [game.moves for game in match.transcripts] == kept[match.a, match.b][:4]

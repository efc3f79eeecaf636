"""The recorded games of lesson 06 are those that its league file asks for."""

import json
import tomllib

import pytest

from coursekit import arena
from coursekit.players.parsing import read_players
from tests.notebooks.lessons import ROOT

FOLDER = ROOT / "notebooks" / "data" / "monte_carlo"
ASKED = tomllib.loads((FOLDER / "league.toml").read_text(encoding="utf-8"))


def recorded():
    """Returns the moves of each pairing's games, in their order."""
    found = {}
    for path in FOLDER.glob("*.jsonl"):
        head, *games = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        moves = {number: moves for number, *_, moves, _, _ in games}
        found[head["a"], head["b"]] = [moves[number] for number in sorted(moves)]
    return found


def test_every_pairing_is_there_and_whole():
    count = len(ASKED["players"])
    assert len(recorded()) == count * (count - 1) // 2
    assert {len(games) for games in recorded().values()} == {ASKED["games"]}


@pytest.mark.slow
def test_a_sample_of_every_pairing_is_played_again_move_for_move():
    entrants = read_players(ASKED["players"], ASKED["game"])
    league = arena.league(entrants, games=4, seed=ASKED["seed"])
    kept = recorded()
    for match in league.matches:
        again = [game.moves for game in match.transcripts]
        assert again == kept[match.a, match.b][:4]

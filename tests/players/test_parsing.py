"""Players as they are typed on a command line."""

import sys
from pathlib import Path

import pytest

from coursekit import Budget, othello, players
from coursekit.arena import match
from coursekit.arena.fingerprint import player_key
from coursekit.games import registry
from coursekit.learning import SHIPPED
from coursekit.players.parsing import known_players, read_player, read_players
from tests.support.row_game import SPEC


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("random", players.random()),
        ("most_flips", players.most_flips()),
        ("mobility", players.mobility()),
        ("cell_scores", players.cell_scores()),
        ("minimax:2", players.minimax(2)),
        ("alpha_beta:4", players.alpha_beta(4)),
        ("deepening:500", players.deepening(Budget(count=500))),
        ("monte_carlo:50", players.monte_carlo(Budget(count=50))),
        ("uct:50", players.uct(Budget(count=50))),
        ("uct:0.25s", players.uct(Budget(seconds=0.25))),
        ("q_network", players.q_network()),
        ("alphago", players.alphago()),
        ("alphago:30", players.alphago(simulations=30)),
        ("alphago:2s", players.alphago(budget=Budget(seconds=2))),
        ("exact:uct:1000", players.exact_endgame(players.uct(Budget(count=1000)), 14)),
        ("exact:alphazero:some/run", players.exact_endgame(players.alphazero("some/run"), 14)),
        ("alphazero", players.alphazero()),
        ("alphazero:0.5s", players.alphazero(budget=Budget(seconds=0.5))),
        ("alphazero:some/runs", players.alphazero("some/runs")),
        ("alphazero:some/run:.5s", players.alphazero("some/run", budget=Budget(seconds=0.5))),
        ("alphazero:30", players.alphazero(simulations=30)),
        ("alphazero:some/run", players.alphazero("some/run")),
        ("alphazero:some/run:30", players.alphazero("some/run", simulations=30)),
        (r"alphazero:c:\run:30", players.alphazero(r"c:\run", simulations=30)),
    ],
)
def test_a_name_is_the_player_that_its_factory_makes(text: str, player: players.AnyPlayer) -> None:
    found = read_player(text)
    assert repr(found) == repr(player)
    assert player_key(found, "othello8") == player_key(player, "othello8")


def test_every_kind_is_listed_with_its_setting() -> None:
    listed = [line.split()[0] for line in known_players().splitlines()]
    assert "uct:SIMULATIONS" in listed
    assert "q_network[:][FOLDER]" in listed
    assert listed[-1] == "FILE.py:FUNCTION"


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        (
            "uctt:3",
            "othello8",
            r"no player 'uctt:3': did you mean uct\? There are random, .*FILE.py:FUNCTION",
        ),
        ("alpha_bta:3", "othello8", r"no player 'alpha_bta:3': did you mean alpha_beta\?"),
        ("uct:0.5", "othello8", "'uct:0.5': '0.5' is no whole number .*; for seconds write 0.5s$"),
        ("deepening:" + "9" * 25, "othello8", "is no whole number from 1 to 1,000,000,000$"),
        ("deepening:" + "9" * 5000, "othello8", "is no whole number from 1 to 1,000,000,000$"),
        ("alphazero:100001", "othello8", "is no whole number from 1 to 100,000$"),
        ("", "othello8", "no player ''"),
        ("uct", "othello8", "'uct' lacks a setting: write uct:SIMULATIONS"),
        ("uct:", "othello8", "lacks a setting"),
        ("uct:many", "othello8", "'uct:many': 'many' is no whole number from 1 to"),
        ("uct:0", "othello8", "'0' is no whole number"),
        ("uct:-1s", "othello8", "'uct:-1s': '-1s' is no number of seconds above 0"),
        ("uct:xs", "othello8", "'xs' is no number of seconds"),
        ("minimax:1.5", "othello8", "'1.5' is no whole number"),
        ("random:3", "othello8", "'random:3': random takes no setting"),
        ("q_network:nowhere", "othello8", "'q_network:nowhere': nowhere holds no checkpoint"),
        ("nowhere.py:f", "othello8", "there is no file 'nowhere.py'; write FILE.py:FUNCTION"),
        ("mine.py", "othello8", "no player .mine.py.: there are"),
        ("q_network", "othello8", "'q_network': the network was trained on tictactoe, so"),
        ("most_flips", "tictactoe", "'most_flips': most flips counts Othello's discs, so"),
        ("cell_scores", "ultimate", "cell scores counts Othello's discs"),
        ("deepening:9", "ultimate", "kernels for Othello only: it cannot play ultimate"),
        ("uct:9", "row3", "row3 has no kernels, .* only othello8, othello6, othello4, tictactoe, "),
        ("alphago", "othello6", "trained on othello8, so they cannot play othello6"),
        ("alphazero", "ultimate", "AlphaZero plays othello8, .*tictactoe here, not ultimate"),
        ("alphazero:/no/such:9", "othello8", "/no/such holds no checkpoint"),
        (f"alphazero:{SHIPPED}/othello4:9", "othello8", "for othello4, not for othello8"),
        (f"alphazero:{SHIPPED}/othello8_policy", "othello8", "of policy, not of alphazero"),
        ("random", "chess", "no game is called 'chess'; there are: othello8"),
    ],
    ids=lambda value: str(value).removeprefix(f"alphazero:{SHIPPED}/")[:20],
)
def test_a_wrong_name_says_what_would_be_right(
    text: str, game: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_GAMES", {**registry._GAMES, "row3": SPEC})
    with pytest.raises(ValueError, match=f"(?s){words}"):
        read_players(["random", text], game)


OWN = """
from dataclasses import dataclass
from friend import chosen

@dataclass
class Choice:
    place: int

def my_player(env):
    return chosen(env, Choice(-1).place)
"""


def test_a_player_of_ones_own_comes_from_a_file_and_travels(tmp_path: Path) -> None:
    (tmp_path / "friend.py").write_text("def chosen(env, n): return env.legal_actions()[n]\n")
    (tmp_path / "mine.py").write_text(OWN)
    before = set(sys.path)
    player = read_player(f"{tmp_path / 'mine.py'}:my_player")
    assert str(player(othello.make())) == "BLACK e6"
    assert "mine" not in sys.modules
    assert set(sys.path) == before
    (tmp_path / "alone.py").write_text("def last(env): return env.legal_actions()[-1]\n")
    last = read_player(f"{tmp_path / 'alone.py'}:last")
    one = match(last, players.random(), games=4, n_jobs=2)
    assert one.a == "last"
    assert one.transcripts == match(player, players.random(), games=4).transcripts


def test_a_file_that_fails_says_how(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("value = 1\ndef one(env): ...\n")
    with pytest.raises(ValueError, match="has no function 'two', but one"):
        read_player(f"{path}:two")
    path.write_text("1 / 0")
    with pytest.raises(ValueError, match="stopped with ZeroDivisionError"):
        read_player(f"{path}:one")

"""``coursekit play | match | league | render``."""

import io
import re

import pytest
from PIL import Image

from coursekit import othello, players
from coursekit.__main__ import main
from coursekit.arena import match
from coursekit.games import registry

REGISTERING = """
from coursekit.games.registry import register
from tests.support.row_game import SPEC
register(SPEC)"""


def run(capsys, *words):
    """Returns the exit status of a command and what it printed."""
    status = main(list(words))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.fixture
def own(tmp_path):
    """Returns a function that writes a function into a file, and returns the player's name."""

    def write(name, body):
        path = tmp_path / "own.py"
        path.write_text(f"def {name}(env): {body}\n")
        return f"{path}:{name}"

    return write


@pytest.fixture
def typed(monkeypatch, capsys):
    """Returns a function that plays with the given lines and returns what was printed."""

    def play(lines, *words, status: int = 0):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(["play", *words]) == status
        printed = capsys.readouterr()
        return printed.out + printed.err

    return play


# play


def test_a_game_can_be_played_to_its_end(typed):
    shown = typed("a2\na3\nc3\nb1\nc2\n", "q_network", "--game", "tictactoe")
    assert shown.startswith("You play Q network for tictactoe. Type a move")
    assert shown.endswith("A draw.\nTranscript: a2b2a3a1c3b3b1c1c2\n")


def test_the_end_is_told_from_the_persons_side(typed, own):
    loser = own("loser", "return env.legal_actions()[-1]")
    shown = typed("a1\nb1\nc1\n", loser, "--game", "tictactoe")
    assert "You win.\nTranscript: a1c3b1b3c1\n" in shown
    winner = own("winner", "return env.legal_actions()[0]")
    shown = typed("b2\nc3\nc2\n", winner, "--game", "tictactoe")
    assert "You lose.\nTranscript: b2a1c3b1c2c1\n" in shown


def test_the_player_may_begin(typed):
    shown = typed("", "alpha_beta:1", "--second")
    assert "BLACK d3\n\nBLACK (X) 4, WHITE (O) 1; WHITE (O) to move" in shown
    assert "Transcript: d3" in shown


def test_moves_are_taken_back_with_the_answer(typed):
    shown = typed("f5\nundo\nmoves\nundo\nd3\nquit\n", "alpha_beta:2")
    assert "WHITE f6" in shown
    assert "d3 c4 f5 e6\n" in shown
    assert "There is no move of yours to take back." in shown
    assert shown.endswith("Transcript: d3c3\n")


def test_a_pass_is_played_for_whoever_has_no_move_and_undo_goes_back_over_it(typed):
    shown = typed("c4\na2\nb1\nd3\nd1\n", "minimax:1", "--game", "othello4")
    assert shown.count("\nBLACK pass\n") == 2
    assert shown.endswith("You lose.\nTranscript: c4d4a2a1b1b4d3a3c1d1d2a4\n")
    shown = typed("b1\na2\nd1\nd4\na3\nb4\nd2\n", "minimax:1", "--game", "othello4")
    assert "WHITE pass\n" in shown
    assert shown.endswith("You win.\nTranscript: b1a1a2c1d1d3d4a4a3c4b4d2\n")
    shown = typed("c4\na2\nb1\nd3\nundo\nquit\n", "minimax:1", "--game", "othello4")
    assert "BLACK pass" in shown
    assert shown.endswith("Transcript: c4d4a2a1b1b4\n")


def test_hints_come_from_the_player_asked(typed):
    info = players.alpha_beta(2).analyse(othello.make())
    hint = f"alpha-beta, depth 2 would play {info.action.name}, value {info.value:+g} for BLACK\n"
    assert hint in typed("hint\n", "alpha_beta:2")
    shown = typed("hint\n", "alpha_beta:2", "--hints", "most_flips", "--seed", "1")
    assert re.search(r"most flips would play (d3|c4|f5|e6)\n", shown)


def test_what_cannot_be_played_changes_nothing(typed):
    shown = typed("zz\na1\n\n  F5  \nquit\n", "most_flips", "--seed", "3")
    assert "'zz' is no square of this board" in shown
    assert "a1 is not legal: BLACK is to move" in shown
    assert "Transcript: f5" in shown


def test_help_names_every_word(typed):
    shown = typed("help\nboard\nquit\n", "random")
    for word in ("moves", "hint", "undo", "board", "help", "quit"):
        assert re.search(rf"  {word} +\w", shown), word
    assert shown.count("BLACK (X) 2, WHITE (O) 2") == 2


def test_a_player_that_fails_ends_the_game_with_its_error_and_an_adviser_does_not(typed, own):
    fails = own("fails", "raise KeyError('lost')")
    shown = typed("hint\nd3\nquit\n", "random", "--hints", fails)
    assert "no hint: the player 'fails' raised KeyError: 'lost'\n" in shown
    assert "Transcript: d3" in shown
    shown = typed("f5\n", fails, status=1)
    assert "KeyError: 'lost'" in shown
    assert "the player 'fails' raised KeyError" in shown


def test_control_c_prints_the_transcript_so_far(typed, own):
    shown = typed("d3\n", own("stops", "raise KeyboardInterrupt"), status=130)
    assert shown.endswith("\nTranscript: d3\n\ncoursekit play: stopped\n")


# match


def test_a_match_is_that_of_the_arena(capsys):
    status, out, _ = run(capsys, "match", "most_flips", "random", "--games", "20", "--seed", "4")
    expected = match(players.most_flips(), players.random(), games=20, seed=4)
    assert status == 0
    assert out == f"{expected!r}\n{expected.verdict}\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_of_a_game_that_the_players_file_registers(capsys, monkeypatch, tmp_path, jobs):
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    path = tmp_path / "own.py"
    path.write_text(f"{REGISTERING}\ndef first(env): return env.legal_actions()[0]\n")
    words = ["match", f"{path}:first", "random", "--game", "row3", "--games", "4", "--jobs", jobs]
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert out.startswith("first v random: ")
    assert run(capsys, *words[:3], "--game", "row4")[0] == 2


# league


def test_a_league_of_names_keeps_its_games(capsys, tmp_path):
    words = ("league", "random", "most_flips", "mobility", "--games", "4", "--out", str(tmp_path))
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert out.startswith("League of 3 players, othello8: 12 games, 4 for each pair")
    assert len(list(tmp_path.glob("*.jsonl"))) == 3
    assert run(capsys, *words) == (0, out, "")
    *_, a, b, c = run(capsys, *words, "--table")[1].splitlines()
    assert {row.split()[0] for row in (a, b, c)} <= {"random", "most", "mobility"}


def test_a_league_file_names_players_and_settings(capsys, tmp_path, own):
    own("mine", "return env.legal_actions()[0]")
    file = tmp_path / "league.toml"
    players = 'players = ["random", "most_flips", "own.py:mine"]'
    file.write_text(f'{players}\ngame = "othello4"\ngames = 6\nseed = 2')
    status, out, err = run(capsys, "league", str(file))
    assert (status, err) == (0, "")
    assert out.startswith("League of 3 players, othello4: 18 games, 6 for each pair")
    assert len(list(tmp_path.glob("*.jsonl"))) == 3
    assert run(capsys, "league", str(file))[1] == out
    own("mine", "return env.legal_actions()[-1]")
    status, _, err = run(capsys, "league", str(file))
    assert status == 2
    assert "a player 'mine' with other settings or code" in err
    assert run(capsys, "league", str(file), "--fresh")[0] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players = [", "is no TOML"),
        ('player = ["random"]', "there is no setting 'player', but players, game, games, seed"),
        ("games = 4", "players = [...] is missing"),
        ('players = "random"', "players = 'random' is no list"),
        ('players = ["random"]\ngames = 2000000', "at most 1,000,000 can be played"),
        ('players = ["random"]\ngames = true', "games = True is no int"),
        ('players = ["random", "most_flips"]\ngames = "x"', "games = 'x' is no int"),
        ('players = ["random", "mobility"]\ngame = "chess"', "no game is called 'chess'; there"),
    ],
)
def test_a_wrong_league_file_is_explained(text, message, capsys, tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(text)
    status, _, err = run(capsys, "league", str(file))
    assert status == 2
    assert message in err
    assert str(file) in err or "no game" in err


def test_an_interrupted_league_says_how_to_go_on(capsys, tmp_path, own):
    words = ("league", own("stops", "raise KeyboardInterrupt"), "random", "--games", "2")
    status, _, err = run(capsys, *words)
    assert (status, err) == (130, "\ncoursekit league: stopped; nothing is kept without --out\n")
    status, _, err = run(capsys, *words, "--out", str(tmp_path))
    assert (status, err) == (130, "\ncoursekit league: stopped; the same command resumes it\n")


# render


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("f5d6c3", (), "othello8 after 3 plies, WHITE to move"),
        ("f5d6c3", ("--ply", "1"), "othello8 after 1 plies, WHITE to move"),
        ("", ("--game", "othello6"), "othello6 after 0 plies, BLACK to move"),
        ("-OX-OO---------- X", ("--game", "othello4"), "othello4 after 0 plies, BLACK to move"),
        ("a1b2", ("--game", "tictactoe"), "tictactoe after 2 plies, X to move"),
        ("X---O---- X", ("--game", "tictactoe"), "tictactoe after 0 plies, X to move"),
        ("e5d4", ("--game", "ultimate", "--size", "300"), "ultimate after 2 plies, X to move"),
    ],
)
def test_a_position_becomes_a_png(text, words, said, capsys, tmp_path):
    path = tmp_path / "board.png"
    status, out, _ = run(capsys, "render", text, "--out", str(path), *words)
    assert status == 0
    assert out == f"{path}: {said}\n"
    width = 300 if "300" in words else 400
    assert Image.open(path).size[0] == width
    if said.startswith("othello8 after 3"):
        drawn = othello.from_moves(text).render(size=width).convert("RGB")
        assert Image.open(path).convert("RGB").tobytes() == drawn.tobytes()


def test_every_command_has_help(capsys):
    for command in ("doctor", "solve", "train", "play", "match", "league", "render"):
        assert main([command, "--help"]) == 0
        assert f"usage: coursekit {command}" in capsys.readouterr().out

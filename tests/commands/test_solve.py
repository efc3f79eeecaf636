"""``python -m coursekit solve``: exact values on the command line."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coursekit import othello, truth
from coursekit.__main__ import main
from coursekit.games import bank

ROOT = Path(__file__).resolve().parents[2]
FEINSTEIN_6X6 = bank.position("perfect 6x6").to_moves()
TAKIZAWA_8X8 = bank.position("draw").to_moves()
ENDGAME = "-OX-OO---------- X"


def test_a_position_has_its_value_its_moves_and_a_line(capsys):
    assert main(["solve", ENDGAME]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("BLACK (X) 1, WHITE (O) 3; BLACK (X) to move\n  a b c d\n1 - O X -\n")
    assert "With best play, BLACK wins by 16 (empty squares count for the winner).\n" in printed
    assert "  a1   +16  best\n  a3   +10  gives away 6\n" in printed
    assert "Best: a1\nLine: a1 pass a3 (6–0)\n" in printed


def test_empty_squares_may_count_for_nobody(capsys):
    assert main(["solve", ENDGAME, "--empties", "nobody"]) == 0
    printed = capsys.readouterr().out
    assert "BLACK wins by 13 (empty squares count for nobody)" in printed
    assert "  a3    +6  gives away 7\n" in printed


def test_all_best_moves_are_named_and_a_loss_is_the_others_win(capsys):
    assert main(["solve", "", "--size", "4"]) == 0
    printed = capsys.readouterr().out
    assert "With best play, WHITE wins by 10 " in printed
    assert "Best: b1 a2 d3 c4\n" in printed
    assert "(3–11)\n" in printed


@pytest.mark.parametrize("endgame", truth.endgames()[:8], ids=lambda endgame: endgame.value)
def test_the_table_is_that_of_the_known_endgames(endgame, capsys):
    assert main(["solve", endgame.env.to_string()]) == 0
    rows = re.findall(r"^  (\w+) +([+-]\d+)  ", capsys.readouterr().out, re.MULTILINE)
    assert {name: int(value) for name, value in rows} == {
        action.name: value for action, value in endgame.scores.items()
    }
    assert [int(value) for _, value in rows] == sorted(endgame.scores.values(), reverse=True)


def test_a_finished_game_is_called_so(capsys):
    assert main(["solve", bank.position("wipe-out").to_moves()]) == 0
    assert capsys.readouterr().out.endswith("\n\nThe game is over: BLACK wins by 64.\n")


def test_the_line_of_perfect_play_is_drawn_at_every_position(capsys):
    assert main(["solve", "--line", "--from-empties", "12", TAKIZAWA_8X8]) == 0
    printed = capsys.readouterr().out
    assert printed.count("a draw") == 13
    assert printed.count("is a best move") == 12
    assert "\n   1 empty  WHITE  a draw             h6 is a best move\n" in printed
    assert printed.endswith("\nPositions solved: 13, drawn: 13. Moves: 12, best: 12.\n")


def test_a_line_on_a_smaller_board_with_a_pass(capsys):
    assert main(["solve", "--line", "--size", "6", "--from-empties", "10", FEINSTEIN_6X6]) == 0
    printed = capsys.readouterr().out
    assert printed.count("WHITE wins by 4") == 12  # one more position than squares: the pass
    assert "pass is a best move" in printed
    assert "best: 11." in printed


def test_a_line_says_what_a_bad_move_gives_away(capsys):
    env = othello.from_moves(TAKIZAWA_8X8[:104])
    values = truth.move_values(env)
    worst = min(values, key=values.__getitem__)
    text = TAKIZAWA_8X8[:104] + worst.name
    assert main(["solve", "--line", "--from-empties", "8", text]) == 0
    printed = capsys.readouterr().out
    assert f"   {worst.name} gives away {-values[worst]}\n" in printed
    assert values[worst] < 0
    assert "Moves: 1, best: 0." in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["f5d6x9"], "'x9' is no square of this board"),
        (["f5f5"], "move 2 of the transcript: f5 is not legal"),
        (["XO"], "an Othello board has 16, 36 or 64 squares; the position has 2"),
        (["f5d6c3"], "57 squares are empty: the value alone would take about 3.2e+11 years"),
        (["f5d6c3"], "pass --max-empties 57 to solve it anyway"),
        (["--line", "--from-empties", "25", TAKIZAWA_8X8], "pass --max-empties 25 to solve"),
        (["--line", "f5d6c3"], "the transcript ends with 57 empty squares"),
        (["--line", "--from-empties", "-1", TAKIZAWA_8X8], "'-1' is no whole number from 0 up"),
        (["--line", ENDGAME], "--line needs the transcript of a game, not a position"),
    ],
)
def test_a_wrong_question_gets_one_line(arguments, message, capsys):
    assert main(["solve", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("coursekit solve: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_more_empty_squares_are_solved_when_asked_for(capsys):
    assert main(["solve", "--max-empties", "9", TAKIZAWA_8X8[:100]]) == 2
    assert main(["solve", "--max-empties", "10", TAKIZAWA_8X8[:100]]) == 0
    assert "With best play, a draw" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for a single process")
def test_control_c_ends_it_cleanly():
    command = [sys.executable, "-m", "coursekit", "solve", "--max-empties", "30", TAKIZAWA_8X8[:60]]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while process.stdout.readline().strip():  # the board: the solve comes next
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.endswith("\ncoursekit solve: stopped\n")
    assert "Traceback" not in errors

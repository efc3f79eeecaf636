"""``python -m coursekit solve``: exact values on the command line."""

import pytest

from coursekit import othello, truth
from coursekit.__main__ import main
from coursekit.games import bank

FEINSTEIN_6X6 = bank.position("perfect 6x6").to_moves()
TAKIZAWA_8X8 = bank.position("draw").to_moves()
ENDGAME = "-OX-OO---------- X"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (
            [ENDGAME],
            [
                "BLACK (X) 1, WHITE (O) 3; BLACK (X) to move\n  a b c d\n1 - O X -\n",
                "With best play, BLACK wins by 16 (empty squares count for the winner).\n",
                "  a1   +16  best\n  a3   +10  gives away 6\n",
                "Best: a1\nLine: a1 pass a3 (6–0)\n",
            ],
        ),
        (
            [ENDGAME, "--empties", "nobody"],
            ["BLACK wins by 13 (empty squares count for nobody)", "  a3    +6  gives away 7\n"],
        ),
        (
            ["", "--size", "4"],
            ["With best play, WHITE wins by 10 ", "Best: b1 a2 d3 c4\n", "(3–11)\n"],
        ),
        ([bank.position("wipe-out").to_moves()], ["\n\nThe game is over: BLACK wins by 64.\n"]),
        (
            ["--line", "--from-empties", "12", TAKIZAWA_8X8],
            [
                "\n   1 empty  WHITE  a draw             h6 is a best move\n",
                "\nPositions solved: 13, drawn: 13. Moves: 12, best: 12.\n",
            ],
        ),
        (  # one more position than squares: the pass
            ["--line", "--size", "6", "--from-empties", "10", FEINSTEIN_6X6],
            ["WHITE wins by 4", "pass is a best move", "Positions solved: 12, ", "best: 11."],
        ),
    ],
    ids=["position", "nobody", "4x4", "over", "line", "line with a pass"],
)
def test_values_moves_and_lines_are_printed(words, parts, capsys):
    assert main(["solve", *words]) == 0
    printed = capsys.readouterr().out
    for part in parts:
        assert part in printed


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

"""Text in and out: transcripts, positions, the text board, and a repr that rebuilds the env."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import Env, IllegalActionError, NotationError, othello, tictactoe, ultimate
from coursekit.games import registry
from coursekit.games.notation import split_moves
from tests.support.playing import FORCED_PASS, WIPE_OUT, games, othello_boards, play_on

NAMES: dict[str, Any] = {"othello": othello, "tictactoe": tictactoe, "ultimate": ultimate}


@settings(max_examples=200, deadline=None)
@given(games())
def test_transcripts_go_round(env: Env) -> None:
    text = env.to_moves()
    for form in (text, text.upper(), ", ".join(split_moves(text))):
        assert registry.spec(env.name).from_moves(form) == env


@settings(max_examples=100, deadline=None)
@given(games("othello4", "othello6", whole=True))
def test_transcripts_with_passes_written_out_are_read_too(env: Env) -> None:
    for word in ("--", "pass", "pa"):
        text = "".join(word if action.is_pass else action.name for action in env.history)
        assert registry.spec(env.name).from_moves(text) == env


def test_forced_passes_are_left_out_except_at_the_end() -> None:
    env = othello.from_moves(FORCED_PASS)
    for end in ("", "--", "e3"):
        if end:
            env.update(end)
        assert env.to_moves() == FORCED_PASS + end
        assert othello.from_moves(FORCED_PASS + end) == eval(repr(env), dict(NAMES)) == env
    assert len(env.history) == 10


@settings(max_examples=200, deadline=None)
@given(games())
def test_positions_go_round(env: Env) -> None:
    again = registry.spec(env.name).from_string(env.to_string())
    assert again.position == env.position
    assert again.to_string() == env.to_string()
    assert again.history == ()


@settings(max_examples=200, deadline=None)
@given(othello_boards())
def test_any_othello_board_goes_round(text: str) -> None:
    assert othello.from_string(text).to_string() == text
    assert othello.from_string(text.lower().replace("-", ".")).to_string() == text


@settings(max_examples=200, deadline=None)
@given(games(), st.integers(0, 2**32), st.integers(0, 12))
def test_repr_rebuilds_the_env_and_one_that_began_at_a_given_position(
    before: Env, seed: int, plies: int
) -> None:
    assert eval(repr(before), dict(NAMES)) == before
    env = play_on(registry.spec(before.name).from_string(before.to_string()), seed, plies)
    rebuilt = eval(repr(env), dict(NAMES))
    assert rebuilt == env
    for _ in env.history:
        rebuilt.undo()
    assert rebuilt.position == before.position


def test_repr_is_an_expression_with_the_board_in_comments() -> None:
    lines = repr(othello.from_moves("f5d6")).split("\n")
    assert lines[0] == "othello.from_moves('f5d6')"
    assert lines[1:] == ["# " + line for line in str(othello.from_moves("f5d6")).split("\n")]
    assert repr(othello.make(6)).startswith("othello.from_moves('', size=6)\n")
    assert repr(tictactoe.from_moves("b2")).startswith("tictactoe.from_moves('b2')\n")
    assert repr(ultimate.make()).startswith("ultimate.from_moves('')\n")


@pytest.mark.parametrize(
    ("env", "status"),
    [
        (othello.from_moves(FORCED_PASS), "BLACK (X) 8, WHITE (O) 4; BLACK (X) must pass"),
        (othello.from_moves(WIPE_OUT), "BLACK (X) 13, WHITE (O) 0; BLACK (X) wins"),
        (othello.from_string("XXXXXXXXOOOOOOOO O"), "BLACK (X) 8, WHITE (O) 8; draw"),
        (othello.from_string("OOOOOOOOOOOOOXXX X"), "BLACK (X) 3, WHITE (O) 13; WHITE (O) wins"),
        (tictactoe.from_moves("a1b1a2b2a3"), "X 3, O 2; X wins"),
        (tictactoe.from_moves("a1b1a2b2c3b3"), "X 3, O 3; O wins"),
        (tictactoe.from_moves("a1b1c1b2a2c2b3a3c3"), "X 5, O 4; draw"),
        (ultimate.from_moves("a1"), "X 1, O 0; O to move on local board a1"),
        (ultimate.make(), "X 0, O 0; X to move"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_first_line_of_the_text_board(env: Env, status: str) -> None:
    assert str(env).split("\n")[0] == status


@settings(max_examples=60, deadline=None)
@given(games())
def test_text_board_shows_the_board(env: Env) -> None:
    lines = str(env).split("\n")
    size = len(env.board)
    assert lines[1] == "  " + " ".join("abcdefghi"[:size])
    marks = {"X": 1, "O": -1, "-": 0}
    shown = [[marks[cell] for cell in line.split()[1:]] for line in lines[2:]]
    assert shown == env.board.tolist()
    assert [line.split()[0] for line in lines[2:]] == [str(row + 1) for row in range(size)]


UNREADABLE = dict.fromkeys(
    ["f5d", "f5 x", "f5;d6", "5f", "f5d6!", "f-5", "zz", "f5d6c3é"],
    r"cannot read .* at character \d+",
)
OFF_THE_BOARD = dict.fromkeys(["f9", "i5", "f5d6f0", "f55", "f5k1"], "a1 to h8")


@pytest.mark.parametrize(("text", "words"), (UNREADABLE | OFF_THE_BOARD).items())
def test_transcripts_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        othello.from_moves(text)


@pytest.mark.parametrize(
    ("make", "number"),
    [
        (lambda: othello.from_moves("f5a1"), 2),
        (lambda: othello.from_moves("--"), 1),
        (lambda: othello.from_moves("f5d6--"), 3),
        (lambda: othello.from_moves(WIPE_OUT + "a1"), 10),
        (lambda: tictactoe.from_moves("a1a1"), 2),
        (lambda: tictactoe.from_moves("a1b1a2b2a3b3"), 6),
        (lambda: ultimate.from_moves("a1d1"), 2),
        (lambda: othello.from_string("-----OX--XO----- X", "b1b1"), 2),
    ],
)
def test_an_illegal_move_of_a_transcript_is_named_by_its_number(make: Any, number: int) -> None:
    with pytest.raises(IllegalActionError, match=f"move {number} of the transcript"):
        make()

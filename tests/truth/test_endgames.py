"""The file of solved endgames, and the reader of its format."""

import pytest

from coursekit import NotationError, othello, truth
from coursekit.truth.endgames import read_endgames

BOARD = "-OX-OO----------"


def test_the_endgames_score_every_legal_move() -> None:
    found = truth.endgames()
    assert len(found) == 20
    assert {int((env.board == 0).sum()) for env, _ in found} == {6, 8, 10}
    for endgame in found:
        assert set(endgame.scores) == set(endgame.env.legal_actions())
        assert endgame.value == max(endgame.scores.values())


def test_comments_blank_lines_case_and_spaces_are_read_over() -> None:
    text = f"% only a comment\n\n  {BOARD} X ; a1 : +6 ;A3:-2;   % the end\n{BOARD} X;a1:6"
    first, second = read_endgames(text)
    assert [(action.name, score) for action, score in first.scores.items()] == [
        ("a1", 6),
        ("a3", -2),
    ]
    assert second.env == othello.from_string(f"{BOARD} X")
    assert second.value == 6
    assert read_endgames("") == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"{BOARD[1:]} X; a1:+6", "the position has 15"),
        (f"{BOARD} Z; a1:+6", "the side to move is X"),
        (f"?{BOARD[1:]} X; a1:+6", r"cannot read '\?'"),
        (f"{BOARD}; a1:+6", "a position is its squares"),
        (f"{BOARD} X; b4:+6", "b4 is not legal; the legal moves are a1, a3"),
        (f"{BOARD} X; z9:+6", "z9 is not legal"),
        (f"{BOARD} X; a1+6", "expected MOVE:score, for example F5:.4, not 'a1.6'"),
        (f"{BOARD} X; a1:six", "expected MOVE:score"),
        (f"{BOARD} X; a1:+6; A1:+4", "A1 has two scores"),
        (f"{BOARD} X; a1:+18", r"a1 cannot score \+18 on 16 squares"),
        (f"{BOARD} X", "no move with a score"),
        (f"{BOARD} X;;", "no move with a score"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^line 3: .*{message}"):
        read_endgames(f"{BOARD} X; a1:+6\n% fine\n{line}\n")

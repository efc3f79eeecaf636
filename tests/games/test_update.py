"""``update``: every form of an action is read, everything else refused; what undo takes back."""

from typing import Any

import numpy as np
import pytest

from coursekit import BLACK, IllegalActionError, NotationError, othello, tictactoe, ultimate
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, WIPE_OUT, play_on

FORMS = ["F5", " f5 ", [4, 5], np.array([4, 5]), (np.int64(4), np.int8(5)), np.str_("f5")]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_forms_of_an_action(form: Any) -> None:
    env = othello.make()
    env.update(form)
    assert env.last_action is othello.make().legal_actions()[2]
    assert str(env.history) == "(BLACK f5,)"
    assert env.board[4].tolist() == [0, 0, 0, 1, 1, 1, 0, 0]


@pytest.mark.parametrize("word", ["pass", "PASS", "pa", "--"])
def test_forms_of_a_pass(word: str) -> None:
    env = othello.from_moves(FORCED_PASS)
    mover = env.player
    env.update(word)
    assert env.last_action is not None
    assert env.last_action.is_pass
    assert env.player is -mover


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_is_accepted_in_every_form(name: str) -> None:
    for seed in range(5):
        env = play_on(MAKERS[name](), seed, 3 + seed)
        for action in env.legal_actions():
            forms: list[Any] = [action, action.name, action.name.upper()]
            if not action.is_pass:
                forms.append((action.row, action.col))
            for form in forms:
                env.update(form)
                assert env.last_action is action
                env.undo()


def assert_refused(env: Any, form: Any, error: type[Exception] = IllegalActionError) -> str:
    """Plays ``form``, which must raise ``error`` and change nothing; returns the message."""
    before = env.position, env.history, repr(env)
    with pytest.raises(error) as caught:
        env.update(form)
    assert (env.position, env.history, repr(env)) == before
    return str(caught.value)


def test_the_message_names_action_side_legal_actions_and_position() -> None:
    env = othello.from_moves("f5")
    message = assert_refused(env, "a1")
    for part in ("a1", "WHITE", "f4, d6, f6", str(env)):
        assert part in message
    message = assert_refused(tictactoe.from_moves("b2"), "b2")
    for part in ("b2", "O is to move", "a1, b1, c1, a2, c2, a3, b3, c3", "2 - X -"):
        assert part in message


def test_at_a_forced_pass_all_else_and_after_the_end_everything_is_refused() -> None:
    assert "its legal actions are pass" in assert_refused(othello.from_moves(FORCED_PASS), "h8")
    for env in (othello.from_moves(WIPE_OUT), tictactoe.from_moves("a1b1a2b2a3")):
        for form in ("pass", "c3", (2, 2), env.history[-1]):
            assert "the game is over" in assert_refused(env, form)


OFF_THE_BOARD = [(-1, 3), (3, -1), (8, 0), (0, 8), (100, 100)]
NO_WHOLE_NUMBERS = [(2.5, 3), (2.0, 3), ("2", "3"), (None, None), (True, False)]
NO_PAIRS = [19, 2.5, None, 1j, (1, 2, 3), (1,), np.array(19), {}]
BYTES = [b"\x02\x03", bytearray(b"\x02\x03")]  # c4, were each byte a number


@pytest.mark.parametrize("form", [*OFF_THE_BOARD, *NO_WHOLE_NUMBERS, *NO_PAIRS, *BYTES], ids=str)
def test_anything_else_is_refused(form: Any) -> None:
    """Rounding (2.5, 3) would place a disc that nobody asked for."""
    assert_refused(othello.make(), form)


@pytest.mark.parametrize("form", ["", "f", "5f", "f0", "f9", "i5", "ff5", "f55", "passs", "f5d6"])
def test_text_that_is_no_square_is_refused(form: str) -> None:
    message = assert_refused(othello.make(), form, NotationError)
    assert repr(form) in message
    assert "a1 to h8" in message


@pytest.mark.parametrize("form", ["\u01301", "\u212a1", "c\u0664", "c" + 5000 * "4"])
def test_bug_letters_and_digits_are_those_of_the_board(form: str) -> None:
    """The dotted İ, the Kelvin sign and an Arabic 4 passed for letters and digits of ours."""
    message = assert_refused(othello.make(), form, NotationError)
    assert "is no square of this board" in message
    assert len(message) < 250
    with pytest.raises(NotationError):
        othello.from_moves(form)


class Silent:
    def __repr__(self) -> str:
        raise LookupError("no words")


@pytest.mark.parametrize("form", [Silent(), [Silent()], [10**5 * "x"]], ids=["one", "many", "long"])
def test_bug_what_has_no_words_or_too_many_is_refused_like_the_rest(form: Any) -> None:
    message = assert_refused(othello.make(), form)
    assert "is no action: give one of legal_actions()" in message
    assert len(message) < 250


def test_a_square_of_a_larger_board_is_no_square() -> None:
    assert "a1 to d4" in assert_refused(othello.make(4), "e5", NotationError)
    assert "a1 to c3" in assert_refused(tictactoe.make(), "d4", NotationError)


def test_an_action_of_the_other_side_or_of_another_game_is_refused() -> None:
    """Even where number and name of the square would be legal here."""
    for env in (othello.make(), othello.from_moves(FORCED_PASS)):
        action = env.legal_actions()[0]
        assert_refused(env, action.space.opponent.actions[action.index])
    assert_refused(tictactoe.make(), ultimate.make().legal_actions()[0])
    assert_refused(ultimate.make(), tictactoe.make().legal_actions()[0])
    assert_refused(othello.make(6), othello.make(8).legal_actions()[0])
    foreign = next(a for a in ultimate.make().legal_actions() if a.name == "d3")
    assert_refused(othello.make(), foreign)


def test_undo_does_not_go_behind_a_given_position() -> None:
    env = othello.from_string(othello.from_moves("f5d6").to_string(), "c3")
    env.undo()
    with pytest.raises(ValueError, match="nothing to undo"):
        env.undo()


def test_turn_change_is_the_pass() -> None:
    env, twin = othello.from_moves(FORCED_PASS), othello.from_moves(FORCED_PASS)
    board = env.board
    env.turn_change()
    twin.update("pass")
    assert env == twin
    assert env.player == BLACK * (-1) ** 9
    assert (env.board == board).all()
    env.undo()
    assert env == othello.from_moves(FORCED_PASS)

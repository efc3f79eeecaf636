"""The judges of lesson 00, met with the answers of students."""

import random

import numpy as np
import pytest

from coursekit import BLACK, WHITE, othello
from coursekit.exercises import lesson00


def not_yet(exercise, answer, *words, drawn=True):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn
    return verdict


# Read a position


@pytest.mark.parametrize("answer", [6, 6.0, np.int64(6), np.array(6)])
def test_six_replies(answer):
    assert lesson00.replies.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (5, "number of moves played"),
        (9, "White does not have 9 moves"),
        (7, "count the dots"),
        (othello.from_moves("f5d6c3d3c4").legal_actions(), "a list. How long is it?"),
        ("6", "A number is asked for; yours is '6', a str"),
        (othello.make(), "A number is asked for"),
        (True, "A number is asked for"),
    ],
)
def test_not_six_replies(answer, words):
    verdict = not_yet(lesson00.replies, answer, words)
    assert verdict.env.to_moves() == "f5d6c3d3c4"
    assert "6" not in verdict.message.replace("'6'", "")


# Count the flips


def flips_by_copy(env, square):
    after = env.copy()
    after.update(square)
    return np.int64(after.count(env.player) - env.count(env.player) - 1)


def flips_by_rays(env, square):
    col, row = "abcdefgh".index(square[0]), int(square[1]) - 1
    mine, n, total = env.player, len(env.board), 0.0
    for down, right in [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if (d, r) != (0, 0)]:
        run, r, c = 0, row + down, col + right
        while 0 <= r < n and 0 <= c < n and env.board[r, c] == -mine:
            run, r, c = run + 1, r + down, c + right
        if 0 <= r < n and 0 <= c < n and env.board[r, c] == mine:
            total += run
    return total


def flips_by_boards(env, square):
    before = env.board
    env.update(square)
    try:
        return int((before * env.board == -1).sum())
    finally:
        env.undo()


@pytest.mark.parametrize("answer", [flips_by_copy, flips_by_rays, flips_by_boards])
def test_flips_are_right(answer):
    assert lesson00.flipped.check(answer).outcome == "correct"


def one_too_many(env, square):
    return flips_by_copy(env, square) + 1


def own_discs(env, square):
    me = env.player
    before = env.count(me)
    env.update(square)
    after = env.count(me)
    env.undo()
    return after - before


def left_played(env, square):
    opponent = -env.player
    before = env.count(opponent)
    env.update(square)
    return before - env.count(opponent)


def only_for_black(env, square):
    before = env.count(WHITE)
    env.update(square)
    after = env.count(WHITE)
    env.undo()
    return before - after


def side_after_the_move(env, square):
    before = env.count(-env.player)
    env.update(square)
    after = env.count(-env.player)
    env.undo()
    return before - after


def only_8x8(env, square):
    col, row = "abcdefgh".index(square[0]), int(square[1]) - 1
    board, mine = env.board, env.player
    total = 0
    for down, right in [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if (d, r) != (0, 0)]:
        run, r, c = 0, row + down, col + right
        while 0 <= r < 8 and 0 <= c < 8 and board[r, c] == -mine:
            run, r, c = run + 1, r + down, c + right
        if 0 <= r < 8 and 0 <= c < 8 and board[r, c] == mine:
            total += run
    return total


def printed(env, square):
    print(flips_by_copy(env, square))


def undone_too_often(env, square):
    env.update(square)
    env.undo()
    env.undo()
    return 1


def all_flips(env, square):
    return {action: flips_by_copy(env, action.name) for action in env.legal_actions()}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (one_too_many, "The disc that is placed does not turn"),
        (own_discs, "The disc that is placed does not turn"),
        (left_played, "leaves the env changed"),
        (only_for_black, "turns"),
        (side_after_the_move, "turns 1 disc here, but your function returned"),
        (only_8x8, "IndexError in line 7 of only_8x8"),
        (printed, "`print` only shows a value"),
        (undone_too_often, "nothing to undo"),
        (all_flips, "A number is asked for; yours is {"),
        (lambda env: 1, "TypeError"),
    ],
)
def test_flips_are_wrong(answer, words):
    not_yet(lesson00.flipped, answer, words)


def test_black_only_fails_with_white_to_move():
    assert not_yet(lesson00.flipped, only_for_black).env.player == WHITE


def test_8x8_only_fails_on_a_smaller_board():
    assert len(not_yet(lesson00.flipped, only_8x8).env.board) < 8


def test_a_count_is_no_function():
    not_yet(lesson00.flipped, 3, "function is asked for", drawn=False)


# Find the passes


def passes_by_length(moves):
    return np.int8(len(othello.from_moves(moves).history) - len(moves) // 2)


def passes_by_replay(moves):
    env, found = othello.make(), 0
    for at in range(0, len(moves), 2):
        if env.legal_actions()[0].is_pass:
            env.turn_change()
            found += 1
        env.update(moves[at : at + 2])
    return found


@pytest.mark.parametrize("answer", [passes_by_length, passes_by_replay])
def test_passes_are_right(answer):
    assert lesson00.passed.check(answer).outcome == "correct"


def written_passes(moves):
    return moves.count("pass") + moves.count("--")


def with_the_pass_to_come(moves):
    env = othello.from_moves(moves)
    to_come = [action for action in env.legal_actions() if action.is_pass]
    return passes_by_length(moves) + len(to_come)


def black_passes(moves):
    return sum(a.is_pass and a.player == BLACK for a in othello.from_moves(moves).history)


def missing_squares(moves):
    return 60 - len(moves) // 2


def whether_one(moves):
    return passes_by_length(moves) > 0


def list_of_passes(moves):
    return [a for a in othello.from_moves(moves).history if a.is_pass]


def no_pass_played(moves):
    env, found = othello.make(), 0
    for at in range(0, len(moves), 2):
        found += env.legal_actions()[0].is_pass
        env.update(moves[at : at + 2])
    return found


def printed_passes(moves):
    print(passes_by_length(moves))


@pytest.mark.parametrize(
    ("answer", "words", "drawn"),
    [
        (written_passes, "has 2 passes, but your function returned 0", True),
        (with_the_pass_to_come, "still to come is not played yet", True),
        (black_passes, "has 3 passes, but your function returned 0", True),
        (missing_squares, "has 0 passes, but your function returned 60", True),
        (whether_one, "A number is asked for; yours is np.False_", True),
        (list_of_passes, "A number is asked for; yours is []", True),
        (no_pass_played, "IllegalActionError in line 5 of no_pass_played", False),
        (printed_passes, "`print` only shows a value", True),
        (3, "A function of a transcript is asked for", False),
    ],
)
def test_passes_are_wrong(answer, words, drawn):
    not_yet(lesson00.passed, answer, words, drawn=drawn)


# The board in a mirror


def mirror_by_arithmetic(moves):
    swap = dict(zip("abcdefgh12345678", "12345678abcdefgh", strict=True))
    return "".join(swap[moves[n + 1]] + swap[moves[n]] for n in range(0, len(moves), 2))


def mirror_by_actions(moves):
    env, turned = othello.from_moves(moves), othello.make()
    for action in env.history:
        turned.update("pass" if action.is_pass else (action.col, action.row))
    return turned.to_moves()


def mirror_in_capitals(moves):
    return mirror_by_arithmetic(moves).upper()


@pytest.mark.parametrize("answer", [mirror_by_arithmetic, mirror_by_actions, mirror_in_capitals])
def test_mirrors_are_right(answer):
    assert lesson00.mirror.check(answer).outcome == "correct"


def same_again(moves):
    return moves


def reversed_text(moves):
    return moves[::-1]


def swapped_characters(moves):
    return "".join(moves[n + 1] + moves[n] for n in range(0, len(moves), 2))


def other_diagonal(moves):
    other = dict(zip("abcdefgh12345678", "87654321hgfedcba", strict=True))
    return "".join(other[moves[n + 1]] + other[moves[n]] for n in range(0, len(moves), 2))


def left_and_right(moves):
    flip = dict(zip("abcdefgh12345678", "hgfedcba12345678", strict=True))
    return "".join(flip[mark] for mark in moves)


def off_by_one(moves):
    letters, moved = "abcdefgh", []
    for n in range(0, len(moves), 2):
        moved.append(letters[int(moves[n + 1]) - 1] + str(letters.index(moves[n])))
    return "".join(moved)


def without_the_last(moves):
    return mirror_by_arithmetic(moves)[:-2]


def list_of_squares(moves):
    text = mirror_by_arithmetic(moves)
    return [text[n : n + 2] for n in range(0, len(text), 2)]


def letter_as_number(moves):
    return "".join("abcdefgh"[moves[n + 1] - 1] for n in range(0, len(moves), 2))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (same_again, "Look at move 1: f5 became f5"),
        (reversed_text, "cannot be replayed"),
        (swapped_characters, "cannot be replayed"),
        (other_diagonal, "Look at move 1: f5 became d3"),
        (left_and_right, "cannot be replayed: move 1 of the transcript: c5 is not legal"),
        (off_by_one, "Look at move 1"),
        (without_the_last, "has 8 characters, and the game has 10"),
        (list_of_squares, "A transcript is one text"),
        (lambda moves: print(moves), "`print` only shows a value"),
    ],
)
def test_mirrors_are_wrong(answer, words):
    not_yet(lesson00.mirror, answer, words)


def test_an_error_names_its_line():
    words = "TypeError in line 2 of letter_as_number"
    not_yet(lesson00.mirror, letter_as_number, words, drawn=False)


@pytest.mark.parametrize(
    "exercise", [lesson00.replies, lesson00.flipped, lesson00.passed, lesson00.mirror]
)
def test_verdicts_can_be_shown(exercise):
    page = exercise.check(lambda *given: random.random())._repr_html_()
    assert page.startswith("<p><b>Not yet.</b>")

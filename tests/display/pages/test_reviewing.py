"""The review of a game that a person has played, made in the background."""

import pytest

from coursekit import othello, tictactoe
from coursekit.display import play
from coursekit.display.pages.opponents import judge
from tests.support.playing import GAMES, MAKERS, play_on
from tests.support.sessions import PATIENCE, first, session, settle


def over(env=None, opponent=first):
    """Returns a session whose game is over."""
    game = session(env or tictactoe.from_moves("b2b1a1c3"), opponent, side=0)
    while not game.env.is_done():
        game.play(first(game.env).name)
    return game


def test_a_game_is_reviewed_once_it_is_over():
    game = session(tictactoe.from_moves("b2b1a1"), side=0)
    game.review()
    assert game.view()["reviewing"] is None
    assert not game.view()["canReview"]
    game = over()
    assert game.view()["canReview"]
    game.review()
    settle(game)
    assert game.view()["said"] == "The review is below the board."
    assert game.analysis.history == game.env.history
    assert game.analysis.judge
    game.new_game()
    assert game.analysis is None


def test_progress_is_told_from_nothing_to_all(capfd):
    told = []
    game = over(play_on(othello.make(), seed=2))
    game.changed = lambda: told.append(game.view()["reviewing"])
    game.review()
    settle(game)
    shares = [share for share in told if share is not None]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert len(shares) >= 60
    assert told[-1] is None
    assert capfd.readouterr() == ("", "")


def test_a_review_can_be_interrupted():
    game = over(play_on(othello.make(), seed=2))
    game.review()
    assert game.view()["reviewing"] is not None
    assert game.view()["asked"] == ""
    game.stop()
    assert game.view()["reviewing"] is None
    assert game.view()["said"] == "The review was interrupted."
    assert game.analysis is None


def test_a_review_that_fails_says_so(monkeypatch):
    def broken(*arguments):
        raise ValueError("no truth today")

    monkeypatch.setattr("coursekit.display.pages.session.analyse", broken)
    game = over()
    game.review()
    settle(game)
    assert game.view()["message"] == "The review failed: ValueError: no truth today"
    assert "broken" in game.view()["details"]
    assert game.view()["canReview"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_judge_that_can_analyse(name):
    env = MAKERS[name]()
    assert judge(env).analyse(env).action in env.legal_actions()


def test_a_game_without_kernels_is_judged_by_the_truth_alone(row_game):
    assert judge(row_game) is None
    game = session(row_game, side=None)
    game.resign()
    game.review()
    settle(game)
    assert game.analysis.reviews


def test_the_page_gets_the_replay_with_the_review():
    board = play(tictactoe.from_moves("b2b1a1c3"), first, side=None)
    for move in ("a2", "a3", "c2"):
        board.play(move)
    board._hear(board, {"act": "review"}, [])
    assert board.wait(PATIENCE)
    assert board.review.startswith("<!DOCTYPE html>")
    assert '"best":["' in board.review
    board._hear(board, {"act": "new_game"}, [])
    assert board.review == ""
    board.close()

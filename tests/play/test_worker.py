"""The worker answers the page's messages: progress, then what it found, or an error."""

import pytest

ASK = """
posted.length = 0;
onmessage({ data: message });
return posted;
"""


@pytest.fixture
def ask(script):
    """Returns all that the worker posts when it is sent a message."""

    def answers(**message):
        message = {"id": 7, "game": "othello6", "start": None, "moves": [], **message}
        return script.run(ASK, message={"data": None, "seed": 1, **message})

    return answers


def test_a_thought_comes_with_the_number_of_its_question_also_from_a_given_position(ask):
    *_, found = ask(task="think", moves=["d2"], opponent="alpha_beta:3")
    assert (found["id"], found["scale"], found["exact"]) == (7, "score", "best")
    assert found["line"][0] == found["index"]
    start = {"cells": [1, 1, 0, -1, -1, 0, 0, 0, 0], "mover": 1, "forced": -1}
    *_, found = ask(task="think", game="tictactoe", start=start, opponent="alpha_beta:9")
    assert (found["index"], found["value"]) == (2, 1_000_000)


def test_progress_grows_in_steps_that_can_be_seen(ask):
    *told, _ = ask(task="think", opponent="uct:1000")
    progress = [message["progress"] for message in told]
    assert 40 <= len(progress) <= 51
    assert progress == sorted(progress)


def test_a_review_tells_its_progress_and_then_all_moves(ask):
    moves = ["b2", "a1", "b1", "b3"]
    *told, found = ask(task="review", game="tictactoe", moves=moves, opponent="alpha_beta:9")
    assert [message["progress"] for message in told] == [0.25, 0.5, 0.75, 1]
    assert [review["ply"] for review in found["reviews"]] == [0, 1, 2, 3]
    assert all(review["exact"] for review in found["reviews"])


def test_what_goes_wrong_is_said(ask):
    (found,) = ask(task="think", opponent="nobody:3")
    assert found["id"] == 7
    assert found["error"]

"""Opponents think in threads of their own: interruptions, late replies, faults."""

import threading
import time

import pytest

from coursekit import Budget, othello, players
from coursekit.display.opponents import Opponent
from coursekit.display.session import Session
from coursekit.display.thinking import Interrupted
from tests.support.sessions import PATIENCE, asked, last, session, settle, threads

# Thinking


def test_an_interrupted_reply_is_dropped_and_the_opponent_can_be_asked_again():
    game, slow = asked()
    game.stop()
    view = game.view()
    assert view["stopped"]
    assert not view["asked"]
    assert game.env.to_moves() == "f5"
    slow.released.set()
    game.go_on()
    settle(game)
    assert len(game.env.history) == 2


def test_a_late_reply_does_not_count():
    # A player that cannot be interrupted: it catches everything.
    asked, released, ended = threading.Event(), threading.Event(), threading.Event()

    def stubborn(env):
        asked.set()
        while not released.is_set():
            try:
                time.sleep(0.005)
            except BaseException:
                continue
        ended.set()
        return env.legal_actions()[0]

    game = session(opponent={"stubborn": stubborn, "last": last})
    game.play("f5")
    assert asked.wait(PATIENCE)
    game.choose_opponent("last")
    settle(game)
    after = game.env
    released.set()
    assert ended.wait(PATIENCE)
    for thread in threads():
        thread.join(PATIENCE)
    assert game.env == after


def test_no_player_thinks_twice_at_once():
    busy = threading.Lock()
    overlaps = []

    def single(env):
        if not busy.acquire(blocking=False):
            overlaps.append(env)
        try:
            time.sleep(0.02)
        except Interrupted:
            time.sleep(0.02)
            raise
        finally:
            busy.release()
        return env.legal_actions()[0]

    game = session(opponent=single)
    for _ in range(5):
        game.play("f5")
        time.sleep(0.005)
        game.take_back()
    game.play("f5")
    settle(game)
    assert overlaps == []
    assert len(game.env.history) == 2


def test_no_thread_is_left_behind():
    game, _ = asked()
    game.close()
    for thread in threads():
        thread.join(PATIENCE)
    assert threads() == []


def test_a_compiled_search_can_be_interrupted():
    deep = players.uct(Budget(seconds=600))
    game = session(opponent=deep)
    game.play("f5")
    time.sleep(0.1)
    game.stop()
    for thread in threads():
        thread.join(PATIENCE)
    assert threads() == []


def test_a_player_is_not_interrupted_while_it_starts_a_thread():
    # CPython 3.11 may raise in the new thread what is meant for the one that starts it.
    entered, released, survived = threading.Event(), threading.Event(), threading.Event()

    class Gate(threading.Event):
        def wait(self, timeout=None):
            entered.set()
            return released.wait(PATIENCE)

    def player(env):
        helper = threading.Thread(target=int)
        helper._started = Gate()
        helper.start()
        survived.set()
        return env.legal_actions()[0]

    game = session(opponent=player)
    game.play("f5")
    assert entered.wait(PATIENCE)
    game.stop()
    released.set()
    assert survived.wait(PATIENCE)
    for thread in threads():
        thread.join(PATIENCE)
    assert game.env.to_moves() == "f5"


def test_a_player_of_the_course_is_not_shared_with_the_cells():
    given_player = players.uct(Budget(count=100))
    game = session(opponent=given_player)
    game.play("f5")
    settle(game)
    assert given_player.info is None
    assert game.thought.numbers["visits"]


# The student's own function


def test_an_exception_is_shown_with_its_line_and_the_game_goes_on():
    def broken(env):
        return [][1]

    game = session(opponent={"broken": broken, "last": last})
    game.play("f5")
    settle(game)
    view = game.view()
    assert view["message"] == "broken raised IndexError: list index out of range"
    assert "return [][1]" in view["details"]
    assert "games.py" not in view["details"]
    assert view["stopped"]
    assert game.env.to_moves() == "f5"
    game.choose_opponent("last")
    settle(game)
    assert game.view()["message"] == ""
    assert len(game.env.history) == 2


@pytest.mark.parametrize("answer", ["a1", None, (9, 9), 3.5])
def test_an_illegal_reply_is_shown_with_the_board(answer):
    game = session(opponent=lambda env: answer)
    game.play("f5")
    settle(game)
    view = game.view()
    assert f"returned {answer!r}" in view["message"]
    assert "WHITE (O) to move" in view["details"]
    assert game.env.to_moves() == "f5"


def test_an_opponent_that_plays_on_its_env_is_told_so():
    def careless(env):
        env.update(env.legal_actions()[0])
        return env.legal_actions()[0]

    game = session(opponent=careless)
    game.play("f5")
    settle(game)
    assert "left the env changed" in game.view()["message"]
    assert game.env.to_moves() == "f5"


def test_an_opponent_that_cannot_be_made_is_reported():
    env = othello.make()

    def missing():
        raise FileNotFoundError("no checkpoint in runs/x")

    game = Session(env, {"mine": Opponent(missing)}, side=1)
    game.begin()
    game.play("f5")
    settle(game)
    assert game.view()["message"] == "mine failed: no checkpoint in runs/x"

"""Opponents think in threads of their own: interruptions, late replies, faults."""

import threading
import time

import pytest

from coursekit import Budget, othello, players
from coursekit.display.pages.background import Interrupted
from coursekit.display.pages.opponents import Opponent
from coursekit.display.pages.session import Session
from tests.support.sessions import PATIENCE, asked, last, session, settle, threads


def left_behind():
    """Returns the threads that do not end."""
    for thread in threads():
        thread.join(PATIENCE)
    return threads()


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
    assert left_behind() == []
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


def test_a_compiled_search_can_be_interrupted():
    deep = players.uct(Budget(seconds=600))
    game = session(opponent=deep)
    game.play("f5")
    time.sleep(0.1)
    game.stop()
    assert left_behind() == []


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
    assert left_behind() == []
    assert game.env.to_moves() == "f5"


def careless(env):
    env.update(env.legal_actions()[0])
    return env.legal_actions()[0]


def broken(env):
    return [][1]


def quits(env):
    raise SystemExit(0)


@pytest.mark.parametrize(
    ("opponent", "message", "details"),
    [
        (broken, "broken raised IndexError: list index out of range", "return [][1]"),
        (quits, "quits raised SystemExit: 0", "raise SystemExit(0)"),
        (lambda env: "a1", "returned 'a1'", "WHITE (O) to move"),
        (lambda env: None, "returned None", "WHITE (O) to move"),
        (careless, "left the env changed", "WHITE (O) to move"),
    ],
)
def test_a_fault_is_shown_and_the_game_goes_on(opponent, message, details):
    game = session(opponent={opponent.__name__: opponent, "last": last})
    game.play("f5")
    settle(game)
    view = game.view()
    assert message in view["message"]
    assert details in view["details"]
    assert "games.py" not in view["details"]
    assert (view["stopped"], view["asked"]) == (True, "")
    assert game.env.to_moves() == "f5"
    game.choose_opponent("last")
    settle(game)
    assert game.view()["message"] == ""
    assert len(game.env.history) == 2


def test_an_opponent_that_cannot_be_made_is_reported():
    def missing():
        raise FileNotFoundError("no checkpoint in runs/x")

    game = Session(othello.make(), {"mine": Opponent(missing)}, side=1)
    game.begin()
    game.play("f5")
    settle(game)
    assert game.view()["message"] == "mine failed: no checkpoint in runs/x"

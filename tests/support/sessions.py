"""Games of the playable board for the tests, and players to test it with."""

import threading
import time

from coursekit import othello
from coursekit.display.pages.background import Interrupted
from coursekit.display.pages.opponents import read_opponents
from coursekit.display.pages.session import Session
from tests.support.movers import first, last

PATIENCE = 20  # seconds, for threads on a busy machine


def session(env=None, opponent=first, side=1, **options):
    env = othello.make(seed=0) if env is None else env
    made = Session(env, read_opponents(opponent, env), side, **options)
    made.begin()
    return made


def settle(game):
    assert game.wait(PATIENCE)


def threads():
    return [t for t in threading.enumerate() if t.name == "coursekit thinking"]


class Slow:
    """A player that thinks until it is released, and tells how it ended."""

    def __init__(self):
        self.asked = threading.Event()
        self.released = threading.Event()
        self.interrupted = threading.Event()

    def __call__(self, env):
        self.asked.set()
        try:
            while not self.released.is_set():
                time.sleep(0.005)
        except Interrupted:
            self.interrupted.set()
            raise
        return env.legal_actions()[0]


def asked():
    """Returns a game in which the person played f5 and the opponent thinks, and that opponent."""
    slow = Slow()
    game = session(opponent={"slow": slow, "last": last})
    game.play("f5")
    assert slow.asked.wait(PATIENCE)
    return game, slow

"""Ctrl-C in the middle of some work."""

import _thread
import signal
import threading
import time

import pytest


def interrupted(work):
    """Runs work that is interrupted after 0.1 s, which must end it within seconds."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.1, _thread.interrupt_main)
    start = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - start < 5

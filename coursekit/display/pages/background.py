"""One question to a player, answered in a thread of its own, which can be interrupted."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

_LOOKING = 0.05  # seconds between two looks at whether a waiting question was withdrawn
_ATTEMPTS = 20


class Interrupted(BaseException):
    """Raised inside a player whose answer nobody waits for any more.

    No ``Exception``, so that a player's own ``except Exception`` lets it pass.
    """


class Thinking(threading.Thread):
    """Runs ``work`` and hands its result, or what it raised, to ``done``.

    Args:
        work: What takes time.
        done: Called in this thread with the result and ``None``, or with ``None`` and the error;
            not called any more after :meth:`interrupt`.
        turn: Held while ``work`` runs. Questions to one player share it, since a player is not
            made to think twice at once.
        pause: Seconds that an answer takes at least, so that a move can be followed by eye. The
            work begins after a tenth of it, when the page has heard of the move before.
    """

    def __init__(
        self,
        work: Callable[[], Any],
        done: Callable[[Any, BaseException | None], None],
        turn: threading.Lock,
        pause: float = 0.0,
    ) -> None:
        super().__init__(name="coursekit thinking", daemon=True)
        self._work, self._done, self._turn, self._pause = work, done, turn, pause
        self._guard = threading.Lock()
        self._withdrawn = threading.Event()
        self._working = False

    def interrupt(self) -> None:
        """Withdraws the question: its answer is dropped, and Python code that works on it stops.

        A compiled kernel goes on until it returns to Python, for the course's players within
        tenths of a second; so does a player that does nothing but start threads.
        """
        self._withdrawn.set()
        for _ in range(_ATTEMPTS):
            with self._guard:
                if not self._working or self.ident is None:
                    return
                if not _is_starting_a_thread(self.ident):
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self.ident), ctypes.py_object(Interrupted)
                    )
                    return
            time.sleep(0.001)

    def run(self) -> None:
        """Waits for its turn, works, and reports."""
        began = time.monotonic()
        try:
            while not self._turn.acquire(timeout=_LOOKING):
                if self._withdrawn.is_set():
                    return
            try:
                self._withdrawn.wait(0.1 * self._pause)
                result, error = self._answer()
            finally:
                self._turn.release()
            self._withdrawn.wait(max(0.0, began + self._pause - time.monotonic()))
            if not self._withdrawn.is_set():
                self._done(result, error)
        except Interrupted:
            pass

    def _answer(self) -> tuple[Any, BaseException | None]:
        with self._guard:
            if self._withdrawn.is_set():
                raise Interrupted
            self._working = True
        try:
            return self._work(), None
        except Interrupted:
            raise
        except BaseException as error:  # a player that exits must not leave the board waiting
            return None, error
        finally:
            # From here on nothing is raised in this thread from outside.
            with self._guard:
                self._working = False


def _is_starting_a_thread(ident: int) -> bool:
    """Returns whether a thread is about to start another.

    Until the new one runs, CPython 3.11 knows it by the number of its parent, and would raise
    what is meant for the parent in the child, for which the parent then waits for ever.
    """
    frame = sys._current_frames().get(ident)
    starting = threading.Thread.start.__code__
    return frame is not None and any(f.f_code is starting for f, _ in traceback.walk_stack(frame))

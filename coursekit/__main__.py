"""The command line: ``coursekit COMMAND`` or ``python -m coursekit COMMAND``."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from types import FrameType

_LATER = 0.05  # seconds


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    Args:
        arguments: The words of the command line, by default those of this process.
    """
    words = sys.argv[1:] if arguments is None else arguments
    name = " ".join(["coursekit", *words[:1]])
    if arguments is None:  # the system's word to stop (docker stop, a time limit) is as Ctrl-C
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as for what a shell runs behind it
                signal.signal(number, _interrupt)
    try:
        from coursekit import doctor

        if sys.version_info[:2] < doctor.OLDEST_PYTHON:
            python = doctor.check_python()
            print(f"{name}: {python.found}: {python.cure}", file=sys.stderr)
            return 2
        # Only now: what is loaded may be missing, and may be interrupted.
        from coursekit.commands.running import run

        return run(words)
    except KeyboardInterrupt as interrupt:
        print(f"\n{name}: {str(interrupt) or 'stopped'}", file=sys.stderr)
        return 130
    finally:
        if arguments is None:  # nothing is under way any more: a late word just ends the process
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raises KeyboardInterrupt, but a bit later in llvmlite's callbacks, where it would be lost."""
    while frame is not None:
        if "llvmlite" in frame.f_code.co_filename:
            threading.Timer(_LATER, _thread.interrupt_main, (number,)).start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


if __name__ == "__main__":
    raise SystemExit(main())

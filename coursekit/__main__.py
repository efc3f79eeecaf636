"""The command line: ``coursekit COMMAND`` or ``python -m coursekit COMMAND``."""

from __future__ import annotations

import _thread
import signal
import sys
import threading

_LATER = 0.05  # seconds


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    Args:
        arguments: The words of the command line, by default those of this process.
    """
    words = sys.argv[1:] if arguments is None else arguments
    name = " ".join(["coursekit", *words[:1]])
    if arguments is None:  # the system's word to stop (docker stop, a time limit) is as Ctrl-C
        sys.unraisablehook = _raise_again
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as for what a shell runs behind it
                signal.signal(number, signal.default_int_handler)
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


def _raise_again(lost: sys.UnraisableHookArgs) -> None:
    """Raises a KeyboardInterrupt again, a bit later, that a callback or a finalizer swallowed."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(_LATER, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)


if __name__ == "__main__":
    raise SystemExit(main())

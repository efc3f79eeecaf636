"""Runs a command of the course that crashes at its n-th change of a folder.

    python -m tests.kills.crashing FOLDER N COMMAND …

A change is a file opened for writing, renamed, removed or sent to the disk, or a folder made. The
process is gone before the change, as by a power cut; a file on its way to the disk is cut in two.
Says at its end how many changes there were.
"""

import os
import sys
from pathlib import Path
from typing import Any

CRASHED = 137
_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Crash:
    """What counts the changes of a folder, and ends the process at one of them."""

    def __init__(self, folder: Path, at: int) -> None:
        self._folder, self._at = os.path.realpath(folder), at
        self.changes = 0

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Is called by Python before it changes a file; see ``sys.addaudithook``."""
        if event in _CHANGES or (event == "open" and arguments[2] & _WRITING):
            path = arguments[0]
            if not isinstance(path, int) and self._is_inside(os.fspath(path)):
                self._count()

    def fsync(self, file: int) -> None:
        """Stands in for ``os.fsync``."""
        self._count(half=file)

    def _is_inside(self, path: str | bytes) -> bool:
        place = os.path.realpath(os.fsdecode(path))
        return place == self._folder or place.startswith(self._folder + os.sep)

    def _count(self, half: int | None = None) -> None:
        self.changes += 1
        if self.changes == self._at:
            if half is not None:
                os.ftruncate(half, os.fstat(half).st_size // 2)
            os._exit(CRASHED)


def _main(folder: str, at: str, *words: str) -> int:
    from coursekit.__main__ import main

    crash = Crash(Path(folder), int(at))
    os.fsync = crash.fsync  # type: ignore[assignment]
    sys.addaudithook(crash.audit)
    status = main(list(words))
    print(f"{crash.changes} changes", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))

"""Files that are there whole or not at all, and what proves that they are as they were written."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path


def digest(data: bytes) -> str:
    """Returns the SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def replace(path: Path, data: bytes) -> None:
    """Writes a file in one step: readers and crashes meet the old one or the new one.

    Raises:
        OSError: If it cannot be written, for example because the disk is full; nothing is left.
    """
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:  # Ctrl-C, too
        with suppress(OSError):
            temporary.unlink()
        raise

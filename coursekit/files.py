"""Files that are there whole or not at all, and what proves that they are as they were written."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from coursekit.checks import is_number

LOCK = "coursekit.lock"
"""The file, in a folder, that a process holds while it writes there."""


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


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keeps a folder for one process while its block runs; the death of the process frees it, too.

    Raises:
        ValueError: If another one has it.
        OSError: If nothing can be written there.
    """
    path = folder / LOCK
    with path.open("ab") as file:
        try:
            _lock(file.fileno())
            free = os.path.samestat(path.stat(), os.fstat(file.fileno()))
        except (BlockingIOError, PermissionError, FileNotFoundError):
            free = False
        except OSError:  # a file system without locks
            free = True
        if not free:
            raise ValueError("another command is writing there: wait for its end")
        try:
            yield
        finally:
            with suppress(OSError):  # on Windows it must be closed before
                path.unlink()
    if os.name == "nt":
        with suppress(OSError):
            path.unlink()


def read_manifest(path: Path, kind: str, wanted: int, error: type[ValueError]) -> dict[str, Any]:
    """Returns a manifest: a JSON object that names other files and proves them whole.

    Args:
        path: Where it is.
        kind: What it is, for the messages: ``"checkpoint"``.
        wanted: The number of its format.
        error: What to raise.

    Raises:
        ValueError: As ``error``, if there is none, or it is damaged or of another format.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise error(f"{path.parent} holds no {kind}: there is no {path.name} in it") from None
    except OSError as reason:
        raise error(f"{path} cannot be read: {reason.strerror}") from None
    about = _parsed(data, f"{path} is damaged", error)
    found = about.get("format") if isinstance(about, dict) else None
    if found != wanted:
        raise error(f"{path} is no {kind} of format {wanted} (its format: {found!r})")
    return dict(about)


def json_lines(
    path: Path, data: bytes, error: type[ValueError], numbers: Iterable[str] = ()
) -> list[Any]:
    """Returns the values of a file with one JSON value a line.

    A last line without its end, which a crash has cut in two, is left out.

    Args:
        path: Where the file is, for the messages.
        data: What is in it.
        error: What to raise.
        numbers: Names of numbers that each value has, if they are objects.

    Raises:
        ValueError: As ``error``, if any other line is damaged; the message says which.
    """
    lines, values = data.split(b"\n"), []
    for place, line in enumerate(lines, start=1):
        where = f"{path} is damaged in line {place}"
        try:
            value = _parsed(line, where, error)
        except error:
            if place == len(lines):
                break
            raise
        for name in numbers:
            if not isinstance(value, dict) or not is_number(value.get(name)):
                raise error(f"{where}: it has no number {name!r}")
        values.append(value)
    return values


def read_proved(manifest: Path, entry: Mapping[str, Any], error: type[ValueError]) -> bytes:
    """Returns a file that a manifest names, if it is as it was written.

    Args:
        manifest: The manifest, beside which the file is.
        entry: The file's ``name``, ``bytes`` (its length) and ``sha256``.
        error: What to raise.

    Raises:
        ValueError: As ``error``, if the file is missing or damaged, or is said to be elsewhere.
    """
    path: Path = manifest.parent / entry["name"]
    if Path(entry["name"]).name != entry["name"]:
        raise error(f"{manifest} names a file outside of its folder: {entry['name']!r}")
    try:
        data = path.read_bytes()
    except OSError as reason:
        raise error(f"{path} cannot be read: {reason.strerror}") from None
    if len(data) != entry["bytes"]:
        raise error(f"{path} is damaged: it has {len(data)} bytes instead of {entry['bytes']}")
    if digest(data) != entry["sha256"]:
        raise error(f"{path} is damaged: its SHA-256 is not the one in {manifest.name}")
    return data


@contextmanager
def named(path: Path, error: type[ValueError]) -> Iterator[None]:
    """Raises ``error``, with the name of a file, for whatever its contents make go wrong."""
    try:
        yield
    except error:
        raise
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as reason:
        raise error(f"{path} is damaged: {type(reason).__name__}: {reason}") from reason


def _parsed(data: bytes, damaged: str, error: type[ValueError]) -> Any:
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError) as reason:
        raise error(f"{damaged}: {reason}") from None


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

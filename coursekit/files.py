"""Files that are there whole or not at all, and what proves that they are as they were written."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


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
        about = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise error(f"{path.parent} holds no {kind}: there is no {path.name} in it") from None
    except OSError as reason:
        raise error(f"{path} cannot be read: {reason.strerror}") from None
    except ValueError as reason:
        raise error(f"{path} is damaged: {reason}") from None
    found = about.get("format") if isinstance(about, dict) else None
    if found != wanted:
        raise error(f"{path} is no {kind} of format {wanted} (its format: {found!r})")
    return dict(about)


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
    except (AttributeError, KeyError, TypeError, ValueError) as reason:
        raise error(f"{path} is damaged: {type(reason).__name__}: {reason}") from reason

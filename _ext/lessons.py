"""The student's own copies of the lessons, in ``my_lessons``: the originals stay as they came.

``update`` brings what is new and leaves alone what a student has changed. ``python course.py
reset 03`` (``python -m _ext.lessons 03``) brings one lesson back and keeps the old one beside it.
"""

import contextlib
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat.sign import NotebookNotary

ROOT = Path(__file__).resolve().parent.parent
ORIGINALS = ROOT / "notebooks"
COPIES = ROOT / "my_lessons"
RECORD = ".originals.json"
"""In the folder of the copies: what each of them was copied from."""


def update() -> list[str]:
    """Copies what is new, and returns a line for each lesson whose new version has to wait.

    A copy whose cells are as they came is replaced by a newer original; one that the student has
    changed stays, and is mentioned once.
    """
    COPIES.mkdir(exist_ok=True)
    record, waiting = _read_record(), []
    for original in _originals():
        name = original.relative_to(ORIGINALS).as_posix()
        copy, now = COPIES / name, _digest(original.read_bytes())
        came = record.get(name)
        if copy.exists() and came is not None and came["file"] == now:
            continue
        if not copy.exists() or came is None or _contents(copy) == came["contents"]:
            if copy.exists() and came is None and _contents(copy) != _contents(original):
                _move_aside(copy)
            _bring(original, copy)
        else:
            waiting.append(
                f"{name} has a new version; yours stays. "
                f"`python course.py reset {copy.stem}` brings it, and keeps yours beside it."
            )
        record[name] = {"file": now, "contents": _contents(original)}
    _write_record(record)
    return waiting


def reset(lesson: str) -> str:
    """Brings a lesson back as it came, and returns a line that says where the old one is.

    Args:
        lesson: Its number, such as ``"03"``, or its name; also that of a page, such as ``"index"``.

    Raises:
        ValueError: If there is no such lesson.
    """
    original = _named(lesson)
    copy = COPIES / original.name
    COPIES.mkdir(exist_ok=True)
    kept = ""
    if copy.exists():
        if copy.read_bytes() == original.read_bytes():
            return f"{copy.name} is as it came."
        kept = f"; yours is {_move_aside(copy).name}"
    _bring(original, copy)
    contents = {"file": _digest(original.read_bytes()), "contents": _contents(original)}
    _write_record({**_read_record(), original.name: contents})
    return f"{copy.name} is as it came{kept}."


def _named(lesson: str) -> Path:
    pages = {path.stem: path for path in sorted(ORIGINALS.iterdir()) if path.is_file()}
    name = Path(lesson).stem
    for stem, path in pages.items():
        if stem == name or (
            name.isdecimal() and stem[:2].isdecimal() and int(stem[:2]) == int(name)
        ):
            return path
    numbers = [stem[:2] for stem in pages if stem[:2].isdecimal()]
    raise ValueError(f"there is no lesson {lesson!r}; say {numbers[0]} to {numbers[-1]}")


def _originals() -> Iterator[Path]:
    """Yields every file of the lessons, with what they show and read; not what tests them."""
    for folder, folders, files in os.walk(ORIGINALS):
        shown = (name for name in folders if not name.startswith((".", "__")) and name != "claims")
        folders[:] = sorted(shown)
        yield from (Path(folder, name) for name in sorted(files) if not name.startswith("."))


def _bring(original: Path, copy: Path) -> None:
    """Copies a file in one step, and lets JupyterLab trust it, so that its pages are shown."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    partly = copy.with_name(copy.name + ".tmp")
    shutil.copyfile(original, partly)
    os.replace(partly, copy)
    if copy.suffix == ".ipynb":
        NotebookNotary().sign(nbformat.read(copy, as_version=4))


def _move_aside(copy: Path) -> Path:
    """Renames a copy to the first free name beside it: ``03_minimax.old-1.ipynb``."""
    number = 1
    while (aside := copy.with_name(f"{copy.stem}.old-{number}{copy.suffix}")).exists():
        number += 1
    return copy.rename(aside)


def _contents(path: Path) -> str:
    """Returns a digest of what a person writes: of a notebook, its cells without their outputs."""
    if path.suffix == ".ipynb":
        with contextlib.suppress(Exception):  # a damaged one counts as changed
            cells = nbformat.read(path, as_version=4).cells
            # JupyterLab adds an empty cell below the last one that is run.
            written = [[cell.cell_type, cell.source] for cell in cells if cell.source.strip()]
            return _digest(json.dumps(written).encode())
    return _digest(path.read_bytes())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read_record() -> dict[str, dict[str, str]]:
    with contextlib.suppress(OSError, ValueError):  # without one, what differs is moved aside
        return dict(json.loads((COPIES / RECORD).read_text(encoding="utf-8")))
    return {}


def _write_record(record: dict[str, dict[str, str]]) -> None:
    partly = COPIES / (RECORD + ".tmp")
    partly.write_text(json.dumps(record, indent=1), encoding="utf-8")
    os.replace(partly, COPIES / RECORD)


def main(arguments: list[str]) -> int:
    """Resets the lessons that are named, and returns the exit status."""
    if not arguments:
        print("course.py reset: which lesson? Say, for example, reset 03.", file=sys.stderr)
        return 2
    try:
        for lesson in arguments:
            _named(lesson)  # all of them before the first is changed
        for lesson in arguments:
            print(reset(lesson))
    except (OSError, ValueError) as error:
        print(f"course.py reset: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

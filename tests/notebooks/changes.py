"""Says which exercises and which printed numbers of the lessons differ from an earlier version.

Run as ``python -m tests.notebooks.changes 43f24a5`` before a version is released, and write what it
says, in words, into CHANGELOG.md.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat

from tests.notebooks.lessons import MAP, PATHS, ROOT


def at(revision: str, path: Path) -> Any:
    """Returns a notebook as it was, or an empty one if it was not there."""
    name = path.relative_to(ROOT).as_posix()
    command = ["git", "show", f"{revision}:{name}"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if shown.returncode:
        return nbformat.v4.new_notebook()
    return nbformat.reads(shown.stdout, as_version=4)


def exercises(notebook: Any) -> dict[str, str]:
    """Returns what each exercise asks for, by its name."""
    found, before = {}, ""
    for cell in notebook.cells:
        if match := re.search(r"(lesson\d\d\.\w+)\.check\(", cell.source):
            found[match[1]] = re.split(r"(?m)^\*\*\d\. ", before)[-1] + cell.source
        before = cell.source
    return found


def numbers(notebook: Any) -> set[str]:
    """Returns the printed lines that hold a number."""
    texts = [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]
    return {line.strip() for text in texts for line in text.splitlines() if re.search(r"\d", line)}


def differences(old: Any, new: Any) -> list[str]:
    """Returns a line for each exercise and each printed line that is new, changed or gone."""
    before, after = exercises(old), exercises(new)
    lines = [f"exercise {name}: gone" for name in before if name not in after]
    for name, asked in after.items():
        if before.get(name) != asked:
            lines.append(f"exercise {name}: {'changed' if name in before else 'new'}")
    lines += [f"- {line}" for line in sorted(numbers(old) - numbers(new))]
    return lines + [f"+ {line}" for line in sorted(numbers(new) - numbers(old))]


def main(revision: str) -> None:
    """Prints the differences of all lessons."""
    for path in [MAP, *PATHS]:
        lines = differences(at(revision, path), nbformat.read(path, as_version=4))
        print("\n    ".join([f"{path.stem}: {'' if lines else 'as it was'}", *lines]))


if __name__ == "__main__":
    main(*sys.argv[1:])

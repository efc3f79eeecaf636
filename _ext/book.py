"""Builds the book into ``_build``, with warnings as errors.

Run as ``python -m _ext.book [--solutions | --no-solutions]``; with ``--solutions`` it shows one
below each exercise. Other arguments go to jupyter-book.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "_build" / "html" / "index.html"
SOLUTIONS = ROOT / "_build" / "solutions" / "_build" / "html" / "index.html"
LOG = ROOT / "_build" / "book.log"

_RUN = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"


def main(arguments: list[str]) -> int:
    """Builds the book, says where it is or why it is not there, and returns the exit status."""
    choices = ("--no-solutions", "--solutions")
    shown = [choices.index(argument) for argument in arguments if argument in choices][-1:] == [1]
    page = SOLUTIONS if shown else BOOK  # apart, so that nobody publishes the wrong one
    shutil.rmtree(page.parent, ignore_errors=True)  # pages that are gone must not stay
    command = [sys.executable, "-c", _RUN, "build", ".", "--all", "-W", "--keep-going"]
    command += ["--path-output", str(page.parents[2])]
    command += [argument for argument in arguments if argument not in choices]
    code, lines = _run(command, {**os.environ, "COURSEKIT_SOLUTIONS": str(int(shown))})
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_text("\n".join(lines), encoding="utf-8")
    if code == 0 and page.exists():
        print(f"The book{' with solutions' if shown else ''}: {page.as_uri()}")
        return 0
    telling = [line for line in lines if re.search("WARNING|ERROR|Error:", line)]
    for line in telling or lines[-20:]:
        print(f"    {line}")
    print(f"The book was not built. The log: {LOG}")
    return code or 1


def _run(command: list[str], env: dict[str, str]) -> tuple[int, list[str]]:
    """Runs a command in the course's folder; returns its status and the lines that it printed."""
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    return ended.returncode, re.sub(r"\x1b\[[\d;]*m", "", ended.stdout).splitlines()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

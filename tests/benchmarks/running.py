"""Runs a benchmark as its command does."""

import subprocess
import sys

from benchmarks.timing import REPOSITORY


def quick(name: str, *arguments: str, patience: int = 600) -> str:
    """Returns what a quick run without the peers prints; ``patience`` is in seconds."""
    command = [sys.executable, "-m", "benchmarks", name, "--quick", "--without-peers", *arguments]
    finished = subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, timeout=patience, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout

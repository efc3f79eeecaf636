"""The kernels' cache on disk: whatever happens to it costs seconds, and never a failure.

Each case runs in a process of its own, on the smallest module of kernels.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import COMPILING_MESSAGE

ROOT = Path(__file__).parents[3]
PROGRAM = (
    "from coursekit.engine.rules import rng\n"
    "print(rng.stream(1, 2), rng.below(rng.stream(3, 4), 60))"
)
ANSWER = f"{rng.stream(1, 2)} {rng.below(rng.stream(3, 4), 60)}"


def start(program: str, cache: Path, root: Path = ROOT, **more: str) -> subprocess.Popen[str]:
    settings = os.environ | {
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(cache),
        **more,
    }
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env=settings,
        cwd=cache.parent if cache.parent.is_dir() else ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def output(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert errors.strip() in ("", COMPILING_MESSAGE)
    return out.strip()


def stored(cache: Path) -> dict[str, int]:
    """Returns each cache file with the time of its last change."""
    files = [*cache.rglob("*.nbi"), *cache.rglob("*.nbc")]
    return {file.name: file.stat().st_mtime_ns for file in files}


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a cache that two processes have filled together."""
    cache = tmp_path_factory.mktemp("warm") / "cache"
    processes = [start(PROGRAM, cache) for _ in range(2)]
    assert [output(process) for process in processes] == [ANSWER, ANSWER]
    assert len(stored(cache)) == 6
    return cache


def test_what_two_processes_that_start_together_have_compiled_a_third_only_reads(
    warm_cache: Path,
) -> None:
    before = stored(warm_cache)
    assert output(start(PROGRAM, warm_cache)) == ANSWER
    assert stored(warm_cache) == before


def test_perft_is_the_same_compiled_and_read_from_the_cache(tmp_path: Path) -> None:
    """numba 0.68 crashed on some kernels that call themselves when it read them from the cache."""
    program = (
        "from coursekit import othello; from coursekit.truth import perft\n"
        "print([perft(othello.make(), depth, c) for depth in (5, 9) for c in 'AC'])"
    )
    cache = tmp_path / "cache"
    for _ in range(2):
        assert output(start(program, cache)) == "[1396, 1396, 3005288, 3005320]"
    assert any("perft" in name for name in stored(cache))


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_damaged_files_are_compiled_anew_and_replaced(
    tmp_path: Path, warm_cache: Path, ending: str
) -> None:
    """One is empty, one cut short, and one holds something else."""
    cache = tmp_path / "cache"
    shutil.copytree(warm_cache, cache)
    empty, cut, other = sorted(cache.rglob(f"*{ending}"))
    damage = {
        empty: b"",
        cut: cut.read_bytes()[: cut.stat().st_size // 2],
        other: b"no cache at all " * 20,
    }
    for file, content in damage.items():
        file.write_bytes(content)
    assert output(start(PROGRAM, cache)) == ANSWER
    for file, content in damage.items():
        assert file.read_bytes() != content


def test_an_index_without_its_data(tmp_path: Path, warm_cache: Path) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(warm_cache, cache)
    for file in cache.rglob("*.nbc"):
        file.unlink()
    assert output(start(PROGRAM, cache)) == ANSWER


def test_nowhere_to_write(tmp_path: Path) -> None:
    """A read-only package, cache and home folder: here a file stands where a folder should be."""
    shutil.copytree(
        ROOT / "coursekit", tmp_path / "coursekit", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "coursekit/engine/rules/__pycache__").write_text("in the way")
    (tmp_path / "file").write_text("no folder")
    below = tmp_path / "file" / "below"
    homes = {"HOME": str(below), "XDG_CACHE_HOME": str(below), "IPYTHONDIR": str(below)}
    process = start(PROGRAM, below, tmp_path, LOCALAPPDATA=str(below), **homes)
    assert output(process) == ANSWER
    assert not stored(tmp_path)


def test_a_kernel_is_compiled_anew_when_what_it_imports_has_changed(tmp_path: Path) -> None:
    """numba looks at a function's own file only: an update of rng.py would leave old playouts.

    A number counts as much as a kernel.
    """
    shutil.copytree(
        ROOT / "coursekit", tmp_path / "coursekit", ignore=shutil.ignore_patterns("__pycache__")
    )
    engine = tmp_path / "coursekit/engine/rules"
    (engine / "number.py").write_text("SIDES = 60\n")
    (engine / "middle.py").write_text(
        "from numba import uint64\n"
        "from coursekit.engine.rules import rng\n"
        "from coursekit.engine.rules._jit import Bits, kernel\n"
        "from coursekit.engine.rules.number import SIDES\n"
        "@kernel\n"
        "def dice(state: Bits) -> Bits:\n"
        "    return rng.below(state, uint64(SIDES))\n"
    )
    (engine / "top.py").write_text(
        "from coursekit.engine.rules._jit import Bits, kernel\n"
        "from coursekit.engine.rules.middle import dice\n"
        "@kernel\n"
        "def twice(state: Bits) -> Bits:\n"
        "    return dice(state) + dice(state)\n"
    )
    program = "from coursekit.engine.rules import top; print(top.twice(2**63))"
    assert output(start(program, tmp_path / "cache", tmp_path)) == "60"
    text = (engine / "rng.py").read_text()
    changed = text.replace("return ((state >> _U32) * n) >> _U32", "return n - ONE")
    assert changed != text
    (engine / "rng.py").write_text(changed)
    assert output(start(program, tmp_path / "cache", tmp_path)) == "118"
    (engine / "number.py").write_text("SIDES = 70\n")
    assert output(start(program, tmp_path / "cache", tmp_path)) == "138"

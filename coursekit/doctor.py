"""Says whether this machine is ready for the course, or what to fix.

The first cell of lesson 00 calls :func:`doctor`; ``python -m coursekit doctor`` shows more.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import os
import pkgutil
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 14)
LEAST_FREE_GB = 0.5

_ROOT = Path(__file__).resolve().parent.parent
_KERNELS = _ROOT / "coursekit" / "engine"
_INSTALL_KERNEL = f"`python course.py lab`, or {sys.executable} -m ipykernel install --sys-prefix"
_ABSENT = "not installed"
_RECOMPILE = f"delete every __pycache__ in {_KERNELS} and try again"
_REINSTALL = "delete the folder .venv and run `python course.py lab`"


@dataclass(frozen=True)
class Finding:
    """What was found about one thing; it is fine when there is no ``cure``."""

    what: str
    found: str
    cure: str = ""


def _finding(what: str, cure: str) -> Callable[[Callable[[], str]], Callable[[], Finding]]:
    """Makes a check of what a function returns; whatever it raises becomes a line to fix."""

    def wrap(check: Callable[[], str]) -> Callable[[], Finding]:
        @functools.wraps(check)
        def tried() -> Finding:
            try:
                return Finding(what, check())
            except Exception as error:
                return Finding(what, f"failed with {type(error).__name__}: {error}", cure)

        return tried

    return wrap


def doctor() -> None:
    """Prints one line when all is well, the same on every machine, or what to fix.

    The line is compared by the tests of lesson 00, so it names no version and no path.
    """
    packages = list(check_packages(dev=False))
    others = [check_python(), check_jupyter(), check_board(), check_cache(), check_disk()]
    problems = [finding for finding in [*others, *packages] if finding.cure]
    told = [f"{one.what}: {one.found}. To fix it: {one.cure}" for one in problems]
    well = f"OK: Python, {len(packages)} packages, Jupyter, compiled kernels, disk"
    print("\n".join(told) or well)


def report(quiet: bool = False) -> int:
    """Prints a line for every finding, and returns the exit status of the command.

    Args:
        quiet: Whether to print problems only.

    Returns:
        0 when there is nothing to fix, otherwise 1.
    """
    status = 0
    for finding in _all_findings():
        cure = f"\n{'':<24} -> {finding.cure}" if finding.cure else ""
        if cure or not quiet:
            print(f"{finding.what:<24} {'' if cure else 'OK  '}{finding.found}{cure}", flush=True)
        status |= bool(cure)
    return status


def _all_findings() -> Iterator[Finding]:
    yield (python := check_python())
    if python.cure:
        return
    packages = list(check_packages(dev=True))
    yield from packages
    yield Finding("processors", str(os.cpu_count()))
    if any(one.cure and _ABSENT in one.found for one in packages):
        return  # the rest needs them
    kernels = check_board, check_kernels, check_cache
    for check in (check_jupyter, *kernels, check_plots, check_torch, check_disk):
        yield check()


def check_python() -> Finding:
    """Returns whether the pinned packages exist for this Python."""
    found = ".".join(map(str, sys.version_info[:3]))
    if OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
        return Finding("Python", f"{found}, {sys.executable}")
    span = " to ".join(".".join(map(str, version)) for version in (OLDEST_PYTHON, NEWEST_PYTHON))
    return Finding("Python", f"this is {found}", f"use one from {span}")


def check_packages(dev: bool) -> Iterator[Finding]:
    """Yields a finding for each package that the course asks for by name.

    Args:
        dev: Whether the packages that only tests and the book need belong to them; they may be
            missing, but not of another version.
    """
    pins, needed = _pins(), _requirements(dev=False)
    absent: list[str] = []
    optional: list[str] = []
    for name in _requirements(dev):
        pin = pins.get(name)
        wanted = f"{name}=={pin}" if pin else name
        cure = f'{sys.executable} -m pip install "{wanted}"'
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            if name not in needed:
                optional.append(name)
            elif _is_other_python():
                absent.append(name)
            else:
                yield Finding(name, f"is {_ABSENT}", cure)
            continue
        if pin and version.partition("+")[0] != pin:
            yield Finding(name, f"is {version}, but the course is tested with {pin}", cure)
        else:
            yield Finding(name, version)
    if absent:
        cure = "`python course.py lab` makes a Python that has them all"
        yield Finding("packages", f"{_ABSENT}: {', '.join(absent)}", cure)
    if optional:
        yield Finding("for tests and the book", f"{_ABSENT}: {', '.join(optional)}")


def missing(error: ImportError, words: str) -> str:
    """Returns in one line what to do where a package cannot be imported.

    Args:
        error: What the import raised.
        words: The command line that needs it.
    """
    if error.name is None:
        return str(error)
    if _is_other_python():
        cure = f"the course has a Python of its own, so run `python course.py {words}`"
    else:
        cure = f"`{sys.executable} -m coursekit doctor` says what to do"
    return f"{sys.executable} has no {error.name}: {cure}"


def _is_other_python() -> bool:
    """Returns whether this is a checkout, whose ``.venv`` this Python does not belong to."""
    return sys.prefix == sys.base_prefix and (_ROOT / "course.py").exists()


def _requirements(dev: bool) -> list[str]:
    """Returns the names of the direct dependencies, from the checkout or the installed package."""
    if _pins():
        import tomllib  # which an old Python has not

        project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        lines = project["dependencies"] + (project["optional-dependencies"]["dev"] if dev else [])
    else:
        lines = importlib.metadata.requires("coursekit") or []
        lines = [line for line in lines if dev or "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in lines]


def _pins() -> dict[str, str]:
    """Returns the versions in the checkout's constraints.txt; none where there is no checkout."""
    file = _ROOT / "constraints.txt"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return dict(line.split("==") for line in text.splitlines() if "==" in line)


@_finding("Jupyter kernel", _INSTALL_KERNEL)
def check_jupyter() -> str:
    """Returns whether notebooks run on this Python."""
    if "ipykernel.kernelapp" in sys.modules:
        return "this one"
    from jupyter_client.kernelspec import KernelSpecManager

    python = KernelSpecManager().get_kernel_spec("python3").argv[0]
    # Jupyter replaces a bare "python" by its own interpreter.
    if os.path.dirname(python) not in ("", os.path.dirname(sys.executable)):
        raise LookupError(f"'python3' runs {python}, not this Python")
    return "this Python"


@_finding("compiled kernels", _RECOMPILE)
def check_board() -> str:
    """Returns whether the kernels of the board work; the others are compiled when needed."""
    from coursekit import othello
    from coursekit.truth import perft

    if (leaves := perft(othello.make(), 5)) != 1396:
        raise ArithmeticError(f"they count {leaves} games of five moves instead of 1396")
    return "1396 games of five moves"


@_finding("all kernels", _RECOMPILE)
def check_kernels() -> str:
    """Returns whether all kernels can be compiled; compiles those that are not on disk yet."""
    from coursekit import engine

    modules = [found.name for found in pkgutil.walk_packages(engine.__path__, "coursekit.engine.")]
    for module in modules:
        importlib.import_module(module)
    return f"{len(modules)} modules"


@_finding("kernel cache", "set NUMBA_CACHE_DIR to a folder that can be written")
def check_cache() -> str:
    """Returns whether compiled kernels can be kept on disk."""
    given = os.environ.get("NUMBA_CACHE_DIR", _KERNELS)
    for place in (given, _KERNELS, os.path.expanduser("~")):
        with suppress(OSError), tempfile.TemporaryFile(dir=place):
            return str(place)
    raise OSError("no folder for it can be written, so every start compiles again")


@_finding("plots", _REINSTALL)
def check_plots() -> str:
    """Returns whether matplotlib works; lets it write its font cache."""
    from matplotlib import font_manager

    return os.path.basename(font_manager.findfont("sans"))


@_finding("torch device", _REINSTALL)
def check_torch() -> str:
    """Returns the device that networks would run on."""
    import torch

    if torch.cuda.is_available():
        return f"cuda, {torch.cuda.get_device_name()}"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def check_disk() -> Finding:
    """Returns whether there is room for checkpoints and outputs."""
    free = shutil.disk_usage(_ROOT).free / 1e9
    cure = "" if free >= LEAST_FREE_GB else f"free at least {LEAST_FREE_GB} GB"
    return Finding("disk", f"{free:.1f} GB free", cure)

"""Says whether this machine is ready for the course, or what to fix.

The first cell of lesson 00 calls :func:`doctor`; ``python -m coursekit doctor`` shows more.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pkgutil
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 14)
LEAST_FREE_GB = 0.5

_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Finding:
    """What was found about one thing; it is fine when there is no ``cure``."""

    what: str
    found: str
    cure: str = ""


def doctor() -> None:
    """Prints one line when all is well, the same on every machine, or what to fix.

    The line is compared by the tests of lesson 00, so it names no version and no path.
    """
    packages = list(check_packages(dev=False))
    others = [check_python(), check_jupyter(), check_kernels(), check_cache(), check_disk()]
    problems = [finding for finding in [*others, *packages] if finding.cure]
    for problem in problems:
        print(f"{problem.what}: {problem.found}. To fix it: {problem.cure}")
    if not problems:
        print(f"OK: Python, {len(packages)} packages, Jupyter, compiled kernels, disk")


def report(quiet: bool = False) -> int:
    """Prints a line for every finding, and returns the exit status of the command.

    Args:
        quiet: Whether to print problems only.

    Returns:
        0 when there is nothing to fix, otherwise 1.
    """
    status = 0
    for finding in _all_findings():
        if finding.cure:
            status = 1
            print(f"{finding.what:<24} {finding.found}\n{'':<24} -> {finding.cure}", flush=True)
        elif not quiet:
            print(f"{finding.what:<24} OK  {finding.found}", flush=True)
    return status


def _all_findings() -> Iterator[Finding]:
    yield check_python()
    yield from check_packages(dev=True)
    yield check_jupyter()
    yield check_kernels()
    yield check_cache()
    yield check_plots()
    yield check_torch()
    yield Finding("processors", str(os.cpu_count()))
    yield check_disk()


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
        dev: Whether the packages that only tests and the book need belong to them.
    """
    pins = _pins()
    for name in _requirements(dev):
        pin = pins.get(name)
        wanted = f"{name}=={pin}" if pin else name
        cure = f'{sys.executable} -m pip install "{wanted}"'
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            yield Finding(name, "is not installed", cure)
            continue
        if pin and version.partition("+")[0] != pin:
            yield Finding(name, f"is {version}, but the course is tested with {pin}", cure)
        else:
            yield Finding(name, version)


def _requirements(dev: bool) -> list[str]:
    """Returns the names of the direct dependencies, from the checkout or the installed package."""
    if _in_checkout():
        project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        lines = project["dependencies"] + (project["optional-dependencies"]["dev"] if dev else [])
    else:
        lines = importlib.metadata.requires("coursekit") or []
        lines = [line for line in lines if dev or "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in lines]


def _pins() -> dict[str, str]:
    """Returns the versions in the checkout's constraints.txt; none where it is not there."""
    if not _in_checkout():
        return {}
    text = (_ROOT / "constraints.txt").read_text(encoding="utf-8")
    return dict(line.split("==") for line in text.splitlines() if "==" in line)


def _in_checkout() -> bool:
    return (_ROOT / "constraints.txt").exists()


def check_jupyter() -> Finding:
    """Returns whether notebooks run on this Python."""
    if "ipykernel.kernelapp" in sys.modules:
        return Finding("Jupyter kernel", "this one")
    cure = f"{sys.executable} -m ipykernel install --sys-prefix"
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError as error:
        return Finding("Jupyter kernel", str(error), f"{sys.executable} -m pip install jupyterlab")
    try:
        python = KernelSpecManager().get_kernel_spec("python3").argv[0]
    except NoSuchKernel:
        return Finding("Jupyter kernel", "is not registered", cure)
    # Jupyter replaces a bare "python" by its own interpreter.
    if python == os.path.basename(python) or Path(python).parent == Path(sys.executable).parent:
        return Finding("Jupyter kernel", "this Python")
    return Finding(
        "Jupyter kernel",
        f"'python3' runs {python}, not this Python",
        f"start the lessons with `python course.py lab`, or run {cure}",
    )


def check_kernels() -> Finding:
    """Returns whether the compiled kernels work; compiles those that are not on disk yet."""
    what = "compiled kernels"
    cure = f"delete {_ROOT / 'coursekit' / 'engine' / '__pycache__'} and try again"
    try:
        from coursekit import engine, othello
        from coursekit.truth import perft

        for module in pkgutil.iter_modules(engine.__path__, "coursekit.engine."):
            importlib.import_module(module.name)
        leaves = perft(othello.make(), 5)
    except Exception as error:  # whatever is broken must become a line, not a traceback
        return Finding(what, f"fail with {type(error).__name__}: {error}", cure)
    if leaves != 1396:
        return Finding(what, f"count {leaves} games of five moves instead of 1396", cure)
    return Finding(what, "1396 games of five moves")


def check_cache() -> Finding:
    """Returns whether compiled kernels can be kept on disk."""
    places = [str(_ROOT / "coursekit" / "engine"), os.path.expanduser("~")]
    for place in [os.environ.get("NUMBA_CACHE_DIR", places[0]), *places]:
        try:
            with tempfile.TemporaryFile(dir=place):
                return Finding("kernel cache", place)
        except OSError:
            continue
    return Finding(
        "kernel cache",
        "no folder for it can be written, so every start compiles again",
        "set NUMBA_CACHE_DIR to a folder that can",
    )


def check_plots() -> Finding:
    """Returns whether matplotlib works; lets it write its font cache."""
    try:
        from matplotlib import font_manager

        return Finding("plots", os.path.basename(font_manager.findfont("sans")))
    except Exception as error:
        return Finding(
            "plots", f"matplotlib fails with {type(error).__name__}: {error}", _reinstall()
        )


def check_torch() -> Finding:
    """Returns the device that networks would run on."""
    try:
        import torch
    except Exception as error:
        return Finding("torch", f"fails with {type(error).__name__}: {error}", _reinstall())
    if torch.cuda.is_available():
        return Finding("torch device", f"cuda, {torch.cuda.get_device_name()}")
    return Finding("torch device", "mps" if torch.backends.mps.is_available() else "cpu")


def check_disk() -> Finding:
    """Returns whether there is room for checkpoints and outputs."""
    free = shutil.disk_usage(_ROOT).free / 1e9
    if free < LEAST_FREE_GB:
        return Finding("disk", f"only {free:.1f} GB are free", f"free {LEAST_FREE_GB} GB")
    return Finding("disk", f"{free:.1f} GB free")


def _reinstall() -> str:
    return "delete the folder .venv and run `python course.py lab`"

"""Where the outputs of a lesson come from: the processor, the packages and the code.

``refresh`` writes it into the notebook's metadata; when a cell fails, the difference says why.
"""

import hashlib
import importlib.metadata
import platform
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from tests.notebooks.lessons import ROOT

PACKAGES = ("numba", "numpy", "pandas", "torch")
# What decides in which order, and how exactly, numbers are added up.
_FEATURES = ("avx2", "avx512f", "avx512bf16", "amx-bf16", "neon", "sve", "bf16")


@cache
def processor() -> str:
    """Returns system and processor; where both are the same, a learned number is the same."""
    there = llvm.get_host_cpu_features()
    features = " ".join(name for name in _FEATURES if there.get(name))
    return f"{platform.system()} {platform.machine()}, {llvm.get_host_cpu_name()} {features}"


@cache
def packages() -> dict[str, str]:
    """Returns the versions of Python and of the packages that a lesson's numbers depend on."""
    found = {name: importlib.metadata.version(name) for name in PACKAGES}
    return {"python": ".".join(platform.python_version_tuple()[:2]), **found}


@cache
def code() -> str:
    """Returns a digest of coursekit's code and networks."""
    folder = ROOT / "coursekit"
    paths = sorted(path for kind in ("py", "safetensors") for path in folder.rglob(f"*.{kind}"))
    texts = [path.read_bytes().replace(b"\r\n", b"\n") for path in paths]
    return _digest(*(path.relative_to(folder).as_posix().encode() for path in paths), *texts)


def cells(notebook: Any) -> str:
    """Returns a digest of a lesson's own code."""
    return _digest(*(cell.source.encode() for cell in notebook.cells if cell.cell_type == "code"))


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def here(notebook: Any) -> dict[str, Any]:
    """Returns what the metadata of a notebook say when it is run here and now."""
    return {
        "processor": processor(),
        "packages": packages(),
        "code": code(),
        "cells": cells(notebook),
    }


def changes(notebook: Any) -> list[str]:
    """Returns what is not as it was when the outputs of a notebook were recorded, a line each."""
    then, now = notebook.metadata.get("coursekit"), here(notebook)
    if then is None:
        return ["nothing says where these outputs were recorded: refresh the lesson"]
    found = []
    if then["processor"] != now["processor"]:
        found.append(f"processor: recorded on {then['processor']}; this is {now['processor']}")
    versions = [
        f"{name} {then['packages'].get(name, 'none')} → {version}"
        for name, version in now["packages"].items()
        if then["packages"].get(name) != version
    ]
    if versions:
        found.append(f"packages: {', '.join(versions)}")
    if then["code"] != now["code"]:
        found.append("code: coursekit has changed since these outputs were recorded")
    if then["cells"] != now["cells"]:
        found.append("code: the lesson's own cells have changed since then")
    unchanged = "neither processor, packages nor code: this result differs from run to run"
    return found or [unchanged]

"""The pinned environment: one set of versions, the same for students, conda users and CI."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import course_venv
import coursekit
from _ext import frame
from coursekit import doctor

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def test_every_installed_package_is_pinned_at_its_version():
    if Path(sys.prefix) != course_venv.VENV:
        pytest.skip("your own environment may hold more, and other versions; the doctor says which")
    installed = {
        canonical(package.name): package.version.partition("+")[0]
        for package in importlib.metadata.distributions()
    }
    for own in ("coursekit", "pip"):
        installed.pop(own, None)
    expected = {canonical(name): version for name, version in pins().items()}
    assert installed == {name: expected.get(name) for name in installed}


def test_pip_finds_no_conflict():
    check = [sys.executable, "-m", "pip", "check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_conda_installs_what_course_py_installs():
    lines = (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
    items = [line.strip().removeprefix("- ") for line in lines if line.strip().startswith("- ")]
    assert items == ["conda-forge", "python=3.11", "pip", "pip:", "-c constraints.txt", "-e .[dev]"]
    source = (ROOT / "course_venv.py").read_text(encoding="utf-8")
    assert '["-c", "constraints.txt", "-c", "hashes.txt", "-e", ".[dev]"]' in source


def test_every_pin_but_that_of_torch_has_hashes():
    text = (ROOT / "hashes.txt").read_text(encoding="utf-8")
    found = dict(re.findall(r"^([\w.-]+)==(\S+)[^\n]*\\\n    --hash=sha256:", text, re.M))
    hashed = {canonical(name): version for name, version in found.items()}
    wanted = {canonical(name): version for name, version in pins().items()}
    assert wanted.pop("torch")  # its CPU build is another file, of another index
    assert {name: hashed.get(name) for name in wanted} == wanted


def test_the_supported_pythons_are_the_same_everywhere():
    oldest, newest = course_venv.OLDEST, course_venv.NEWEST
    assert PROJECT["requires-python"] == f">={oldest[0]}.{oldest[1]},<{newest[0]}.{newest[1] + 1}"
    assert (oldest, newest) == (doctor.OLDEST_PYTHON, doctor.NEWEST_PYTHON)


def test_ci_and_the_workflows_run_the_command_of_the_readme_on_every_system():
    script = ROOT / ".ci" / "run"
    commands = [
        line for line in script.read_text(encoding="utf-8").splitlines() if "course" in line
    ]
    assert commands == ["exec python course.py test"]
    assert "python course.py test" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert os.name == "nt" or os.access(script, os.X_OK)
    workflows = ROOT / ".github" / "workflows"
    jobs = yaml.safe_load((workflows / "tests.yml").read_text(encoding="utf-8"))["jobs"]
    systems = jobs["test"]["strategy"]["matrix"]["os"]
    assert systems == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert jobs["test"]["steps"][-1]["run"].startswith("python course.py test ")
    book = yaml.safe_load((workflows / "book.yml").read_text(encoding="utf-8"))["jobs"]["book"]
    assert {"run": "python course.py book"} in book["steps"]


def test_the_address_of_the_course_stands_in_one_place():
    address = PROJECT["urls"]["Repository"]
    assert frame.address() == address
    assert f"git clone {address}\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere_and_has_its_changes():
    version = PROJECT["version"]
    assert coursekit.__version__ == version
    for name in ("README.md", "notebooks/instructors.md"):
        assert f"Version {version}" in (ROOT / name).read_text(encoding="utf-8")
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

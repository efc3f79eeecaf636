"""The doctor: silent numbers when all is well, and one cure for each thing that is wrong."""

import importlib
import importlib.metadata
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

import pytest

from coursekit import __main__, doctor, truth
from coursekit.doctor import Finding


@pytest.fixture
def versions(monkeypatch):
    """Returns a function that makes packages seem to have other versions, or to be missing."""
    real = importlib.metadata.version

    def pretend(**others: str | None) -> None:
        def version(name: str) -> str:
            if name not in others:
                return real(name)
            found = others[name]
            if found is None:
                raise importlib.metadata.PackageNotFoundError(name)
            return found

        monkeypatch.setattr(importlib.metadata, "version", version)

    return pretend


def cures(findings: list[Finding]) -> dict[str, str]:
    return {finding.what: finding.cure for finding in findings if finding.cure}


def test_all_is_well_in_one_line_and_another_version_is_named_with_the_right_one(versions, capsys):
    doctor.doctor()
    line = "OK: Python, 12 packages, Jupyter, compiled kernels, disk\n"
    assert capsys.readouterr().out == line
    versions(numpy="1.26.4")
    doctor.doctor()
    out = capsys.readouterr().out
    assert out.startswith("numpy: is 1.26.4, but the course is tested with 2.4.6. To fix it: ")
    assert f'{sys.executable} -m pip install "numpy==2.4.6"' in out
    assert "OK" not in out


def test_a_missing_package_is_named_but_one_for_developers_and_a_local_build_is_not(
    versions,
):
    """Regression: after an install from the wheel 13 of them were called problems."""
    versions(ruff=None, mypy="0.1", tqdm=None, torch="2.13.0+cu130")
    assert list(cures(list(doctor.check_packages(dev=False)))) == ["tqdm"]
    found = list(doctor.check_packages(dev=True))
    assert list(cures(found)) == ["tqdm", "mypy"]
    assert found[-1] == Finding("for tests and the book", "not installed: ruff")


@pytest.fixture
def bare(tmp_path):
    """Returns a function that runs a command line with a Python that has no packages."""
    (tmp_path / "course.py").touch()
    for name in ("coursekit", "pyproject.toml", "constraints.txt"):
        (tmp_path / name).symlink_to(doctor._ROOT / name)
    python = getattr(sys, "_base_executable", sys.executable)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [python, "-I", "-S", "-c", STARTING, str(tmp_path), *words]
        return subprocess.run(command, capture_output=True, text=True)

    return run


STARTING = """import sys
sys.path.insert(0, sys.argv.pop(1))
from coursekit.__main__ import main
sys.exit(main())"""


def test_help_and_doctor_survive_a_python_without_packages(bare):
    """Regression: ModuleNotFoundError for the Python that had just run course.py."""
    helped = bare("--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert "strength  measure" in helped.stdout
    told = bare("doctor")
    assert (told.returncode, told.stderr) == (1, "")
    assert "not installed: anywidget, ipywidgets, joblib, jupyterlab, " in told.stdout
    assert "-> `python course.py lab` makes a Python" in told.stdout


@pytest.mark.parametrize("words", ["play uct:1000", "match a b", "train --help"])
def test_a_python_without_packages_is_told_where_to_go(bare, words):
    done = bare(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        f"has no numpy: the course has a Python of its own, so run `python course.py {words}`"
        in (done.stderr)
    )
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("version", [(3, 9, 1), (3, 10, 9), (3, 15, 0)])
def test_an_unsuitable_python_is_named(monkeypatch, capsys, version):
    monkeypatch.setattr(sys, "version_info", version)
    finding, found = doctor.check_python(), "this is " + ".".join(map(str, version))
    assert (finding.found, finding.cure) == (found, "use one from 3.11 to 3.14")
    if version < (3, 11):
        assert __main__.main(["play"]) == 2
        assert capsys.readouterr().err == f"coursekit play: {found}: use one from 3.11 to 3.14\n"


def test_outside_a_checkout_the_installed_package_says_what_it_needs(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "_ROOT", tmp_path)
    lines = ["numpy>=2", "torch", 'pytest; extra == "dev"']
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: lines)
    assert [finding.what for finding in doctor.check_packages(dev=False)] == ["numpy", "torch"]
    assert cures(list(doctor.check_packages(dev=True))) == {}


def with_kernel(monkeypatch: pytest.MonkeyPatch, *argv: str) -> Finding:
    kernelspec = importlib.import_module("jupyter_client.kernelspec")
    monkeypatch.delitem(sys.modules, "ipykernel.kernelapp", raising=False)
    spec = types.SimpleNamespace(argv=[*argv, "-m", "ipykernel_launcher"])

    def get(self: object, name: str) -> Any:
        if argv:
            return spec
        raise kernelspec.NoSuchKernel(name)

    monkeypatch.setattr(kernelspec.KernelSpecManager, "get_kernel_spec", get)
    return doctor.check_jupyter()


def test_a_kernel_of_another_python_or_none_is_named(monkeypatch):
    finding = with_kernel(monkeypatch, "/opt/other/bin/python3")
    assert "/opt/other/bin/python3, not this Python" in finding.found
    assert "course.py lab" in finding.cure
    assert "ipykernel install" in with_kernel(monkeypatch).cure
    for python in ("python", "python3", sys.executable):
        assert not with_kernel(monkeypatch, python).cure


def test_no_writable_cache_and_a_full_disk_are_named(monkeypatch):
    def refuse(**where: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert "NUMBA_CACHE_DIR" in doctor.check_cache().cure
    monkeypatch.setattr(shutil, "disk_usage", lambda path: types.SimpleNamespace(free=2e8))
    finding = doctor.check_disk()
    assert (finding.found, finding.cure) == ("0.2 GB free", "free at least 0.5 GB")


def test_kernels_that_fail_or_count_wrong_become_a_line(monkeypatch):
    monkeypatch.setattr(truth, "perft", lambda env, depth: 1395)
    finding = doctor.check_board()
    assert finding.found.endswith("they count 1395 games of five moves instead of 1396")
    assert "__pycache__" in finding.cure
    monkeypatch.setattr(truth, "perft", lambda env, depth: Path("/no/such/code").read_bytes())
    assert "failed with FileNotFoundError: " in doctor.check_board().found


def test_the_kernels_of_every_sub_room_are_compiled(monkeypatch):
    imported: list[str] = []
    monkeypatch.setattr(importlib, "import_module", imported.append)
    assert not doctor.check_kernels().cure
    assert {"coursekit.engine.rules.othello", "coursekit.engine.mcts.forest"} <= set(imported)


def test_the_command_makes_every_check_says_what_to_do_and_exits_by_it(monkeypatch, capsys):
    whats = {finding.what for finding in doctor._all_findings()}
    assert {"Python", "torch device", "plots", "processors", "kernel cache"} <= whats
    findings = [Finding("numpy", "2.4.6")]
    monkeypatch.setattr(doctor, "_all_findings", lambda: findings)
    assert __main__.main(["doctor", "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert __main__.main(["doctor"]) == 0
    assert capsys.readouterr().out.split() == ["numpy", "OK", "2.4.6"]
    findings.append(Finding("tqdm", "is not installed", "install it"))
    assert __main__.main(["doctor", "--quiet"]) == 1
    assert " ".join(capsys.readouterr().out.split()) == "tqdm is not installed -> install it"

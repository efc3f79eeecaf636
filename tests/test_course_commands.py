"""The commands of course.py: what they hand on to, and what they say of a wrong one."""

import contextlib
import os
import re
import subprocess
import sys

import pytest

import course
import course_venv as venv
from coursekit import __main__ as command_line


@pytest.mark.parametrize("arguments", [[], ["--help"], ["help"], ["lab", "--help"], ["test", "-h"]])
def test_help_explains_the_commands(arguments, capsys):
    assert course.main(arguments) == 0
    out = capsys.readouterr().out
    assert all(f"python course.py {name}" in out for name in course.HERE)
    assert all(name in out for name in course.PACKAGE)


@pytest.mark.parametrize(
    ("word", "answer"), [("tset", "did you mean test?"), ("xyzzy", "say lab, reset, test, book, ")]
)
def test_an_unknown_command_is_named_before_anything_is_installed(
    word, answer, monkeypatch, capsys
):
    monkeypatch.setattr(venv, "prepare", pytest.fail)
    assert course.main([word]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"course.py: There is no command {word!r}: {answer}")
    assert len(err.splitlines()) == 1


def test_every_command_of_the_package_is_handed_on(capsys):
    with contextlib.suppress(SystemExit):
        command_line.main(["--help"])
    listed = re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, re.M)
    assert sorted(listed) == sorted(course.PACKAGE)


@pytest.fixture
def handed(monkeypatch):
    """Records what is handed on, and from which folder; `.venv` seems to be there."""
    seen: list[tuple[list[str], str]] = []

    def keep(command: list[str]) -> int:
        seen.append((command[1:], os.getcwd()))
        return 7

    monkeypatch.setattr(venv, "prepare", lambda: None)
    monkeypatch.setattr(course, "hand_on", keep)
    return seen


def test_commands_of_the_package_run_where_the_user_is(handed, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert course.main(["play", "uct:1000", "--help"]) == 7
    assert handed == [(["-m", "coursekit", "play", "uct:1000", "--help"], str(tmp_path))]


@pytest.mark.parametrize(
    ("word", "module"),
    [("lab", "_ext.lab"), ("reset", "_ext.lessons"), ("test", "tests"), ("book", "_ext.book")],
)
def test_the_others_run_in_the_folder_of_the_course(handed, monkeypatch, tmp_path, word, module):
    monkeypatch.chdir(tmp_path)
    assert course.main([word, "-k", "perft"]) == 7
    assert handed == [(["-m", module, "-k", "perft"], str(venv.ROOT))]


@pytest.mark.parametrize("system", ["posix", "nt"])
@pytest.mark.skipif(os.name == "nt", reason="execve ends the caller at once there")
def test_the_status_of_what_runs_is_that_of_course_py(system):
    script = (
        "import os, sys, types, course;"
        f"course.os = types.SimpleNamespace(name={system!r}, execve=os.execve);"
        "sys.exit(course.hand_on([sys.executable, '-c', 'raise SystemExit(7)']))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=venv.ROOT, check=False)
    assert done.returncode == 7

"""The commands of course.py: what they start, pass on, print and return."""

import os
import re
import subprocess
import sys
import urllib.request
import webbrowser
from pathlib import Path

import pytest

import course
import course_venv as venv
from tests.browser.lab import lab

POSIX = pytest.mark.skipif(os.name == "nt", reason="uses POSIX signals")

# --- the command line ----------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["--help"], ["test", "--help"]])
def test_help_explains_the_commands(arguments, capsys):
    assert course.main(arguments) == 0
    out = capsys.readouterr().out
    assert all(f"python course.py {name}" in out for name in ("lab", "test", "book"))
    assert "python course.py test -k perft" in out


def test_an_unknown_command_is_named(capsys):
    assert course.main(["tests"]) == 1
    assert capsys.readouterr().err == "course.py: There is no `tests`: say lab, test or book.\n"


@pytest.fixture
def calls(monkeypatch):
    """Records what `test` runs; everything passes but what a test makes fail."""
    recorded: list[list[str]] = []

    def call(command: list[str], **options: object) -> int:
        recorded.append(command[2:])
        return 0

    monkeypatch.setattr(venv, "prepare", lambda: None)
    monkeypatch.setattr(course, "book", lambda extra: 0)
    monkeypatch.setattr(subprocess, "call", call)
    return recorded


def test_arguments_of_test_go_to_pytest_alone(calls):
    assert course.main(["test", "-k", "perft"]) == 0
    assert calls == [["pytest", "-k", "perft"]]


def test_a_notebook_is_run_by_nbval(calls):
    course.main(["test", "notebooks/00_the_board.ipynb", "-x"])
    assert calls == [["pytest", *course.NBVAL, "notebooks/00_the_board.ipynb", "-x"]]


def test_all_stages_run_and_the_failed_ones_are_named(calls, monkeypatch, capsys):
    monkeypatch.setattr(
        subprocess, "call", lambda command, **options: int(command[2] in ("ruff", "mypy"))
    )
    monkeypatch.setattr(course, "book", lambda extra: 3)
    assert course.main(["test"]) == 1
    out, err = capsys.readouterr()
    rows = [line.rsplit(maxsplit=2) for line in out.splitlines()]
    table = {row[0]: row[2] for row in rows if row[-1:] in (["FAILED"], ["passed"])}
    assert table == {
        "ruff check": "FAILED",
        "ruff format": "FAILED",
        "mypy": "FAILED",
        "book": "FAILED",
        "pytest": "passed",
        "notebooks": "passed",
    }
    assert "did not pass: ruff check, ruff format, mypy, book." in err


def test_when_all_pass_the_status_is_0(calls):
    assert course.main(["test"]) == 0
    assert [call[0] for call in calls] == ["ruff", "ruff", "mypy", "pytest", "coursekit", "pytest"]
    assert calls[-1][-6:-2] == ["-n", "2", "--dist", "loadscope"]
    assert calls[-1][-1] == "notebooks"


REPORT = """<testsuites><testsuite>
<testcase classname="tests.engine.test_solver" name="a" time="2.5" />
<testcase classname="tests.engine.test_solver" name="b" time="1.0" />
<testcase classname="notebooks.03_minimax.ipynb" name="Cell 0" time="7.25" />
</testsuite></testsuites>"""


def test_the_slowest_files_are_printed(calls, monkeypatch, tmp_path, capsys):
    def call(command: list[str], **options: object) -> int:
        for argument in command:
            if argument.startswith("--junitxml=") and "notebooks" not in command:
                Path(argument.partition("=")[2]).write_text(REPORT, encoding="utf-8")
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(venv, "VENV", tmp_path)
    (tmp_path / "notebooks.xml").write_text("of an earlier run", encoding="utf-8")
    assert course.main(["test"]) == 0
    out = capsys.readouterr().out
    assert "      7.2  notebooks.03_minimax.ipynb\n      3.5  tests.engine.test_solver\n" in out
    assert not (tmp_path / "notebooks.xml").exists()


# --- the book and the lab ------------------------------------------------------------------


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Lets `lab` and `book` start a script in place of Jupyter, and keeps their command."""
    seen: dict[str, list[str]] = {"script": [""]}
    start = venv.start

    def fake(command: list[str]) -> "subprocess.Popen[str]":
        seen["command"] = command
        return start([sys.executable, "-c", seen["script"][0]])

    monkeypatch.setattr(venv, "start", fake)
    monkeypatch.setattr(venv, "VENV", tmp_path)
    for name in ("BOOK", "SOLUTIONS"):
        page = tmp_path / name / "_build" / "html" / "index.html"
        monkeypatch.setattr(course, name, page)
    return seen


def test_a_book_with_warnings_fails_and_shows_them(child, capsys):
    child["script"] = ["print('reading'); print('x.md: WARNING: no title'); raise SystemExit(1)"]
    assert course.book([]) == 1
    out = capsys.readouterr().out
    assert "    x.md: WARNING: no title" in out
    assert "reading" not in out


def test_a_build_without_a_book_fails(child):
    # jupyter-book 2 ignores _config.yml and exits 0 with nothing built.
    assert course.book([]) == 1


BUILD = "import pathlib; page = pathlib.Path({!r}); page.parent.mkdir(parents=True); page.touch()"


@pytest.mark.parametrize(
    ("options", "name", "shown"),
    [
        ([], "BOOK", "0"),
        (["--no-solutions"], "BOOK", "0"),
        (["--solutions"], "SOLUTIONS", "1"),
        (["--solutions", "--no-solutions"], "BOOK", "0"),
    ],
)
def test_solutions_are_shown_only_when_asked_for_and_in_a_folder_of_their_own(
    child, capsys, options, name, shown
):
    page = getattr(course, name)
    child["script"] = [BUILD.format(str(page))]
    assert course.book([*options, "-v"]) == 0
    out = capsys.readouterr().out
    assert page.as_uri() in out
    assert ("with solutions" in out) == (shown == "1")
    assert child["command"][3] == shown
    assert "-W" in child["command"]
    assert child["command"][-3:] == ["--path-output", str(page.parents[2]), "-v"]


LAB_SAYS = """
print("[I ServerApp] jupyterlab | extension was successfully loaded.")
import socket
server = socket.create_server(("127.0.0.1", 0))
url = ":%d/lab/tree/notebooks/00_x.ipynb?token=abc" % server.getsockname()[1]
print("    http://localhost" + url)
print("    http://127.0.0.1" + url, flush=True)
server.accept()  # until its address was tried
"""


@pytest.fixture
def opened(monkeypatch):
    """Records the addresses that are opened in a browser; there seems to be one."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    monkeypatch.setenv("DISPLAY", ":0")
    return addresses


def test_lab_prints_and_opens_its_address_and_hides_the_rest_of_jupyter(child, opened, capsys):
    child["script"] = [LAB_SAYS]
    assert course.lab(["--port", "9999"]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(
        r"JupyterLab is at\n\n    http://localhost:\d+/lab/tree/notebooks/00_x\.ipynb\?token=abc\n\n"
        r"Stop it with Ctrl-C\.\n",
        out,
    )
    assert opened == [out.split()[3]]
    assert child["command"][-2:] == ["--port", "9999"]


def test_a_lab_that_fails_shows_why(child, capsys):
    child["script"] = ["print('port 1 is not allowed'); raise SystemExit(1)"]
    with pytest.raises(course.Stop, match=r"lab\.log"):
        course.lab([])
    assert "    port 1 is not allowed" in capsys.readouterr().out


@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_root_is_allowed_only_where_it_is_root(child, monkeypatch, user, allowed):
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    course.lab([])
    assert ("--allow-root" in child["command"]) is allowed


def test_without_a_display_no_browser_is_opened(child, opened, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    child["script"] = [LAB_SAYS]
    course.lab([])
    assert opened == []


def test_no_browser_is_opened_when_none_is_wanted(child, opened):
    child["script"] = [LAB_SAYS]
    course.lab(["--no-browser"])
    assert opened == []


@POSIX
def test_jupyterlab_answers_at_its_address_and_ends_on_ctrl_c(tmp_path):
    with lab(venv.ROOT, tmp_path) as address, urllib.request.urlopen(address, timeout=60) as page:
        assert page.status == 200
        assert "JupyterLab" in page.read().decode()

"""The commands of course.py: what they start, pass on, print and return."""

import os
import re
import subprocess
import sys
import urllib.request
import webbrowser

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


# --- the lab ----------------------------------------------------------------------------------


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Lets `lab` start a script in place of Jupyter, and keeps its command."""
    seen: dict[str, list[str]] = {"script": [""]}
    start = venv.start

    def fake(command: list[str]) -> "subprocess.Popen[str]":
        seen["command"] = command
        return start([sys.executable, "-c", seen["script"][0]])

    monkeypatch.setattr(venv, "start", fake)
    monkeypatch.setattr(venv, "VENV", tmp_path)
    return seen


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

"""JupyterLab as `course.py lab` opens it: its address, its browser, its end."""

import os
import re
import subprocess
import sys
import urllib.request
import webbrowser

import pytest

from _ext import lab as lab_command
from _ext import lessons
from tests.browser.lab import lab

POSIX = pytest.mark.skipif(os.name == "nt", reason="uses POSIX signals")


@pytest.fixture
def child(tmp_path, monkeypatch):
    """Lets `lab` start a script in place of Jupyter, and keeps its command."""
    seen: dict[str, list[str]] = {"script": [""]}
    start = lab_command.start

    def fake(command: list[str]) -> "subprocess.Popen[str]":
        seen["command"] = command
        return start([sys.executable, "-c", seen["script"][0]])

    monkeypatch.setattr(lab_command, "start", fake)
    monkeypatch.setattr(lab_command, "LOG", tmp_path / "lab.log")
    monkeypatch.setattr(lab_command, "write_settings", lambda: None)
    monkeypatch.setattr(lab_command, "compile_the_rest", lambda: start([sys.executable, "-c", ""]))
    monkeypatch.setattr(lessons, "update", lambda: ["03_minimax.ipynb has a new version"])
    return seen


LAB_SAYS = """
print("[I ServerApp] jupyterlab | extension was successfully loaded.")
import socket
server = socket.create_server(("127.0.0.1", 0))
url = ":%d/lab/tree/index.ipynb?token=abc" % server.getsockname()[1]
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
    assert lab_command.main(["--port", "9999"]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(
        r"03_minimax\.ipynb has a new version\nJupyterLab is at\n\n    http://localhost:\d+/lab/tree/index\.ipynb\?token=abc\n\n"
        r"Stop it with Ctrl-C\.\n",
        out,
    )
    assert opened == [out.split()[8]]
    assert child["command"][-2:] == ["--port", "9999"]


def test_a_lab_that_fails_shows_why(child, capsys):
    child["script"] = ["print('port 1 is not allowed'); raise SystemExit(1)"]
    assert lab_command.main([]) == 1
    out, err = capsys.readouterr()
    assert "    port 1 is not allowed" in out
    assert str(lab_command.LOG) in err


@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_root_is_allowed_only_where_it_is_root(child, monkeypatch, user, allowed):
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    lab_command.main([])
    assert ("--allow-root" in child["command"]) is allowed


@pytest.mark.parametrize("words", [[], ["--no-browser"]])
def test_without_a_display_or_when_none_is_wanted_no_browser_is_opened(
    child, opened, monkeypatch, words
):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in () if words else ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    child["script"] = [LAB_SAYS]
    lab_command.main(words)
    assert opened == []


@POSIX
def test_jupyterlab_answers_at_its_address_and_ends_on_ctrl_c(tmp_path):
    with (
        lab(tmp_path / "copies", tmp_path) as address,
        urllib.request.urlopen(address, timeout=60) as page,
    ):
        assert page.status == 200
        assert "JupyterLab" in page.read().decode()


def test_a_folder_that_cannot_be_written_is_one_line(child, monkeypatch, capsys):
    def refuse() -> list[str]:
        raise PermissionError(13, "Permission denied", "my_lessons")

    monkeypatch.setattr(lessons, "update", refuse)
    assert lab_command.main([]) == 2
    assert capsys.readouterr().err == "course.py lab: my_lessons: Permission denied\n"


def test_bug_a_second_ctrl_c_hurries_the_end():
    """It was a traceback, and could leave JupyterLab running."""
    told = []

    class Impatient:
        def wait(self, seconds):
            told.append(seconds)
            if len(told) == 1:
                raise KeyboardInterrupt

        def terminate(self):
            told.append("terminate")

        def kill(self):
            told.append("kill")

    lab_command.stop(Impatient(), 5)
    assert told == [5, "terminate", 10]

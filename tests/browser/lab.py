"""JupyterLab as `course.py lab` starts it, on a folder of notebooks, and a page to use it by."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _ext.lab import SETTINGS
from course_venv import ROOT

_LAB = """
import pathlib, signal, subprocess, sys
from _ext import lab, lessons
signal.signal(signal.SIGINT, signal.default_int_handler)
lab.LOG, lessons.COPIES = pathlib.Path(sys.argv[1], "lab.log"), pathlib.Path(sys.argv[2])
lab.write_settings = lambda: None
lab.compile_the_rest = lambda: subprocess.Popen([sys.executable, "-c", ""])
sys.exit(lab.main(["--no-browser", "--ServerApp.port=" + sys.argv[3]]))
"""


@contextmanager
def lab(folder: Path, own: Path) -> Iterator[str]:
    """Starts JupyterLab on copies of the lessons and yields its address, with the token.

    Args:
        folder: Where the copies are made; what is there already is shown, too.
        own: An empty folder for JupyterLab's settings and logs.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    places = {
        name: str(own / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    # Where the tests' own settings lie, and not in the environment that all share.
    settings = Path(places["JUPYTER_CONFIG_DIR"], "labconfig", "default_setting_overrides.json")
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(SETTINGS), encoding="utf-8")
    started = subprocess.Popen(
        [sys.executable, "-c", _LAB, str(own), str(folder), str(port)],
        cwd=ROOT,
        env={**os.environ, **places},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert started.stdout is not None
    try:
        address = next((line.strip() for line in started.stdout if "http" in line), None)
        assert address is not None, "JupyterLab did not start"
        yield address
        os.killpg(started.pid, signal.SIGINT)
        assert started.stdout.read().splitlines()[-1] == "JupyterLab has stopped."
        assert started.wait(30) == 0
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)


def open_notebook(page: Any, address: str, name: str) -> None:
    """Opens a notebook and waits for its kernel."""
    base, _, token = address.partition("?")
    base = re.sub(r"/lab.*", "/lab", base)
    page.goto(f"{base}/tree/{name}?reset&{token}")  # not the tabs of the last page
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
    page.wait_for_selector("text=/ipykernel.* \\| Idle/", timeout=60_000)


def run_all(page: Any) -> None:
    """Runs all cells and waits for the last one."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_selector("text=/ipykernel.* \\| Busy/", timeout=60_000)
    page.wait_for_selector("text=/ipykernel.* \\| Idle/", timeout=60_000)
    page.wait_for_function(
        """() => ![...document.querySelectorAll(".jp-CodeCell .jp-InputArea-prompt")]
          .some((prompt) => prompt.textContent.includes("*"))""",
        timeout=60_000,
    )


def restart_kernel(page: Any) -> None:
    """Restarts the kernel and waits until it is there again."""
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.locator(".lm-Menu-item[data-command='kernelmenu:restart']").click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.wait_for_selector("text=/ipykernel.* \\| Idle/", timeout=60_000)


def run_cell(page: Any, number: int) -> None:
    """Runs one code cell again and waits until it has run."""
    prompt = page.locator(".jp-CodeCell .jp-InputArea-prompt").nth(number)
    before = prompt.text_content()
    page.locator(".jp-CodeCell .jp-InputArea-editor").nth(number).click()
    page.keyboard.press("Control+Enter")
    page.wait_for_function(
        """([number, before]) => {
          const prompt = document.querySelectorAll(".jp-CodeCell .jp-InputArea-prompt")[number];
          return /\\[\\d+\\]/.test(prompt.textContent) && prompt.textContent !== before;
        }""",
        arg=[number, before],
    )


def output_of(page: Any, number: int) -> str:
    """Returns the text that a code cell has printed."""
    outputs = page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea-output")
    return "".join(outputs.all_inner_texts()).strip()

"""Opens the student's copies of the lessons in JupyterLab, on the map: ``python -m _ext.lab``.

While the first pages are read, the kernels of the later lessons are compiled in the background.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections import deque
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from _ext import lessons

LOG = Path(sys.prefix) / "lab.log"
FIRST_PAGE = "/lab/tree/index.ipynb"
STYLE = Path(__file__).with_name("lab_style")

# Nobody is asked about news and updates on the first start, the glossary opens as a page, and a
# board to play on is saved with its notebook: opened again it is seen and says what to do.
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
}


def main(arguments: list[str]) -> int:
    """Opens JupyterLab, waits for its end, and returns the exit status."""
    try:
        for line in lessons.update():
            print(line, flush=True)
        write_settings()
    except OSError as error:
        print(f"course.py lab: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "jupyterlab", "-y", "--no-browser"]
    command += [f"--LabApp.default_url={FIRST_PAGE}", f"--ServerApp.root_dir={lessons.COPIES}"]
    command += ["--custom-css", f"--ServerApp.tornado_settings=static_custom_path={STYLE}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    background = compile_the_rest()
    child = start(command + arguments)
    try:
        code, said = follow(child, has_browser() and "--no-browser" not in arguments)
    except KeyboardInterrupt:
        print("\nJupyterLab has stopped.", flush=True)
        return 0
    finally:
        stop(background, 0)
        stop(child, 5)
    if code != 0:
        print("\n".join(f"    {line}" for line in said), flush=True)
        print(f"course.py lab: JupyterLab ended as shown above. Its log: {LOG}", file=sys.stderr)
    return code


def write_settings() -> None:
    """Writes what JupyterLab has for every user, until they choose otherwise."""
    folder = Path(sys.prefix) / "share" / "jupyter" / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "overrides.json").write_text(json.dumps(SETTINGS, indent=1), encoding="utf-8")


def compile_the_rest() -> "subprocess.Popen[bytes]":
    """Starts to compile all kernels, out of the way of what the student does."""
    calm = {"preexec_fn": lambda: os.nice(10)} if os.name == "posix" else {}
    command = [sys.executable, "-m", "coursekit", "doctor", "--quiet"]
    null = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=null, stdout=null, stderr=null, **calm)


def start(command: list[str]) -> "subprocess.Popen[str]":
    """Starts a child whose output, errors included, is read as text."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


def follow(child: "subprocess.Popen[str]", opens: bool) -> tuple[int, list[str]]:
    """Logs what JupyterLab says and announces its address; returns how it ended.

    Returns:
        Its exit status and the last lines that it said.
    """
    said, shown = deque[str](maxlen=20), False
    assert child.stdout is not None
    with LOG.open("w", encoding="utf-8") as file:
        LOG.chmod(0o600)  # it holds the token
        for line in child.stdout:
            said.append(line.rstrip())
            file.write(line)
            file.flush()
            url = re.search(r"https?://\S+/lab\S*", line)
            if url and not shown:
                shown = True
                announce(url.group(), child, opens)
    return child.wait(), list(said)


def announce(url: str, child: "subprocess.Popen[str]", opens: bool) -> None:
    """Prints the address as soon as it answers, and opens it in the browser if asked to."""
    where = urlsplit(url)
    for _ in range(100):  # Jupyter prints the address some time before it listens there
        try:
            socket.create_connection((where.hostname, where.port), timeout=1).close()
            break
        except OSError:
            if child.poll() is not None:
                return
            time.sleep(0.1)
    print(f"JupyterLab is at\n\n    {url}\n\nStop it with Ctrl-C.", flush=True)
    if opens:
        webbrowser.open(url)


def has_browser() -> bool:
    """Returns whether a browser with a window can be opened here."""
    if sys.platform == "linux":
        names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
        if not any(map(os.environ.get, names)):
            return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def stop(child: "subprocess.Popen[bytes] | subprocess.Popen[str]", patience: float) -> None:
    """Ends a child, which may end by itself within some seconds; gently, then by force.

    Another Ctrl-C meanwhile hurries it.
    """
    for end, seconds in ((lambda: None, patience), (child.terminate, 10), (child.kill, 10)):
        end()
        with suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            child.wait(seconds)
            return


if __name__ == "__main__":
    # A stopped container ends JupyterLab as Ctrl-C does.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))

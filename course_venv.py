"""Makes the course's Python environment, `.venv`, once; course.py runs everything else in it.

Whatever went wrong, the next run recovers: what is unfinished, out of date or of another Python
is made anew, and what is not the course's own is moved aside, not deleted.
"""
# Standard library only, and the syntax of Python 3.6: see course.py.

import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 14)  # held equal to pyproject.toml by a test
NEEDED_GB = 3  # the environment takes 2 GB, pip's unpacking somewhat more for a while

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"


class Stop(Exception):
    """Something the user can mend; the message is the one line that says how."""


def version_problem(version, executable, arguments, starts):
    """Returns what to do about an unsuitable Python, or None when `version` is a right one.

    `starts` tells whether a command such as `python3.13` runs here.
    """
    if OLDEST <= tuple(version[:2]) <= NEWEST:
        return None
    line = "The course needs Python {}.{} to {}.{}, and {} is {}.{}".format(
        *OLDEST, *NEWEST, executable, *version[:2]
    )
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        if starts("python3.{}".format(minor)):
            return "{}: run `python3.{} course.py {}`.".format(line, minor, " ".join(arguments))
    return line + ": install one from https://www.python.org/downloads/ and run course.py with it."


def starts(command):
    """Returns whether `command` is a Python that runs (a pyenv shim may be there and not run)."""
    try:
        return subprocess.call([command, "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def python():
    """Returns the path of the interpreter in `.venv`."""
    return str(VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python")


def fingerprint():
    """Returns a hash of all that the environment depends on; `.venv` holds that of its making."""
    # Below the first [tool.*] table, pyproject.toml only configures ruff, mypy and pytest.
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("\n[tool.")[0]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    parts = [project, pins, "{}.{}".format(*sys.version_info[:2]), str(VENV)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def is_ready():
    """Returns whether `.venv` is complete, up to date and its Python starts."""
    try:
        if (VENV / "coursekit.stamp").read_text(encoding="utf-8") != fingerprint():
            return False
        return subprocess.call([python(), "-c", ""], env=environment()) == 0
    except OSError:
        return False


def environment():
    """Returns the variables for every child: the user's, less those that reach into `.venv`."""
    env = dict(os.environ)
    for name in ("PYTHONHOME", "PYTHONPATH", "PYTHONWARNINGS", "PIP_TARGET", "PIP_PREFIX"):
        env.pop(name, None)
    env.update(PIP_USER="0", PIP_NO_INPUT="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    env.update(PYTHONUTF8="1", PYTHONNOUSERSITE="1", JUPYTER_PREFER_ENV_PATH="1")
    # Jupyter looks here first, so that the lessons run on this kernel whatever others there are.
    jupyter_path = [str(VENV / "share" / "jupyter"), env.get("JUPYTER_PATH", "")]
    env["JUPYTER_PATH"] = os.pathsep.join(filter(None, jupyter_path))
    return env


def prepare():
    """Makes `.venv` and installs the pinned packages, unless that was done before."""
    if is_ready():
        return
    with one_at_a_time() as lock:
        if is_ready():
            return
        clear_venv()
        free = shutil.disk_usage(str(VENV)).free / 1e9
        if free < NEEDED_GB:
            shutil.rmtree(str(VENV), ignore_errors=True)
            raise Stop(disk_line("only {:.1f} GB are free".format(free)))
        base = getattr(sys, "_base_executable", None) or sys.executable
        install("Making .venv", [base, "-m", "venv", str(VENV.resolve())], lock)
        # Most of 14,000 files are never imported; Python compiles the others when they are.
        pip = [python(), "-m", "pip", "install", "--no-compile"]
        pip += ["-c", "constraints.txt", "-e", ".[dev]"]
        install("Installing the pinned packages (about two minutes, once)", pip, lock)
        quiet_jupyterlab()
        (VENV / "coursekit.stamp").write_text(fingerprint(), encoding="utf-8")


def clear_venv():
    """Leaves an empty `.venv`, with a mark that it is ours; moves aside one that is not."""
    try:
        is_empty = VENV.is_dir() and not os.listdir(str(VENV))
        ours = is_empty or (VENV / "coursekit.log").exists()
        if os.path.lexists(str(VENV)) and not ours:
            aside = ROOT / time.strftime(".venv-old-%Y%m%d-%H%M%S")
            VENV.rename(aside)
            say("The .venv that was here is not the course's: moved to {}".format(aside.name))
        elif ours and not is_empty:
            say("Replacing .venv: it is unfinished, out of date, or of another Python")
            # The mark goes last, so that an interrupted removal is finished by the next run.
            for entry in sorted(VENV.iterdir(), key=lambda entry: entry.name == "coursekit.log"):
                if entry.is_dir() and not entry.is_symlink():
                    shutil.rmtree(str(entry))
                else:
                    entry.unlink()
        VENV.mkdir(exist_ok=True)
        (VENV / "coursekit.log").write_text("", encoding="utf-8")
    except OSError as error:
        if is_full(str(error)):
            raise Stop(disk_line("it is full")) from None
        raise Stop(
            "Cannot write {} ({}): close programs that use it, or copy the course to a folder "
            "of your own, and run the same command again.".format(VENV, error.strerror or error)
        ) from None


@contextlib.contextmanager
def one_at_a_time():
    """Holds a lock while `.venv` is being made; the system frees it however its holder ends.

    Gives the open lock file, or None where there can be none. The installing child inherits it,
    so that a pip that outlives a killed course.py is waited for.
    """
    try:
        file = open(str(ROOT / ".venv.lock"), "a")
    except OSError:
        yield None
        return
    with file:
        told = False
        while not try_lock(file):
            if not told:
                say("Waiting: another course.py is installing into this .venv")
            told = True
            time.sleep(0.5)
        yield file


def try_lock(file):
    """Returns False while another process holds the lock on `file`."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN)  # others: no locks on this disk
    return True


def install(what, command, lock):
    """Runs one step of making `.venv` behind a status line.

    Its output goes to `.venv/coursekit.log`. Raises Stop with what to do when the step fails.
    """
    keep = {} if lock is None or os.name == "nt" else {"pass_fds": [lock.fileno()]}
    started = time.time()
    if not sys.stdout.isatty():
        say(what + " ...")
    child = start(command, **keep)
    lines = deque(maxlen=400)
    try:
        reader = threading.Thread(target=collect, args=(child.stdout, lines), daemon=True)
        reader.start()
        while reader.is_alive():
            reader.join(0.5)
            status(what, started, lines)
        code = child.wait()
    finally:
        stop(child)
    status(what, started, lines, "done" if code == 0 else "failed")
    if code != 0:
        raise Stop(diagnose(code, list(lines), shutil.disk_usage(str(ROOT)).free))


def collect(stream, lines):
    """Copies a child's output into `lines` and, as long as the disk takes it, into the log."""
    with open(str(VENV / "coursekit.log"), "a", encoding="utf-8") as log:
        for line in stream:
            lines.append(line.rstrip())
            try:
                log.write(line)
                log.flush()
            except OSError:
                pass  # a full disk: `lines` still holds what pip says about it


def status(what, started, lines, end=None):
    """Shows one line with the seconds so far; on a terminal, also what pip is busy with."""
    text = "{} ... {:.0f} s".format(what, time.time() - started)
    if not sys.stdout.isatty():
        if end:
            say(text + ", " + end)
        return
    busy = [line for line in list(lines)[-20:] if re.match(r"\s*(Coll|Downl|Inst|Build)", line)]
    text += ", " + end if end else "  ({})".format(busy[-1].strip()) if busy else ""
    width = shutil.get_terminal_size().columns - 1
    sys.stdout.write("\r" + text[:width].ljust(width) + ("\n" if end else ""))
    sys.stdout.flush()


def is_full(text):
    """Returns whether `text` tells of a full disk."""
    pattern = r"No space left|Errno 28\b|not enough space|quota exceeded|Errno 122\b"
    return bool(re.search(pattern, text))


def disk_line(what):
    """Returns what to do about a full disk."""
    places = sorted({str(ROOT), tempfile.gettempdir()})
    return "The disk has too little room, {}: free {} GB where {} {}, and run again.".format(
        what, NEEDED_GB, " and ".join(places), "lies" if len(places) == 1 else "lie"
    )


NETWORK = (
    r"name resolution|NameResolutionError|getaddrinfo|Name or service not known|"
    r"NewConnectionError|Failed to establish|Network is unreachable|ConnectTimeout|ReadTimeout|"
    r"Read timed out|Connection (aborted|reset|refused|broken)|ProxyError|SSLError|"
    r"CERTIFICATE_VERIFY_FAILED|Max retries exceeded"
)


def diagnose(code, lines, free):
    """Returns what to do about a failed step, from its output and the free bytes on the disk."""
    text, log = "\n".join(lines), "Its log: {}".format(VENV / "coursekit.log")
    if is_full(text) or free < 20e6:
        shutil.rmtree(str(VENV), ignore_errors=True)  # half an environment must not fill it further
        return disk_line("it is full")
    if re.search("ensurepip is not available|No module named '?(ensurepip|venv)", text):
        return "This Python makes no environments: run `sudo apt install python3-venv`, then again."
    if re.search(NETWORK, text):
        return "No way to the package index: check the network (and proxy), and run again. " + log
    if re.search(r"Permission denied|Errno 13|Read-only file system|WinError 5\b", text):
        return "Cannot write in {}: copy the course to a folder of your own. {}".format(VENV, log)
    missing = re.search(r"No matching distribution found for (\S+)", text)
    if missing:
        return "{} does not exist for this machine (Python {}.{}, {}): see README.md. {}".format(
            missing.group(1), *sys.version_info[:2], sys.platform, log
        )
    if code in (-9, 137):
        return "The system stopped pip, mostly for lack of memory: close programs and run again."
    telling = [line for line in lines if re.search(r"(?i)\berror\b", line)] or lines
    for line in telling[-8:]:
        say("    " + line)
    return "The installation failed as shown: run again; if it stays, report it. " + log


def quiet_jupyterlab():
    """Keeps JupyterLab from asking a newcomer about news and updates on the first start."""
    folder = VENV / "share" / "jupyter" / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    choice = {"fetchNews": "false", "checkForUpdates": False}
    settings = {"@jupyterlab/apputils-extension:notification": choice}
    (folder / "overrides.json").write_text(json.dumps(settings), encoding="utf-8")


def start(command, **options):
    """Starts a child in the course's folder whose output, errors included, is read as text."""
    options.update(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    options.update(universal_newlines=True, encoding="utf-8", errors="replace")
    return subprocess.Popen(command, cwd=str(ROOT), env=environment(), **options)


def stop(child, patience=0):
    """Ends a child, which may end by itself within `patience` seconds; gently, then by force."""
    for end, seconds in ((lambda: None, patience), (child.terminate, 10), (child.kill, 10)):
        end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
            return


def say(line):
    """Prints a line at once, also into a pipe."""
    print(line, flush=True)

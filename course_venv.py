"""Makes the course's Python environment, `.venv`, once; course.py runs everything else in it.

pip brings uv, and uv the pinned packages. Whatever went wrong, the next run recovers: what is
unfinished, out of date or of another Python is made anew, and what is not ours is moved aside.
"""
# Standard library only, and the syntax of Python 3.6: see course.py.

import ast
import contextlib
import errno
import functools
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

if os.name == "nt":
    import msvcrt
else:
    import fcntl

OLDEST, NEWEST = (3, 11), (3, 14)  # held equal to pyproject.toml by a test
TORCH_CPU = "https://download.pytorch.org/whl/cpu/"
GB = {False: (0.5, 2), True: (3, 6)}  # to download and on the disk; True: torch for NVIDIA cards

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
LOG = VENV / "coursekit.log"  # also the mark that this .venv is ours
STAMP = VENV / "coursekit.stamp"
BOARD = "from coursekit import display, othello; display.play(othello.make())"

PIP_TO_UV = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "proxy": "ALL_PROXY"}
PIP_TO_UV.update({"find-links": "UV_FIND_LINKS", "cert": "SSL_CERT_FILE"})
NETWORK = "(?i)sending request|resolution|timed out|connection|connect error|tunnel|certificate|ssl"
REMEDIES = {
    "ensurepip is not available|No module named '?(ensurepip|venv)": (
        "This Python makes no environments: run `sudo apt install python3-venv`, then again."
    ),
    "no wheels|No matching distribution|there is no version": (
        "A package does not exist for this machine: see README.md, What it runs on."
    ),
    NETWORK: "No way to the package index: check the network (and proxy), and run again.",
    "(?i)permission denied|read-only file system|access is denied|not permitted": (
        "Cannot write in .venv: close programs that use it, or copy the course to another folder."
    ),
}

say = functools.partial(print, flush=True)  # at once, also into a pipe


class Stop(Exception):
    """Something the user can mend; the message is the one line that says how."""


def check_version(version, arguments):
    """Raises Stop, with what to do, for a Python that the packages do not exist for."""
    if OLDEST <= tuple(version[:2]) <= NEWEST:
        return
    line = "The course needs Python {}.{} to {}.{}, and {} is {}.{}: "
    line = line.format(*OLDEST, *NEWEST, sys.executable, *version[:2])
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        if starts("python3.{}".format(minor)):
            raise Stop("{}run `python3.{} course.py {}`.".format(line, minor, " ".join(arguments)))
    raise Stop(line + "install one from https://www.python.org/downloads/ and use that.")


def starts(command):
    """Returns whether `command` is a Python that runs (a pyenv shim may be there and not run)."""
    with contextlib.suppress(OSError):
        return subprocess.call([command, "-c", ""], stderr=subprocess.DEVNULL, env=variables()) == 0
    return False


def variables():
    """Returns the environment of every child: the user's, less what reaches into `.venv`."""
    env = dict(os.environ)
    for name in ("HOME", "PATH", "WARNINGS", "DONTWRITEBYTECODE", "PIP_TARGET", "PIP_PREFIX"):
        env.pop(name if "_" in name else "PYTHON" + name, None)
    env.update(PIP_USER="0", PIP_NO_INPUT="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    env.update(PYTHONUTF8="1", PYTHONNOUSERSITE="1", JUPYTER_PREFER_ENV_PATH="1")
    # Looked at first, so that the lessons run on this kernel whatever others there are.
    for name, path in (("PATH", Path(PYTHON).parent), ("JUPYTER_PATH", VENV / "share" / "jupyter")):
        env[name] = os.pathsep.join(filter(None, [str(path), env.get(name)]))
    return env


def fingerprint():
    """Returns a hash of all that the environment depends on; `.venv` holds that of its making."""
    # Below the first [tool.*] table, pyproject.toml only configures ruff, mypy and pytest.
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("\n[tool.")[0]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    parts = [project, pins, "{}.{}".format(*sys.version_info[:2]), str(VENV)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def is_ready():
    """Returns whether `.venv` is complete, up to date and its Python starts."""
    with contextlib.suppress(OSError):
        return STAMP.read_text(encoding="utf-8") == fingerprint() and starts(PYTHON)
    return False


def prepare():
    """Makes `.venv` and installs the pinned packages, unless that was done before."""
    if is_ready():
        return
    with one_at_a_time() as lock:
        if is_ready():
            return
        clear_venv()
        base = getattr(sys, "_base_executable", None) or sys.executable
        run("Making .venv", [base, "-m", "venv", str(VENV.resolve())], lock)
        pip = [PYTHON, "-m", "pip"]
        run("Bringing uv", [*pip, "install", "-c", "constraints.txt", "uv"], lock)
        settings = uv_settings(run("", [*pip, "config", "list"], lock))
        uv = [PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON]
        uv += ["-c", "constraints.txt", "-c", "hashes.txt", "-e", ".[dev]"]
        for_nvidia = "nvidia-" in run("", [*uv, "--dry-run"], lock, settings)
        if for_nvidia and not has_nvidia():
            say("{} cannot be reached: torch comes with much for NVIDIA cards.".format(TORCH_CPU))
        download, needed = GB[for_nvidia]
        free = shutil.disk_usage(str(VENV)).free / 1e9
        if free < needed + 1:
            line = "The disk has only {:.1f} GB free: make it {}, and run again."
            raise Stop(line.format(free, needed + 1))
        what = "Installing the pinned packages (up to {} GB to download, {} GB on the disk)"
        run(what.format(download, needed), uv, lock, settings)
        run("Compiling the board", [PYTHON, "-c", BOARD], lock)
        STAMP.write_text(fingerprint(), encoding="utf-8")


def uv_settings(pip_says):
    """Returns the variables by which uv uses the index of pip's settings, and the right torch."""
    settings = {}
    for line in pip_says.splitlines():
        name, _, value = line.partition("=")
        variable = PIP_TO_UV.get(name.rpartition(".")[2])
        if variable and variable not in os.environ:
            comma = "," if variable == "UV_FIND_LINKS" else " "
            settings[variable] = comma.join(ast.literal_eval(value).split())
    if "UV_INDEX" in settings:
        settings["UV_INDEX_STRATEGY"] = "unsafe-best-match"  # as pip does
    if sys.platform == "linux" and not has_nvidia() and "UV_TORCH_BACKEND" not in os.environ:
        with contextlib.suppress(OSError):  # not every network reaches it
            urllib.request.urlopen(TORCH_CPU + "torch/", timeout=5).close()
            settings["UV_TORCH_BACKEND"] = "cpu"
    return settings


def has_nvidia():
    """Returns whether this machine has an NVIDIA card that is set up."""
    return bool(shutil.which("nvidia-smi")) or os.path.exists("/proc/driver/nvidia/version")


def clear_venv():
    """Leaves an empty `.venv`, with a mark that it is ours; moves aside one that is not."""
    entries = os.listdir(str(VENV)) if VENV.is_dir() else []
    if os.path.lexists(str(VENV)) and (entries or not VENV.is_dir()) and not LOG.exists():
        aside = ROOT / time.strftime(".venv-old-%Y%m%d-%H%M%S")
        VENV.rename(aside)
        say("The .venv that was here is not the course's: moved to {}".format(aside.name))
    elif entries:
        say("Replacing .venv: it is unfinished, out of date, or of another Python")
        # The mark goes last, so that an interrupted removal is finished by the next run.
        for path in sorted((VENV / name for name in entries), key=LOG.__eq__):
            shutil.rmtree(str(path)) if path.is_dir() and not path.is_symlink() else path.unlink()
    VENV.mkdir(exist_ok=True)
    LOG.write_text("", encoding="utf-8")


@contextlib.contextmanager
def one_at_a_time():
    """Holds the lock on making `.venv`, an open file; the system frees it however we end."""
    with open(str(ROOT / ".venv.lock"), "a") as file:
        for turn in itertools.count():
            try:
                if os.name == "nt":
                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                else:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if error.errno not in (errno.EACCES, errno.EAGAIN):
                    break  # this disk knows no locks
            if turn == 0:
                say("Waiting: another course.py is installing into this .venv")
            time.sleep(0.5)
        yield file


def run(what, command, lock, settings=()):
    """Does one step of making `.venv` and returns what it printed, which also goes to the log.

    Says `what` it does and how long it took. Raises Stop with what to do when the step fails.
    """
    # The child holds the lock, too, so that an install that outlives course.py is waited for.
    options = {} if os.name == "nt" else {"pass_fds": [lock.fileno()]}
    options.update(cwd=str(ROOT), env=dict(variables(), **dict(settings)), stdin=subprocess.DEVNULL)
    started, code, printed = time.time(), None, ""
    with open(str(LOG), "a") as log, open(str(LOG), encoding="utf-8", errors="replace") as said:
        said.seek(0, os.SEEK_END)
        child = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **options)
        try:
            while code is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    code = child.wait(0.5)
                printed += said.read()
                status(what, time.time() - started, printed, code is not None)
        except BaseException:  # Ctrl-C, too
            child.kill()
            raise
    if code != 0:
        raise diagnose(code, printed, shutil.disk_usage(str(ROOT)).free)
    return printed


def status(what, seconds, printed, ended):
    """Says what is being done and for how long; on a terminal also what was printed last."""
    terminal = sys.stdout.isatty()
    if what and (ended or terminal):
        last = "" if ended else ["", *printed.splitlines()][-1]
        width = terminal * (shutil.get_terminal_size().columns - 1)
        line = "{} ... {:.0f} s {}".format(what, seconds, last).rstrip()[: width or None]
        say("\r" * terminal + line.ljust(width), end="\n" * ended)


def diagnose(code, printed, free):
    """Returns the Stop for a failed step, from what it printed and the free bytes on the disk."""
    if re.search("(?i)no space left|not enough space|quota exceeded", printed) or free < 20e6:
        shutil.rmtree(str(VENV), ignore_errors=True)  # half an environment must not fill it further
        return Stop("The disk is full: free {} GB, and run again.".format(GB[False][1] + 1))
    for pattern, remedy in REMEDIES.items():
        if re.search(pattern, printed):
            return Stop("{} The log: {}".format(remedy, LOG))
    if code in (-9, 137):
        return Stop("The system stopped it, mostly for lack of memory: close programs, run again.")
    say("".join("    {}\n".format(line) for line in printed.splitlines()[-8:]))
    return Stop("The installation failed as shown: run again; if it stays, report it. " + str(LOG))

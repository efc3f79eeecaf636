#!/usr/bin/env python3
"""Starts the course: makes its Python environment once, then opens, tests or builds it.

    python course.py lab     open the lessons in JupyterLab
    python course.py test    run every check: style, types, tests, book, notebooks
    python course.py book    build the lessons as a web site, readable without a network

The first run installs the pinned packages into `.venv` beside this file (about two minutes
and 2 GB); later runs start at once. Whatever went wrong, running the command again recovers.

Further arguments are passed on:

    python course.py lab --port 9999        to JupyterLab
    python course.py test -k perft          to pytest; then only pytest runs
    python course.py test -m slow           the slow tests, which `test` leaves out
    python course.py test notebooks/00_the_board.ipynb      one notebook
    python course.py book -v                to jupyter-book

    python course.py book --solutions       shows a solution below each exercise, for instructors;
                                            --no-solutions, which is the default, does not
"""
# Standard library only. The syntax stays that of Python 3.6, so that an old Python gets as far
# as saying that it is too old.

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections import Counter, deque
from urllib.parse import urlsplit
from xml.etree import ElementTree

import course_venv as venv
from course_venv import Stop, say, stop

BOOK = venv.ROOT / "_build" / "html" / "index.html"
SOLUTIONS = venv.ROOT / "_build" / "solutions" / "_build" / "html" / "index.html"

NBVAL = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=300"]


# --- the three commands --------------------------------------------------------------------


def lab(extra):
    """Opens JupyterLab on lesson 00 and returns its exit status."""
    lessons = sorted((venv.ROOT / "notebooks").glob("00_*.ipynb"))
    page = "/lab/tree/notebooks/" + lessons[0].name if lessons else "/lab"
    command = [venv.python(), "-m", "jupyterlab", "-y", "--no-browser"]
    command += ["--LabApp.default_url=" + page]
    command += ["--ServerApp.root_dir=" + str(venv.ROOT)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    opens = "--no-browser" not in extra and has_browser()
    child = venv.start(command + extra)
    log, shown = deque(maxlen=20), False
    try:
        with open(str(venv.VENV / "lab.log"), "w", encoding="utf-8") as file:
            os.chmod(file.name, 0o600)  # it holds the token
            for line in child.stdout:
                log.append(line.rstrip())
                file.write(line)
                file.flush()
                url = re.search(r"https?://\S+/lab\S*", line)
                if url and not shown:
                    shown = True
                    announce(url.group(), child, opens)
        code = child.wait()
    except KeyboardInterrupt:
        stop(child, patience=5)
        say("\nJupyterLab has stopped.")
        return 0
    finally:
        stop(child)
    if code != 0:
        for line in log:
            say("    " + line)
        raise Stop("JupyterLab ended as shown above. Its log: {}".format(venv.VENV / "lab.log"))
    return 0


def announce(url, child, opens):
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
    say("JupyterLab is at\n\n    {}\n\nStop it with Ctrl-C.".format(url))
    if opens:
        webbrowser.open(url)


def has_browser():
    """Returns whether a browser with a window can be opened here."""
    if sys.platform.startswith("linux"):
        names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
        if not any(os.environ.get(name) for name in names):
            return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


RUN_BOOK = (
    "import os, sys; os.environ['COURSEKIT_SOLUTIONS'] = sys.argv.pop(1);"
    "from jupyter_book.cli.main import main; sys.exit(main())"
)


def book(extra):
    """Builds the book with warnings as errors, and returns its exit status."""
    choices = ("--no-solutions", "--solutions")
    shown = [choices.index(argument) for argument in extra if argument in choices][-1:] == [1]
    page = SOLUTIONS if shown else BOOK  # apart, so that nobody publishes the wrong one
    shutil.rmtree(str(page.parent), ignore_errors=True)  # pages that are gone must not stay
    options = ["build", ".", "--all", "-W", "--keep-going"]
    options += ["--path-output", str(page.parents[2])]
    options += [argument for argument in extra if argument not in choices]
    child = venv.start([venv.python(), "-c", RUN_BOOK, str(int(shown)), *options])
    lines = []
    try:
        for line in child.stdout:
            lines.append(re.sub(r"\x1b\[[\d;]*m", "", line.rstrip()))
        code = child.wait()
    finally:
        stop(child)
    (venv.VENV / "book.log").write_text("\n".join(lines), encoding="utf-8")
    if code == 0 and page.exists():
        say("The book{}: {}".format(" with solutions" if shown else "", page.as_uri()))
        return 0
    telling = [line for line in lines if re.search("WARNING|ERROR|Error:", line)]
    for line in telling or lines[-20:]:
        say("    " + line)
    say("The book was not built. The log: {}".format(venv.VENV / "book.log"))
    return code or 1


def test(extra):
    """Runs all checks, or pytest alone when it gets arguments, and returns the exit status."""
    env = venv.environment()
    # A personal IPython or matplotlib set-up must not change what the notebooks print.
    env.update(IPYTHONDIR=str(venv.VENV / "ipython"), MPLCONFIGDIR=str(venv.VENV / "matplotlib"))
    env.pop("MPLBACKEND", None)
    python = venv.python()

    def run(*command):
        return subprocess.call([python, "-m", *command], cwd=str(venv.ROOT), env=env)

    if extra:
        notebooks = any(argument.partition("::")[0].endswith(".ipynb") for argument in extra)
        return run("pytest", *(NBVAL if notebooks else []), *extra)

    def run_notebooks():
        # What a first use writes (font cache, compiled kernels) must not land in a cell.
        ready = run("coursekit", "doctor", "--quiet")
        options = ["-n", "2", "--dist", "loadscope", junit("notebooks")]
        return ready or run("pytest", *NBVAL, *options, "notebooks")

    env["COURSEKIT_BOOK_IS_BUILT"] = "1"  # so that no test of the book is skipped
    stages = [
        ("ruff check", lambda: run("ruff", "check", ".")),
        ("ruff format", lambda: run("ruff", "format", "--check", ".")),
        ("mypy", lambda: run("mypy")),
        ("book", lambda: book([])),
        ("pytest", lambda: run("pytest", "-q", "-n", "2", "--dist", "loadscope", junit("pytest"))),
        ("notebooks", run_notebooks),
    ]
    table = []
    for name, stage in stages:
        say("\n== {} ==".format(name))
        started = time.time()
        code = stage()
        table.append((name, time.time() - started, code))
    say("\nseconds, of the slowest files on one of the two cores")
    for name, seconds in (parts("pytest") + parts("notebooks")).most_common(12):
        say("{:>9.1f}  {}".format(seconds, name))
    say("\nstage          seconds")
    for name, seconds, code in table:
        say("{:<12} {:>9.1f}  {}".format(name, seconds, "FAILED" if code else "passed"))
    say("{:<12} {:>9.1f}".format("together", sum(seconds for _, seconds, _ in table)))
    failed = [name for name, _, code in table if code]
    if failed:
        raise Stop("These did not pass: {}. What they say is above.".format(", ".join(failed)))
    return 0


def junit(stage):
    """Returns the option by which pytest writes how long everything took, after removing it."""
    path = venv.VENV / (stage + ".xml")
    with contextlib.suppress(OSError):
        path.unlink()
    return "--junitxml={}".format(path)


def parts(stage):
    """Returns the seconds that each file of a stage took, as far as it got."""
    seconds = Counter()
    with contextlib.suppress(OSError, ElementTree.ParseError):
        for case in ElementTree.parse(str(venv.VENV / (stage + ".xml"))).iter("testcase"):
            seconds[case.get("classname")] += float(case.get("time"))
    return seconds


# --- the command line ----------------------------------------------------------------------


def main(arguments):
    """Runs the command line and returns the exit status."""
    commands = {"lab": lab, "test": test, "book": book}
    if not arguments or {"-h", "--help", "help"} & set(arguments[:2]):
        say(__doc__.strip())
        return 0
    try:
        problem = venv.version_problem(sys.version_info, sys.executable, arguments, venv.starts)
        if problem:
            raise Stop(problem)
        if arguments[0] not in commands:
            raise Stop("There is no `{}`: say lab, test or book.".format(arguments[0]))
        venv.prepare()
        return commands[arguments[0]](arguments[1:])
    except Stop as problem:
        print("course.py: {}".format(problem), file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        print("\ncourse.py: stopped; running it again starts over.", file=sys.stderr, flush=True)
        return 130


if __name__ == "__main__":
    # A stopped container ends the children as Ctrl-C does, also of a run in the background.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))

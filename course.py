#!/usr/bin/env python3
"""Starts the course: makes its Python environment once, then runs everything else in it.

    python course.py lab          open the lessons, in copies of your own, in JupyterLab
    python course.py reset 03     bring lesson 03 back as it was; yours is kept beside it
    python course.py play         play in the terminal; --help after a command says more
    python course.py doctor       say whether all is well, or what to fix

    python course.py test         run every check: style, types, tests, book, notebooks
    python course.py book         build the lessons as a web site, readable without a network

match, league, train, data, solve, render and strength run here, too. Further arguments are passed
on: those of lab to JupyterLab, those of test to pytest, which then runs alone (--all runs the
long tests, too), those of book to jupyter-book (--solutions shows them, for instructors).

The first run installs the pinned packages into `.venv` beside this file (about half a minute and
2 GB; 6 GB with an NVIDIA card); later runs start at once. Whatever went wrong, running the
command again recovers.
"""
# Standard library only. The syntax stays that of Python 3.6, so that an old Python gets as far
# as saying that it is too old.

import difflib
import os
import signal
import subprocess
import sys

import course_venv as venv

HERE = {"lab": "_ext.lab", "reset": "_ext.lessons", "test": "tests", "book": "_ext.book"}
PACKAGE = ("doctor", "solve", "train", "data", "play", "match", "league", "render", "strength")


def main(arguments):
    """Runs the command line and returns the exit status."""
    command, known = (arguments or ["help"])[0], [*HERE, *PACKAGE]
    if {"-h", "--help", "help"} & {command, *arguments[1 : 1 + (command in HERE)]}:
        venv.say(__doc__.strip())
        return 0
    try:
        venv.check_version(sys.version_info, arguments)
        if command not in known:
            close = difflib.get_close_matches(command, known, 1)
            meant = "did you mean {}?".format(*close) if close else "say " + ", ".join(known)
            raise venv.Stop("There is no command {!r}: {}".format(command, meant))
        venv.prepare()
        if command in HERE:
            os.chdir(str(venv.ROOT))
        words = [HERE[command]] if command in HERE else ["coursekit", command]
        return hand_on([venv.PYTHON, "-m", *words, *arguments[1:]])
    except venv.Stop as problem:
        line, status = str(problem), 2
    except OSError as error:
        line = "Cannot write {} ({}): make room, or copy the course to a folder of your own."
        line, status = line.format(error.filename or venv.VENV, error.strerror), 2
    except KeyboardInterrupt:
        line, status = "stopped; running it again starts over.", 130
    print("course.py: {}".format(line), file=sys.stderr, flush=True)
    return status


def hand_on(command):
    """Goes on as another program, or, on Windows, which cannot, runs it and returns its status."""
    if os.name != "nt":
        os.execve(command[0], command, venv.variables())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the program's to answer
    return subprocess.call(command, env=venv.variables())


if __name__ == "__main__":
    # A stopped container ends an installation as Ctrl-C does, also of a run in the background.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))

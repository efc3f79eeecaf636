"""``python -m _ext.book``: what it starts, passes on, prints and returns."""

import sys

import pytest

from _ext import book


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Lets a script stand in for jupyter-book; keeps the command and the variables it is given."""
    seen = {"script": ""}
    real = book._run

    def fake(command, env):
        seen.update(command=command, shown=env["COURSEKIT_SOLUTIONS"])
        return real([sys.executable, "-c", seen["script"]], env)

    monkeypatch.setattr(book, "_run", fake)
    monkeypatch.setattr(book, "LOG", tmp_path / "book.log")
    for name in ("BOOK", "SOLUTIONS"):
        monkeypatch.setattr(book, name, tmp_path / name / "_build" / "html" / "index.html")
    return seen


def test_a_book_with_warnings_fails_and_shows_them(build, capsys):
    build["script"] = "print('reading'); print('x.md: WARNING: no title'); raise SystemExit(1)"
    assert book.main([]) == 1
    out = capsys.readouterr().out
    assert "    x.md: WARNING: no title" in out
    assert "reading" not in out
    assert "reading" in book.LOG.read_text(encoding="utf-8")


def test_a_build_without_a_book_fails(build):
    # jupyter-book 2 ignores _config.yml and exits 0 with nothing built.
    assert book.main([]) == 1


MAKE = "import pathlib; page = pathlib.Path({!r}); page.parent.mkdir(parents=True); page.touch()"


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
    build, capsys, options, name, shown
):
    page = getattr(book, name)
    build["script"] = MAKE.format(str(page))
    assert book.main([*options, "-v"]) == 0
    out = capsys.readouterr().out
    assert page.as_uri() in out
    assert ("with solutions" in out) == (shown == "1")
    assert build["shown"] == shown
    assert "-W" in build["command"]
    assert build["command"][-3:] == ["--path-output", str(page.parents[2]), "-v"]

"""The student's copies of the lessons: what is theirs stays, what is new comes."""

import nbformat
import pytest

from _ext import lessons


@pytest.fixture(autouse=True)
def course(tmp_path, monkeypatch):
    """A course of two lessons, a page and some data, and an empty place for the copies."""
    monkeypatch.setattr(lessons, "ORIGINALS", tmp_path / "notebooks")
    monkeypatch.setattr(lessons, "COPIES", tmp_path / "my_lessons")
    monkeypatch.setattr(lessons.NotebookNotary, "sign", lambda self, notebook: None)
    (tmp_path / "notebooks" / "data").mkdir(parents=True)
    for name in ("00_the_board", "03_minimax"):
        write("notebooks", name, "first = 1")
    (tmp_path / "notebooks" / "glossary.md").write_text("terms", encoding="utf-8")
    (tmp_path / "notebooks" / "data" / "games.txt").write_text("f5d6", encoding="utf-8")


def place(folder, name):
    root = lessons.ORIGINALS if folder == "notebooks" else lessons.COPIES
    return root / f"{name}.ipynb"


def write(folder, name, source, output=""):
    cell = nbformat.v4.new_code_cell(source, id="a")
    if output:
        cell.outputs = [nbformat.v4.new_output("stream", text=output)]
    notebook = nbformat.v4.new_notebook(cells=[cell])
    if folder == "my_lessons":
        notebook.metadata["toc"] = "JupyterLab rewrites what is around the cells"
    nbformat.write(notebook, place(folder, name))


def source(name):
    return nbformat.read(place("my_lessons", name), as_version=4).cells[0].source


def test_everything_but_the_claims_is_copied_once():
    (lessons.ORIGINALS / "claims").mkdir()
    (lessons.ORIGINALS / "claims" / "lesson00.py").write_text("", encoding="utf-8")
    assert lessons.update() == []
    assert not (lessons.COPIES / "claims").exists()
    assert source("03_minimax") == "first = 1"
    assert (lessons.COPIES / "data" / "games.txt").read_text(encoding="utf-8") == "f5d6"
    write("my_lessons", "03_minimax", "mine = 2")
    assert lessons.update() == []
    assert source("03_minimax") == "mine = 2"


def test_a_new_version_leaves_a_changed_lesson_alone_and_is_mentioned_once():
    lessons.update()
    write("my_lessons", "03_minimax", "mine = 2")
    write("notebooks", "03_minimax", "second = 2")
    (line,) = lessons.update()
    assert "03_minimax.ipynb has a new version; yours stays" in line
    assert "`python course.py reset 03_minimax`" in line
    assert source("03_minimax") == "mine = 2"
    assert lessons.update() == []
    write("notebooks", "03_minimax", "third = 3")
    assert len(lessons.update()) == 1


def test_a_new_version_replaces_a_lesson_that_was_only_opened_and_run():
    """JupyterLab adds an empty cell."""
    lessons.update()
    write("my_lessons", "03_minimax", "first = 1", output="it ran")
    path = place("my_lessons", "03_minimax")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(""))
    nbformat.write(notebook, path)
    write("notebooks", "03_minimax", "second = 2")
    assert lessons.update() == []
    assert source("03_minimax") == "second = 2"


def test_a_page_is_brought_back_by_the_command_that_is_named():
    lessons.update()
    own = [lessons.COPIES / name for name in ("mine.py", "notes.md", "data/mine.txt")]
    for path in own:
        path.write_text("mine", encoding="utf-8")
    (lessons.COPIES / "glossary.md").write_text("mine", encoding="utf-8")
    (lessons.ORIGINALS / "glossary.md").write_text("new terms", encoding="utf-8")
    (line,) = lessons.update()
    assert "`python course.py reset glossary`" in line
    assert lessons.main(["glossary"]) == 0
    assert (lessons.COPIES / "glossary.old-1.md").read_text(encoding="utf-8") == "mine"
    lessons.reset("03")
    assert [path.read_text(encoding="utf-8") for path in own] == ["mine"] * 3


@pytest.mark.parametrize("lost", ["", "{", "[]"])
def test_without_the_record_nothing_of_the_student_is_lost(lost):
    lessons.update()
    write("my_lessons", "03_minimax", "mine = 2")
    (lessons.COPIES / lessons.RECORD).write_text(lost, encoding="utf-8")
    lessons.update()
    assert source("03_minimax") == "first = 1"
    assert source("03_minimax.old-1") == "mine = 2"
    assert not place("my_lessons", "00_the_board.old-1").exists()


def test_reset_brings_a_lesson_back_and_keeps_the_old_one_beside_it():
    lessons.update()
    for number in (1, 2):
        write("my_lessons", "03_minimax", f"mine = {number}")
        line = lessons.reset("03")
        assert line == f"03_minimax.ipynb is as it came; yours is 03_minimax.old-{number}.ipynb."
        assert source("03_minimax") == "first = 1"
        assert source(f"03_minimax.old-{number}") == f"mine = {number}"
    assert lessons.reset("3") == "03_minimax.ipynb is as it came."
    assert lessons.update() == []


@pytest.mark.parametrize("name", ["03_minimax.ipynb", "my_lessons/03_minimax.ipynb", "3", "003"])
def test_reset_works_before_the_first_lab_and_takes_names(name):
    assert lessons.reset(name) == "03_minimax.ipynb is as it came."
    assert source("03_minimax") == "first = 1"


@pytest.mark.parametrize("arguments", [[], ["7"], ["03", "7"], ["", "03"], ["data"]])
def test_a_wrong_lesson_is_one_line(arguments, capsys):
    assert lessons.main(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not lessons.COPIES.exists()


def test_a_damaged_copy_counts_as_the_students():
    lessons.update()
    place("my_lessons", "03_minimax").write_text("{", encoding="utf-8")
    write("notebooks", "03_minimax", "second = 2")
    assert len(lessons.update()) == 1
    assert place("my_lessons", "03_minimax").read_text(encoding="utf-8") == "{"

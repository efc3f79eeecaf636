"""Claims beside a lesson: run after its last cell, in its kernel; what none holds is listed."""

import subprocess
import sys

import nbformat
import pytest
from nbformat import v4

from tests.notebooks import recorded
from tests.notebooks.claims import claims_of, unheld
from tests.notebooks.lessons import ROOT

CLAIMS = '''
def white_has_more():
    """White wins **more often**"""
    assert white > black


def black_has_more():
    """Black wins more often"""
    assert black > white, f"{black} and {white}"


def _helper():
    raise AssertionError("this is no claim")
'''
PROSE = (
    "# 99 A lesson\n\nWhite wins *more often*. Black wins more often in a hundred games. "
    "It won 20 games. It took 21 plies. The board is green."
)


@pytest.fixture
def lesson(tmp_path):
    path = tmp_path / "99_a_lesson.ipynb"
    output = v4.new_output("stream", name="stdout", text="20\n")
    cell = v4.new_code_cell(
        "white, black = 30, 20\nprint(black)", outputs=[output], execution_count=1
    )
    notebook = v4.new_notebook(cells=[v4.new_markdown_cell(PROSE), cell])
    notebook.metadata["coursekit"] = recorded.here(notebook)
    nbformat.write(notebook, path)
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "lesson99.py").write_text(CLAIMS, encoding="utf-8")
    return path


def test_claims_run_in_the_lessons_kernel_and_a_false_one_is_told_with_its_words(lesson):
    command = [sys.executable, "-m", "pytest", "-p", "tests.notebooks.plugin", "-p"]
    command += ["no:cacheprovider", "-c", "pyproject.toml", "--rootdir", str(lesson.parent), "-q"]
    command += ["--nbval", "--nbval-current-env", "-k", "ipynb", str(lesson)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert "1 failed, 2 passed" in done.stdout
    assert "99_a_lesson.ipynb::black_has_more" in done.stdout
    assert "says “Black wins more often”, which lesson99.py denies" in done.stdout
    assert "20 and 30" in done.stdout


def test_what_neither_an_output_nor_a_claim_holds_is_listed(lesson):
    assert [claim.name for claim in claims_of(lesson)] == ["white_has_more", "black_has_more"]
    assert unheld(lesson) == ["It took 21 plies."]

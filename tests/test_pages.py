"""The pages beside the lessons say what the lessons and the package say."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from _ext import frame, house, references
from tests.notebooks import overview
from tests.notebooks.lessons import MAP, PATHS, ROOT, prose, read

NOTEBOOKS = ROOT / "notebooks"


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


README, INDEX = text("README.md"), prose(MAP)
GLOSSARY, INSTRUCTORS = text("notebooks/glossary.md"), text("notebooks/instructors.md")

each = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def row(page: str, path: Path) -> str:
    """Returns the row of a lesson in the table of a page."""
    found = re.findall(rf"^\| \[{path.name[:2]} .+\|$", page, re.M)
    assert len(found) == 1, f"{len(found)} rows begin with [{path.name[:2]} …]"
    return str(found[0])


# The tables of the lessons


@each
def test_the_first_page_and_the_readme_say_the_same_of_each_lesson(path):
    assert row(README, path).replace("notebooks/", "") == row(INDEX, path)
    assert row(INDEX, path).startswith(f"| [{path.name[:2]} {overview.title(path)}]({path.name}) |")


@each
def test_the_result_of_a_lesson_stands_in_the_lesson(path):
    result = row(INDEX, path).split("|")[3]
    assert len(result.split()) >= 5
    shown = " ".join(cell.source + outputs(cell) for cell in read(path).cells)
    for number in re.findall(r"\d(?:[\d,.]*\d)?(?: %)?", result):
        # A share may be shown as 72 %, 72% or 71.9 %; a size as 4×4.
        tenths = re.escape(number.removesuffix(" %"))
        assert re.search(rf"(?<![\d.]){tenths}(?!\d)", shown) or rounded(number, shown), number


def outputs(cell: Any) -> str:
    """Returns the text that a cell shows."""
    found = [output.get("text", "") for output in cell.get("outputs", [])]
    found += [output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
    return " ".join(found)


def rounded(number: str, shown: str) -> bool:
    """Returns whether a lesson shows a share that rounds to this number."""
    shares = [float(share) for share in re.findall(r"(\d+\.\d) ?%", shown)]
    return number.endswith("%") and float(number.removesuffix(" %")) in map(round, shares)


def test_the_cells_around_every_lesson_are_as_the_command_writes_them():
    for path in [MAP, *PATHS]:
        notebook = nbformat.read(path, as_version=4)
        before = nbformat.writes(notebook)
        assert nbformat.writes(frame.framed(notebook, path)) == before, "run python -m _ext.frame"


def test_the_book_has_every_page():
    for page in [MAP, *PATHS, *NOTEBOOKS.glob("*.md")]:
        assert f": notebooks/{page.stem}\n" in text("_toc.yml")


# The glossary


ENTRY = re.compile(r'<a id="([a-z0-9-]+)"></a>\*\*(.+?)\.?\*\*(.+) Lesson (\d\d)\.')
ENTRIES = GLOSSARY.strip().split("\n\n")[2:]


def test_every_entry_is_a_term_a_sentence_and_a_lesson():
    assert len(ENTRIES) >= 80
    for entry in ENTRIES:
        found = ENTRY.fullmatch(entry)
        assert found, entry
        assert int(found[4]) <= 11
        assert 20 < len(found[3]) < 250


def test_terms_are_in_order_and_have_an_anchor_of_their_name():
    found = [ENTRY.fullmatch(entry) for entry in ENTRIES]
    terms = [match[2].replace("–", "-").casefold() for match in found if match]
    assert terms == sorted(terms)
    anchors = [match[1] for match in found if match]
    assert len(set(anchors)) == len(anchors)
    for anchor, term in zip(anchors, terms, strict=True):
        assert term.replace(" ", "-").startswith(anchor), f"{anchor} is not {term}"


@each
def test_each_term_is_in_the_lesson_that_is_named(path):
    lesson = " ".join(cell.source for cell in read(path).cells).casefold()
    for entry in ENTRIES:
        _, term, _, number = ENTRY.fullmatch(entry).groups()
        stems = [word[: max(3, len(word) - 2)] for word in re.findall(r"\w{3,}", term.casefold())]
        assert number != path.name[:2] or any(stem in lesson for stem in stems), term


@each
def test_links_to_the_glossary_lead_to_a_term(path):
    anchors = {match[1] for entry in ENTRIES if (match := ENTRY.fullmatch(entry))}
    assert set(re.findall(r"\(glossary\.md#(.+?)\)", prose(path))) <= anchors


# The references


def test_the_references_are_those_of_the_bibliography():
    assert text("notebooks/references.md") == references.page(), "run python -m _ext.references"


# The instructors' page


def test_its_table_is_made_from_the_lessons():
    made = overview.table(overview.written())
    assert "?" not in made, "run python -m tests.notebooks.overview after a test of all notebooks"
    assert overview.START + made + overview.END in INSTRUCTORS


def snippets() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", INSTRUCTORS, re.M | re.S)


def test_the_exercise_that_it_shows_works():
    space: dict[str, Any] = {}
    exec(snippets()[0], space)
    own = space["own_discs"]
    assert repr(own.check(own.answer)).startswith("Correct. ")
    assert repr(own.check(5)).startswith("Not yet. ")


def test_the_grading_that_it_shows_counts_correct_answers(tmp_path):
    sources = [
        "from coursekit.exercises import lesson00",
        "lesson00.moves.check(11)",
        "lesson00.moves.check(5)",
        "1 / 0",
        "lesson00.moves.check(...)",
    ]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    path = tmp_path / "handed_in.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    space: dict[str, Any] = {}
    exec(snippets()[1], space)
    assert space["grade"](path) == (1, 3)


# The pages for developers


def test_the_spine_is_whole_files_of_at_most_2000_lines() -> None:
    spine = re.findall(r"^\d\. `(coursekit/.+?)`", text("CONTRIBUTING.md"), re.M)
    assert len(spine) >= 5
    assert sum(len(text(path).splitlines()) for path in spine) <= 2000


def test_the_picture_of_the_house_is_drawn_from_the_imports(tmp_path: Path) -> None:
    house.draw(tmp_path / "house.svg")
    drawn = (tmp_path / "house.svg").read_text(encoding="utf-8")
    assert drawn == text("notebooks/images/house.svg"), "run python -m _ext.house"

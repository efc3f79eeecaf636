"""Every notebook reads like a lesson, and was run from top to bottom; nothing is run here."""

import ast
import re
from itertools import pairwise

import nbformat
import pytest

from tests.notebooks import learned, recorded
from tests.notebooks.claims import claims_of, words
from tests.notebooks.lessons import PATHS, ROOT, bound_names, code_cells, prose, read, read_names
from tests.notebooks.refresh import tidy

each = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)

WIDGET = "application/vnd.jupyter.widget-view+json"
CHECK = re.compile(r"lesson\d\d\.\w+\.check\(")
CAPTION = re.compile(r"\*\*Figure (\d+\.\d+)\.\*\* (\S.{19,}[.?!])")
CAPTION_MARK = re.compile(r"^\*\*Figure \d+\.\d+\.\*\*", flags=re.MULTILINE)
INSTRUCTION = re.compile(r"\*\*\d\. .+?\*\* \([★☆]{3}, \d+ minutes\)")


def outputs(path):
    """Yields the place of each output of a notebook and the output."""
    for cell in code_cells(path):
        for output in cell.outputs:
            yield f"the cell that begins with {cell.source.splitlines()[0]!r}", output


def is_figure(output):
    """Returns whether an output is a picture, or a figure that moves."""
    data = output.get("data", {})
    moves = 'class="ck-still"' in data.get("text/html", "") or "<replay of" in str(data)
    return "image/png" in data or moves


def tags(cell):
    return cell.metadata.get("tags", [])


def has_assert(cell):
    return any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(cell.source)))


# The file


@each
def test_it_is_valid_and_small(path):
    nbformat.validate(read(path))
    assert read(path).nbformat == 4
    assert path.stat().st_size < 2_000_000


@each
def test_its_metadata_is_trimmed(path):
    metadata = read(path).metadata
    assert set(metadata) == {"kernelspec", "language_info", "coursekit"}
    assert metadata.kernelspec == {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    assert metadata.language_info == {"name": "python"}
    for cell in read(path).cells:
        assert cell.source.strip()
        assert set(cell.metadata) <= {"tags", "mystnb", "coursekit", "jupyter"}, cell.source
        # Folded in JupyterLab is a cell that only draws or keeps books, as in the book, and one
        # that gives an answer away, which the book leaves out; or the result that a bet is about.
        tags = cell.metadata.get("tags", [])
        folded = "hide-input" in tags or ("remove-input" in tags and "jupyter" in cell.metadata)
        hidden = {"source_hidden": folded, "outputs_hidden": "hide-output" in tags}
        hidden = {name: True for name, is_so in hidden.items() if is_so}
        assert cell.metadata.get("jupyter", {}) == hidden
        assert len(hidden) <= 1
        assert "attachments" not in cell


@each
def test_it_says_where_its_outputs_were_recorded(path):
    origin = read(path).metadata.coursekit
    assert set(origin) == set(recorded.here(read(path)))
    assert all(origin.values())
    assert set(origin.packages) == {"python", *recorded.PACKAGES}


@each
def test_only_learned_cells_have_intervals_and_only_of_their_numbers(path):
    for cell in code_cells(path):
        numbers = learned.numbers_of(learned.text_of(cell.outputs))
        kept = cell.metadata.get("coursekit", {})
        assert (learned.TAG in kept) <= (learned.TAG in tags(cell)), cell.source
        for place, interval in (learned.allowed(cell) or {}).items():
            low, high = map(float, interval.split(" to "))
            assert low <= learned.value(numbers[int(place)]) <= high, cell.source


@each
def test_it_was_run_from_top_to_bottom(path):
    counts = [cell.execution_count for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1))
    for cell in code_cells(path):
        for output in cell.outputs:
            assert output.get("execution_count", cell.execution_count) == cell.execution_count


# What it shows


@each
def test_its_discs_are_drawn_by_the_package(path):
    # The dark book inverts what matplotlib draws, and black discs would turn white.
    for cell in code_cells(path):
        assert not re.search(r"\bCircle\(", cell.source), cell.source


@each
def test_its_outputs_can_be_read_anywhere(path):
    for cell in code_cells(path):
        errors = [output.ename for output in cell.outputs if output.output_type == "error"]
        assert bool(errors) == ("raises-exception" in tags(cell)), cell.source
    for place, output in outputs(path):
        data = output.get("data", {})
        assert output.get("name") != "stderr", place
        # A progress bar or widget without a picture is nothing to a reader of the book.
        assert WIDGET not in data or set(data) - {WIDGET, "text/plain"}, place
        text = output.get("text", "") + data.get("text/plain", "")
        assert not re.search(r"/(home|tmp|root|Users|work)/|0x[0-9a-f]{6,}", text), place


@each
def test_every_picture_is_described(path):
    wordless = [
        cell.execution_count
        for cell in code_cells(path)
        if any("image/png" in output.get("data", {}) for output in cell.outputs)
        and len(cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")) < 30
    ]
    assert wordless == [], "cells with a picture and no mystnb.image.alt, by execution count"


@each
def test_a_cell_that_is_not_compared_is_held_by_a_claim(path):
    """Or, in a lesson that has no claims beside it yet, by an assert in the cell below."""
    cells, used = code_cells(path), read_names("\n".join(c.source for c in claims_of(path)))
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        if "nbval-ignore-output" in tags(cell) and not used:
            assert following is not None, cell.source
            assert has_assert(following), f"no assert after: {cell.source}"
        elif "nbval-ignore-output" in tags(cell):
            assert used & bound_names(cell.source), f"no claim reads a name of: {cell.source}"


# The code


@each
def test_cells_are_short(path):
    for cell in code_cells(path):
        assert len(cell.source.splitlines()) <= 35, cell.source


@each
def test_checks_stand_beside_the_lesson(path):
    """A lesson with claims beside it shows an assert only where asserting is what it teaches."""
    shown = sum(has_assert(cell) for cell in code_cells(path))
    assert shown <= 2 if claims_of(path) else shown >= 5


@each
def test_each_claim_quotes_the_lesson(path):
    text = words(prose(path))
    lost = [claim.name for claim in claims_of(path) if not claim.quote or claim.quote not in text]
    assert lost == [], "claims whose words are not in the lesson (any more)"


# The skeleton of a lesson


@each
def test_it_begins_with_its_number_and_ends_as_every_lesson_does(path):
    first = read(path).cells[0]
    assert first.cell_type == "markdown"
    assert re.match(rf"# {path.name[:2]} \S", first.source)
    assert len(re.findall(r"^# ", prose(path), flags=re.MULTILINE)) == 1
    begin = prose(path).partition("\n## ")[0]
    assert all(told in begin for told in ("**You need**", "**Run time:** about "))
    headings = re.findall(r"^## (.+)$", prose(path), flags=re.MULTILINE)
    assert headings[-3:] == ["What we saw", "Exercises", "Further reading"]
    assert len(headings) >= 6


@each
def test_its_exercises_say_how_hard_and_how_long_and_are_followed_by_their_checks(path):
    told = INSTRUCTION.findall(prose(path))
    assert 3 <= len(told) <= 5
    assert [text[2] for text in told] == [str(n) for n in range(1, len(told) + 1)]
    cells = read(path).cells
    checked = [
        bool(re.search(rf"lesson{path.name[:2]}\.\w+\.check\(", following.source))
        for cell, following in pairwise(cells)
        if INSTRUCTION.search(cell.source)
    ]
    assert checked == [True] * len(told)
    assert sum(bool(CHECK.search(cell.source)) for cell in code_cells(path)) == len(told)


@each
def test_its_references_exist(path):
    known = set(re.findall(r"^@\w+\{(.+?),", (ROOT / "references.bib").read_text("utf-8"), re.M))
    cited = re.findall(r"\]\(references\.md#(.+?)\)", prose(path))
    assert cited
    assert set(cited) <= known
    assert re.search(r"\]\((references\.md#|http)", read(path).cells[-1].source)


@each
def test_it_has_no_markup_that_jupyterlab_shows_as_it_is(path):
    assert re.findall(r"\{[\w:]+\}`.*?`|^:::.*|^```\{.*|^\(.+\)=$", prose(path), re.M) == []


# Its figures


@each
def test_each_picture_has_its_numbered_caption_below(path):
    cells = read(path).cells
    numbers = []
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        outputs = cell.get("outputs", [])
        if any(map(is_figure, outputs)):
            caption = CAPTION.fullmatch(following.source)
            assert caption, f"no caption below the picture of: {cell.source}"
            assert caption[2] != cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
            numbers.append(caption[1])
    assert numbers == [f"{int(path.name[:2])}.{n}" for n in range(1, len(numbers) + 1)]
    assert len(CAPTION_MARK.findall(prose(path))) == len(numbers), "a caption without a picture"
    text = CAPTION_MARK.sub("", prose(path))
    assert re.search(rf"\bFigure {int(path.name[:2])}\.\d+\b", text), "the prose names no figure"


def test_refreshing_takes_out_what_differs_from_run_to_run():
    cell = nbformat.v4.new_code_cell("1", metadata={"execution": {"iopub.status.busy": "now"}})
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}}
    cell.outputs = [
        nbformat.v4.new_output("stream", name="stdout", text="a\n"),
        nbformat.v4.new_output("stream", name="stdout", text="b\n"),
        nbformat.v4.new_output("display_data", data=view),
        nbformat.v4.new_output("display_data", data={**view, "text/plain": "bar"}),
        nbformat.v4.new_output("display_data", data={**view, "image/png": "board"}),
    ]
    notebook = nbformat.v4.new_notebook(cells=[cell])
    tidy(notebook)
    assert cell.metadata == {}
    assert notebook.metadata["coursekit"] == recorded.here(notebook)
    text, shown = cell.outputs
    assert text.text == "a\nb\n"
    assert shown.data == {"image/png": "board"}

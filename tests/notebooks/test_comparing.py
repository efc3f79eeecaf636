"""How a lesson's outputs are compared, and what a failing one says: real cells in a real kernel."""

import subprocess
import sys

import nbformat
import pytest
from nbformat import v4
from nbval import kernel

from tests.notebooks import learned, plugin, recorded, refresh
from tests.notebooks.lessons import ROOT


@pytest.fixture
def failures(tmp_path):
    """Returns what nbval says of a notebook by cell, given each cell's source and old output."""

    def run(cells, **origin):
        notebook = v4.new_notebook()
        for number, (source, old, *allowed) in enumerate(cells):
            output = v4.new_output("stream", name="stdout", text=f"{old}\n")
            cell = v4.new_code_cell(source, outputs=[output], execution_count=number + 1)
            if allowed:
                cell.metadata = {"tags": ["learned"], "coursekit": {"learned": allowed[0]}}
            notebook.cells.append(cell)
        notebook.metadata["coursekit"] = {**recorded.here(notebook), **origin}
        nbformat.write(notebook, tmp_path / "99_learned.ipynb")
        command = [sys.executable, "-m", "pytest", "-p", "tests.notebooks.plugin", "-p"]
        command += ["no:cacheprovider", "-c", "pyproject.toml", "--rootdir", str(tmp_path), "-q"]
        command += ["--nbval", "--nbval-current-env", str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        told = done.stdout.partition("= FAILURES =")[2].partition("= short test summary")[0]
        assert ("failed" in done.stdout) == bool(told), done.stdout + done.stderr
        parts = told.split("99_learned.ipynb, cell [")[1:]
        return {int(part.partition("]")[0]): part for part in parts}

    return run


CELLS = [
    ("print('wins 187 of 200')", "wins 185 of 200", {"0": "180 to 190"}),
    ("print('wins 191 of 200')", "wins 185 of 200", {"0": "180 to 190"}),
    ("print('wins 185 of 199')", "wins 185 of 200", {"0": "180 to 190"}),
    ("print('lost 185 of 200')", "wins 185 of 200", {"0": "180 to 190"}),
    ("print('wins 185 of 200')", "wins 185 of 200", {"0": "180 to 190"}),
    ("print('a 1 b 2.50 c 3,000')\nprint('same')", "a 1 b 2.25 c 4,000\nsame"),
    ("print(seed := 1)\nraise ValueError('no seed')", "1"),
]


def test_elsewhere_learned_numbers_lie_in_intervals_and_all_that_has_changed_is_told(failures):
    versions = {**recorded.packages(), "numpy": "1.0"}
    told = failures(CELLS, processor="Linux z80, 4 MHz", packages=versions, code="earlier")
    assert set(told) == {2, 3, 4, 6, 7}
    assert "191 is not in 180 to 190, where 185 was recorded" in told[2]
    assert "199 is not 200, and that number is exact" in told[3]
    assert "more than numbers differs" in told[4]
    assert "6]: print('a 1 b 2.50 c 3,000')\n" in told[6]
    assert "- a 1 b 2.25 c 4,000\n    + a 1 b 2.50 c 3,000\n" in told[6]
    assert "2.25 → 2.50, 4,000 → 3,000" in told[6]
    assert "same" not in told[6]
    assert "ValueError" in told[7]
    for text in told.values():
        assert f"recorded on Linux z80, 4 MHz; this is {recorded.processor()}" in text
        assert f"packages: numpy 1.0 → {recorded.packages()['numpy']}" in text
        assert "code: coursekit has changed" in text


def test_where_it_was_recorded_a_learned_cell_is_compared_as_any_other(failures):
    told = failures(CELLS)
    assert set(told) == {1, 2, 3, 4, 6, 7}
    assert "each number is in its interval" in told[1]
    assert "this result differs from run to run" in told[6]


def test_intervals_reach_beyond_what_other_processors_showed():
    texts = ["won 90.0% of 1,000, −3 to 5", "won 91.0% of 1,000, −4 to 5"]
    assert learned.intervals(texts) == {"0": "87 to 94", "2": "-7 to 0"}
    with pytest.raises(ValueError, match="not only its numbers differ"):
        learned.intervals(["won 1 of 2 games", "lost 1 of 2 games"])


def test_refreshing_writes_intervals_into_learned_cells_and_refuses_other_words():
    def run(*texts):
        cells = [v4.new_code_cell("train()", metadata={"tags": ["learned"]}) for _ in texts]
        for cell, text in zip(cells, texts, strict=True):
            cell.outputs = [v4.new_output("stream", name="stdout", text=text)]
        return v4.new_notebook(cells=[v4.new_markdown_cell("# 99"), *cells])

    notebook = run("won 5 of 9", "done")
    refresh.add_intervals(notebook, [run("won 6 of 9", "done")])
    assert [learned.allowed(cell) for cell in notebook.cells[1:]] == [{"0": "2 to 9"}, {}]
    with pytest.raises(SystemExit, match=r"cannot be tagged learned:\ntrain\(\)"):
        refresh.add_intervals(notebook, [run("won 5 of 9", "undone")])


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("4x4 b3d2 λ=0.5, 93.3–98.5 %", ["0.5", "93.3", "98.5"]),
        ("1,000 of 12,345,678; -1 +0.25 1e-05", ["1,000", "12,345,678", "-1", "+0.25", "1e-05"]),
        ("0, 4 and 18,246 (67–88)", ["0", "4", "18,246", "67", "88"]),
    ],
)
def test_numbers_are_those_of_the_text_and_not_parts_of_words(text, numbers):
    assert learned.numbers_of(text) == numbers


def test_a_kernel_that_dies_as_it_starts_is_started_once_more(monkeypatch):
    """Lesson 09 once failed with "Kernel died before replying to kernel_info"."""
    starts = []

    def start(**arguments):
        starts.append(arguments)
        if len(starts) == 1:
            raise RuntimeError("Kernel died before replying to kernel_info")
        return "manager", "client"

    monkeypatch.setattr(plugin, "_start", start)
    assert kernel.start_new_kernel(kernel_name="python3") == ("manager", "client")
    assert starts == 2 * [{"kernel_name": "python3"}]

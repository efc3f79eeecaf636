"""Writes what every lesson has around it: a cell that installs the course, and where to go next.

Run as ``python -m _ext.frame`` after a lesson was added or the address in ``pyproject.toml``
changed. The first cell serves a lesson that is opened alone, in Colab or Binder; both cells are
left out of the book, which has links of its own.
"""

import tomllib
from pathlib import Path
from typing import Any

import nbformat

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"

INSTALL = """\
# @title Opened alone, in Colab or Binder? This gets the course if it is missing.
from importlib.util import find_spec
from pathlib import Path

if find_spec("coursekit") is None:
    !git clone -q --depth 1 {address} the_course
    %pip install -q ./the_course
if Path("the_course").is_dir():
    %cd -q the_course/notebooks
"""
FOLDED = {
    "cellView": "form",
    "jupyter": {"source_hidden": True},
    "tags": ["remove-cell"],
}


def address() -> str:
    """Returns where the course is to be had, as ``pyproject.toml`` says it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Repository"])


def install_cell() -> Any:
    """Returns the cell that installs the course where it is not installed."""
    source = INSTALL.format(address=address()).strip()
    return nbformat.v4.new_code_cell(source, id="install", metadata=FOLDED)


def next_cell(path: Path) -> Any:
    """Returns the cell that leads from a lesson, or from the map, to the one that follows."""
    lessons = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
    later = [lesson for lesson in lessons if lesson.name > path.name or path.stem == "index"]
    links = [f"**Next: [{title(later[0])}]({later[0].name})**"] if later else []
    links += [] if path.stem == "index" else ["[the map](index.ipynb)"]
    source = " · ".join([*links, "[the glossary](glossary.md)"])
    return nbformat.v4.new_markdown_cell(source, id="next", metadata={"tags": ["remove-cell"]})


def title(path: Path) -> str:
    """Returns the title of a lesson."""
    return str(nbformat.read(path, as_version=4).cells[0].source).splitlines()[0].removeprefix("# ")


def framed(notebook: Any, path: Path) -> Any:
    """Returns a notebook with both cells in their places: above the first code, and at the end."""
    cells = [cell for cell in notebook.cells if cell.get("id") not in ("install", "next")]
    if path.stem != "index":
        first = next(number for number, cell in enumerate(cells) if cell.cell_type == "code")
        cells.insert(first, install_cell())
    notebook.cells = [*cells, next_cell(path)]
    return notebook


def main() -> None:
    """Writes all notebooks."""
    for path in [NOTEBOOKS / "index.ipynb", *sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))]:
        nbformat.write(framed(nbformat.read(path, as_version=4), path), path)


if __name__ == "__main__":
    main()

"""Runs notebooks and writes their outputs as the repository keeps them.

Run as ``python -m tests.notebooks.refresh 07_uct`` (several names, or none for all). A lesson with
cells tagged ``learned`` is run five times more, with less and less of what this processor can do:
the numbers that then differ get the intervals in which other processors' must lie.
"""

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.notebooks import learned, recorded
from tests.notebooks.lessons import MAP, PATHS

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# What stands in for other processors: instructions of this one that torch's libraries do without.
_DISGUISES = tuple(
    {"ATEN_CPU_CAPABILITY": aten, "ONEDNN_MAX_CPU_ISA": onednn, "MKL_CBWR": mkl}
    for aten, onednn, mkl in (
        ("avx2", "AVX2", "AVX2"),
        ("avx2", "SSE41", "COMPATIBLE"),
        ("default", "AVX2", "COMPATIBLE"),
        ("default", "SSE41", "SSE4_2"),
        ("avx2", "AVX", "AVX"),
    )
)
_WIDGET = "application/vnd.jupyter.widget-view+json"


def tidy(notebook: Any) -> None:
    """Takes out what differs from run to run: times, widget views, the cuts between prints."""
    notebook.metadata = {**_METADATA, "coursekit": recorded.here(notebook)}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            _number(cell, notebook.cells)
            kept = [output for output in cell.outputs if not (_is_bar(output) or _is_first(output))]
            cell.outputs = _joined(kept)
            for output in cell.outputs:
                # Without its kernel a widget is an error message; its picture stays.
                output.get("data", {}).pop(_WIDGET, None)


def _number(cell: Any, cells: list[Any]) -> None:
    """Numbers a cell as if the one that installs the course were not there."""
    before = sum(other.get("id") == "install" for other in cells)
    run = cell.execution_count is not None and cell.get("id") != "install"
    cell.execution_count = cell.execution_count - before if run else None
    for output in cell.outputs:
        if "execution_count" in output:
            output.execution_count = cell.execution_count


def _is_bar(output: Any) -> bool:
    """Returns whether an output is a progress bar: a widget without a picture to fall back on."""
    data = output.get("data", {})
    return _WIDGET in data and "image/png" not in data


def _is_first(output: Any) -> bool:
    """Returns whether an output only says that kernels are compiled, once on a machine."""
    text: str = output.get("text", "")
    return text.startswith("coursekit: compiling its kernels")


def _joined(outputs: list[Any]) -> list[Any]:
    joined: list[Any] = []
    for output in outputs:
        if output.output_type == "stream" and joined and joined[-1].get("name") == output.name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def run(path: Path, variables: dict[str, str]) -> Any:
    """Returns a notebook as it is after running it with some environment variables."""
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    # In disguise a cell that is held to the clock may fail; a learned one must not.
    client = NotebookClient(notebook, resources=where, allow_errors=bool(variables))
    client.execute(env={**os.environ, "COURSEKIT_MINE": "off", **variables})
    tidy(notebook)
    return notebook


def add_intervals(notebook: Any, elsewhere: list[Any]) -> None:
    """Writes into each learned cell the intervals of its numbers, seen on other processors."""
    for cells in zip(notebook.cells, *(other.cells for other in elsewhere), strict=True):
        if learned.TAG in cells[0].metadata.get("tags", []):
            texts = [learned.text_of(cell.outputs) for cell in cells]
            try:
                cells[0].metadata["coursekit"] = {learned.TAG: learned.intervals(texts)}
            except ValueError as error:
                sys.exit(f"{error}, so this cell cannot be tagged learned:\n{cells[0].source}")


def main(names: list[str]) -> None:
    paths = {path.stem: path for path in (*PATHS, MAP)}
    unknown = set(names) - set(paths)
    if unknown:
        sys.exit(f"no notebook is called {', '.join(sorted(unknown))}")
    for name in names or paths:
        path = paths[name]
        print(path.name, flush=True)
        notebook = run(path, {})
        nbformat.write(notebook, path)  # the runs in disguise may take an hour
        if any(learned.TAG in cell.metadata.get("tags", []) for cell in notebook.cells):
            add_intervals(notebook, [run(path, disguise) for disguise in _DISGUISES])
            nbformat.write(notebook, path)


if __name__ == "__main__":
    main(sys.argv[1:])

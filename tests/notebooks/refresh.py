"""Runs notebooks and writes their outputs as the repository keeps them.

Run as ``python -m tests.notebooks.refresh 07_uct`` (several names, or none for all).
"""

import sys
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.notebooks.lessons import PATHS

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_WIDGET = "application/vnd.jupyter.widget-view+json"


def tidy(notebook: Any) -> None:
    """Takes out what differs from run to run: times, widget views, the cuts between prints."""
    notebook.metadata = _METADATA
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            kept = [output for output in cell.outputs if not (_is_bar(output) or _is_first(output))]
            cell.outputs = _joined(kept)
            for output in cell.outputs:
                # Without its kernel a widget is an error message; its picture stays.
                output.get("data", {}).pop(_WIDGET, None)


def _is_bar(output: Any) -> bool:
    """Returns whether an output is a progress bar: a widget without a picture to fall back on."""
    data = output.get("data", {})
    return _WIDGET in data and "image/png" not in data


def _is_first(output: Any) -> bool:
    """Returns whether an output only says that kernels are compiled, once on a machine."""
    text: str = output.get("text", "")
    return output.get("name") == "stderr" and text.startswith("coursekit: compiling its kernels")


def _joined(outputs: list[Any]) -> list[Any]:
    joined: list[Any] = []
    for output in outputs:
        if output.output_type == "stream" and joined and joined[-1].get("name") == output.name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def main(names: list[str]) -> None:
    unknown = set(names) - {path.stem for path in PATHS}
    if unknown:
        sys.exit(f"no notebook is called {', '.join(sorted(unknown))}")
    for path in PATHS:
        if not names or path.stem in names:
            print(path.name, flush=True)
            notebook = nbformat.read(path, as_version=4)
            NotebookClient(notebook, resources={"metadata": {"path": str(path.parent)}}).execute()
            tidy(notebook)
            nbformat.write(notebook, path)


if __name__ == "__main__":
    main(sys.argv[1:])

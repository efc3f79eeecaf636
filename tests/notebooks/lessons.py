"""The notebooks of the lessons as the tests read them; nothing here runs a whole notebook."""

import ast
import re
import symtable
from functools import cache
from pathlib import Path
from typing import Any

import nbformat

ROOT = Path(__file__).resolve().parent.parent.parent
MAP = ROOT / "notebooks" / "index.ipynb"
PATHS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))


@cache
def read(path: Path) -> Any:
    """Returns a notebook without the cells that `_ext.frame` writes around each."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if cell.id not in ("install", "next")]
    return notebook


def code_cells(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def prose(path: Path) -> str:
    return "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")


def notebook_of(lesson: str) -> Path:
    """Returns the notebook of ``lesson07``."""
    found = [path for path in PATHS if path.name.startswith(lesson[-2:])]
    assert found, f"{lesson} has exercises, but there is no notebook {lesson[-2:]}_….ipynb"
    return found[0]


def check_cells(path: Path, lesson: str) -> dict[str, str]:
    """Returns the source of each cell that checks an exercise, by the name of the exercise."""
    found = {}
    for cell in code_cells(path):
        if match := re.search(rf"{lesson}\.(\w+)\.check\(", cell.source):
            found[match[1]] = cell.source
    return found


def verdict_of(source: str, space: dict[str, Any]) -> Any:
    """Runs a cell that checks an exercise, and returns what its last line shows."""
    *body, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(body, []), "<cell>", "exec"), space)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)


def namespace(path: Path, *sources: str) -> dict[str, Any]:
    """Returns what a student has when the exercises begin, as far as the sources need it.

    These are the notebook's imports, functions and assignments that the sources use, directly or
    through each other; its matches and pictures are left out, so that it takes no time.
    """
    nodes = [
        node
        for cell in code_cells(path)
        if ".check(" not in cell.source
        for node in ast.parse(cell.source).body
    ]
    needed, chosen = set().union(*map(read_names, sources)), []
    for node in reversed(nodes):
        if isinstance(node, ast.Import | ast.ImportFrom) or needed & _bound(node):
            chosen.append(node)
            needed |= read_names(ast.unparse(node))
    space: dict[str, Any] = {}
    exec(compile(ast.Module(chosen[::-1], []), str(path), "exec"), space)
    return space


def read_names(source: str) -> set[str]:
    """Returns the names that some code reads or changes, without the variables of its functions."""
    return _read(symtable.symtable(source, "<cells>", "exec"))


def bound_names(source: str) -> set[str]:
    """Returns the names that the lines of a cell define."""
    return set().union(*map(_bound, ast.parse(source).body))


def _read(table: symtable.SymbolTable) -> set[str]:
    outside = table.get_type() == "module"
    names = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_declared_global()
        or (symbol.is_referenced() and (outside or symbol.is_global()))
    }
    return names.union(*map(_read, table.get_children()))


def _names(tree: ast.AST) -> list[ast.Name]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Name)]


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {name.id for target in targets for name in _names(target)}

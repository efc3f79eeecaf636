"""The student's own functions: kept from one lesson, played with in another.

``mine.keep(alpha_beta_player)`` writes a function, and what it needs of its notebook, into the file
``mine.py`` beside the notebook. ``mine.load("alpha_beta_player", …)`` gets it back in a later
lesson; on a command line it is ``mine.py:alpha_beta_player``. While the tests run the lessons the
file is neither written nor read, so that no lesson depends on what another one did.
"""

from __future__ import annotations

import ast
import builtins
import io
import os
import runpy
import symtable
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from coursekit.files import replace
from coursekit.strangers import raised

F = TypeVar("F", bound=Callable[..., Any])

FILE = Path("mine.py")
_HEAD = '"""My own functions, kept from the lessons. Change them as you like."""\n'


def keep(*functions: Callable[..., Any]) -> None:
    """Keeps functions of a notebook in ``mine.py``, with all that they need of the notebook.

    What the file holds of the same name is replaced. A helper that another function of the file
    uses stays as it is; the new one is then kept by another name.

    Args:
        functions: Functions or classes that were written in cells of the notebook.

    Raises:
        ValueError: If one of them was not, or needs something that no cell defines by a statement
            of its own, or ``mine.py`` cannot be read; the file is then as it was.
    """
    written = _written()
    for function in functions:
        name = getattr(function, "__name__", "")
        if not name.isidentifier() or getattr(function, "__module__", "") != "__main__":
            raise ValueError(f"{name or repr(function)} was not written by `def` in this notebook")
        needed = _closure(written, name)
        if not _is_off():
            _write(_merged(_statements(_read()), needed, name))
    print(f"kept in {FILE}: {', '.join(function.__name__ for function in functions)}")


def load(name: str, otherwise: F) -> F:
    """Returns a function that was kept, or says that there is none and returns another.

    Args:
        name: Its name.
        otherwise: What to return if ``mine.py`` has none of that name: the course's own.

    Raises:
        ValueError: If ``mine.py`` stops with an error.
    """
    found = {} if _is_off() or not FILE.exists() else _run(FILE)
    if name in found:
        print(f"{name}: yours, from {FILE}")
        own: F = found[name]
        return own
    print(f"{name}: {FILE} has none, so the course's own is used")
    return otherwise


def _is_off() -> bool:
    """Returns whether a test or a build of the book runs this."""
    return "PYTEST_VERSION" in os.environ or os.environ.get("COURSEKIT_MINE") == "off"


def _run(path: Path) -> dict[str, Any]:
    """Returns what the file defines, in a namespace of its own."""
    try:
        return runpy.run_path(str(path), run_name=path.stem)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file that exits must not end the notebook
        raise ValueError(f"{path} stopped with {raised(error)}") from error


def _read() -> str:
    return FILE.read_text(encoding="utf-8") if FILE.exists() else _HEAD


def _write(text: str) -> None:
    """Writes the file, if it runs on its own."""
    trial = FILE.with_name("mine.tmp.py")
    try:
        trial.write_text(text, encoding="utf-8")
        _run(trial)
    finally:
        trial.unlink(missing_ok=True)
    replace(FILE, text.encode())


class _Statement:
    """A statement at the top of a file or of a cell, with the comments above it.

    Attributes:
        text: As it was written.
        binds: The names that it defines; empty for one that is no definition.
        uses: The names of the notebook, or of the file, that it and its functions look up.
    """

    def __init__(self, text: str, node: ast.stmt) -> None:
        self.text, self.node = text.strip("\n"), node
        table = symtable.symtable(text, "<cell>", "exec")
        defines = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Assign
        bound = {name.get_name() for name in table.get_symbols() if _is_bound(name)}
        self.binds = bound if isinstance(node, defines | ast.AnnAssign) else set()
        self.uses = set(_looked_up(table))

    @property
    def is_import(self) -> bool:
        return isinstance(self.node, ast.Import | ast.ImportFrom)

    @property
    def is_text(self) -> bool:
        return isinstance(self.node, ast.Expr)

    def says_the_same_as(self, other: _Statement) -> bool:
        return ast.dump(self.node) == ast.dump(other.node)


def _is_bound(name: symtable.Symbol) -> bool:
    return name.is_assigned() or name.is_imported()


def _looked_up(table: symtable.SymbolTable) -> Iterator[str]:
    top = table.get_type() == "module"
    for name in table.get_symbols():
        if name.is_referenced() if top else name.is_global():
            yield name.get_name()
    for child in table.get_children():
        yield from _looked_up(child)


def _statements(text: str) -> list[_Statement]:
    """Returns the statements of a file or of a cell, in their order."""
    try:
        nodes, lines = ast.parse(text).body, text.splitlines()
    except SyntaxError as error:
        raise ValueError(f"{FILE} cannot be read: line {error.lineno}: {error.msg}") from None
    begins = [0, *(node.end_lineno or 0 for node in nodes)]
    return [
        _Statement("\n".join(lines[begin : node.end_lineno]), node)
        for begin, node in zip(begins, nodes, strict=False)
    ]


def _written() -> list[_Statement]:
    """Returns the statements of all cells that were run, the last run last."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        raise ValueError("mine.keep works in a notebook, on functions that its cells define")
    found = []
    for cell in shell.user_ns["In"]:
        try:
            found += _statements(cell)
        except ValueError:
            continue  # it was never run
    return found


def _closure(statements: list[_Statement], name: str) -> list[_Statement]:
    """Returns the last definition of a name and of all that it needs, what is needed first.

    Raises:
        ValueError: If something that it needs has no definition.
    """
    last = {bound: statement for statement in statements for bound in statement.binds}
    found: list[_Statement] = []
    seen: set[str] = set()

    def visit(wanted: str, user: str) -> None:
        if wanted in seen or (wanted not in last and hasattr(builtins, wanted)):
            return
        if wanted not in last:
            raise ValueError(f"{user} needs {wanted}, which no cell defines by a line of its own")
        statement = last[wanted]
        seen.update(statement.binds)
        for used in sorted(statement.uses):
            visit(used, wanted)
        found.append(statement)

    visit(name, name)
    return found


def _merged(old: list[_Statement], new: list[_Statement], name: str) -> str:
    """Returns the file with a function, and all that it needs, put in.

    Args:
        old: What the file holds.
        new: What the function needs, and, as the last, the function.
        name: The function's name.
    """
    home = {bound: one for one in old for bound in one.binds if name not in one.binds}
    used = {other for one in old for other in one.uses - one.binds}
    stay = [one for one in old if name not in one.binds and not one.binds & used]
    for one in stay:  # grows meanwhile by what those need
        stay += [home[other] for other in one.uses if other in home and home[other] not in stay]
    for number in range(len(new) - 1):
        for bound in new[number].binds:
            if home.get(bound) in stay and not home[bound].says_the_same_as(new[number]):
                new = [_renamed(one, bound, f"{bound}_of_{name}") for one in new]
    new = [one for one in new if not any(one.says_the_same_as(other) for other in stay)]
    before = next((number for number, one in enumerate(old) if name in one.binds), len(old))
    parts = [
        *(one for one in old[:before] if one in stay),
        *new,
        *(one for one in old[before:] if one in stay),
    ]
    parts.sort(key=lambda one: not one.is_import and not one.is_text)  # the others stay in order
    gaps = ["\n" if one.is_import else "\n\n\n" for one in parts[1:]]
    return "".join(one.text + gap for one, gap in zip(parts, [*gaps, "\n"], strict=True))


def _renamed(statement: _Statement, old: str, new: str) -> _Statement:
    """Returns a statement with another name for one of the notebook's names.

    Raises:
        ValueError: If the name is also that of a variable inside a function.
    """
    if old not in statement.uses | statement.binds:
        return statement
    lines = statement.text.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(statement.text).readline))
    for dot, token in reversed(list(zip([None, *tokens], tokens, strict=False))):
        if token.string == old and token.type == tokenize.NAME and (not dot or dot.string != "."):
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + new + line[column + len(old) :]
    text = "".join(lines)
    renamed = _Statement(text, ast.parse(text).body[0])
    if renamed.uses | renamed.binds != {
        new if one == old else one for one in statement.uses | statement.binds
    }:
        raise ValueError(
            f"{FILE} has another {old}, which others there use: give yours its own name"
        )
    return renamed

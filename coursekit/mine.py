"""The student's own functions: kept from one lesson, played with in another.

``mine.keep(alpha_beta_player)`` writes a function, and what it needs of its notebook, into the file
``mine.py`` beside the notebook. ``mine.load("alpha_beta_player", …)`` gets it back in a later
lesson; on a command line it is ``mine.py:alpha_beta_player``. While the tests run the lessons the
file is neither written nor read, so that no lesson depends on what another one did.
"""

from __future__ import annotations

import ast
import builtins
import copy
import io
import linecache
import os
import pickle
import symtable
import tokenize
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from coursekit.files import replace
from coursekit.strangers import run_file

F = TypeVar("F", bound=Callable[..., Any])

FILE = Path("mine.py")
_HEAD = '"""My own functions, kept from the lessons. Change them as you like."""\n'


def keep(*functions: Callable[..., Any]) -> None:
    """Keeps functions of a notebook in ``mine.py``, with all that they need of the notebook.

    What the file holds of the same name is replaced. A helper that another function of the file
    uses stays as it is; the new one is then kept by another name. While the tests run a lesson,
    this checks and prints the same, and writes nothing.

    Args:
        functions: Functions or classes that were written in cells of the notebook.

    Raises:
        ValueError: If one of them was not, or needs something that no cell defines by a statement
            of its own or that other lines changed afterwards, or ``mine.py`` cannot be read; the
            file is then as it was.
    """
    shell = _shell()
    written, text = _written(shell), _read()
    for function in functions:
        name = _name_of(function)
        new = _closure(written, name)
        if not _is_off():
            text = _merged(_statements(text), new, name)
            _try(text, name, _values(new, shell.user_ns))
    if not _is_off():
        replace(FILE, text.encode())
    print(f"kept in {FILE}: {', '.join(function.__name__ for function in functions)}")


def load(name: str, otherwise: F) -> F:
    """Returns a function that was kept, or says that there is none and returns another.

    Args:
        name: Its name.
        otherwise: What to return if ``mine.py`` has none of that name: the course's own.

    Raises:
        ValueError: If ``mine.py`` stops with an error.
    """
    found = {} if _is_off() or not FILE.exists() else run_file(FILE)
    if name in found:
        print(f"{name}: yours, from {FILE}")
        own: F = found[name]
        return own
    print(f"{name}: {FILE} has none, so the course's own is used")
    return otherwise


def _is_off() -> bool:
    """Returns whether a test or a build of the book runs this."""
    return "PYTEST_VERSION" in os.environ or os.environ.get("COURSEKIT_MINE") == "off"


def _name_of(function: Callable[..., Any]) -> str:
    name = str(getattr(function, "__name__", ""))
    owner, _, inner = getattr(function, "__qualname__", name).rpartition(".")
    if owner:
        owner = owner.partition(".")[0]
        raise ValueError(
            f"{inner} was made inside {owner}: keep {owner}, or a function that calls it"
        )
    if not name.isidentifier() or getattr(function, "__module__", "") != "__main__":
        raise ValueError(f"{name or repr(function)} was not written by `def` in this notebook")
    return name


def _read() -> str:
    """Returns the file, if it runs."""
    if _is_off() or not FILE.exists():
        return _HEAD
    run_file(FILE)
    return FILE.read_text(encoding="utf-8")


def _try(text: str, name: str, values: Mapping[str, Any]) -> None:
    """Runs the file as it would be; what its functions need must be as it is in the notebook.

    Raises:
        ValueError: If it does not run, or another line of the notebook changed a value.
    """
    trial = FILE.with_name("mine.tmp.py")
    try:
        trial.write_text(text, encoding="utf-8")
        found = run_file(trial)
    except ValueError as error:
        raise ValueError(f"{name} does not run outside of this notebook: {error}") from None
    finally:
        trial.unlink(missing_ok=True)
    for needed, value in values.items():
        own = found.get(f"{needed}_of_{name}", found.get(needed))
        if not _is_same(own, value):
            raise ValueError(
                f"{name} needs {needed}, which other lines change after `{needed} = …`: make it in "
                f"one statement, for example by a function, and keep {name} again"
            )


def _values(statements: list[_Statement], space: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the variables that statements define, less those in which functions count."""
    counted = {one for statement in statements for one in statement.counts}
    assigned = [one for one in statements if isinstance(one.node, ast.Assign | ast.AnnAssign)]
    names = {name for one in assigned for name in one.binds} - counted
    return {name: space[name] for name in sorted(names) if name in space}


def _is_same(a: Any, b: Any) -> bool:
    """Returns whether two values are equal, as far as they can be compared."""
    try:
        if pickle.dumps(a) == pickle.dumps(b):
            return True
    except Exception:  # such as a lambda
        return True
    try:
        return bool(np.all(a == b))
    except Exception:
        return False


class _Statement:
    """A statement at the top of a file or of a cell, with the comments above it.

    Attributes:
        text: As it was written.
        binds: The names that it defines; empty for one that is no definition.
        now: The names that it looks up when it runs.
        later: The names that its functions look up when they are called.
        counts: The names that its functions set by ``global``.
    """

    def __init__(self, text: str, node: ast.stmt) -> None:
        self.text, self.node = text.strip("\n"), node
        table = symtable.symtable(text, "<cell>", "exec")
        bound = {one.get_name() for one in table.get_symbols() if _is_bound(one)}
        self.binds = bound if isinstance(node, _DEFINITIONS) else set()
        self.now = {one.get_name() for one in table.get_symbols() if one.is_referenced()}
        self.later: set[str] = set()
        shared = [part.names for part in ast.walk(node) if isinstance(part, ast.Global)]
        self.counts = set().union(*shared)
        for inner in table.get_children():
            # A class and a comprehension run at once.
            runs = inner.get_type() == "class" or inner.get_name() in _COMPREHENSIONS
            (self.now if runs else self.later).update(_looked_up(inner))

    @property
    def uses(self) -> set[str]:
        """All names of the notebook, or of the file, that it looks up."""
        return self.now | self.later

    @property
    def goes_first(self) -> bool:
        """Whether it is an import, or the text at the top of a file."""
        return isinstance(self.node, ast.Import | ast.ImportFrom) or self.is_text

    @property
    def is_text(self) -> bool:
        return isinstance(self.node, ast.Expr) and isinstance(self.node.value, ast.Constant)

    def says_the_same_as(self, other: _Statement) -> bool:
        return ast.dump(self.node) == ast.dump(other.node)


_DEFINITIONS = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign),
)
_COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")


def _is_bound(name: symtable.Symbol) -> bool:
    return name.is_assigned() or name.is_imported()


def _looked_up(table: symtable.SymbolTable) -> Iterator[str]:
    for name in table.get_symbols():
        if name.is_global():
            yield name.get_name()
    for inner in table.get_children():
        yield from _looked_up(inner)


def _statements(text: str) -> list[_Statement]:
    """Returns the statements of a file or of a cell, in their order."""
    found: list[_Statement] = []
    try:
        nodes, lines = ast.parse(text).body, text.splitlines()
    except SyntaxError as error:
        raise ValueError(f"{FILE} cannot be read: line {error.lineno}: {error.msg}") from None
    begin = 0
    for node in nodes:
        above = lines[begin : node.lineno - 1]
        while found and "" in map(str.strip, above):  # a comment apart stays where it is
            found[-1].text += f"\n{above.pop(0)}".rstrip()
        begin = node.end_lineno or begin
        own = "\n".join(lines[node.lineno - 1 : begin])
        if any(other is not node and _share_a_line(other, node) for other in nodes):
            own = ast.unparse(node)
        if isinstance(node, ast.Import | ast.ImportFrom) and len(node.names) > 1:
            found += _imports(node, above)
        else:
            found.append(_Statement("\n".join([*above, own]), node))
    if found:
        found[-1].text = "\n".join([found[-1].text, *lines[begin:]]).rstrip()
    return found


def _share_a_line(a: ast.stmt, b: ast.stmt) -> bool:
    return a.lineno <= (b.end_lineno or b.lineno) and b.lineno <= (a.end_lineno or a.lineno)


def _imports(node: ast.Import | ast.ImportFrom, above: list[str]) -> list[_Statement]:
    """Returns an import as a statement for each name, since not all of them may be needed."""
    single = [copy.copy(node) for _ in node.names]
    for one, name in zip(single, node.names, strict=True):
        one.names = [name]
    texts = ["\n".join([*above, ast.unparse(single[0])]), *map(ast.unparse, single[1:])]
    return [_Statement(text, one) for text, one in zip(texts, single, strict=True)]


def _shell() -> Any:
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        raise ValueError("mine.keep works in a notebook, on functions that its cells define")
    return shell


def _written(shell: Any) -> list[_Statement]:
    """Returns the statements of all cells that were run, the last run last."""
    found: list[_Statement] = []
    # Without a history, as under nbval, the cells are where tracebacks find them.
    files = [name for name in linecache.cache if "ipykernel_" in name]
    cells = list(filter(None, shell.user_ns["In"]))
    cells = cells or ["".join(linecache.getlines(name)) for name in files]
    for cell in cells:
        try:
            found += _statements(cell)
        except ValueError:
            continue  # it was never run
    return found


def _closure(statements: list[_Statement], name: str) -> list[_Statement]:
    """Returns the last definition of a name, and of all that it needs, in their order.

    Raises:
        ValueError: If something that it needs has no definition.
    """
    homes: dict[str, list[int]] = {}
    for number, statement in enumerate(statements):
        for bound in statement.binds:
            homes.setdefault(bound, []).append(number)
    found: set[int] = set()

    def visit(wanted: str, user: str, before: int) -> None:
        home = max((number for number in homes.get(wanted, ()) if number < before), default=None)
        if home is None:
            if not hasattr(builtins, wanted):
                raise ValueError(
                    f"{user} needs {wanted}, which no cell defines by a line of its own"
                )
        elif home not in found:
            found.add(home)
            for used in sorted(statements[home].now):
                visit(used, wanted, home)
            for used in sorted(statements[home].later):
                visit(used, wanted, len(statements))

    visit(name, name, len(statements))
    return [statements[number] for number in sorted(found)]


def _merged(old: list[_Statement], new: list[_Statement], name: str) -> str:
    """Returns the file with a function, and all that it needs, put in.

    Args:
        old: What the file holds.
        new: The function and what it needs.
        name: The function's name.
    """
    used = {other for one in old for other in one.uses - one.binds}
    stay = [one for one in old if name not in one.binds and not one.binds & used]
    for one in stay:  # grows meanwhile by what those need
        stay += [
            other
            for other in old
            if other.binds & one.uses and name not in other.binds and other not in stay
        ]
    while clashing := _clashing(stay, new, name):
        new = [_renamed(one, clashing, f"{clashing}_of_{name}") for one in new]
    new = [one for one in new if not any(one.says_the_same_as(other) for other in stay)]
    before = next((number for number, one in enumerate(old) if name in one.binds), len(old))
    parts = [
        *(one for one in old[:before] if one in stay),
        *new,
        *(one for one in old[before:] if one in stay),
    ]
    parts.sort(key=lambda one: not one.goes_first)  # the others stay in order
    gaps = ["\n" if one.goes_first else "\n\n\n" for one in parts[1:]]
    if gaps and parts[0].is_text:
        gaps[0] = "\n\n"
    return "".join(one.text + gap for one, gap in zip(parts, [*gaps, "\n"], strict=True))


def _clashing(stay: list[_Statement], new: list[_Statement], name: str) -> str | None:
    """Returns a name that would mean something else to functions that stay in the file."""
    for bound in sorted({bound for one in new for bound in one.binds} - {name}):
        theirs, ours = (
            [ast.dump(one.node) for one in some if bound in one.binds] for some in (stay, new)
        )
        if theirs and theirs != ours:
            return bound
    return None


def _renamed(statement: _Statement, old: str, new: str) -> _Statement:
    """Returns a statement with another name for one of the notebook's names.

    Raises:
        ValueError: If the name stands in a formatted text.
    """
    if old not in statement.uses | statement.binds:
        return statement
    if isinstance(statement.node, ast.Import | ast.ImportFrom):
        return _statements(statement.text.partition(" as ")[0] + f" as {new}")[0]
    lines = statement.text.splitlines(keepends=True)
    hidden = _hidden(statement, old, lines)
    tokens = list(tokenize.generate_tokens(io.StringIO(statement.text).readline))
    for dot, token in reversed(list(zip([None, *tokens], tokens, strict=False))):
        is_it = token.string == old and token.type == tokenize.NAME
        is_own = any(first <= token.start < last for first, last in hidden)
        if is_it and not is_own and (not dot or dot.string != "."):
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + new + line[column + len(old) :]
    text = "".join(lines)
    renamed = _Statement(text, ast.parse(text).body[0])
    if old in renamed.uses:
        raise ValueError(
            f"{FILE} has another {old}, which functions there use: give yours another name"
        )
    return renamed


def _hidden(
    statement: _Statement, name: str, lines: list[str]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Returns from where to where a name is not the notebook's, but that of an argument."""

    def place(row: int, column: int) -> tuple[int, int]:
        """Returns row and column in characters; ``ast`` counts bytes."""
        return row, len(lines[row - 1].encode()[:column].decode())

    found = []
    for part in ast.walk(statement.node):
        if isinstance(part, ast.arg | ast.keyword) and part.arg == name:
            row, column = place(part.lineno, part.col_offset)
            found.append(((row, column), (row, column + len(name))))
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if any(isinstance(one, ast.arg) and one.arg == name for one in ast.walk(part.args)):
            body = part.body if isinstance(part.body, list) else [part.body]
            first, last = body[0], body[-1]
            end = place(last.end_lineno or 0, last.end_col_offset or 0)
            found.append((place(first.lineno, first.col_offset), end))
    return found

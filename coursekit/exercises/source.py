"""The source of a solution, written as a student writes it: without type hints."""

from __future__ import annotations

import ast
import dis
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any


def notebook_source(function: Callable[..., Any] | type) -> str:
    r"""Returns the source of a function or class so that it runs when pasted into a notebook.

    The type hints go: a notebook does not import the names that they use.

    Args:
        function: One from a file, without a decorator.

    >>> print(notebook_source(textwrap.indent).splitlines()[0])
    def indent(text, prefix, predicate=None):
    """
    source = textwrap.dedent(inspect.getsource(function)).strip()
    text = source.encode()
    for start, end in sorted(_hints(ast.parse(source), text), reverse=True):
        text = text[:start] + text[end:]
    return text.decode()


def own_calls(function: Any) -> int:
    """Returns in how many places a function names itself, inner functions included.

    >>> own_calls(lambda: 0)
    0
    """
    plain = inspect.unwrap(function)
    codes, count = [getattr(plain, "__code__", None)], 0
    for code in filter(None, codes):
        named = (step.argval for step in dis.get_instructions(code) if "LOAD" in step.opname)
        count += sum(name == plain.__name__ for name in named if isinstance(name, str))
        codes += [const for const in code.co_consts if inspect.iscode(const)]
    return count


def _hints(tree: ast.AST, text: bytes) -> Iterator[tuple[int, int]]:
    """Yields where each type hint of the arguments, results and variables begins and ends."""
    lengths = [len(line) for line in text.splitlines(keepends=True)]

    def place(line: int | None, column: int | None) -> int:
        return sum(lengths[: (line or 1) - 1]) + (column or 0)

    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            name_end = place(node.lineno, node.col_offset) + len(node.arg.encode())
            yield name_end, place(node.end_lineno, node.end_col_offset)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            start = place(node.returns.lineno, node.returns.col_offset)
            bracket = text.rindex(b")", 0, text.rindex(b"->", 0, start)) + 1
            yield bracket, place(node.returns.end_lineno, node.returns.end_col_offset)
        elif isinstance(node, ast.AnnAssign):
            yield (
                place(node.target.end_lineno, node.target.end_col_offset),
                place(node.annotation.end_lineno, node.annotation.end_col_offset),
            )

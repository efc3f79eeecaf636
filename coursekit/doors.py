"""The front door of a package: what it exports, each name imported when it is first used.

The names stand in the package's ``__init__.pyi``, which type checkers read, one on a line:
``from coursekit.display.trees.picture import tree as tree``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def front_door(
    package: str, file: str
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Returns a package's ``__all__``, ``__getattr__`` and ``__dir__``.

    Args:
        package: Its name, ``__name__``.
        file: Where its ``__init__.py`` is, ``__file__``.
    """
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    homes = {
        alias.name: str(node.module)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if homes[name] == package:  # a part of the package itself
            return import_module(f"{package}.{name}")
        return getattr(__import__(homes[name], fromlist=[name]), name)

    names = sorted(homes)
    return names, load, names.copy

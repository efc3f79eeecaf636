"""The rooms of coursekit: each imports only from rooms below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "coursekit"
ROOMS = [
    "budget",
    "files",
    "progress",
    "workers",
    "engine",
    "games",
    "truth",
    "players",
    "learning",
    "arena",
    "display",
    "exercises",
]
# Above all rooms: what starts the package, its command line, and what that runs.
ROOF = ["__init__", "__main__", "commands", "doctor", "solve"]


def imported(tree: ast.Module, package: list[str]) -> Iterator[tuple[int, str]]:
    """Yields line and full name of each import that runs when the module is imported."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *filter(None, [node.module])])
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue  # runs later
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            pending.extend(node.orelse)  # never runs
        else:
            pending.extend(ast.iter_child_nodes(node))


def upward_imports(source: str, room: str, package: list[str]) -> list[str]:
    """Returns the imports of a module of ``room`` that are not from a room below or its own."""
    wrong = []
    for line, name in imported(ast.parse(source), package):
        parts = name.split(".")
        if parts[0] != "coursekit":
            continue
        # Names of the package itself (othello, BLACK, Env) come from games.
        target = parts[1] if len(parts) > 1 and parts[1] in ROOMS + ROOF else "games"
        if target in ROOF or ROOMS.index(target) > ROOMS.index(room):
            wrong.append(f"line {line}: {name}")
    return wrong


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if room_of(path))


def room_of(path: Path) -> str:
    """Returns the room of a module, the empty string for one that lies above all rooms."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first in ROOF else first


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_from_below(path: Path) -> None:
    room = room_of(path)
    assert room in ROOMS
    package = ["coursekit", *path.relative_to(PACKAGE).parent.parts]
    assert upward_imports(path.read_text(encoding="utf-8"), room, package) == []


@pytest.mark.parametrize(
    "source",
    [
        "from coursekit.display import render",
        "import coursekit.arena.matches",
        "from coursekit import players",
        "from ..display.board import render",
        "from .. import arena",
        "try:\n    from coursekit import exercises\nexcept ImportError:\n    pass",
        "class A:\n    from coursekit import display",
    ],
)
def test_an_import_from_above_is_found(source: str) -> None:
    assert upward_imports(source, "games", ["coursekit", "games"])


@pytest.mark.parametrize(
    "source",
    [
        "from coursekit.engine import othello",
        "from . import env",
        "from coursekit import othello",
        "def render():\n    from coursekit.display import render",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from coursekit import display",
        "import numpy",
    ],
)
def test_an_import_from_below_is_fine(source: str) -> None:
    assert upward_imports(source, "games", ["coursekit", "games"]) == []


def test_the_package_names_do_not_reach_the_engine() -> None:
    assert upward_imports("from coursekit import othello", "engine", ["coursekit", "engine"])

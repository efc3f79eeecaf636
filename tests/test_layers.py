"""The house: rooms import from below, modules in no circle, lessons through the front doors."""

import ast
import re
from collections import defaultdict
from graphlib import TopologicalSorter
from importlib import import_module

import pytest

from _ext.house import PACKAGE, ROOF, ROOMS, all_imports, imports, modules, room
from tests.notebooks.lessons import PATHS, code_cells

UPWARD = {
    ("coursekit.games.env", "coursekit.display.pictures.board"): (
        "a board shows itself as a picture where a notebook asks for one; only then is it loaded"
    ),
}
"""The imports from above that are allowed, and why."""

MOST_MODULES = 14

DOORS = r"coursekit\.(games\.bank|exercises\.lesson\d\d)"
"""The modules that lessons import besides what the rooms export."""


def upward_imports(module: str, source: str) -> list[tuple[str, str]]:
    """Returns the imports of a module that are neither from its own room nor from one below."""
    own = room(module)
    return [
        (found.module, found.target)
        for found in imports(module, source)
        if room(found.target) in ROOF or ROOMS.index(room(found.target)) > ROOMS.index(own)
    ]


def test_a_room_imports_only_from_below() -> None:
    found = {
        pair
        for module, path in modules().items()
        if room(module) not in ROOF
        for pair in upward_imports(module, path.read_text(encoding="utf-8"))
    }
    assert found == set(UPWARD)


def test_every_module_lies_in_a_room() -> None:
    assert {room(module) for module in modules()} == {*ROOMS, *ROOF}


@pytest.mark.parametrize(
    "source",
    [
        "from coursekit.display import render",
        "import coursekit.arena.matches",
        "from coursekit import players",
        "def render():\n    from coursekit.display import render",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from coursekit import display",
        "from coursekit.commands.common import guarded",
    ],
)
def test_an_import_from_above_is_found(source: str) -> None:
    assert upward_imports("coursekit.games.env", source)


def test_what_a_room_may_import_depends_on_its_floor() -> None:
    source = "from coursekit import othello, Env"
    assert not upward_imports("coursekit.games.env", source)
    assert upward_imports("coursekit.engine.rules.othello", source)


def test_no_modules_import_each_other_in_a_circle() -> None:
    needs: dict[str, set[str]] = defaultdict(set)
    for found in all_imports():
        if found.module != found.target and (found.module, found.target) not in UPWARD:
            needs[found.module].add(found.target)
    TopologicalSorter(needs).prepare()  # raises CycleError with the circle


def test_a_folder_holds_few_modules() -> None:
    counts: dict[str, int] = defaultdict(int)
    for path in modules().values():
        counts[path.parent.relative_to(PACKAGE).as_posix()] += path.name != "__init__.py"
    del counts["exercises"]  # one file a lesson
    assert {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}


def past_the_doors(source: str) -> list[str]:
    """Returns the modules inside of rooms that a lesson reaches, and that no room exports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute):
            names.append(f"coursekit.{ast.unparse(node)}")
    inside = [name for name in names if name.count(".") > 1 and name in modules()]
    return [name for name in inside if not re.fullmatch(DOORS, name) and not exported(name)]


def exported(name: str) -> bool:
    """Returns whether a room exports something of a module's name, as a rule a function."""
    room, _, own = name.rpartition(".")
    return own in getattr(import_module(room), "__all__", [])


def test_a_way_past_the_front_doors_is_found() -> None:
    for way in (
        "from coursekit.truth.exact import exact_result",
        "import coursekit.arena.games",
        "from coursekit.learning import alphago",
        "learning.alphago.data",
    ):
        assert past_the_doors(way)


def test_lessons_come_in_through_the_front_doors() -> None:
    """A lesson imports from the package or from one of its rooms, never from inside a room."""
    cells = [(path.stem, cell.source) for path in PATHS for cell in code_cells(path)]
    assert not [(stem, name) for stem, source in cells for name in past_the_doors(source)]

"""The house as its imports show it, and its picture: ``python -m _ext.house``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "coursekit"
ROOMS = [
    "strangers",
    "checks",
    "budget",
    "doors",
    "files",
    "mine",
    "progress",
    "cluster",
    "workers",
    "engine",
    "games",
    "truth",
    "learning",
    "players",
    "arena",
    "display",
    "exercises",
]
"""From the ground up: a room imports from rooms below it."""

ROOF = ["__init__", "__main__", "commands", "doctor"]
"""Above all rooms: what starts the package, its command line, and what that runs."""


class Import(NamedTuple):
    """One import: the module that it stands in, its line, and the module that it needs."""

    module: str
    line: int
    target: str


@cache
def modules() -> dict[str, Path]:
    """Returns the paths of all modules by their dotted names."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(module: str, source: str) -> Iterator[Import]:
    """Yields the imports of a module from the package, wherever they stand in its source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "coursekit":
                yield Import(module, node.lineno, target(name))


def target(name: str) -> str:
    """Returns the module that an imported dotted name needs.

    Names of the package itself (``othello``, ``BLACK``, ``Env``) come from games.
    """
    parts = name.split(".")
    while ".".join(parts) not in modules():
        parts.pop()
    return ".".join(parts) if len(parts) > 1 else "coursekit.games"


def room(module: str) -> str:
    """Returns the room that a module lies in."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@cache
def all_imports() -> list[Import]:
    """Returns the imports of all modules."""
    return [
        found
        for module, path in modules().items()
        for found in imports(module, path.read_text(encoding="utf-8"))
    ]


def needs() -> dict[str, set[str]]:
    """Returns the rooms that each room imports, without those that it reaches through others."""
    direct: dict[str, set[str]] = {name: set() for name in [*ROOMS, "commands"]}
    for found in all_imports():
        own, other = room(found.module), room(found.target)
        if own in direct and other in direct and _floor(other) < _floor(own):
            direct[own].add(other)
    reached: dict[str, set[str]] = {}
    for name, below in direct.items():  # from the ground up
        reached[name] = below.union(*(reached[other] for other in below))
    return {
        name: {o for o in below if not any(o in reached[other] for other in below)}
        for name, below in direct.items()
    }


def _floor(name: str) -> int:
    return [*ROOMS, "commands"].index(name)


def parts(name: str) -> list[str]:
    """Returns the sub-rooms of a room, and the modules that lie in none."""
    folder = PACKAGE / name
    found = sorted(
        p.parent.name for p in folder.glob("*/__init__.py") if any(p.parent.glob("[a-z]*.py"))
    )
    loose = sorted(p.stem for p in folder.glob("[a-z]*.py") if not p.stem.startswith("lesson"))
    return [f"{sub}/" for sub in found] + loose


def draw(path: Path) -> None:
    """Draws the rooms, what lies in them, and who imports whom, as an SVG."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()  # the picture must not depend on what was drawn before
        mpl.rcParams |= {"svg.hashsalt": "house", "svg.fonttype": "none", "font.size": 9}
        _draw(path)


def _draw(path: Path) -> None:
    from matplotlib import pyplot as plt
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

    ground = [name for name in ROOMS if not (PACKAGE / name).is_dir()]
    floors = [ground, *([name] for name in ROOMS if name not in ground), ["commands"]]
    figure, axes = plt.subplots(figsize=(8, 7.4))
    axes.set(xlim=(0, 100), ylim=(-0.15, len(floors)))
    axes.axis("off")
    for height, floor in enumerate(floors):
        y = height + 0.05
        axes.add_patch(
            FancyBboxPatch(
                (14, y),
                84,
                0.8,
                boxstyle="round,pad=0,rounding_size=0.12",
                facecolor="#EEF3F8" if height else "#F3F0E8",
                edgecolor="#9AA7B4",
                mutation_aspect=0.06,
            )
        )
        title = " · ".join(floor) if len(floor) == 1 else "below all rooms"
        axes.text(15.5, y + 0.4, title, weight="bold", va="center", color="#1B2733")
        inside = parts(floor[0]) if len(floor) == 1 else floor
        words = "  ".join(inside) if floor != ["exercises"] else "one file a lesson"
        axes.text(36, y + 0.4, fill(words, 72), va="center", color="#43515E", fontsize=7.4)
    rank = {name: height for height, floor in enumerate(floors) for name in floor}
    arrows = {(rank[name], rank[other]) for name, below in needs().items() for other in below}
    for top, bottom in sorted(arrows):
        if top > bottom:
            axes.add_patch(
                FancyArrowPatch(
                    (14, top + 0.3),
                    (14, bottom + 0.6),
                    connectionstyle=f"arc3,rad={0.12 + 0.05 * (top - bottom)}",
                    arrowstyle="-|>",
                    mutation_scale=9,
                    color="#4C6A88",
                    linewidth=1.0,
                )
            )
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    draw(ROOT / "notebooks" / "images" / "house.svg")

"""What the picture of a tree shows: its nodes, read once from any objects that have children."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coursekit.display.trees.nodes import Kind

Told = str | Callable[[Any], object]
"""The name of an attribute of a node, or a function of it."""

# What the edge that leads to a node is: cut off here or above, one of many, the best of its
# parent, or part of the principal variation.
CUT, PLAIN, BEST, LINE = range(4)


@dataclass(eq=False)
class Box:
    """A node as it is drawn, and the room that it takes, in CSS pixels."""

    value: Any
    move: str
    note: str
    kind: Kind | None
    cut: bool
    depth: int
    parent: Box | None = None
    rank: int = PLAIN  # CUT, PLAIN, BEST or LINE
    stub: bool = False  # there are children that are not shown
    children: list[Box] = field(default_factory=list)
    # What follows depends on how large the tree is drawn.
    text: str = ""  # the value
    body: str = ""  # "up", "down", "pill", "leaf", "move" or "dot"
    size: tuple[float, float] = (0.0, 0.0)  # of the body
    notes: list[str] = field(default_factory=list)  # the lines below
    half: float = 0.0  # half of the whole width
    height: float = 0.0
    x: float = 0.0  # of its middle
    y: float = 0.0  # of its upper edge

    @property
    def is_inner(self) -> bool:
        """Whether there is a choice at this node."""
        return bool(self.children) or self.stub


def read_tree(
    root: Any,
    depth: int | None = None,
    value: Told = "value",
    note: Told = "note",
    line: Iterable[Any] | None = None,
    least: int = 1,
) -> list[Box]:
    """Returns the nodes of a tree layer by layer, from left to right; `tree` says of which."""
    bold = None if line is None else {id(node) for node in line}

    def box_of(node: Any, move: Any, parent: Box | None = None) -> Box:
        visits = _told(node, "visits")
        return Box(
            value="new" if visits == 0 else _told(node, value),
            move="" if move is None else str(getattr(move, "name", move)),
            note=str(_told(node, note, visits) or ""),
            kind=_told(node, "kind"),
            cut=bool(_told(node, "cut")),
            depth=0 if parent is None else parent.depth + 1,
            parent=parent,
        )

    top = box_of(root, _told(root, "move"))
    top.rank = CUT if top.cut else LINE
    boxes, sources = [top], [root]
    for box, node in zip(boxes, sources, strict=True):  # they grow while they are read
        shown = [
            (move, child)
            for move, child in _children(node)
            if _told(child, "visits", least) >= least or (bold and id(child) in bold)
        ]
        if box.depth == depth:
            box.stub = bool(shown)
            continue
        best = _told(node, "best")
        for move, child in shown:
            below = box_of(child, move, box)
            if id(child) in bold if bold is not None else child is best:
                below.rank = LINE if box.rank == LINE else BEST
            if below.cut or box.rank == CUT:
                below.rank = CUT
            box.children.append(below)
            boxes.append(below)
            sources.append(child)
    if top.rank == LINE and not any(child.rank == LINE for child in top.children):
        top.rank = PLAIN
    return boxes


def _told(node: Any, what: Told, default: Any = None) -> Any:
    """Returns what a node says of itself; an attribute that is a method is called."""
    found = what(node) if callable(what) else getattr(node, what, default)
    return found() if callable(found) else found


def _children(node: Any) -> list[tuple[Any, Any]]:
    """Returns the children of a node, each with the move that leads to it."""
    found = _told(node, "children") or ()
    if isinstance(found, Mapping):
        return list(found.items())
    return [(_told(child, "move", _told(child, "action")), child) for child in found]

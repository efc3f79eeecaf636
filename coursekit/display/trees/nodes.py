"""The search tree that a lesson grows while it searches: :class:`Node`, plain data to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal

from coursekit.strangers import shown

Kind = Literal["max", "min"]
Value = float | str | None

OTHER: dict[Kind | None, Kind | None] = {"max": "min", "min": "max", None: None}


@dataclass(eq=False, repr=False)
class Node:
    """One position of a search tree, with what the search found out about it.

    A recursive search makes a child with `add` for each move that it tries, and fills in `value`
    and `best` when it knows them; `tree` draws the result.

    Args:
        value: a number or a short text; None where nothing is known (yet).
        kind: "max" or "min" for whose turn it is; None makes no difference between the sides, as
            negamax and UCT do.
        move: the move that leads here, an Action or a text; it is written on the edge.
        note: a second line in small print, for example "α=3 β=5" or a number of visits.
        cut: whether the search cut this branch off: drawn pale, with a double bar on the edge.

    Raises:
        ValueError: `kind` is something else.

    >>> root = Node(kind="max")
    >>> for value in (3, 12, 8):
    ...     child = root.add(value=value)
    >>> root.best = max(root.children, key=lambda node: node.value)
    >>> root.value = root.best.value
    >>> root
    <max node: value 12, 3 children>
    """

    value: Any = None
    _: KW_ONLY
    kind: Kind | None = None
    move: object = ""
    note: object = ""
    cut: bool = False
    children: list[Node] = field(default_factory=list, init=False)
    best: Node | None = field(default=None, init=False)
    """The child that the value comes from; from the root on, these are the principal variation."""

    def __post_init__(self) -> None:
        if self.kind not in OTHER:
            raise ValueError(
                f"kind: {shown(self.kind)} is no kind of node; use 'max', 'min' or None"
            )
        self.move, self.cut = str(getattr(self.move, "name", self.move)), bool(self.cut)

    @classmethod
    def nested(cls, values: Any, kind: Kind | None = "max") -> Node:
        """Returns the tree that nested lists of leaf values stand for; the kinds alternate.

        Args:
            values: a list for a node with children, a number or a text for a leaf.
            kind: the kind of the root.

        >>> Node.nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).children
        [<min node: 3 children>, <min node: 3 children>, <min node: 3 children>]
        """
        if not isinstance(values, (list, tuple)):
            return cls(values, kind=kind)
        node = cls(kind=kind)
        node.children = [cls.nested(part, OTHER[kind]) for part in values]
        return node

    def add(
        self,
        move: object = "",
        *,
        value: Value = None,
        note: object = "",
        cut: bool = False,
    ) -> Node:
        """Returns a new child, of the other kind; the arguments are those of the class."""
        kind = OTHER[self.kind]
        child = Node(value, kind=kind, move=move, note=note, cut=cut)
        self.children.append(child)
        return child

    def walk(self) -> Iterator[Node]:
        """Yields this node and all nodes below it, parents first, from left to right."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def __repr__(self) -> str:
        parts = [] if self.value is None else [f"value {self.value}"]
        if self.children:
            parts.append(f"{len(self.children)} child{'ren' * (len(self.children) > 1)}")
        about = ", ".join([*parts, *["cut off"] * self.cut]) or "empty"
        return f"<{self.kind + ' ' if self.kind else ''}node: {about}>"

"""How large a search tree is drawn: the richest look that fits into a width, and its geometry."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from itertools import pairwise
from numbers import Real
from typing import Any

from . import sprites
from .scales import compact
from .tree_layout import BEST, CUT, LINE, PLAIN, Box, family, spread
from .tree_nodes import Node

MARGIN = 16  # around the tree, in CSS pixels
DEEPEST = 60  # layers of a picture
INNER_DOT = 5.6  # diameter of a dot with children, at least
LABEL_FONT = 12  # of the layers' names


@dataclass(frozen=True)
class Style:
    """One way to draw a tree; lengths in CSS pixels."""

    look: str  # "board", "shape" (a number in a triangle or box) or "dot" (no text)
    size: float  # side of a board, or diameter of a dot
    font: int  # of the values
    gap: float  # between siblings
    lowest: float  # distance between two layers, at least
    highest: float  # and at most

    @property
    def small(self) -> int:
        """Font of moves and notes."""
        return max(9, round(0.85 * self.font))


BOARDS = [
    Style("board", side, 14 if side > 90 else 13 if side > 70 else 12, 0.15 * side, 48, 84)
    for side in (112, 104, 96, 88, 80, 74, 68, 62, 58, 54)
]
SHAPES = [
    Style("shape", 0, font, gap * font, 3.3 * font, 90)
    for font, gap in zip(range(17, 8, -1), (1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.5, 0.4), strict=True)
]
DOTS = [
    Style("dot", size, 9, gap, 46, 100)
    for size, gap in (
        (9, 7),
        (8, 5),
        (7, 4),
        (6, 3),
        (5, 2.5),
        (4, 2),
        (3.4, 1.4),
        (2.8, 0.8),
        (2.4, 0.6),
    )
]


@dataclass
class Plan:
    """A tree with every place known; lengths in CSS pixels."""

    style: Style
    boxes: list[Box]
    names: list[tuple[str, str]]  # of the layers, as from `layer_names`
    signed: bool  # positive values get a plus, because there are negative ones
    layers: list[float] = field(default_factory=list)  # upper edge of each layer
    heights: list[float] = field(default_factory=list)
    label_at: list[float] = field(default_factory=list)  # place of moves on edges; 0: not written
    width: int = 0
    height: int = 0
    inner: tuple[float, float] = (0.0, 0.0)  # size of each shape with a value
    leaf: tuple[float, float] = (0.0, 0.0)

    def text(self, node: Node) -> str:
        """Returns a node's value as it is written."""
        return value_text(node.value, self.signed)

    def body(self, box: Box) -> str:
        """Returns what a node is drawn as.

        One of "board", "up", "down", "pill", "leaf", "dot", and "move" for a branch that was cut
        off unseen: it has nothing to show but its move.
        """
        node = box.node
        if self.style.look == "dot":
            return "dot"
        if self.style.look == "board" and node.scene is not None:
            return "board"
        if node.cut and node.value is None and not node.children:
            return "move" if node.move else "dot"
        if not node.children:
            return "leaf"
        return {"max": "up", "min": "down", None: "pill"}[node.kind]

    def body_size(self, box: Box) -> tuple[float, float]:
        """Returns width and height of a node without badge and note."""
        body = self.body(box)
        if body == "board":
            return self.style.size, self.style.size
        if body == "move":
            return self.text_width(box.node.move, small=True) + 2.0, 1.2 * self.style.small
        if body == "dot":
            if self.style.look != "dot":
                return 8.0, 8.0
            # The colour of a node with a choice must be seen even in the largest tree.
            diameter = max(self.style.size, INNER_DOT if box.node.children else 0.0)
            return diameter, diameter
        return self.leaf if body == "leaf" else self.inner

    def text_width(self, text: str, small: bool = False) -> int:
        """Returns the width of a value, or of a move or a note."""
        return sprites.label(text, self.style.small if small else self.style.font).width

    def badge_height(self, box: Box) -> float:
        """Returns the height of the value under a board, and of the space above it."""
        shown = self.body(box) == "board" and box.node.value is not None
        return 1.55 * self.style.font + 5 if shown else 0.0

    def notes(self, box: Box) -> list[str]:
        """Returns the lines under a node."""
        return str(box.node.note).split("\n") if box.node.note and self.style.look != "dot" else []


def value_text(value: Any, signed: bool) -> str:
    """Returns a value in a few characters.

    >>> value_text(12, True), value_text(float("-inf"), True), value_text("?", True)
    ('+12', '-∞', '?')
    """
    if value is None:
        return ""
    if isinstance(value, Real):
        return compact(float(value), signed).replace("inf", "∞")
    return " ".join(str(value).split())


def plan(root: Node, width: int, depth: int | None = None, boards: bool = True) -> Plan:
    """Returns the plan of a picture; the arguments are those of `tree`.

    Raises:
        ValueError: the tree is too large for every look.
    """
    nodes = list(root.walk())
    room = width - 2 * MARGIN
    boxes = _boxes(root, depth)
    names = layer_names(boxes)
    shown = [box.node for box in boxes]
    signed = any(isinstance(node.value, Real) and node.value < 0 for node in shown)
    styles = BOARDS if boards and any(node.scene is not None for node in shown) else []
    layer_sizes = [0] * (1 + max(box.depth for box in boxes))
    for box in boxes:
        layer_sizes[box.depth] += 1
    least = max(layer_sizes) * (DOTS[-1].size + DOTS[-1].gap)
    if least <= room and len(layer_sizes) <= DEEPEST:
        for box in boxes:
            box.node = _frozen(box.node)
        for style in [*styles, *SHAPES, *DOTS]:
            drawn = Plan(style, boxes, names, signed)
            _measure(drawn)
            tree_width = spread(boxes, style.gap)
            left = _room_for_names(drawn)
            if left + tree_width <= room:
                _arrange(drawn, tree_width, left)
                return drawn
    wide, layers = max(layer_sizes), len(layer_sizes)
    raise ValueError(
        f"a tree of {len(nodes)} nodes in {layers} layers, up to {wide} side by side, cannot be "
        f"drawn legibly in {width} pixels: about {int(room / 4)} side by side and {DEEPEST} layers "
        f"can; draw its upper part with tree(node, depth={_shallower(layer_sizes, room)}), draw "
        "one of its children, or search to a smaller depth"
    )


def layer_names(boxes: list[Box]) -> list[tuple[str, str]]:
    """Returns for each layer with moves to choose from the side to move, and "MAX" or "MIN"."""
    layers: dict[int, list[Node]] = {}
    for box in boxes:
        if box.node.children:
            layers.setdefault(box.depth, []).append(box.node)
    found = []
    for depth in sorted(layers):
        kinds = {node.kind for node in layers[depth]}
        scenes = [node.scene for node in layers[depth] if node.scene is not None]
        sides = {scene.theme.sides[0 if scene.mover > 0 else 1] for scene in scenes}
        side = sides.pop() if len(sides) == 1 else ""
        kind = (kinds.pop() or "") if len(kinds) == 1 else ""
        found.append((side, kind.upper()))
    return found


def _room_for_names(drawn: Plan) -> float:
    """Returns how far the tree must move right, to stand clear of the layers' names."""
    reach = [0.0] * len(drawn.names)
    for depth, (side, kind) in enumerate(drawn.names):
        under = sprites.label(kind, LABEL_FONT).width if kind else 0
        beside = sprites.label(side or kind, LABEL_FONT).width + 1.5 * LABEL_FONT if side else 0
        reach[depth] = max(under, beside) + MARGIN if side or kind else 0.0
    named = [box for box in drawn.boxes if box.depth < len(reach)]
    return max([0.0, *(reach[box.depth] - (box.x - box.half) for box in named)])


def _boxes(root: Node, depth: int | None) -> list[Box]:
    top = Box(root, 0, 0, 0, CUT if root.cut else LINE if root.best in root.children else PLAIN)
    boxes = [top]
    for box in boxes:  # grows while it is read, layer by layer
        node = box.node
        if depth is not None and box.depth == depth:
            box.stub = bool(node.children)
            continue
        for child in node.children:
            rank = PLAIN if child is not node.best else LINE if box.rank == LINE else BEST
            rank = CUT if child.cut or box.rank == CUT else rank
            box.children.append(Box(child, 0, 0, box.depth + 1, rank))
        boxes.extend(box.children)
    return family(top)


def _frozen(node: Node) -> Node:
    """Returns a copy that stays as it is: a picture may be drawn again after the search went on."""
    twin = copy.copy(node)
    twin.children = list(node.children)
    return twin


def _measure(drawn: Plan) -> None:
    """Sets the size of each box."""
    style = drawn.style
    if style.look != "dot":
        texts = {drawn.body(box): [0.0] for box in drawn.boxes}
        for box in drawn.boxes:
            if text := drawn.text(box.node):
                texts[drawn.body(box)].append(drawn.text_width(text))
        font = style.font
        widest = max(max(texts.get(body, [0.0])) for body in ("up", "down"))
        # The number stands in the wide third of the triangle.
        base = max(2.4 * font, (widest + 1.35 * font) / 0.86)
        drawn.inner = base, 0.87 * base
        if "pill" in texts:
            drawn.inner = max(1.9 * font, max(texts["pill"]) + font), 1.9 * font
        drawn.leaf = max(1.6 * font, max(texts.get("leaf", [0.0])) + 0.8 * font), 1.6 * font
    for box in drawn.boxes:
        wide, high = drawn.body_size(box)
        if badge := drawn.badge_height(box):
            text_width = drawn.text_width(drawn.text(box.node))
            wide, high = max(wide, text_width + style.font), high + badge
        if lines := drawn.notes(box):
            wide = max(wide, *(drawn.text_width(line, small=True) for line in lines))
            high += 5 + 1.2 * style.small * len(lines)
        box.half, box.height = wide / 2, high + 9 * box.stub


def _arrange(drawn: Plan, tree_width: float, left: float) -> None:
    """Moves the tree to its place and sets the layers and the size of the picture."""
    style, boxes = drawn.style, drawn.boxes
    layers = 1 + max(box.depth for box in boxes)
    drawn.heights, steep = [0.0] * layers, [0.0] * layers
    for box in boxes:
        box.x += MARGIN + left
        drawn.heights[box.depth] = max(drawn.heights[box.depth], box.height)
    for box in boxes:
        for child in box.children:
            steep[child.depth] = max(steep[child.depth], abs(child.x - box.x))
    y = float(MARGIN)
    for depth in range(layers):
        # Long flat edges are hard to follow, so a wide family stands farther below.
        y += min(max(style.lowest, 0.28 * steep[depth]), style.highest) if depth else 0.0
        drawn.layers.append(y)
        y += drawn.heights[depth]
    for box in boxes:
        lower = (drawn.heights[box.depth] - box.height) / 2 if style.look == "dot" else 0.0
        box.y = drawn.layers[box.depth] + lower
    drawn.width = math.ceil(left + tree_width) + 2 * MARGIN
    drawn.height = math.ceil(y) + MARGIN
    drawn.label_at = [_label_place(drawn, depth) for depth in range(layers)]


def _label_place(drawn: Plan, depth: int) -> float:
    """Returns the share of each edge above its move, where the moves of a layer fit; else 0."""
    boxes = [box for box in drawn.boxes if box.depth == depth]
    edges = [
        (parent.x, child.x, drawn.text_width(child.node.move, small=True) / 2)
        for parent in drawn.boxes
        for child in parent.children
        if child.depth == depth and child.node.move and drawn.body(child) != "move"
    ]
    # The double bar stands near the node.
    barred = any(box.node.cut and drawn.body(box) != "move" for box in boxes)
    for share in (0.46, 0.52) if barred else (0.54, 0.6, 0.66, 0.72, 0.78):
        places = [(x0 + share * (x1 - x0), half) for x0, x1, half in edges]
        pairs = pairwise(places)
        if edges and all(b - a >= near + far + 5 for (a, near), (b, far) in pairs):
            return share
    return 0.0


def _shallower(layer_sizes: list[int], room: float) -> int:
    """Returns the depth to which a tree that is too large can be drawn well."""
    fitting = [depth for depth, size in enumerate(layer_sizes) if size * 6 > room]
    return max(1, min([*fitting, DEEPEST // 2]) - 1)

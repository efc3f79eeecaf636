"""How large a search tree is drawn: the richest look that fits into a width, and its geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from coursekit.checks import is_number
from coursekit.display.pictures import sprites
from coursekit.display.pictures.scales import compact
from coursekit.display.trees.boxes import Box
from coursekit.display.trees.layout import spread

MARGIN = 16  # around the tree, in CSS pixels
DEEPEST = 60  # layers of a picture
INNER_DOT = 5.6  # diameter of a dot with children, at least: its colour must be seen
LABEL_FONT = 12  # of the layers' names


@dataclass(frozen=True)
class Style:
    """One way to draw a tree; lengths in CSS pixels."""

    look: str  # "shape" (a number in a pentagon or box) or "dot" (no text)
    size: float  # diameter of a dot
    font: int  # of the values
    gap: float  # between siblings
    lowest: float  # distance between two layers, at least
    highest: float  # and at most

    @property
    def small(self) -> int:
        """Font of moves and notes."""
        return max(9, round(0.85 * self.font))


_SHAPES = [Style("shape", 0, font, 0.5 * font, 3.3 * font, 90) for font in range(17, 8, -1)]
_DIAMETERS, _BETWEEN = (9, 8, 7, 6, 5, 4, 3.4, 2.8, 2.4), (7, 5, 4, 3, 2.5, 2, 1.4, 0.8, 0.6)
_DOTS = [
    Style("dot", size, 9, gap, 46, 100) for size, gap in zip(_DIAMETERS, _BETWEEN, strict=True)
]


@dataclass
class Layer:
    """The nodes of one depth; lengths in CSS pixels."""

    boxes: list[Box]
    kind: str  # "MAX", "MIN" or ""
    y: float = 0.0  # upper edge
    height: float = 0.0
    label_at: float = 0.0  # share of each edge above its move; 0: the moves are not written

    @property
    def name_width(self) -> float:
        """Width of the layer's name, with the space that it needs."""
        return _width(self.kind, LABEL_FONT) + MARGIN if self.kind else 0.0


@dataclass
class Plan:
    """A tree with every place known; lengths in CSS pixels."""

    style: Style
    boxes: list[Box]
    layers: list[Layer]
    width: int
    height: int


def value_text(value: Any) -> str:
    """Returns a value in a few characters.

    >>> value_text(12), value_text(float("-inf")), value_text("?")
    ('12', '-∞', '?')
    """
    if value is None:
        return ""
    if is_number(value):
        return compact(round(float(value), 2)).replace("inf", "∞")
    return " ".join(str(value).split())


def plan(boxes: list[Box], width: int) -> Plan:
    """Returns the plan of a picture.

    Args:
        boxes: the tree, as from `read_tree`.
        width: the most that the picture may be wide.

    Raises:
        ValueError: the tree is too large for every look.
    """
    room = width - 2 * MARGIN
    layers = [_layer(list(group)) for _, group in groupby(boxes, lambda box: box.depth)]
    for box in boxes:
        box.text = value_text(box.value)
    sizes = [len(layer.boxes) for layer in layers]
    if max(sizes) * (_DOTS[-1].size + _DOTS[-1].gap) <= room and len(sizes) <= DEEPEST:
        for style in [*_SHAPES, *_DOTS]:
            _measure(boxes, style)
            tree_width = spread(boxes, style.gap)
            # The tree stands clear of the names at its left.
            left = max(0.0, *(layers[b.depth].name_width - (b.x - b.half) for b in boxes))
            if left + tree_width <= room:
                height = _arrange(layers, style, MARGIN + left)
                wide, high = math.ceil(left + tree_width), math.ceil(height)
                return Plan(style, boxes, layers, wide + 2 * MARGIN, high + MARGIN)
    too_wide = [depth for depth, size in enumerate(sizes) if size * 6 > room]
    raise ValueError(
        f"a tree of {len(boxes)} nodes in {len(sizes)} layers, up to {max(sizes)} side by side, "
        f"cannot be drawn legibly in {width} pixels; draw its upper part with "
        f"tree(node, depth={max(1, min([*too_wide, DEEPEST // 2]) - 1)}), or one of its children"
    )


def _layer(boxes: list[Box]) -> Layer:
    inner = [box for box in boxes if box.is_inner]
    kinds = {(box.kind or "").upper() for box in inner}
    return Layer(boxes, kinds.pop() if len(kinds) == 1 else "")


def _measure(boxes: list[Box], style: Style) -> None:
    """Sets what each box is drawn as, and its size."""
    font, small = style.font, style.small
    widest = dict.fromkeys(("up", "down", "pill", "leaf", "move", "dot"), 0)
    for box in boxes:
        box.body = _body(box, style)
        box.notes = box.note.split("\n") if box.note and style.look != "dot" else []
        widest[box.body] = max(widest[box.body], _width(box.text, font))
    pentagon = (max(2.1 * font, max(widest["up"], widest["down"]) + font), 2.1 * font)
    sizes = {
        "up": pentagon,
        "down": pentagon,
        "pill": (max(1.9 * font, widest["pill"] + font), 1.9 * font),
        "leaf": (max(1.6 * font, widest["leaf"] + 0.8 * font), 1.6 * font),
        "dot": (8.0, 8.0),
    }
    for box in boxes:
        if style.look == "dot":
            diameter = max(style.size, INNER_DOT if box.is_inner else 0.0)
            box.size = diameter, diameter
        elif box.body == "move":
            # A branch that was cut off unseen has nothing to show but its move.
            box.size = _width(box.move, small) + 2.0, 1.2 * small
        else:
            box.size = sizes[box.body]
        wide, high = box.size
        if box.notes:
            wide = max(wide, *(_width(line, small) for line in box.notes))
            high += 5 + 1.2 * small * len(box.notes)
        box.half, box.height = wide / 2, high + 9 * box.stub


def _body(box: Box, style: Style) -> str:
    if style.look == "dot":
        return "dot"
    if box.is_inner:
        return {"max": "up", "min": "down", None: "pill"}[box.kind]
    if box.cut and box.value is None:
        return "move" if box.move else "dot"
    return "leaf"


def _width(text: str, font: int) -> int:
    return sprites.label(text, font).width if text else 0


def _arrange(layers: list[Layer], style: Style, left: float) -> float:
    """Moves the tree to its place; returns how far down it reaches."""
    y = float(MARGIN)
    for layer in layers:
        layer.height = max(box.height for box in layer.boxes)
        for box in layer.boxes:
            box.x += left
        steep = [abs(box.x - box.parent.x) for box in layer.boxes if box.parent]
        if steep:
            # Long flat edges are hard to follow, so a wide family stands farther below.
            y += min(max(style.lowest, 0.28 * max(steep)), style.highest)
        layer.y = y
        for box in layer.boxes:
            box.y = y + ((layer.height - box.height) / 2 if style.look == "dot" else 0.0)
        y += layer.height
        layer.label_at = _label_place(layer, style.small)
    return y


def _label_place(layer: Layer, font: int) -> float:
    """Returns the share of each edge above its move, where the moves of a layer fit; else 0."""
    edges = [
        (box.parent.x, box.x, _width(box.move, font) / 2)
        for box in layer.boxes
        if box.parent and box.move and box.body != "move"
    ]
    # The double bar stands near the node.
    barred = any(box.cut and box.body != "move" for box in layer.boxes)
    for share in (0.46, 0.52) if barred else (0.54, 0.6, 0.66, 0.72, 0.78):
        places = [(x0 + share * (x1 - x0), half) for x0, x1, half in edges]
        pairs = pairwise(places)
        if edges and all(b - a >= near + far + 5 for (a, near), (b, far) in pairs):
            return share
    return 0.0

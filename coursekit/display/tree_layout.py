"""Where the nodes of a tree go: a tidy drawing, narrow, symmetric, and without overlaps.

The method is Kennedy's ("Drawing Trees", Journal of Functional Programming 6(3), 1996), for the
rules of Reingold and Tilford ("Tidier Drawings of Trees", IEEE Transactions on Software
Engineering SE-7(2), 1981): layers in line, a parent in the middle above its children, a subtree
drawn the same wherever it stands, and a mirrored tree drawn as the mirror image.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .tree_nodes import Node

COUSINS = 1.6  # gap between nodes with different parents, as a multiple of the gap in a family

# What the edge that leads to a node is: cut off here or above, one of many, the best of its
# parent, or part of the principal variation.
CUT, PLAIN, BEST, LINE = range(4)


@dataclass(eq=False)
class Box:
    """The room that one node takes, in CSS pixels."""

    node: Node
    half: float  # half of its width
    height: float
    depth: int
    rank: int  # CUT, PLAIN, BEST or LINE
    stub: bool = False  # there are children that are not shown
    children: list[Box] = field(default_factory=list)
    x: float = 0.0  # of its middle
    y: float = 0.0  # of its upper edge


# Per layer below a node, how far its subtree reaches to the left and to the right of its middle.
Contour = tuple[list[float], list[float]]


def family(root: Box) -> list[Box]:
    """Returns all boxes, parents first, from left to right."""
    boxes, pending = [], [root]
    while pending:
        box = pending.pop()
        boxes.append(box)
        pending.extend(reversed(box.children))
    return boxes


def spread(boxes: list[Box], gap: float) -> float:
    """Sets the `x` of each box, so that no two in a layer are closer than `gap`.

    Args:
        boxes: as from `family`.
        gap: in CSS pixels, between the edges of neighbours.

    Returns:
        The width of the whole tree; the leftmost edge has x = 0.
    """
    contours: dict[int, Contour] = {}
    shift: dict[int, float] = {}  # from the parent
    for box in reversed(boxes):  # children before their parent, without recursion
        below = [contours.pop(id(child)) for child in box.children]
        places = _places(below, gap)
        for child, place in zip(box.children, places, strict=True):
            shift[id(child)] = place
        lefts, rights = _merged(below, places)
        contours[id(box)] = [-box.half, *lefts], [box.half, *rights]
    lefts, rights = contours[id(boxes[0])]
    boxes[0].x = -min(lefts)
    for box in boxes:
        for child in box.children:
            child.x = box.x + shift[id(child)]
    return max(rights) - min(lefts)


def _places(contours: list[Contour], gap: float) -> list[float]:
    """Returns where subtrees side by side have their middle, seen from their parent.

    They are packed once to the left and once to the right. The mean of the two is symmetric and
    keeps every distance that both keep.
    """
    if not contours:
        return []
    left = _packed(contours, gap)
    mirrored = [([-r for r in rights], [-x for x in lefts]) for lefts, rights in contours]
    right = [-place for place in _packed(mirrored[::-1], gap)][::-1]
    places = [(a + b) / 2 for a, b in zip(left, right, strict=True)]
    middle = (places[0] + places[-1]) / 2
    return [place - middle for place in places]


def _packed(contours: list[Contour], gap: float) -> list[float]:
    """Returns the places of subtrees, each moved as far to the left as the ones before allow."""
    places: list[float] = []
    reach: list[float] = []
    for lefts, rights in contours:
        place = max(
            (
                taken - left + gap * (COUSINS if layer else 1)
                for layer, (taken, left) in enumerate(zip(reach, lefts, strict=False))
            ),
            default=0.0,
        )
        places.append(place)
        common = [max(a, place + b) for a, b in zip(reach, rights, strict=False)]
        n = len(common)
        reach = common + reach[n:] + [place + right for right in rights[n:]]
    return places


def _merged(contours: list[Contour], places: list[float]) -> Contour:
    lefts: list[float] = []
    rights: list[float] = []
    for (near, far), place in zip(contours, places, strict=True):
        for layer, (left, right) in enumerate(zip(near, far, strict=True)):
            if layer == len(lefts):
                lefts.append(place + left)
                rights.append(place + right)
            lefts[layer] = min(lefts[layer], place + left)
            rights[layer] = max(rights[layer], place + right)
    return lefts, rights

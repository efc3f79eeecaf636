"""Where the nodes of a tree go: a tidy drawing, narrow, symmetric, and without overlaps.

The method is Kennedy's ("Drawing Trees", Journal of Functional Programming 6(3), 1996), for the
rules of Reingold and Tilford ("Tidier Drawings of Trees", IEEE Transactions on Software
Engineering SE-7(2), 1981): layers in line, a parent in the middle above its children, a subtree
drawn the same wherever it stands, and a mirrored tree drawn as the mirror image.
"""

from __future__ import annotations

from itertools import zip_longest

from coursekit.display.trees.boxes import Box

COUSINS = 1.6  # gap between nodes with different parents, as a multiple of the gap in a family

# Per layer below a node, how far its subtree reaches to the left and to the right of its middle.
Contour = tuple[list[float], list[float]]


def spread(boxes: list[Box], gap: float) -> float:
    """Sets the `x` of each box, so that no two in a layer are closer than `gap`.

    Args:
        boxes: all of a tree, parents before their children.
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
    """Returns the contour of subtrees at their places, as one."""
    moved = list(zip(contours, places, strict=True))
    lefts = zip_longest(*([place + x for x in near] for (near, _), place in moved))
    rights = zip_longest(*([place + x for x in far] for (_, far), place in moved))
    return (
        [min(x for x in layer if x is not None) for layer in lefts],
        [max(x for x in layer if x is not None) for layer in rights],
    )

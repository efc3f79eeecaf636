"""A tree that changes step by step, laid out once, so that no node ever moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from PIL import Image, ImageOps

from coursekit.display.figures.boards import encoded
from coursekit.display.pages.board_data import game_data
from coursekit.display.pages.sentences import name_of
from coursekit.display.pictures.picture import RADIUS, Picture, frame
from coursekit.display.pictures.theme import FRAME
from coursekit.display.trees.boxes import Box, read_tree
from coursekit.display.trees.layout import spread
from coursekit.display.trees.nodes import Kind, Node
from coursekit.display.trees.picture import tree
from coursekit.display.trees.plan import plan
from coursekit.games.env import Env

# Lengths in CSS pixels; those of texts as the fonts in tree.js have them on average.
FONT, SMALL = 8.6, 7.0  # width of a character of a value, and of a move or a note
PILL, LINE = 26.0, 17.0  # height of a value, and of a line of the notes
GAP = 10.0  # between siblings
MARGIN = 16.0
NAME = 48.0  # width of the names of the layers
LEAST_DROP, MOST_DROP, STEEP = 48.0, 110.0, 0.14  # from layer to layer, by the widest edge
COLUMN = 720.0  # a tree with boards in its nodes is no wider than this
SIDES = (84.0, 72.0, 62.0, 54.0)  # of a board in a node
SMALLEST_SQUARE = 7.0  # that can be read in a node
STILL_WIDTHS = (740, 1000)  # the larger where only that has room for the values


class Look(NamedTuple):
    """How a node looks at one step.

    Attributes:
        text: Its value.
        note: The small print below.
        state: Words for the style sheet: "faint" (to come), "open", "done" or "cut", and "best"
            for the bold edge; "" while the node is not there yet.
    """

    text: str = ""
    note: str = ""
    state: str = ""


class Question(NamedTuple):
    """What the reader is asked before a step, about the node ``at``, which is ringed.

    ``reason``, why the right answer is right, stands before the caption of the step.
    """

    text: str
    options: list[str]
    right: int
    at: int
    reason: str = ""


@dataclass(eq=False)
class GrowingTree:
    """The nodes of a tree, by number, and the steps in which they appear and change."""

    boxes: list[Box] = field(default_factory=list)
    envs: list[Env | None] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)
    _looks: list[Look] = field(default_factory=list)
    _wide: list[float] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)
    _changed: dict[int, Look] = field(default_factory=dict)

    def add(
        self,
        parent: int | None,
        move: str = "",
        env: Env | None = None,
        kind: Kind | None = None,
        place: int | None = None,
    ) -> int:
        """Returns the number of a new node, not to be seen yet.

        Args:
            parent: The number of its parent; ``None`` for a root.
            move: What is written above it.
            env: The game there; it is read when the tree is drawn.
            kind: Who chooses there.
            place: Where it stands among its siblings; by default it is the last.
        """
        above = None if parent is None else self.boxes[parent]
        depth = 0 if above is None else above.depth + 1
        box = Box(None, move, "", kind, False, depth, above)
        if above is not None:
            others = above.children
            others.insert(len(others) if place is None else place, box)
        self.boxes.append(box)
        self.envs.append(env)
        self._looks.append(Look())
        self._wide.append(SMALL * len(move) + 4)
        self._lines.append(0)
        return len(self.boxes) - 1

    def look(self, node: int) -> Look:
        """Returns how a node looks now."""
        return self._looks[node]

    def set(self, node: int, look: Look) -> None:
        """Changes how a node looks from the next step on."""
        if look != self._looks[node]:
            self._looks[node] = self._changed[node] = look
            notes = look.note.split("\n") if look.note else []
            widths = [FONT * len(look.text) + 16, *(SMALL * len(line) for line in notes)]
            self._wide[node] = max(self._wide[node], *widths)
            self._lines[node] = max(self._lines[node], len(notes))

    def step(self, caption: str, at: int, question: Question | None = None) -> None:
        """Ends a step: what has changed is shown together, with the node ``at`` ringed."""
        changes = [[node, *look] for node, look in sorted(self._changed.items())]
        asked: list[list[Any]] = []
        if question is not None:
            asked.append([question.text, question.options, question.right, question.at])
            caption = f"{question.reason} {caption}".lstrip()
        self.steps.append([caption, at, changes, *asked])
        self._changed.clear()

    def data(self) -> dict[str, Any]:
        """Returns the tree as the page's script draws it."""
        numbers = {id(box): number for number, box in enumerate(self.boxes)}
        side = self._place()
        rows = [
            [
                -1 if box.parent is None else numbers[id(box.parent)],
                round(box.x),
                round(box.y),
                round(self._wide[number]),
                round(box.height),
                box.move,
                {"max": 1, "min": -1, None: 0}[box.kind],
                0 if env is None else encoded(env),
            ]
            for number, (box, env) in enumerate(zip(self.boxes, self.envs, strict=True))
        ]
        known = next((env for env in self.envs if env is not None), None)
        return {
            "kind": "tree",
            "game": None if known is None else game_data(known),
            "width": round(max(box.x + box.half for box in self.boxes) + MARGIN),
            "height": round(max(box.y + box.height for box in self.boxes) + MARGIN),
            "side": round(side),
            "layers": self._layers(),
            "nodes": rows,
            "steps": self.steps,
        }

    def _place(self) -> float:
        """Sets where each node stands; returns the side of the boards in nodes, 0 for none."""
        has_boards = all(
            env is not None or "cut" in look.state
            for env, look in zip(self.envs, self._looks, strict=True)
        )
        squares = max((max(env.shape) for env in self.envs if env is not None), default=1)
        for side in SIDES if has_boards else ():
            if side / squares >= SMALLEST_SQUARE and self._spread(side) <= COLUMN:
                self._stack(side)
                return side
        self._spread(0.0)
        self._stack(0.0)
        return 0.0

    def _spread(self, side: float) -> float:
        for box, wide, env in zip(self.boxes, self._wide, self.envs, strict=True):
            box.half = max(wide, side if env else 0.0) / 2
        # Several trees stand side by side as if below one root.
        roots = [box for box in self.boxes if box.parent is None]
        over = Box(None, "", "", None, False, -1, children=roots)
        width = spread([over, *sorted(self.boxes, key=lambda box: box.depth)], GAP)
        left = MARGIN + NAME * bool(self._layers())
        for box in self.boxes:
            box.x += left
        return width + left + MARGIN

    def _layers(self) -> list[tuple[int, str]]:
        """Returns for each layer where it is and who chooses there, where that is the same."""
        found = []
        layers = sorted(zip(self.boxes, self.envs, strict=True), key=lambda pair: pair[0].depth)
        for _, group in groupby(layers, lambda pair: pair[0].depth):
            inner = [(box, env) for box, env in group if box.children]
            names = {
                (box.kind or "").upper() if env is None else name_of(env) for box, env in inner
            } - {""}
            if len(names) == 1:
                found.append((round(inner[0][0].y), names.pop()))
        return found

    def _stack(self, side: float) -> None:
        for box, lines in zip(self.boxes, self._lines, strict=True):
            box.height = side + PILL + LINE * lines
        y = MARGIN + 4
        layers = sorted(self.boxes, key=lambda box: box.depth)
        for _, group in groupby(layers, lambda box: box.depth):
            layer = list(group)
            steep = max((abs(box.x - box.parent.x) for box in layer if box.parent), default=0.0)
            y += min(max(LEAST_DROP, STEEP * steep), MOST_DROP) if layer[0].parent else 0.0
            for box in layer:
                box.y = y
            y += max(box.height for box in layer)

    def still(self) -> Picture:
        """Returns a picture of the tree as it is at the last step, or of its upper part.

        Several trees stand side by side, where there is room, or else below each other.
        """
        nodes = [
            Node(look.text, kind=box.kind, move=box.move, note=look.note, cut="cut" in look.state)
            for box, look in zip(self.boxes, self._looks, strict=True)
        ]
        numbers = {id(box): number for number, box in enumerate(self.boxes)}
        for node, box in zip(nodes, self.boxes, strict=True):
            below = [numbers[id(child)] for child in box.children]
            node.children = [nodes[n] for n in below if self._looks[n].state]
            best = (nodes[n] for n in below if "best" in self._looks[n].state.split())
            node.best = next(best, None)
            node.value = node.value or None
        roots = [node for node, box in zip(nodes, self.boxes, strict=True) if box.parent is None]
        return _together([_drawn(root) for root in roots])


def _together(pictures: Sequence[Picture]) -> Picture:
    if len(pictures) == 1:
        return pictures[0]
    wide = sum(picture.width for picture in pictures) <= STILL_WIDTHS[1]
    return Picture.of(partial(_sheet, tuple(pictures), wide), f"{len(pictures)} trees")


def _sheet(pictures: Sequence[Picture], side_by_side: bool, scale: int) -> Image.Image:
    """Pastes trees onto one card, from left to right or from top to bottom."""
    widths, heights = zip(*(picture.size for picture in pictures), strict=True)
    along, across = (widths, heights) if side_by_side else (heights, widths)
    size = (sum(along), max(across)) if side_by_side else (max(across), sum(along))
    card = Image.new("RGB", (size[0] * scale, size[1] * scale), FRAME)
    start = 0
    for picture, length in zip(pictures, along, strict=True):
        assert picture._paint is not None
        own = ImageOps.crop(picture._paint(scale), RADIUS * scale)  # without its border
        x, y = (start, 0) if side_by_side else (0, start)
        card.paste(own, ((x + RADIUS) * scale, (y + RADIUS) * scale))
        start += length
    return frame(card, scale)


def _drawn(root: Node) -> Picture:
    for width in STILL_WIDTHS:
        if _has_room(root, width):
            return tree(root, width)
    for depth in (None, 6, 5, 4, 3, 2, 1):
        try:
            return tree(root, STILL_WIDTHS[0], depth)
        except ValueError:  # too large: its upper part
            continue
    return tree(root, STILL_WIDTHS[0], 0)


def _has_room(root: Node, width: int) -> bool:
    """Returns whether the values of a tree can be written in a picture of some width."""
    try:
        return plan(read_tree(root), width).style.look != "dot"
    except ValueError:  # not even as dots
        return False


def joined(names: Sequence[str]) -> str:
    """Returns names as a sentence lists them.

    >>> joined(["a1"]), joined(["a1", "b2", "c3"])
    ('a1', 'a1, b2 and c3')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))

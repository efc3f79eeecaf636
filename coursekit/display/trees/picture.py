"""The picture of a search tree: numbers or dots, with what was cut and what was best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from PIL import Image, ImageDraw

from coursekit.checks import checked_whole
from coursekit.display.pictures import sprites
from coursekit.display.pictures.picture import Picture, checked_pixels, frame
from coursekit.display.pictures.theme import BLUE, FRAME, INK, MUTED, RED, RGB, VERMILION, mix
from coursekit.display.trees.boxes import CUT, LINE, Box, Told, read_tree
from coursekit.display.trees.plan import LABEL_FONT, MARGIN, Layer, Plan, plan

WIDTH = 880  # of a notebook's cell, in CSS pixels
NARROWEST, WIDEST = 240, 4000
BARS_AT = 0.76  # share of an edge above its double bar: there the edges stand apart
ROOF = 0.27  # of a pentagon's height
FINE = 4  # lines are drawn this many times larger and then averaged down

EDGE: RGB = (160, 164, 164)
FADED: RGB = (208, 208, 200)
PLAIN_FILL: RGB = (236, 236, 228)
COLOURS: dict[str | None, RGB] = {"max": BLUE, "min": VERMILION, None: MUTED}

Point = tuple[float, float]


def tree(
    node: Any,
    width: int = WIDTH,
    depth: int | None = None,
    *,
    value: Told = "value",
    note: Told = "note",
    line: Iterable[Any] | None = None,
    least: int = 1,
) -> Picture:
    """Returns a picture of a search tree, as rich as its width allows.

    A small tree shows values in pentagons (MAX points up, MIN down), with leaves as boxes; a large
    one shows dots. Cut branches are pale, with a double bar on the edge; the principal variation is
    bold.

    Args:
        node: the root: a `Node`, or any object with `children`: a list of such objects, a dict
            from moves to them, or a method that returns one of these. Of what else a `Node` has,
            it may have as much as it likes; `action` stands in for `move`, and `visits` for `note`.
            The tree is not changed.
        width: the most that the picture may be wide, in pixels.
        depth: number of plies to show; three dots stand for what is below. None shows all.
        value: what is written in a node: the name of an attribute, or a function of the node. A
            node without visits is "new".
        note: the same for the small print below.
        line: the nodes to join by a bold line, from the root on; by default each node's `best`.
        least: children with fewer visits are left out, unless they are on the line.

    Raises:
        ValueError: the tree is too large to be legible, or no sensible `width` or `depth`.

    >>> from coursekit.display import Node
    >>> tree(Node.nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    <tree of 13 nodes: 413 x 243 pixels>
    """
    checked_pixels("width", width, NARROWEST, WIDEST, WIDTH)
    if depth is not None:
        checked_whole(depth, "depth", least=0)
    boxes = read_tree(node, depth, value, note, line, least)
    caption = f"tree of {len(boxes)} node{'s' * (len(boxes) > 1)}"
    return Picture.of(partial(_card, plan(boxes, width)), caption)


def _card(drawn: Plan, scale: int) -> Image.Image:
    pen = _Pen(Image.new("RGB", (drawn.width * scale, drawn.height * scale), FRAME), scale)
    edges = [(box, child) for box in drawn.boxes for child in box.children]
    # What matters more is drawn later, over the rest.
    for box, child in sorted(edges, key=lambda edge: edge[1].rank):
        _edge(pen, drawn, box, child)
    for box, child in edges:
        _move(pen, drawn, box, child)
    for box in drawn.boxes:
        _node(pen, drawn, box)
    for layer in drawn.layers:
        _layer_name(pen, layer)
    return frame(pen.image, scale)


def _edge(pen: _Pen, drawn: Plan, box: Box, child: Box) -> None:
    dense = drawn.style.look == "dot"
    width = ((1.0, 1.0, 1.4, 2.6) if dense else (1.3, 1.3, 1.6, 3.2))[child.rank]
    colour = (FADED, EDGE, MUTED, INK)[child.rank]
    start, end = _ends(drawn, box, child)
    if not dense and box.y + box.height < start[1]:
        pen.stroke((box.x, box.y + box.height), start, width, colour)
    pen.stroke(start, end, width, colour)
    if child.cut:  # two short strokes across
        length = min(3.5, 0.38 * (drawn.style.size + drawn.style.gap)) if dense else 4.5
        dx, dy = end[0] - start[0], end[1] - start[1]
        size = (dx * dx + dy * dy) ** 0.5
        ux, uy = dx / size, dy / size
        for along in (-0.4 * length, 0.4 * length):
            x, y = start[0] + BARS_AT * dx + along * ux, start[1] + BARS_AT * dy + along * uy
            left, right = (x - length * uy, y + length * ux), (x + length * uy, y - length * ux)
            pen.stroke(left, right, 1.5 if length > 4 else 1.0, RED)


def _ends(drawn: Plan, box: Box, child: Box) -> tuple[Point, Point]:
    """Returns where the slanted part of an edge begins and ends."""
    if drawn.style.look == "dot":
        return (box.x, box.y + box.size[1] / 2), (child.x, child.y + child.size[1] / 2)
    layer = drawn.layers[box.depth]
    return (box.x, layer.y + layer.height), (child.x, child.y)


def _move(pen: _Pen, drawn: Plan, box: Box, child: Box) -> None:
    share, font = drawn.layers[child.depth].label_at, drawn.style.small
    if share and child.move and child.body != "move":
        (x0, y0), (x1, y1) = _ends(drawn, box, child)
        place = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        pen.write(child.move, font, place, _ink(child), paper=True)


def _node(pen: _Pen, drawn: Plan, box: Box) -> None:
    style, (_, high) = drawn.style, box.size
    colour = FADED if box.rank == CUT else COLOURS[box.kind if box.is_inner else None]
    edge = INK if box.rank == LINE and not box.is_inner else colour
    tint = mix(FRAME, colour, 0.16) if box.is_inner else PLAIN_FILL
    fill = FRAME if box.rank == CUT else tint
    outline = 2.2 if box.rank == LINE else 1.4
    x, y = box.x, box.y
    if box.body == "move":
        pen.write(box.move, style.small, (x, y + high / 2), _ink(box))
    elif box.body == "dot":
        pen.shape("dot", box.size, (x, y + high / 2), FRAME if box.rank == CUT else colour, colour)
    else:
        pen.shape(box.body, box.size, (x, y + high / 2), fill, edge, outline)
        shift = {"up": 0.08 * high, "down": -0.08 * high}.get(box.body, 0.0)  # clear of the point
        pen.write(box.text, style.font, (x, y + high / 2 + shift), _ink(box))
    y += high
    for text in box.notes:
        y += 1.2 * style.small
        ink = FADED if box.rank == CUT else MUTED
        pen.write(text, style.small, (x, y + 3 - 0.6 * style.small), ink)
    if box.stub:
        for above in (7, 4, 1):
            pen.shape("dot", (1.8, 1.8), (x, box.y + box.height - above), MUTED, MUTED, 0.5)


def _layer_name(pen: _Pen, layer: Layer) -> None:
    """Writes at the left whose turn it is in a layer."""
    middle = layer.y + max(box.size[1] for box in layer.boxes) / 2
    pen.write(layer.kind, LABEL_FONT, (MARGIN, middle), COLOURS[layer.kind.lower() or None], "left")


def _ink(box: Box) -> RGB:
    return mix(FADED, MUTED, 0.4) if box.rank == CUT else INK


@dataclass(frozen=True)
class _Pen:
    """Draws on an image; places and lengths are in CSS pixels."""

    image: Image.Image
    scale: int

    def write(
        self,
        text: str,
        font: int,
        place: Point,
        colour: RGB,
        anchor: str = "middle",
        paper: bool = False,
    ) -> None:
        """Writes one line, on paper of its own where it would cross what is there."""
        if text:
            x, y = round(place[0] * self.scale), round(place[1] * self.scale)
            if paper:
                mask = sprites.label(text, font * self.scale)
                wide, high = mask.width // 2 + 2 * self.scale, mask.height // 2 + self.scale
                self.image.paste(FRAME, (x - wide, y - high, x + wide, y + high))
            sprites.write(self.image, text, font * self.scale, (x, y), colour, anchor)

    def paste(self, picture: Image.Image, middle: Point) -> None:
        """Pastes a picture around its middle."""
        x = round(middle[0] * self.scale - picture.width / 2)
        y = round(middle[1] * self.scale - picture.height / 2)
        self.image.paste(picture, (x, y), picture if picture.mode == "RGBA" else None)

    def stroke(self, start: Point, end: Point, width: float, colour: RGB) -> None:
        """Draws an anti-aliased line."""
        scale = self.scale
        xs, ys = [scale * start[0], scale * end[0]], [scale * start[1], scale * end[1]]
        reach = int(width * scale) + 2
        left, top = int(min(xs)) - reach, int(min(ys)) - reach
        size = int(max(xs)) + reach + 1 - left, int(max(ys)) + reach + 1 - top
        mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
        points = [((x - left) * FINE, (y - top) * FINE) for x, y in zip(xs, ys, strict=True)]
        ImageDraw.Draw(mask).line(points, fill=255, width=max(1, round(width * scale * FINE)))
        self.image.paste(colour, (left, top), mask.reduce(FINE))

    def shape(
        self, body: str, size: Point, middle: Point, fill: RGB, edge: RGB, outline: float = 1.2
    ) -> None:
        """Draws a filled shape with an outline, around its middle."""
        px = round(size[0] * self.scale), round(size[1] * self.scale)
        self.paste(_sprite(body, px, fill, edge, round(outline * self.scale * FINE)), middle)


def _pentagon(wide: float, high: float, inset: float) -> list[Point]:
    """Returns a pentagon that points up, with each side moved inwards."""
    middle, slope = wide / 2, ROOF * high / (wide / 2)
    tip = inset * (1 + slope**2) ** 0.5
    left, right, low, shoulder = inset, wide - inset, high - inset, tip + slope * (middle - inset)
    return [(middle, tip), (right, shoulder), (right, low), (left, low), (left, shoulder)]


@lru_cache(maxsize=256)
def _sprite(body: str, px: tuple[int, int], fill: RGB, edge: RGB, outline: int) -> Image.Image:
    wide, high = px[0] * FINE, px[1] * FINE
    sprite = Image.new("RGBA", (wide, high), (*edge, 0))
    draw: Any = ImageDraw.Draw(sprite)
    if body in ("up", "down"):
        for inset, colour in ((0, edge), (outline, fill)):
            corners = _pentagon(wide - 1, high - 1, inset)
            turned = [(x, y if body == "up" else high - 1 - y) for x, y in corners]
            draw.polygon(turned, fill=(*colour, 255))
    else:
        radius = high // 2 if body in ("pill", "dot") else high // 6
        draw.rounded_rectangle(
            (0, 0, wide - 1, high - 1), radius, (*fill, 255), (*edge, 255), outline
        )
    return sprite.reduce(FINE)

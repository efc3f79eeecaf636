"""The picture of a search tree: boards, numbers or dots, with what was cut and what was best."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from PIL import Image, ImageDraw

from . import sprites
from .miniature import miniature
from .picture import Picture, frame
from .theme import BLUE, FRAME, INK, MUTED, NAMED, RGB, VERMILION, mix
from .tree_layout import CUT, LINE, Box
from .tree_nodes import Kind, Node
from .tree_plan import LABEL_FONT, MARGIN, Plan, plan

WIDTH = 880  # of a notebook's cell, in CSS pixels
NARROWEST, WIDEST = 240, 4000
BARS_AT = 0.76  # share of an edge above its double bar: there the edges stand apart
FINE = 4  # lines are drawn this many times larger and then averaged down

EDGE: RGB = (160, 164, 164)
FADED: RGB = (208, 208, 200)
PLAIN_FILL: RGB = (236, 236, 228)
BAR = NAMED["red"]
COLOURS: dict[Kind | None, RGB] = {"max": BLUE, "min": VERMILION, None: MUTED}


def tree(node: Node, width: int = WIDTH, depth: int | None = None, boards: bool = True) -> Picture:
    """Returns a picture of a search tree, as rich as its width allows.

    A small tree shows a board in each node that has one, with its value below; a larger one shows
    values in triangles (MAX points up, MIN down), with leaves as boxes; and a large one shows
    dots. Cut branches are pale, with a double bar on the edge; the principal variation is bold.

    Args:
        node: the root; it is not changed.
        width: the most that the picture may be wide, in pixels.
        depth: number of plies to show; three dots stand for what is below. None shows all.
        boards: whether to draw the boards where there is room for them.

    Raises:
        ValueError: the tree is too large to be legible, or no sensible `width` or `depth`.

    >>> tree(Node.nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    <tree of 13 nodes: 538 x 243 pixels>
    """
    if isinstance(width, bool) or not hasattr(width, "__index__"):
        raise ValueError(f"width: {width!r} is no whole number of pixels; use for example {WIDTH}")
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"width: {width} pixels is not in {NARROWEST}..{WIDEST}; try {WIDTH}")
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise ValueError(f"depth: {depth!r} is no number of plies; use 0 or more, or None")
    drawn = plan(node, width, depth, boards)
    count = len(drawn.boxes)
    caption = f"tree of {count} node{'s' * (count > 1)}"
    return Picture.of(partial(_card, drawn), caption)


def _card(drawn: Plan, scale: int) -> Image.Image:
    image = Image.new("RGB", (drawn.width * scale, drawn.height * scale), FRAME)
    edges = [(box, child) for box in drawn.boxes for child in box.children]
    # What matters more is drawn later, over the rest.
    for box, child in sorted(edges, key=lambda edge: edge[1].rank):
        _edge(image, drawn, box, child, scale)
    for box, child in edges:
        _move(image, drawn, box, child, scale)
    for box in drawn.boxes:
        _node(image, drawn, box, scale)
    heights = _body_heights(drawn)
    for (side, kind), top, high in zip(drawn.names, drawn.layers, heights, strict=False):
        _layer_name(image, side, kind, drawn, top + high / 2, scale)
    frame(image, scale)
    return image


def _body_heights(drawn: Plan) -> list[float]:
    heights = [0.0] * len(drawn.layers)
    for box in drawn.boxes:
        heights[box.depth] = max(heights[box.depth], drawn.body_size(box)[1])
    return heights


def _edge(image: Image.Image, drawn: Plan, box: Box, child: Box, scale: int) -> None:
    dense = drawn.style.look == "dot"
    width = (1.0, 1.0, 1.4, 2.6)[child.rank] if dense else (1.3, 1.3, 1.6, 3.2)[child.rank]
    colour = (FADED, EDGE, MUTED, INK)[child.rank]
    start, end = _ends(drawn, box, child)
    if not dense and box.y + box.height < start[1]:
        _stroke(image, (box.x, box.y + box.height), start, width, colour, scale)
    _stroke(image, start, end, width, colour, scale)
    if child.node.cut:
        pitch = drawn.style.size + drawn.style.gap
        length = min(3.5, 0.38 * pitch) if dense else 4.5
        _double_bar(image, start, end, length, scale)


def _ends(drawn: Plan, box: Box, child: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    """Returns where the slanted part of an edge begins and ends."""
    if drawn.style.look == "dot":
        high, low = drawn.body_size(box)[1], drawn.body_size(child)[1]
        return (box.x, box.y + high / 2), (child.x, child.y + low / 2)
    bottom = drawn.layers[box.depth] + drawn.heights[box.depth]
    return (box.x, bottom), (child.x, child.y)


def _double_bar(
    image: Image.Image,
    start: tuple[float, float],
    end: tuple[float, float],
    length: float,
    scale: int,
) -> None:
    """Draws two short strokes across an edge: the branch is cut off here."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / size, dy / size
    x, y = start[0] + BARS_AT * dx, start[1] + BARS_AT * dy
    apart = 0.4 * length
    for along in (-apart, apart):
        cx, cy = x + along * ux, y + along * uy
        ends = (cx - length * uy, cy + length * ux), (cx + length * uy, cy - length * ux)
        _stroke(image, *ends, 1.5 if length > 4 else 1.0, BAR, scale)


def _move(image: Image.Image, drawn: Plan, box: Box, child: Box, scale: int) -> None:
    share = drawn.label_at[child.depth]
    if not (share and child.node.move) or drawn.body(child) == "move":
        return
    start, end = _ends(drawn, box, child)
    x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    mask = sprites.label(child.node.move, drawn.style.small * scale)
    half_width, half_height = mask.width // 2 + 2 * scale, mask.height // 2 + scale
    middle = round(x * scale), round(y * scale)
    image.paste(
        FRAME,
        (
            middle[0] - half_width,
            middle[1] - half_height,
            middle[0] + half_width,
            middle[1] + half_height,
        ),
    )
    _write(image, child.node.move, drawn.style.small * scale, middle, _ink(child))


def _node(image: Image.Image, drawn: Plan, box: Box, scale: int) -> None:
    on_line, faded = box.rank == LINE, box.rank == CUT
    body, style, node = drawn.body(box), drawn.style, box.node
    wide, high = drawn.body_size(box)
    y = box.y
    colour: RGB = COLOURS[node.kind if node.children else None]
    if faded:
        colour = FADED
    edge = INK if on_line and not node.children else colour
    place = box.x * scale, (y + high / 2) * scale
    if body == "move":
        middle = round(place[0]), round(place[1])
        _write(image, node.move, style.small * scale, middle, _ink(box))
    elif body == "board":
        _board(image, node, style.size, place, faded, on_line, scale)
    elif body == "dot":
        fill = FRAME if faded else colour
        _shape(image, "dot", (wide, high), place, fill, colour, 1.2, scale)
    else:
        fill = FRAME if faded else mix(FRAME, colour, 0.16) if node.children else PLAIN_FILL
        outline = 2.2 if on_line else 1.4
        _shape(image, body, (wide, high), place, fill, edge, outline, scale)
        # The number stands where the triangle is wide.
        shift = {"up": 0.14 * high, "down": -0.15 * high}.get(body, 0.0)
        middle = round(place[0]), round(place[1] + shift * scale)
        _write(image, drawn.text(node), style.font * scale, middle, _ink(box))
    y += high
    if badge := drawn.badge_height(box):
        text = drawn.text(node)
        size = sprites.label(text, style.font).width + style.font, badge - 5
        place = box.x * scale, (y + 5 + size[1] / 2) * scale
        fill = FRAME if faded else mix(FRAME, colour, 0.16) if node.children else PLAIN_FILL
        _shape(image, "pill", size, place, fill, edge, 2.2 if on_line else 1.4, scale)
        _write(image, text, style.font * scale, (round(place[0]), round(place[1])), _ink(box))
        y += badge
    for text in drawn.notes(box):
        y += 1.2 * style.small
        middle = round(box.x * scale), round((y + 3 - 0.6 * style.small) * scale)
        _write(image, text, style.small * scale, middle, FADED if faded else MUTED)
    if box.stub:
        for step in (2, 5, 8):
            place = box.x * scale, (box.y + box.height - 9 + step) * scale
            _shape(image, "dot", (1.8, 1.8), place, MUTED, MUTED, 0.5, scale)


def _board(
    image: Image.Image,
    node: Node,
    size: float,
    middle: tuple[float, float],
    faded: bool,
    on_line: bool,
    scale: int,
) -> None:
    assert node.scene is not None
    board = miniature(node.scene, round(size) * scale)
    if faded:
        board = Image.blend(board, Image.new("RGB", board.size, FRAME), 0.65)
    x, y = round(middle[0] - board.width / 2), round(middle[1] - board.height / 2)
    if on_line:
        reach = 2 * scale
        box = (x - reach, y - reach, x + board.width - 1 + reach, y + board.height - 1 + reach)
        ImageDraw.Draw(image).rectangle(box, fill=INK)
    image.paste(board, (x, y))


def _layer_name(
    image: Image.Image, side: str, kind: str, drawn: Plan, middle: float, scale: int
) -> None:
    """Writes at the left whose turn it is in a layer."""
    font = LABEL_FONT * scale
    x, y = MARGIN * scale, round(middle * scale)
    scene = next((box.node.scene for box in drawn.boxes if box.node.scene is not None), None)
    if side and scene is not None:
        # A layer of dots has room for one line: there the piece stands for the side.
        lines = 1 if kind and drawn.style.look == "dot" else 2
        px = round(1.15 * font)
        start = x + px + round(0.25 * font)
        step = round(0.65 * font) * (lines - 1)
        player = 1 if side == scene.theme.sides[0] else -1
        piece = sprites.piece(scene.theme.pieces, player, px)
        image.paste(piece, (x, y - step - px // 2), piece)
        if lines == 2:
            _write(image, side, font, (start, y - step), INK, middle=False)
        x, y = (start, y) if lines == 1 else (x, y + step)
        kind = kind or "to move"
    if kind:
        colour = {"MAX": BLUE, "MIN": VERMILION}.get(kind, INK)
        _write(image, kind, font, (x, y), colour, middle=False)


def _ink(box: Box) -> RGB:
    return mix(FADED, MUTED, 0.4) if box.rank == CUT else INK


def _write(
    image: Image.Image,
    text: str,
    font: int,
    place: tuple[int, int],
    colour: RGB,
    middle: bool = True,
) -> None:
    if text:
        mask = sprites.label(text, font)
        x = place[0] - (mask.width // 2 if middle else 0)
        image.paste(colour, (x, place[1] - mask.height // 2), mask)


def _stroke(
    image: Image.Image,
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
    colour: RGB,
    scale: int,
) -> None:
    """Draws an anti-aliased line; ends and width in CSS pixels."""
    xs, ys = [scale * start[0], scale * end[0]], [scale * start[1], scale * end[1]]
    reach = int(width * scale) + 2
    left, top = int(min(xs)) - reach, int(min(ys)) - reach
    size = int(max(xs)) + reach + 1 - left, int(max(ys)) + reach + 1 - top
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
    points = [((x - left) * FINE, (y - top) * FINE) for x, y in zip(xs, ys, strict=True)]
    ImageDraw.Draw(mask).line(points, fill=255, width=max(1, round(width * scale * FINE)))
    image.paste(colour, (left, top), mask.reduce(FINE))


def _shape(
    image: Image.Image,
    body: str,
    size: tuple[float, float],
    middle: tuple[float, float],
    fill: RGB,
    edge: RGB,
    outline: float,
    scale: int,
) -> None:
    """Draws a filled shape with an outline, around its middle in pixels."""
    px = round(size[0] * scale), round(size[1] * scale)
    sprite = _sprite(body, px, fill, edge, round(outline * scale * FINE))
    image.paste(
        sprite,
        (round(middle[0] - sprite.width / 2), round(middle[1] - sprite.height / 2)),
        sprite,
    )


@lru_cache(maxsize=256)
def _sprite(body: str, px: tuple[int, int], fill: RGB, edge: RGB, outline: int) -> Image.Image:
    wide, high = px[0] * FINE, px[1] * FINE
    sprite = Image.new("RGBA", (wide, high), (*edge, 0))
    draw: Any = ImageDraw.Draw(sprite)
    if body in ("up", "down"):
        low, tip = (high - 1, 0) if body == "up" else (0, high - 1)
        draw.polygon([(0, low), (wide - 1, low), (wide / 2, tip)], fill=(*edge, 255))
        # The inner triangle has its sides `outline` away from those of the outer one.
        slant = ((wide / 2) ** 2 + high**2) ** 0.5
        rise = outline * slant / (wide / 2)
        inset = outline * (slant + wide / 2) / high
        sign = -1 if body == "up" else 1
        low, tip = low + sign * outline, tip - sign * rise
        draw.polygon([(inset, low), (wide - 1 - inset, low), (wide / 2, tip)], fill=(*fill, 255))
    else:
        radius = high // 2 if body in ("pill", "dot") else high // 6
        draw.rounded_rectangle(
            (0, 0, wide - 1, high - 1), radius, (*fill, 255), (*edge, 255), outline
        )
    return sprite.reduce(FINE)

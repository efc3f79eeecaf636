"""Where things are in a board picture: all lengths in pixels, for one width."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from .overlays import Square

# A font below this many CSS pixels cannot be read.
SMALLEST_LABEL = 8.5
SMALLEST_STATUS = 10.5


@dataclass(frozen=True)
class Layout:
    """The geometry of one picture; build it with `lay_out`."""

    n: int
    block: int
    width: int
    height: int
    left: int  # of the board
    top: int
    pitch: int  # from one square to the next
    line: int  # thickness of a grid line
    gutter: int  # extra space between local boards
    label_font: int
    status_font: int
    status_middle: int
    bar_middle: int
    title_middle: int

    @property
    def cell(self) -> int:
        """Inner side of a square, without its lines."""
        return self.pitch - self.line

    @property
    def side(self) -> int:
        """Side of the whole board, lines included."""
        return self.offset(self.n - 1) + self.pitch + self.line

    def offset(self, index: int) -> int:
        """Returns the distance from the board's edge to the line before row or column `index`."""
        return index * self.pitch + (index // self.block * self.gutter if self.block else 0)

    def corner(self, square: Square) -> tuple[int, int]:
        """Returns (x, y) of the first pixel inside a square."""
        row, col = square
        return (
            self.left + self.offset(col) + self.line,
            self.top + self.offset(row) + self.line,
        )

    def box(self, square: Square) -> tuple[int, int, int, int]:
        """Returns the inside of a square for Pillow: both corners belong to it."""
        x, y = self.corner(square)
        return x, y, x + self.cell - 1, y + self.cell - 1

    def local_box(self, square: Square) -> tuple[int, int, int, int]:
        """Returns the outline of local board (row, col), lines included."""
        row, col = square
        side = self.block * self.pitch + self.line
        x = self.left + self.offset(col * self.block)
        y = self.top + self.offset(row * self.block)
        return x, y, x + side - 1, y + side - 1


@lru_cache(maxsize=64)
def lay_out(
    n: int, size: int, scale: int, block: int, status: bool, bar: bool, title: bool
) -> Layout:
    """Returns the layout of an n×n board in a picture `size` CSS pixels wide.

    Args:
        n: squares on a side.
        size: width of the picture in CSS pixels.
        scale: pixels drawn for each CSS pixel.
        block: side of a local board, 0 for none.
        status, bar, title: whether there is a status line, a colour bar, a title.
    """
    label = max(0.031 * size, SMALLEST_LABEL)
    font = max(0.039 * size, SMALLEST_STATUS)
    line = max(1, round(0.003 * size))
    margin = round(max(0.035 * size, 0.9 * label))
    gutter = 2 * line if block else 0
    room = size - round(1.75 * label) - margin
    gutters = (n // block - 1) * gutter if block else 0
    pitch = (room - gutters - line) // n
    side = n * pitch + gutters + line
    left = size - margin - side - (room - side) // 2
    title_room = 2.0 * font if title else 0.0
    above = round(title_room + 1.75 * label)
    top = above + (room - side) // 2
    y = float(above + room)  # the same for every game, so that boards in a row line up
    status_middle = bar_middle = 0
    if status:
        status_middle = round(y + 1.25 * font)
        y += 2.1 * font
    elif bar:
        y += 0.4 * font
    if bar:
        bar_middle = round(y + 0.85 * font)
        y += 1.55 * font
    height = round(y + (0.3 * font if status or bar else margin))
    layout = Layout(
        n=n,
        block=block,
        width=size,
        height=height,
        left=left,
        top=top,
        pitch=pitch,
        line=line,
        gutter=gutter,
        label_font=round(label),
        status_font=round(font),
        status_middle=status_middle,
        bar_middle=bar_middle,
        title_middle=round(1.2 * font),
    )
    # Whole multiples, so that a picture keeps its proportions exactly when it is drawn finer.
    finer = {name: scale * value for name, value in asdict(layout).items()}
    return replace(layout, **finer | {"n": n, "block": block})

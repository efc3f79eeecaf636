"""Where things are in a board picture: all lengths in pixels, for one width."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from coursekit.display.pictures.overlays import Shape, Square

# A font below this many CSS pixels cannot be read.
SMALLEST_LABEL = 8.5
SMALLEST_STATUS = 10.5


@dataclass(frozen=True)
class Layout:
    """The geometry of one picture; build it with `lay_out`."""

    shape: Shape
    block: int
    pitch: int  # from one square to the next
    line: int  # thickness of a grid line
    width: int = 0
    height: int = 0
    left: int = 0  # of the board
    top: int = 0
    gutter: int = 0  # extra space between local boards
    label_font: int = 0
    status_font: int = 0
    status_middle: int = 0
    bar_middle: int = 0
    title_middle: int = 0

    @property
    def cell(self) -> int:
        """Inner side of a square, without its lines."""
        return self.pitch - self.line

    @property
    def right(self) -> int:
        """The first pixel to the right of the board."""
        return self.left + self.offset(self.shape[1] - 1) + self.pitch + self.line

    @property
    def bottom(self) -> int:
        """The first pixel below the board."""
        return self.top + self.offset(self.shape[0] - 1) + self.pitch + self.line

    def offset(self, index: int) -> int:
        """Returns the distance from the board's edge to the line before row or column `index`."""
        return index * self.pitch + (index // self.block * self.gutter if self.block else 0)

    def corner(self, square: Square) -> tuple[int, int]:
        """Returns (x, y) of the first pixel inside a square."""
        row, col = square
        return self.left + self.offset(col) + self.line, self.top + self.offset(row) + self.line

    def box(self, square: Square) -> tuple[int, int, int, int]:
        """Returns the inside of a square for Pillow: both corners belong to it."""
        x, y = self.corner(square)
        return x, y, x + self.cell - 1, y + self.cell - 1

    def local_box(self, square: Square) -> tuple[int, int, int, int]:
        """Returns the inside of local board (row, col): its upper left corner belongs to it."""
        x, y = self.corner((square[0] * self.block, square[1] * self.block))
        side = self.block * self.pitch - self.line
        return x, y, x + side, y + side


@lru_cache(maxsize=64)
def lay_out(
    shape: Shape, size: int, scale: int, block: int, status: bool, bar: bool, title: bool
) -> Layout:
    """Returns the layout of a board in a picture `size` CSS pixels wide.

    Args:
        shape: rows and columns.
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
    between = [(n // block - 1) * gutter if block else 0 for n in shape]
    pitch = min((room - gaps - line) // n for n, gaps in zip(shape, between, strict=True))
    high, wide = (n * pitch + gaps + line for n, gaps in zip(shape, between, strict=True))
    spare = room - max(high, wide)
    above = round((2.0 * font if title else 0.0) + 1.75 * label)
    y = float(above + high + spare)  # the same for every square game: boards in a row line up
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
    # Whole multiples, so that a picture keeps its proportions exactly when it is drawn finer.
    return Layout(
        shape,
        block,
        width=scale * size,
        height=scale * height,
        left=scale * (size - margin - wide - (room - wide) // 2),
        top=scale * (above + spare // 2),
        pitch=scale * pitch,
        line=scale * line,
        gutter=scale * gutter,
        label_font=scale * round(label),
        status_font=scale * round(font),
        status_middle=scale * status_middle,
        bar_middle=scale * bar_middle,
        title_middle=scale * round(1.2 * font),
    )

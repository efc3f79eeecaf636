"""The eight symmetries of a square board, as maps of (row, col)."""

from collections.abc import Callable

Map = Callable[[int, int, int], tuple[int, int]]

SYMMETRIES: dict[str, Map] = {
    "same": lambda r, c, last: (r, c),
    "quarter turn": lambda r, c, last: (c, last - r),
    "half turn": lambda r, c, last: (last - r, last - c),
    "three-quarter turn": lambda r, c, last: (last - c, r),
    "left-right": lambda r, c, last: (r, last - c),
    "up-down": lambda r, c, last: (last - r, c),
    "main diagonal": lambda r, c, last: (c, r),
    "other diagonal": lambda r, c, last: (last - c, last - r),
}


def moved(cells: list[list[int]], name: str) -> list[list[int]]:
    """Returns a board with every square moved by the named symmetry."""
    last = len(cells) - 1
    result = [[0] * len(cells) for _ in cells]
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            new_r, new_c = SYMMETRIES[name](r, c, last)
            result[new_r][new_c] = cell
    return result


def moved_index(index: int, size: int, name: str) -> int:
    """Returns where a symmetry takes a square; the pass stays the pass."""
    if index == size * size:
        return index
    row, col = SYMMETRIES[name](*divmod(index, size), size - 1)
    return row * size + col

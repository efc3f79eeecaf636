"""Ten positions to search, what is found there, and the check that a program finds it.

Standard library only: the contestants import it under their own Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

TRANSCRIPTS = (
    "f5f4c3c4g3g6b4c5e6d7f7c2h7a3b6g4g5d6e3h3",
    "f5f6d3g5e6c5g6e3g4c2c4c6e2f7b6h3g3f3f4b3",
    "c4c3e6b4d3f6b3b2c2d6c6d1a4c5a3b5g7b7a5e2",
    "d3c3e6f4b2c6g4d2c5b3e3f5f3b5f6g7b4g5g6g2",
    "e6d6c7f3c4c6c5b6b5d7c8f6f5b8a8f4e7e8e3a4",
    "e6f6f5f4c3c5g4b2c4e7d7f3g5c7d8f7g3h3g6b3",
    "f5d6c4d3c7g5c6f4g4e3d2b7f2c8h6h5h4c2g6g3",
    "f5f6f7f4c3f8e3c5g6d3g4b3c4b5b6h5h7h6a5h8",
    "c4c5c6b5f6e3a4f4e2b4c3d3a3d2g4h4c2f5d6b7",
    "e6f4f3f6f5d6f7g8c3e3c5f2g1b5f8g6b6c4a5a6",
)
"""Twenty random moves each, without a pass."""

MOVES = [
    [
        8 * int(text[i + 1]) - 8 + "abcdefgh".index(text[i])  # row-major from a1
        for i in range(0, len(text), 2)
    ]
    for text in TRANSCRIPTS
]

CELLS = [
    [30, -12, 0, -1, -1, 0, -12, 30],
    [-12, -15, -3, -3, -3, -3, -15, -12],
    [0, -3, 0, -1, -1, 0, -3, 0],
    [-1, -3, -1, -1, -1, -1, -3, -1],
    [-1, -3, -1, -1, -1, -1, -3, -1],
    [0, -3, 0, -1, -1, 0, -3, 0],
    [-12, -15, -3, -3, -3, -3, -15, -12],
    [30, -12, 0, -1, -1, 0, -12, 30],
]
"""The cell scores of lesson 02, for programs that cannot import coursekit."""

VALUES = {
    ("cells", 3): (-17, -8, 17, 9, 31, 29, 8, -24, 4, 5),
    ("cells", 4): (-15, -3, 19, 12, 34, 32, 11, -19, 9, 8),
    ("cells", 5): (-18, -8, 16, 12, 30, 29, 8, -24, 4, 4),
    ("cells", 6): (-16, -3, 20, 17, 35, 32, 12, -17, 9, 7),
    ("cells", 8): (-17, -2, 20, 18, 35, 33, 15, -16, 11, 5),
    ("discs", 6): (-2, -4, 2, -2, -4, -10, 2, -8, 0, -4),
    ("discs", 8): (-2, -4, 0, -4, -4, -8, 2, -8, -2, -4),
    ("mobility", 6): (12, 13, 12, 14, 14, 15, 11, 9, 9, 9),
    ("mobility", 8): (11, 13, 13, 13, 14, 15, 11, 10, 9, 10),
    ("nothing", 3): (0,) * 10,
}
"""Values for the side to move, by what is counted at the leaves and plies."""

MINIMAX_PLIES, MINIMAX_NODES = 3, 16_349
ALPHA_BETA_PLIES, ALPHA_BETA_NODES = 5, 162_081


def check_values(found: Sequence[float], evaluation: str, plies: int) -> None:
    """Raises an error unless a search has found the values of all ten positions."""
    expected = VALUES[evaluation, plies]
    if tuple(found) != expected:
        raise AssertionError(f"{evaluation}, {plies} plies: {tuple(found)} instead of {expected}")


def checked_search(
    search: Callable[[int], tuple[float, int]], evaluation: str, plies: int, nodes: int
) -> Callable[[], int]:
    """Returns the workload of searching all ten positions.

    Args:
        search: Returns value and number of nodes of the position with the given number.
        evaluation: What is counted at the leaves.
        plies: How deep it searches.
        nodes: How many nodes it must visit in all.
    """

    def workload() -> int:
        found = [search(number) for number in range(len(TRANSCRIPTS))]
        check_values([value for value, _ in found], evaluation, plies)
        visited = sum(count for _, count in found)
        if visited != nodes:
            raise AssertionError(f"visited {visited} nodes instead of {nodes}")
        return visited

    return workload

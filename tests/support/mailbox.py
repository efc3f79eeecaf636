"""Othello once more, slowly: lists of lists and a walk in each direction, nothing compiled.

Written from the rules alone, as the witness that the bitboards are compared with. All the
references here share one shape: ``cells``, ``mover``, ``legal()``, ``after(move)``, ``result()``;
a move is ``(row, col)``, the pass is ``None``.
"""

from __future__ import annotations

Move = tuple[int, int] | None

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class Mailbox:
    def __init__(self, cells: list[list[int]], mover: int) -> None:
        self.cells = cells
        self.mover = mover

    @classmethod
    def start(cls, size: int) -> Mailbox:
        cells = [[0] * size for _ in range(size)]
        low, high = size // 2 - 1, size // 2
        cells[low][low] = cells[high][high] = -1
        cells[low][high] = cells[high][low] = 1
        return cls(cells, 1)

    def _at(self, row: int, col: int) -> int | None:
        size = len(self.cells)
        return self.cells[row][col] if 0 <= row < size and 0 <= col < size else None

    def flipped(self, side: int, row: int, col: int) -> list[tuple[int, int]]:
        """Returns the discs that ``side`` would turn over by a disc on (row, col)."""
        if self.cells[row][col] != 0:
            return []
        turned = []
        for dr, dc in DIRECTIONS:
            run = []
            r, c = row + dr, col + dc
            while self._at(r, c) == -side:
                run.append((r, c))
                r, c = r + dr, c + dc
            if self._at(r, c) == side:
                turned += run
        return turned

    def moves(self, side: int) -> list[tuple[int, int]]:
        size = len(self.cells)
        return [(r, c) for r in range(size) for c in range(size) if self.flipped(side, r, c)]

    def legal(self) -> list[Move]:
        mine: list[Move] = list(self.moves(self.mover))
        if mine:
            return mine
        return [None] if self.moves(-self.mover) else []

    def after(self, move: Move) -> Mailbox:
        cells = [row.copy() for row in self.cells]
        if move is not None:
            for r, c in [move, *self.flipped(self.mover, *move)]:
                cells[r][c] = self.mover
        return Mailbox(cells, -self.mover)

    def count(self, side: int) -> int:
        return sum(row.count(side) for row in self.cells)

    def result(self) -> int:
        """Returns +1, 0 or −1 for the side to move, by the discs on the board."""
        mine, theirs = self.count(self.mover), self.count(-self.mover)
        return 1 if mine > theirs else -1 if mine < theirs else 0

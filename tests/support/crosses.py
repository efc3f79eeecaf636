"""Tic-tac-toe and ultimate tic-tac-toe once more, slowly, from the rules alone."""

from __future__ import annotations

Square = tuple[int, int]


def line_winner(grid: list[list[int]]) -> int:
    """Returns who has three in a row on a 3×3 grid of +1, −1 and anything else; 0 for nobody."""
    rows = [list(row) for row in grid]
    columns = [[grid[r][c] for r in range(3)] for c in range(3)]
    diagonals = [[grid[i][i] for i in range(3)], [grid[i][2 - i] for i in range(3)]]
    for line in rows + columns + diagonals:
        if line in ([1, 1, 1], [-1, -1, -1]):
            return line[0]
    return 0


class Crosses:
    """Tic-tac-toe."""

    def __init__(self, cells: list[list[int]], mover: int) -> None:
        self.cells = cells
        self.mover = mover

    @classmethod
    def start(cls) -> Crosses:
        return cls([[0] * 3 for _ in range(3)], 1)

    def legal(self) -> list[Square]:
        if line_winner(self.cells):
            return []
        return [(r, c) for r in range(3) for c in range(3) if self.cells[r][c] == 0]

    def after(self, move: Square) -> Crosses:
        cells = [row.copy() for row in self.cells]
        cells[move[0]][move[1]] = self.mover
        return Crosses(cells, -self.mover)

    def count(self, side: int) -> int:
        return sum(row.count(side) for row in self.cells)

    def result(self) -> int:
        return line_winner(self.cells) * self.mover


class UltimateCrosses(Crosses):
    """Ultimate tic-tac-toe; ``sent`` is the last move, which says where to play."""

    def __init__(self, cells: list[list[int]], mover: int, sent: Square | None) -> None:
        super().__init__(cells, mover)
        self.sent = sent

    @classmethod
    def start(cls) -> UltimateCrosses:
        return cls([[0] * 9 for _ in range(9)], 1, None)

    def local(self, row: int, col: int) -> list[list[int]]:
        """Returns the 3×3 cells of the local board at (row, col) of the global one."""
        return [line[3 * col : 3 * col + 3] for line in self.cells[3 * row : 3 * row + 3]]

    def winners(self) -> list[list[int]]:
        return [[line_winner(self.local(r, c)) for c in range(3)] for r in range(3)]

    def is_open(self, row: int, col: int) -> bool:
        board = self.local(row, col)
        return line_winner(board) == 0 and any(0 in line for line in board)

    @property
    def forced(self) -> Square | None:
        if self.sent is None or not self.legal():
            return None
        target = (self.sent[0] % 3, self.sent[1] % 3)
        return target if self.is_open(*target) else None

    def legal(self) -> list[Square]:
        if line_winner(self.winners()):
            return []
        boards = [(r, c) for r in range(3) for c in range(3) if self.is_open(r, c)]
        if self.sent is not None:
            target = (self.sent[0] % 3, self.sent[1] % 3)
            if target in boards:
                boards = [target]
        return sorted(
            (3 * r + i, 3 * c + j)
            for r, c in boards
            for i in range(3)
            for j in range(3)
            if self.cells[3 * r + i][3 * c + j] == 0
        )

    def after(self, move: Square) -> UltimateCrosses:
        cells = [row.copy() for row in self.cells]
        cells[move[0]][move[1]] = self.mover
        return UltimateCrosses(cells, -self.mover, move)

    def result(self) -> int:
        return line_winner(self.winners()) * self.mover

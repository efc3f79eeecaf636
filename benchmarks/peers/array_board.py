"""A board of numbers, as many teaching programs have it: the procedure of alpha-zero-general.

alpha-zero-general is not on PyPI. This file was written afresh after its way of working (its code
was not copied), as a baseline: the board is an n × n table of −1, 0 and 1, a move is looked for
from every own disc in eight directions, and the next state is a copy of the board.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchmarks.timing import serve
from benchmarks.workloads import checked_games, checked_makes, random_number

SIZE = 8
PASS = SIZE * SIZE
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
Cells = npt.NDArray[np.int64]


class Board:
    """An n × n table, as lists, which are faster than arrays one square at a time."""

    def __init__(self, cells: Cells) -> None:
        self.rows: list[list[int]] = cells.tolist()

    def moves(self, side: int) -> set[tuple[int, int]]:
        """Returns the squares where ``side`` may move: where a run of its opponent's discs ends."""
        return {
            end
            for row in range(SIZE)
            for col in range(SIZE)
            if self.rows[row][col] == side
            for direction in DIRECTIONS
            if (end := self._end_of_run(row, col, direction, side))
        }

    def play(self, row: int, col: int, side: int) -> None:
        """Places a disc and turns the runs that it closes."""
        for down, right in DIRECTIONS:
            run = []
            r, c = row + down, col + right
            while 0 <= r < SIZE and 0 <= c < SIZE and self.rows[r][c] == -side:
                run.append((r, c))
                r, c = r + down, c + right
            if run and 0 <= r < SIZE and 0 <= c < SIZE and self.rows[r][c] == side:
                for turned_row, turned_col in run:
                    self.rows[turned_row][turned_col] = side
        self.rows[row][col] = side

    def _end_of_run(
        self, row: int, col: int, direction: tuple[int, int], side: int
    ) -> tuple[int, int] | None:
        down, right = direction
        row, col, length = row + down, col + right, 0
        while 0 <= row < SIZE and 0 <= col < SIZE:
            if self.rows[row][col] != -side:
                return (row, col) if length and self.rows[row][col] == 0 else None
            row, col, length = row + down, col + right, length + 1
        return None


State = tuple[Cells, int]


def start() -> State:
    cells = np.zeros((SIZE, SIZE), np.int64)
    cells[3, 4] = cells[4, 3] = 1
    cells[3, 3] = cells[4, 4] = -1
    return cells, 1


def legal_actions(state: State) -> list[int]:
    """Returns the numbers of the legal squares, or the pass."""
    cells, side = state
    return sorted(row * SIZE + col for row, col in Board(cells).moves(side)) or [PASS]


def next_state(state: State, action: int) -> State:
    """Returns the state after an action; the one before is unchanged."""
    cells, side = state
    if action == PASS:
        return cells, -side
    board = Board(cells)
    board.play(*divmod(action, SIZE), side)
    return np.array(board.rows), -side


def is_over(state: State) -> bool:
    board = Board(state[0])
    return not board.moves(1) and not board.moves(-1)


def makes(state: State, depth: int) -> int:
    made = 0
    for action in legal_actions(state):
        child = next_state(state, action)
        made += 1
        if depth > 1:
            made += makes(child, depth - 1)
    return made


def random_game() -> int:
    state = start()
    plies = 0
    while not is_over(state):
        actions = legal_actions(state)
        state = next_state(state, actions[int(random_number() * len(actions))])
        plies += 1
    return plies


if __name__ == "__main__":
    serve({"makes": checked_makes(makes, start), "games": checked_games(random_game)})

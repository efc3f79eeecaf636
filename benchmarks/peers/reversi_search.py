"""rust-reversi's workloads of search: its alpha-beta with its evaluators."""

from __future__ import annotations

from rust_reversi import (
    AlphaBetaSearch,
    Board,
    Evaluator,
    LegalNumEvaluator,
    MatrixEvaluator,
    PieceEvaluator,
)

from benchmarks.positions import CELLS, MOVES, check_values
from benchmarks.timing import Workload, serve

WIN = 1_000_000


def position(moves: list[int]) -> Board:
    board = Board()
    for move in moves:
        board.do_move(move)
    return board


BOARDS = [position(moves) for moves in MOVES]


def engine(evaluation: str, plies: int) -> Workload:
    evaluators: dict[str, Evaluator] = {
        "cells": MatrixEvaluator(CELLS),
        "discs": PieceEvaluator(),
        "mobility": LegalNumEvaluator(),
    }
    # It counts plies after the root's move: its values are ours at one ply more.
    search = AlphaBetaSearch(evaluators[evaluation], plies - 1, WIN)
    checked = False

    def workload() -> int:
        nonlocal checked
        if not checked:
            found = [search.get_search_score(board) for board in BOARDS]
            check_values(found, evaluation, plies)
            checked = True
        for board in BOARDS:
            search.get_move(board)
        return len(BOARDS)

    return workload


if __name__ == "__main__":
    serve(
        {
            "cells, 4 plies": engine("cells", 4),
            "cells, 6 plies": engine("cells", 6),
            "cells, 8 plies": engine("cells", 8),
            "discs, 6 plies": engine("discs", 6),
            "discs, 8 plies": engine("discs", 8),
            "mobility, 6 plies": engine("mobility", 6),
            "mobility, 8 plies": engine("mobility", 8),
        }
    )

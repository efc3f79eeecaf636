"""rust-reversi's workloads (bitboards in Rust behind Python)."""

from __future__ import annotations

from rust_reversi import Board, MctsSearch

from benchmarks.timing import serve
from benchmarks.workloads import checked_games, checked_makes, random_number

PLAYOUTS = 5_000
NEVER = 10**9


def makes(board: Board, depth: int) -> int:
    made = 0
    for child in board.get_child_boards():
        made += 1
        if depth > 1:
            made += makes(child, depth - 1)
    return made


def makes_by_move(board: Board, depth: int) -> int:
    made = 0
    for move in board.get_legal_moves_vec():
        child = board.clone()
        child.do_move(move)
        made += 1
        if depth > 1:
            made += makes_by_move(child, depth - 1)
    return made


def random_game() -> int:
    board = Board()
    plies = 0
    while True:
        moves = board.get_legal_moves_vec()
        if moves:
            board.do_move(moves[int(random_number() * len(moves))])
        elif board.is_game_over():
            return plies
        else:
            board.do_pass()
        plies += 1


def playouts_of_its_search() -> int:
    """Searches without growing the tree: the nearest that it has to a compiled playout."""
    MctsSearch(PLAYOUTS, 1.0, NEVER).get_move(Board())
    return PLAYOUTS


def bulk(board: Board, depth: int) -> int:
    """Perft that counts the last ply's moves without making them (no pass in reach)."""
    if depth == 1:
        return board.get_legal_moves().bit_count()
    return sum([bulk(child, depth - 1) for child in board.get_child_boards()])


if __name__ == "__main__":
    serve(
        {
            "makes": checked_makes(makes, Board),
            "makes by move": checked_makes(makes_by_move, Board),
            "games": checked_games(random_game),
            "search playouts": playouts_of_its_search,
            "perft": lambda: bulk(Board(), 7),
        }
    )

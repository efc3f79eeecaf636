"""rust-reversi's tree search, from the start with c = 1."""

from __future__ import annotations

from rust_reversi import Board, MctsSearch

from benchmarks.timing import Workload, serve

SIMULATIONS = 5_000


def compiled(expand_after: int) -> Workload:
    search = MctsSearch(SIMULATIONS, 1.0, expand_after)

    def workload() -> int:
        search.get_move(Board())
        return SIMULATIONS

    return workload


if __name__ == "__main__":
    serve({"othello": compiled(1), "othello, after 10": compiled(10)})

"""Search: the lessons' Python, the compiled players, and the endgame solver."""

from __future__ import annotations

from benchmarks.solving import (
    IN_FULL,
    PICTURE,
    QUICK,
    draw,
    measure_solver,
    right_endgames,
    solver_table,
)
from benchmarks.table import Figure, Row, heading, measure_figures, table, verdict
from benchmarks.timing import Settings

NAME = "search"
HELP = "minimax and alpha-beta from Python and compiled, and the endgame solver"

OURS = "benchmarks.ours_search"
SPIEL, RUST = "benchmarks.peers.openspiel_search", "benchmarks.peers.reversi_search"


def _engines(evaluation: str, plies: int, words: str, target: float | None = None) -> Figure:
    workload = f"{evaluation}, {plies} plies"
    return Figure(
        f"searches to {plies} plies, {words} at the leaves, per second",
        (
            Row("coursekit: the engine", OURS, workload),
            Row("rust-reversi: AlphaBetaSearch", RUST, workload, target),
        ),
    )


FIGURES = (
    Figure(
        "minimax from Python, cell scores at the leaves, nodes per second",
        (
            Row("coursekit: LinearEvaluation", OURS, "minimax, compiled evaluation"),
            Row("OpenSpiel: observation_tensor, numpy", SPIEL, "minimax by tensor", 7),
            Row("OpenSpiel: observer, numpy", SPIEL, "minimax by observer", 7),
        ),
    ),
    Figure(
        "the same with one line of numpy at the leaves",
        (
            Row("coursekit: (env.board * TABLE).sum()", OURS, "minimax, numpy evaluation"),
            Row("OpenSpiel: observation_tensor, numpy", SPIEL, "minimax by tensor"),
            Row("OpenSpiel: observer, numpy", SPIEL, "minimax by observer"),
        ),
    ),
    Figure(
        "the same with nothing at the leaves",
        (
            Row("coursekit: update, undo", OURS, "minimax, no evaluation"),
            Row("OpenSpiel: child", SPIEL, "minimax, no evaluation"),
            Row("OpenSpiel: clone, apply_action", SPIEL, "minimax by clone, no evaluation"),
        ),
    ),
    Figure(
        "alpha-beta to 5 plies, the same 162,081 nodes, nodes per second",
        (
            Row("coursekit: the plain kernel", OURS, "compiled alpha-beta"),
            Row("coursekit: lesson 04's Python", OURS, "alpha-beta", 60),
        ),
    ),
    _engines("cells", 4, "cell scores"),
    _engines("cells", 6, "cell scores"),
    _engines("cells", 8, "cell scores", 5),
    _engines("discs", 6, "discs"),
    _engines("discs", 8, "discs"),
    _engines("mobility", 6, "moves"),
    _engines("mobility", 8, "moves"),
)


def run(settings: Settings) -> int:
    """Measures everything and prints the tables; returns 0, whoever is ahead."""
    figures, rates = measure_figures(FIGURES, settings, [SPIEL, RUST])
    solved = measure_solver(QUICK if settings.quick else IN_FULL)
    print(heading(settings))
    print()
    print("\n".join(table(figures, rates)))
    print()
    print("The endgame solver, positions of random games, processor time:")
    print()
    print("\n".join(solver_table(solved)))
    print()
    right, endgames = right_endgames()
    print(
        f"- Of the {endgames} endgames with known scores, {right} have every move right "
        f"(target all: {verdict(right == endgames)})."
    )
    if not settings.quick:
        draw(solved, PICTURE)
    return 0

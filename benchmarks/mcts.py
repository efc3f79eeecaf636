"""Monte Carlo tree search: UCT compiled, on Othello and ultimate tic-tac-toe, and from Python."""

from __future__ import annotations

from benchmarks.table import Figure, Row, heading, measure_figures, table
from benchmarks.timing import Settings

NAME = "mcts"
HELP = "UCT with random games, compiled and from Python, on two games"

OURS = "benchmarks.ours_mcts"
SPIEL, RUST = "benchmarks.peers.openspiel_mcts", "benchmarks.peers.reversi_mcts"

FIGURES = (
    Figure(
        "compiled UCT on Othello, 5,000 simulations a search, simulations per second",
        (
            Row("coursekit: engine.mcts.Search", OURS, "othello"),
            Row("coursekit: players.uct, 1,000 a search", OURS, "player"),
            Row("OpenSpiel: MCTSBot (C++)", SPIEL, "othello", 90),
            Row("rust-reversi: MctsSearch", RUST, "othello", 4),
            Row("rust-reversi: the same, expanding after 10 visits", RUST, "othello, after 10", 4),
        ),
    ),
    Figure(
        "UCT on Othello as a lesson's Python, 1,000 simulations a search, simulations per second",
        (
            Row("coursekit: a node class, env.playout", OURS, "lesson"),
            Row("OpenSpiel: MCTSBot (C++)", SPIEL, "othello, 1,000", 14),
            Row("OpenSpiel: MCTSBot (Python)", SPIEL, "python", 40),
        ),
    ),
    Figure(
        "compiled UCT on ultimate tic-tac-toe, 5,000 simulations a search, simulations per second",
        (
            Row("coursekit: engine.mcts.Search", OURS, "ultimate"),
            Row("OpenSpiel: MCTSBot (C++)", SPIEL, "ultimate", 20),
        ),
    ),
    Figure(
        "flat Monte Carlo on Othello, compiled, playouts per second",
        (
            Row("coursekit: players.monte_carlo, 5,000 a search", OURS, "flat"),
            Row("coursekit: compiled UCT", OURS, "othello"),
        ),
    ),
)


def run(settings: Settings) -> int:
    """Measures everything and prints the table; returns 0, whoever is ahead."""
    figures, rates = measure_figures(FIGURES, settings, [SPIEL, RUST])
    print(heading(settings))
    print()
    print("\n".join(table(figures, rates)))
    return 0

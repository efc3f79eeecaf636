"""Rules and random games: makes, playouts and perft a second; the import; the picture."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from benchmarks.table import Figure, Row, heading, measure_figures, table, verdict
from benchmarks.timing import ONE_THREAD, REPOSITORY, Rates, Settings

NAME = "rules"
HELP = "the rules of 8x8 Othello: from Python, compiled, and as a picture"

OURS, ARRAYS = "benchmarks.ours", "benchmarks.peers.array_board"
SPIEL, RUST, PGX = (f"benchmarks.peers.{name}" for name in ("openspiel", "reversi", "pgx_batch"))
IN_PEERS_ENVIRONMENT = (SPIEL, RUST, PGX)

IMPORT_TARGET, PICTURE_TARGET = 0.25, 8.0  # seconds, milliseconds
HEAVY = ("torch", "numba", "matplotlib", "pandas", "PIL")
IMPORT = (
    "import json, sys; from time import perf_counter, process_time; "
    "starts = perf_counter(), process_time(); import coursekit; "
    "print(json.dumps([perf_counter() - starts[0], process_time() - starts[1], [*sys.modules]]))"
)


FIGURES = (
    Figure(
        "positions made in perft(6) from Python, per second",
        (
            Row("coursekit: update, undo", OURS, "makes"),
            Row("OpenSpiel: clone, apply_action", SPIEL, "makes", 6),
            Row("OpenSpiel: child", SPIEL, "makes by child"),
            Row("rust-reversi: get_child_boards", RUST, "makes"),
            Row("rust-reversi: clone, do_move", RUST, "makes by move"),
            Row("array board: next_state", ARRAYS, "makes"),
            Row("pgx: steps of 1,024 random games at once", PGX, "plies"),
        ),
    ),
    Figure(
        "random games played from Python, per second",
        (
            Row("coursekit", OURS, "games"),
            Row("OpenSpiel", SPIEL, "games", 2.5),
            Row("rust-reversi", RUST, "games"),
            Row("array board", ARRAYS, "games"),
            Row("pgx: 1,024 at once, compiled", PGX, "games"),
        ),
    ),
    Figure(
        "compiled random games on one core, per second",
        (
            Row("coursekit: engine.batch.playouts", OURS, "batch"),
            Row("coursekit: env.playout, one by one", OURS, "single"),
            Row("OpenSpiel: driven from Python", SPIEL, "games", 130),
            Row("rust-reversi: MctsSearch without growth", RUST, "search playouts"),
            Row("pgx: 1,024 at once", PGX, "games"),
        ),
    ),
    Figure(
        "leaves of perft with the last ply counted in bulk, per second",
        (
            Row("coursekit: truth.perft (compiled)", OURS, "perft"),
            Row("rust-reversi: driven from Python", RUST, "perft"),
        ),
    ),
)
PICTURE = (OURS, "picture")


def run(settings: Settings) -> int:
    """Measures everything and prints the table; returns 0, whoever is ahead."""
    figures, rates = measure_figures(FIGURES, settings, IN_PEERS_ENVIRONMENT, [PICTURE])
    print(heading(settings))
    print()
    print("\n".join(table(figures, rates)))
    print()
    print(import_line(best_import(processes=2 if settings.quick else 7)))
    print(picture_line(rates[PICTURE]))
    return 0


def best_import(processes: int) -> tuple[float, float, list[str]]:
    """Returns the best time of ``import coursekit`` in new processes, and the heavy modules in it.

    Args:
        processes: How many processes to try.

    Returns:
        Seconds of the import statement by the clock and of processor time, and those of
        :data:`HEAVY` that it loaded.
    """
    clock, processor = [], []
    modules: list[str] = []
    for _ in range(processes):
        output = subprocess.run(
            [sys.executable, "-c", IMPORT],
            cwd=REPOSITORY,
            env={**os.environ, **ONE_THREAD},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        passed, spent, modules = json.loads(output)
        clock.append(passed)
        processor.append(spent)
    return min(clock), min(processor), [name for name in HEAVY if name in modules]


def import_line(measured: tuple[float, float, list[str]]) -> str:
    """Returns the line about ``import coursekit``."""
    seconds, processor, loaded = measured
    met = seconds < IMPORT_TARGET and not loaded
    return (
        f"- `import coursekit`: {seconds:.3f} s by the clock at best in a new process "
        f"({processor:.3f} s of processor time), with "
        f"{' and '.join(loaded) or 'none'} of {', '.join(HEAVY)} loaded "
        f"(target under {IMPORT_TARGET} s with none: {verdict(met)})."
    )


def picture_line(rates: Rates) -> str:
    """Returns the line about the board as a PNG."""
    milliseconds = sorted(1000 / rate for rate in rates.rounds)
    median = 1000 / rates.median
    return (
        f"- The board as a PNG, `env._repr_png_()`: {median:.2f} ms "
        f"({milliseconds[0]:.2f}–{milliseconds[-1]:.2f}; "
        f"target under {PICTURE_TARGET} ms: {verdict(median < PICTURE_TARGET)})."
    )

"""coursekit's workloads."""

from __future__ import annotations

from benchmarks.timing import serve
from benchmarks.workloads import checked_games, checked_makes, random_number
from coursekit import Env, othello, truth
from coursekit.engine.rules.othello import random_games

BATCH = 20_000
PERFT_DEPTH, PERFT_LEAVES = 9, 3_005_288
START = othello.make()
OWN, OPP, _ = START.bitboards
SQUARES = (1 << 64) - 1
MOVES = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8"
GAME_SO_FAR = [othello.from_moves(MOVES[: 2 * ply]) for ply in range(0, 41, 4)]


def makes(env: Env, depth: int) -> int:
    made = 0
    for action in env.legal_actions():
        env.update(action)
        made += 1
        if depth > 1:
            made += makes(env, depth - 1)
        env.undo()
    return made


def random_game() -> int:
    env = othello.make()
    while actions := env.legal_actions():
        env.update(actions[int(random_number() * len(actions))])
    return len(env.history)


def batch_of_playouts() -> int:
    differences = random_games(OWN, OPP, SQUARES, seed=1, first=0, count=BATCH, threads=1)
    score = ((differences > 0).mean() - (differences < 0).mean()).item()
    if not -0.08 < score < -0.02:
        raise AssertionError(f"black's mean result is {score} instead of -0.048")
    return BATCH


def single_playouts() -> int:
    for _ in range(BATCH // 10):
        START.playout()
    return BATCH // 10


def bulk_perft() -> int:
    leaves = truth.perft(START, PERFT_DEPTH)
    if leaves != PERFT_LEAVES:
        raise AssertionError(f"perft({PERFT_DEPTH}) is {leaves} instead of {PERFT_LEAVES}")
    return leaves


def pictures() -> int:
    for env in GAME_SO_FAR:
        env._repr_png_()
    return len(GAME_SO_FAR)


if __name__ == "__main__":
    serve(
        {
            "makes": checked_makes(makes, othello.make),
            "games": checked_games(random_game),
            "batch": batch_of_playouts,
            "single": single_playouts,
            "perft": bulk_perft,
            "picture": pictures,
        }
    )

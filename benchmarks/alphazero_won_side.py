"""The 6×6 network where it should win: on the winning side of openings whose result is exact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import joblib

from benchmarks.table import verdict
from coursekit import othello, players
from coursekit.progress import Progress
from coursekit.truth.exact import exact_result
from coursekit.workers import in_order

SIMULATIONS, DEPTH, EMPTIES = 100, 10, 14
OPENINGS, FEW, TARGET = 100, 2, 0.95
PLIES, SIZE = 4, 6


class Ended(NamedTuple):
    """How a game from the winning side ended.

    Attributes:
        moves: All moves of the game, its opening included.
        side: The winning side: 1 for black, −1 for white.
        margin: Its discs less the other side's at the end.
    """

    moves: str
    side: int
    margin: int


def won_side(quick: bool) -> str:
    """Has the network play the winning side of random openings, against a search of ten plies."""
    count = FEW if quick else OPENINGS
    calls = (joblib.delayed(_played)(moves) for moves in openings())
    ended: list[Ended] = []
    with (
        Progress("the winning side", count, "game") as bar,
        closing(in_order(calls, -1)) as played,
    ):
        for game in played:
            if game is not None:  # a draw with best play
                ended.append(game)
                bar.advance(1)
            if len(ended) == count:
                break
    won = [game for game in ended if game.margin > 0]
    margins = sorted(game.margin for game in ended)
    return "\n".join(
        [
            f"Othello 6×6: the shipped network with {SIMULATIONS} simulations on the winning side "
            f"of random openings of {PLIES} plies, by exact result, against alpha-beta of {DEPTH} "
            f"plies that is exact from {EMPTIES} empty squares:\n",
            "| openings | won | target | discs ahead: least, median, most |",
            "|---|---|---|---|",
            f"| {count} | {len(won)} | {TARGET:.0%}: {verdict(len(won) >= TARGET * count)} "
            f"| {margins[0]}, {margins[count // 2]}, {margins[-1]} |",
            "",
            *(
                f"- not won, as {_name(game.side)}, {game.margin:+d}: {game.moves}"
                for game in ended
                if game.margin <= 0
            ),
        ]
    )


def _name(side: int) -> str:
    return "black" if side > 0 else "white"


def openings() -> Iterator[str]:
    """Yields different random openings; there are 244."""
    seen, draw = set[str](), players.random()
    for seed in range(2_000):
        env = othello.make(SIZE, seed=seed)
        for _ in range(PLIES):
            env.update(draw(env))
        if env.to_moves() not in seen:
            seen.add(env.to_moves())
            yield env.to_moves()


def _played(moves: str) -> Ended | None:
    """Plays an opening on; returns nothing if it is a draw with best play. Runs on a worker."""
    env = othello.from_moves(moves, SIZE)
    side = int(env.player) * exact_result(env, max_empties=SIZE * SIZE)
    if side == 0:
        return None
    network = players.alphazero(simulations=SIMULATIONS)
    search = players.exact_endgame(players.alpha_beta(DEPTH), EMPTIES)
    while not env.is_done():
        env.update((network if env.player == side else search)(env))
    return Ended(env.to_moves(), side, side * (env.count(1) - env.count(-1)))

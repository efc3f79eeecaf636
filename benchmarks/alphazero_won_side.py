"""The 6×6 network where it should win: on the winning side of openings whose result is exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from typing import NamedTuple, TypeVar

import joblib

from benchmarks.table import verdict
from coursekit import othello, players
from coursekit.arena import wilson
from coursekit.engine.mcts.puct_nodes import PuctConfig
from coursekit.games.symmetry import SYMMETRIES, twin
from coursekit.progress import Progress, heard
from coursekit.truth.exact import exact_result
from coursekit.workers import in_order

SIMULATIONS, DEPTH, EMPTIES = 100, 10, 14
IN_THE_TREE = 12
FEW, TARGET = 2, 0.95
PLIES, SIZE = 4, 6

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


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
    some = list(islice(openings(), 3 * FEW if quick else None))
    distinct = sorted({_disguise(moves) for moves in some})
    solved = dict(zip(distinct, _on_all_cores(_result, distinct, "position"), strict=True))
    sides = {moves: solved[_disguise(moves)] for moves in some}
    decided = [(moves, side) for moves, side in sides.items() if side][: FEW if quick else None]
    rows, failures = [], []
    for name, is_exact in (
        ("the network alone", False),
        (f"exact in the tree from {IN_THE_TREE} empty squares, at the board from {EMPTIES}", True),
    ):
        ended = _on_all_cores(_played, [(*one, is_exact) for one in decided], "game")
        won = sum(game.margin > 0 for game in ended)
        margins = sorted(game.margin for game in ended)
        share = f"{won / len(ended):.1%} ({wilson(won, len(ended))})"
        rows.append(
            f"| {name} | {won} of {len(ended)} | {share} "
            f"| {TARGET:.0%}: {verdict(won >= TARGET * len(ended))} "
            f"| {margins[0]}, {margins[len(margins) // 2]}, {margins[-1]} |"
        )
        failures += [f"- {name}:"] + [
            f"  - as {_name(game.side)}, {game.margin:+d}: {game.moves}"
            for game in ended
            if game.margin <= 0
        ]
    return "\n".join(
        [
            f"Othello 6×6: the shipped network with {SIMULATIONS} simulations on the winning side "
            f"of random openings of {PLIES} plies, by exact result, against alpha-beta of {DEPTH} "
            f"plies that is exact from {EMPTIES} empty squares:\n",
            "| player | won | share (95 %) | target | discs ahead: least, median, most |",
            "|---|---|---|---|---|",
            *rows,
            "\nNot won:\n",
            *failures,
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


def _disguise(moves: str) -> str:
    """Returns one position for all openings that lead to the same one, rotated or reflected."""
    env = othello.from_moves(moves, SIZE)
    return min(twin(env, symmetry).to_string() for symmetry in SYMMETRIES)


def _on_all_cores(work: Callable[[_Given], _Made], given: list[_Given], unit: str) -> list[_Made]:
    """Returns what the work makes of each thing given, in order."""
    made = []
    calls = (joblib.delayed(work)(one) for one in given)
    with (
        Progress("the winning side", len(given), unit) as bar,
        closing(in_order(calls, -1)) as results,
    ):
        for result in results:
            made.append(result)
            bar.advance(1)
    return made


def _result(position: str) -> int:
    """Returns who wins: 1 for black, −1 for white, 0 for nobody. Runs on a worker."""
    env = othello.from_string(position)
    with heard(lambda share: None):  # the bar of all positions is enough
        return int(env.player) * exact_result(env, max_empties=SIZE * SIZE)


def _played(opening: tuple[str, int, bool]) -> Ended:
    """Plays an opening on, with the network on the winning side. Runs on a worker."""
    moves, side, is_exact = opening
    env = othello.from_moves(moves, SIZE)
    network = players.alphazero(simulations=SIMULATIONS)
    if is_exact:
        config = PuctConfig(solve_below=IN_THE_TREE)
        network = players.exact_endgame(players.alphazero(config=config), EMPTIES)
    search = players.exact_endgame(players.alpha_beta(DEPTH), EMPTIES)
    while not env.is_done():
        env.update((network if env.player == side else search)(env))
    return Ended(env.to_moves(), side, side * (env.count(1) - env.count(-1)))

"""OpenSpiel's workloads of search: lesson 03's minimax over its states (``pyspiel``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from benchmarks.positions import CELLS, MINIMAX_NODES, MINIMAX_PLIES, MOVES, checked_search
from benchmarks.timing import Workload, serve

GAME = pyspiel.load_game("othello")
TABLE = np.array(CELLS, np.float32)
PLANES = np.stack([0 * TABLE, TABLE, -TABLE]).ravel()  # empty, own discs, the opponent's
OBSERVER = make_observation(GAME)

Evaluate = Callable[[Any, int], float]
nodes = 0


def position(moves: list[int]) -> Any:
    state = GAME.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


STATES = [position(moves) for moves in MOVES]


def by_tensor(state: Any, me: int) -> float:
    """Cell scores from the method that every state has; it returns a list."""
    if state.is_terminal():
        return float(1_000_000 * state.returns()[me])
    return float((PLANES * np.array(state.observation_tensor(me), np.float32)).sum())


def by_observer(state: Any, me: int) -> float:
    """The same through an observer, which writes into one array again and again."""
    if state.is_terminal():
        return float(1_000_000 * state.returns()[me])
    OBSERVER.set_from(state, me)
    return float(PLANES @ OBSERVER.tensor)


def no_evaluation(state: Any, me: int) -> float:
    return 0


def minimax(state: Any, depth: int, me: int, evaluate: Evaluate) -> float:
    global nodes
    nodes += 1
    if state.is_terminal() or depth == 0:
        return evaluate(state, me)
    values = []
    for action in state.legal_actions():
        values.append(minimax(state.child(action), depth - 1, me, evaluate))
    return max(values) if state.current_player() == me else min(values)


def minimax_by_clone(state: Any, depth: int, me: int, evaluate: Evaluate) -> float:
    global nodes
    nodes += 1
    if state.is_terminal() or depth == 0:
        return evaluate(state, me)
    values = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        values.append(minimax_by_clone(child, depth - 1, me, evaluate))
    return max(values) if state.current_player() == me else min(values)


def workload(
    evaluate: Evaluate, evaluation: str, recursion: Callable[..., float] = minimax
) -> Workload:
    def search(number: int) -> tuple[float, int]:
        global nodes
        nodes, state = 0, STATES[number]
        return recursion(state, MINIMAX_PLIES, state.current_player(), evaluate), nodes

    return checked_search(search, evaluation, MINIMAX_PLIES, MINIMAX_NODES)


if __name__ == "__main__":
    serve(
        {
            "minimax by tensor": workload(by_tensor, "cells"),
            "minimax by observer": workload(by_observer, "cells"),
            "minimax, no evaluation": workload(no_evaluation, "nothing"),
            "minimax by clone, no evaluation": workload(no_evaluation, "nothing", minimax_by_clone),
        }
    )

"""OpenSpiel's workloads (``pyspiel``, C++ behind Python)."""

from __future__ import annotations

from typing import Any

import pyspiel

from benchmarks.timing import serve
from benchmarks.workloads import checked_games, checked_makes, random_number

GAME = pyspiel.load_game("othello")


def makes(state: Any, depth: int) -> int:
    made = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        made += 1
        if depth > 1:
            made += makes(child, depth - 1)
    return made


def makes_by_child(state: Any, depth: int) -> int:
    made = 0
    for action in state.legal_actions():
        child = state.child(action)
        made += 1
        if depth > 1:
            made += makes_by_child(child, depth - 1)
    return made


def random_game() -> int:
    state = GAME.new_initial_state()
    while actions := state.legal_actions():
        state.apply_action(actions[int(random_number() * len(actions))])
    return int(state.move_number())


if __name__ == "__main__":
    serve(
        {
            "makes": checked_makes(makes, GAME.new_initial_state),
            "makes by child": checked_makes(makes_by_child, GAME.new_initial_state),
            "games": checked_games(random_game),
        }
    )

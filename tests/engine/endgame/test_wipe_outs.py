"""Forced wipe-outs: found exactly where a search of all lines finds them."""

import numpy as np
import pytest

from coursekit import othello, players
from coursekit.engine.endgame.wipe_outs import wipe_out
from coursekit.engine.mcts.forest import PuctConfig
from tests.support import puct
from tests.support.playing import WIPE_OUT

LATE = "f5f4f3f6f7c5c4d3c6e3"
"""Black to move wins by force: c3, and whatever white plays, all its discs are gone soon."""


LOST = "d3c5c6c7b7c3b5d6c4a8b3f3e6c2b4a4d7d8b6a7f4f6f2g2b8c8e7e8d2"
"""White to move wins by force: black loses its seven discs in five moves."""


def forces(env, moves):
    """Returns whether the side to move can wipe out the other in ``moves`` moves without a pass."""
    if not moves or env.legal_actions()[0].is_pass:
        return False
    for action in env.legal_actions():
        env.update(action)
        done = wiped(env) or (not env.is_done() and all_lose(env, moves - 1))
        env.undo()
        if done:
            return True
    return False


def all_lose(env, moves):
    for action in env.legal_actions():
        env.update(action)
        lost = not env.is_done() and forces(env, moves)
        env.undo()
        if not lost:
            return False
    return True


def wiped(env):
    return env.is_done() and env.count(env.player) == 0


def found(env, moves):
    return int(wipe_out(*env.bitboards, moves))


def positions(size, count):
    """Returns positions in which the side that is not to move has few discs."""
    rng = np.random.default_rng(size)
    made = []
    while len(made) < count:
        cells = np.full((size, size), "-")
        low = size // 2 - 2
        inner = rng.permutation([(r, c) for r in range(low, low + 4) for c in range(low, low + 4)])
        for r, c in inner[: rng.integers(1, 4)]:
            cells[r, c] = "O"
        for r, c in inner[4 : 4 + rng.integers(2, 6)]:
            cells[r, c] = "X"
        env = othello.from_string("".join(cells.ravel()) + " X")
        if not env.is_done():
            made.append(env)
    return made


@pytest.mark.parametrize(
    ("size", "moves", "count"),
    [*((size, moves, 100) for size in (4, 6, 8) for moves in (1, 2)), (4, 3, 40), (4, 4, 20)],
)
def test_they_are_those_of_a_search_of_all_lines(size, moves, count):
    envs = positions(size, count)
    answers = [forces(env, moves) for env in envs]
    assert any(answers)
    assert [found(env, moves) != 0 for env in envs] == answers


@pytest.mark.parametrize("moves", ["", LATE])
def test_the_move_begins_the_line(moves):
    env = othello.from_moves(moves or WIPE_OUT[:-2])
    count = 0
    while not env.is_done():
        bit = found(env, 3)
        assert bit
        env.update(divmod(bit.bit_length() - 1, 8))
        count += 1
        if not env.is_done():
            env.update(env.legal_actions()[0])
    assert count <= 3
    assert wiped(env) or env.count(-env.player) == 0


def test_five_moves_are_seen_where_four_are_not():
    """One game in 2,400 was lost like this: d2, and five moves later the last disc is taken."""
    env = othello.from_moves(LOST)
    assert not found(env, 4)
    assert found(env, 5)
    assert players.alphazero(simulations=100)(othello.from_moves(LOST[:-2])).name != LOST[-2:]


def test_a_search_knows_at_its_first_look_that_a_move_leads_into_one():
    env = othello.from_moves(LATE[:-2])
    _, result = puct.grown([env], PuctConfig(200))
    action = next(a for a in env.legal_actions() if a.name == LATE[-2:])
    assert result.visits[0, action.index] <= 1
    assert result.chosen[0] != action.index

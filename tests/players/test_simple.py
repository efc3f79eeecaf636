"""The simple players make the moves that their definitions, written out in Python, make."""

import pickle
from itertools import product

import numpy as np
import pytest

from coursekit import othello, tictactoe
from coursekit.players import (
    CELL_SCORES,
    cell_scores,
    default_table,
    mobility,
    most_flips,
    random,
)
from coursekit.players.base import player_name
from tests.support.playing import MAKERS
from tests.support.row_game import RowGame

PLAYERS = {
    "random": random(),
    "cell scores": cell_scores(),
    "most flips": most_flips(),
    "mobility": mobility(),
}


def by_definition(name, env):
    """Returns the move that gives the best position, as the lessons write it."""
    side, values = int(env.player), []
    for action in env.legal_actions():
        env.update(action)
        if name == "cell scores":
            value = int((default_table(len(env.board)) * env.board).sum()) * side
        elif name == "most flips":
            value = env.count(side)
        else:
            value = -sum(not reply.is_pass for reply in env.legal_actions())
        env.undo()
        values.append(value)
    actions = [a for a, v in zip(env.legal_actions(), values, strict=True) if v == max(values)]
    return actions[int(env.rng.random() * len(actions))]


OTHELLOS = [MAKERS[name] for name in ("othello4", "othello6", "othello8")]
OTHERS = [MAKERS["tictactoe"], MAKERS["ultimate"], RowGame]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        *product(("cell scores", "most flips", "mobility"), OTHELLOS),
        *product(("mobility",), OTHERS),
    ],
)
def test_a_player_moves_as_its_definition(name, make):
    for seed in range(6):
        one, two = make(seed=seed), make(seed=seed)
        while not one.is_done():
            one.update(PLAYERS[name](one))
            two.update(by_definition(name, two))
            assert one.last_action == two.last_action, one


@pytest.mark.parametrize("player", PLAYERS.values(), ids=repr)
def test_ties_are_broken_uniformly_with_one_random_number_a_move(player):
    # All four first moves are mirror images of one another.
    env, spent = othello.make(seed=11), np.random.default_rng(11)
    counts = dict.fromkeys(["d3", "c4", "f5", "e6"], 0)
    for _ in range(4000):
        counts[player(env).name] += 1
        spent.random()
    # Each count is binomial(4000, 1/4): standard error 27.4.
    assert all(abs(count - 1000) < 4 * 27.4 for count in counts.values()), counts
    assert env.rng.random() == spent.random()


@pytest.mark.parametrize(("name", "player"), PLAYERS.items())
def test_a_player_has_a_name_and_survives_pickle(name, player):
    assert repr(player) == player.name == player_name(player) == name
    again = pickle.loads(pickle.dumps(player))
    one, two = othello.make(seed=2), othello.make(seed=2)
    for _ in range(20):
        one.update(player(one))
        two.update(again(two))
    assert one == two


def test_other_games_and_boards_are_refused():
    for name in ("cell scores", "most flips"):
        with pytest.raises(TypeError, match=f"{name} counts Othello's discs.*tictactoe"):
            PLAYERS[name](tictactoe.make())
    with pytest.raises(ValueError, match="size=5"):
        default_table(5)
    with pytest.raises(ValueError, match="table of cell scores is 6×6, but the board is 8×8"):
        cell_scores(np.zeros((6, 6)))(othello.make())


# Tables of cell scores


def test_the_table_is_symmetric_and_cannot_be_changed_by_accident():
    assert CELL_SCORES.shape == (8, 8)
    assert (CELL_SCORES == CELL_SCORES.T).all()
    assert (np.rot90(CELL_SCORES) == CELL_SCORES).all()
    assert CELL_SCORES.max() == CELL_SCORES[0, 0]
    with pytest.raises(ValueError, match="read-only"):
        CELL_SCORES[0, 0] = 0


@pytest.mark.parametrize("size", [4, 6, 8])
def test_squares_of_small_boards_keep_their_distances_from_the_edges(size):
    table = default_table(size)
    for row in range(size):
        for col in range(size):
            near_row, near_col = min(row, size - 1 - row), min(col, size - 1 - col)
            assert table[row, col] == CELL_SCORES[near_row, near_col]


def test_own_table_decides():
    table = np.zeros((8, 8))
    table[4, 5] = 1.5  # f5
    player = cell_scores(table)
    assert player(othello.make()).name == "f5"
    table[:] = 0
    assert player(othello.make()).name == "f5", "the player keeps a copy"
    assert player.table[4, 5] == 1.5


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.zeros((8, 6)), r"is 8×6; expected.*4×4, 6×6 or 8×8"),
        (np.zeros(64), r"is 64;"),
        (3, r"is a single value"),
        ([[1, 2], [3]], r"rows of different lengths"),
        (np.full((8, 8), "1"), r"<U1 values; expected numbers"),
        (np.full((8, 8), None), r"object values"),
        (np.full((8, 8), np.inf), r"inf at row 0, column 0"),
        (np.where(np.eye(8)[::-1] > 0, np.nan, 1.0), r"nan at row 0, column 7"),
    ],
)
def test_a_wrong_table_is_refused_before_any_play(table, message):
    with pytest.raises(ValueError, match=message):
        cell_scores(table)


@pytest.mark.parametrize("name", PLAYERS)
def test_bug_a_finished_game_has_no_move_to_choose(name):
    """An index was out of range."""
    env = othello.from_string("X---------------" + " O", "")
    before = env.rng.bit_generator.state
    with pytest.raises(ValueError, match=f"the game is over: {name} has no move to choose"):
        PLAYERS[name](env)
    assert env.rng.bit_generator.state == before

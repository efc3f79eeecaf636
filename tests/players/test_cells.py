import numpy as np
import pytest

from coursekit import othello
from coursekit.players import CELL_SCORES, cell_scores, default_table


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


def test_there_is_no_table_for_other_boards():
    with pytest.raises(ValueError, match="size=5"):
        default_table(5)


def test_own_table_decides():
    table = np.zeros((8, 8))
    table[4, 5] = 1.5  # f5
    player = cell_scores(table)
    assert player(othello.make()).name == "f5"
    table[:] = 0
    assert player(othello.make()).name == "f5", "the player keeps a copy"
    assert player.table[4, 5] == 1.5


def test_flipped_discs_count():
    # d3 flips d4, the others flip d4 (c4) or e5 (e6, f5): a table that loves d4 and hates c4.
    table = np.zeros((8, 8))
    table[3, 3], table[3, 2] = 10, -5
    assert cell_scores(table)(othello.make()).name == "d3"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.zeros((8, 6)), r"is 8×6; expected.*4×4, 6×6 or 8×8"),
        (np.zeros((5, 5)), r"is 5×5"),
        (np.zeros(64), r"is 64;"),
        (3, r"is a single value"),
        ([[1, 2], [3]], r"rows of different lengths"),
        (np.full((8, 8), "1"), r"<U1 values; expected numbers"),
        (np.ones((8, 8), bool), r"bool values"),
        (np.full((8, 8), None), r"object values"),
        (np.full((8, 8), np.inf), r"inf at row 0, column 0"),
        (np.where(np.eye(8)[::-1] > 0, np.nan, 1.0), r"nan at row 0, column 7"),
    ],
)
def test_a_wrong_table_is_refused_before_any_play(table, message):
    with pytest.raises(ValueError, match=message):
        cell_scores(table)


def test_a_table_of_another_board_is_refused():
    with pytest.raises(ValueError, match="table of cell scores is 6×6, but the board is 8×8"):
        cell_scores(np.zeros((6, 6)))(othello.make())

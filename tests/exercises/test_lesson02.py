"""The judges of lesson 02, met with the answers of students."""

from fractions import Fraction

import numpy as np
import pytest

from coursekit import arena, players
from coursekit.exercises import lesson02
from coursekit.players import CELL_SCORES
from tests.exercises.judging import judged, not_yet


# Ten numbers are enough
def place(name):
    return int(name[1]) - 1, "abcdefgh".index(name[0])


def quarter_of(triangle):
    quarter = np.zeros((4, 4))
    for name, score in triangle.items():
        row, col = place(name)
        quarter[row, col] = quarter[col, row] = score
    return quarter


def by_blocks(triangle):
    quarter = quarter_of(triangle)
    return np.block([[quarter, quarter[:, ::-1]], [quarter[::-1], quarter[::-1, ::-1]]])


def by_lookup(triangle):
    def score(row, col):
        near, far = sorted((min(row, 7 - row), min(col, 7 - col)))
        return triangle["abcd"[far] + str(near + 1)]

    return [[score(row, col) for col in range(8)] for row in range(8)]


def only_the_triangle(triangle):
    table = np.zeros((8, 8), dtype=int)
    for name, score in triangle.items():
        table[place(name)] = score
    return table


def without_the_diagonal(triangle):
    table = only_the_triangle(triangle)
    for image in (np.fliplr(table), np.flipud(table), table[::-1, ::-1]):
        table = np.where(table == 0, image, table)
    return table


def added_up(triangle):
    table = only_the_triangle(triangle)
    return sum(image for n in range(4) for image in (np.rot90(table, n), np.rot90(table, n).T))


test_symmetry = judged(
    lesson02.symmetry,
    right=[by_blocks, by_lookup],
    wrong=[
        (only_the_triangle, "e1 has 0 and should have -1, the score of d1"),
        (without_the_diagonal, "a2 has 0 and should have -12, the score of b1"),
        (lambda triangle: CELL_SCORES, "With the scores {'a1': 1, 'b1': 2"),
        (added_up, "a1 has 60 and should have 30, the score of a1"),
        (lambda triangle: quarter_of(triangle), "yours has shape (4, 4)"),
    ],
)


# Corners come first
def values_of(env, table=CELL_SCORES, sign=1):
    me, values = env.player, {}
    for action in env.legal_actions():
        env.update(action)
        values[action] = sign * me * (env.board * table).sum()
        env.undo()
    return values


def is_corner(action):
    return action.name in ("a1", "a8", "h1", "h8")


def by_bonus(env):
    values = values_of(env)
    return max(values, key=lambda action: values[action] + 1000 * is_corner(action))


def by_copies(env):
    corners = [action for action in env.legal_actions() if is_corner(action)]
    if corners:
        return env.rng.choice(corners)
    values = []
    for action in env.legal_actions():
        after = env.copy()
        after.update(action)
        values.append((-int((after.board * CELL_SCORES).sum() * after.player), -action.index))
    return env.legal_actions()[values.index(max(values))]


def only_the_table(env):
    return players.cell_scores()(env)


def only_black(env):
    corners = [action for action in env.legal_actions() if is_corner(action)]
    return corners[0] if corners and env.player == 1 else only_the_table(env)


def first_otherwise(env):
    return next(filter(is_corner, env.legal_actions()), env.legal_actions()[0])


def sign_forgotten(env):
    values = values_of(env, sign=-1)
    return max(values, key=lambda action: values[action] + 1000 * is_corner(action))


def three_corners(env):
    corners = [action for action in env.legal_actions() if action.name in ("a1", "a8", "h1")]
    return corners[0] if corners else only_the_table(env)


def forgot_the_pass(env):
    for action in env.legal_actions():
        if action.row % 7 == 0 and action.col % 7 == 0:
            return action
    return only_the_table(env)


test_corner = judged(
    lesson02.corner,
    right=[by_bonus, by_copies],
    wrong=[
        (only_the_table, "leaves the corner"),
        (only_black, "leaves the corner"),
        (first_otherwise, "not what the table likes best"),
        (sign_forgotten, "not what the table likes best"),
        (three_corners, "leaves the corner h8 alone"),
        (forgot_the_pass, "TypeError in line 3 of forgot_the_pass"),
    ],
)


# A table that looks at the board
def by_slices(env):
    table = np.array(players.CELL_SCORES, dtype=float)
    for rows, row in ((slice(0, 2), 0), (slice(6, 8), 7)):
        for cols, col in ((slice(0, 2), 0), (slice(6, 8), 7)):
            if env.board[row, col]:
                table[rows, cols] = 0
                table[row, col] = 30
    return table


def no_copy(env):
    table = players.CELL_SCORES
    if env.board[0, 0] != 0:
        table[0, 1] = table[1, 0] = table[1, 1] = 0
    return table


def where_corner(free):
    """Returns a function that puts 0 around every corner whose disc is like that."""

    def answer(env):
        table = CELL_SCORES.copy()
        for row, down in ((0, 1), (7, -1)):
            for col, right in ((0, 1), (7, -1)):
                if free(env, env.board[row, col]):
                    near = [row + down, row, row + down], [col, col + right, col + right]
                    table[near] = 0
        return table

    return answer


own_corners_only = where_corner(lambda env, disc: disc == env.player)
black_corners_only = where_corner(lambda env, disc: disc == 1)
upside_down = where_corner(lambda env, disc: disc == 0)


def corners_too(env):
    table = by_slices(env)
    for row in (0, 7):
        for col in (0, 7):
            if env.board[row, col]:
                table[row, col] = 0
    return table


def not_across(env):
    table = by_slices(env)
    for square in ((1, 1), (1, 6), (6, 1), (6, 6)):
        table[square] = CELL_SCORES[square]
    return table


def one_table_for_all():
    table = CELL_SCORES.astype(float)

    def answer(env):
        fresh = by_slices(env)
        table[fresh == 0] = 0
        return table

    return answer


test_wise = judged(
    lesson02.wise,
    right=[by_slices],
    wrong=[
        (no_copy, "ValueError in line 4 of no_copy: assignment destination is read-only. It bel"),
        (own_corners_only, "is taken"),
        (black_corners_only, "is taken"),
        (corners_too, "should count 30: only the neighbours of a taken corner change"),
        (not_across, "counts -15 here, and should count 0"),
        (upside_down, "the corner a1 is still empty"),
        (one_table_for_all(), "Does each call begin with a new copy?"),
    ],
)


# The table upside down
@pytest.fixture(scope="module")
def score():
    upside = players.cell_scores(-CELL_SCORES)
    return arena.match(upside, players.random(), games=1000, seed=0).score


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, Fraction, lambda s: round(s, 2)])
def test_the_score_is_right(score, kind):
    assert lesson02.upside_down.check(kind(score)).outcome == "correct"


def test_what_it_says_is_so(score):
    right = arena.match(players.cell_scores(), players.random(), games=1000, seed=0).score
    assert 0.5 - score > right - 0.5


def test_the_score_is_wrong(score):
    match = arena.match(players.cell_scores(-CELL_SCORES), players.random(), games=20)
    for answer, words in [
        (1 - score, "the score of the other player"),
        (0.719, "Did you give the players in this order?"),
        (0.5, "over 1,000 games with seed 0"),
        (100 * score, "between 0 and 1"),
        (match, "its `.score`"),
    ]:
        not_yet(lesson02.upside_down, answer, words)

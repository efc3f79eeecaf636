"""The judges of lesson 02, met with the answers of students."""

from fractions import Fraction

import numpy as np
import pytest

from coursekit import arena, players
from coursekit.exercises import lesson02
from coursekit.players import CELL_SCORES


def not_yet(exercise, answer, *words, drawn):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn
    return verdict


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


def by_largest(triangle):
    table = np.full((8, 8), -1000)
    for name, score in triangle.items():
        table[place(name)] = score
    turns = [np.rot90(table, n) for n in range(4)]
    return np.max([image for turn in turns for image in (turn, turn.T)], axis=0)


@pytest.mark.parametrize("answer", [by_blocks, by_lookup, by_largest])
def test_the_table_is_full(answer):
    assert lesson02.symmetry.check(answer).outcome == "correct"


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


def off_by_one(triangle):
    table = np.zeros((9, 9), dtype=int)
    for name, score in triangle.items():
        row, col = place(name)
        for r in (row, 8 - row):
            for c in (col, 8 - col):
                table[r, c] = table[c, r] = score
    return table[:8, :8]


def known_by_heart(triangle):
    return CELL_SCORES


def added_up(triangle):
    table = only_the_triangle(triangle)
    return sum(image for n in range(4) for image in (np.rot90(table, n), np.rot90(table, n).T))


def one_quarter(triangle):
    return quarter_of(triangle)


def a_dictionary(triangle):
    return {**triangle, "h8": triangle["a1"]}


def with_holes(triangle):
    return [[triangle["a1"]] * 8, [1, 2, 3]]


def wrong_key(triangle):
    return triangle["e1"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (only_the_triangle, "e1 has 0 and should have -1, the score of d1"),
        (without_the_diagonal, "a2 has 0 and should have -12, the score of b1"),
        (off_by_one, "should have"),
        (known_by_heart, "With the scores {'a1': 1, 'b1': 2"),
        (added_up, "a1 has 60 and should have 30, the score of a1"),
        (one_quarter, "yours has shape (4, 4)"),
        (a_dictionary, "An 8×8 array of numbers is asked for; yours is {"),
        (with_holes, "An 8×8 array of numbers is asked for; yours is [["),
        (lambda triangle: print(by_blocks(triangle)), "`print` only shows a value"),
        (wrong_key, "KeyError in line 2 of wrong_key"),
        (CELL_SCORES, "A function of the dictionary of ten scores is asked for"),
    ],
)
def test_the_table_is_not_full(answer, words):
    not_yet(lesson02.symmetry, answer, words, drawn=False)


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


@pytest.mark.parametrize("answer", [by_bonus, by_copies])
def test_corners_come_first(answer):
    assert lesson02.corner.check(answer).outcome == "correct"


def only_the_table(env):
    return players.cell_scores()(env)


def only_black(env):
    corners = [action for action in env.legal_actions() if is_corner(action)]
    return corners[0] if corners and env.player == 1 else only_the_table(env)


def chance_otherwise(env):
    return next(filter(is_corner, env.legal_actions()), None) or env.rng.choice(env.legal_actions())


def first_otherwise(env):
    return next(filter(is_corner, env.legal_actions()), env.legal_actions()[0])


def sign_forgotten(env):
    values = values_of(env, sign=-1)
    return max(values, key=lambda action: values[action] + 1000 * is_corner(action))


def edges_too(env):
    for action in env.legal_actions():
        if action.row in (0, 7) or action.col in (0, 7):
            return action
    return only_the_table(env)


def three_corners(env):
    corners = [action for action in env.legal_actions() if action.name in ("a1", "a8", "h1")]
    return corners[0] if corners else only_the_table(env)


def nothing_otherwise(env):
    for action in env.legal_actions():
        if is_corner(action):
            return action


def returns_a_name(env):
    return by_bonus(env).name


def returns_a_pair(env):
    action = by_bonus(env)
    return (action.row, action.col)


def returns_the_player(env):
    return next(filter(is_corner, env.legal_actions()), players.cell_scores())


def left_played(env):
    for action in env.legal_actions():
        if is_corner(action):
            env.update(action)
            return action
    return only_the_table(env)


def forgot_the_pass(env):
    for action in env.legal_actions():
        if action.row % 7 == 0 and action.col % 7 == 0:
            return action
    return only_the_table(env)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (only_the_table, "leaves the corner"),
        (only_black, "leaves the corner"),
        (chance_otherwise, "not what the table likes best"),
        (first_otherwise, "not what the table likes best"),
        (sign_forgotten, "not what the table likes best"),
        (edges_too, "leaves the corner h8 alone"),
        (three_corners, "leaves the corner h8 alone"),
        (nothing_otherwise, "does your function end with `return`?"),
        (returns_a_name, "a str"),
        (returns_a_pair, "a tuple"),
        (returns_the_player, "returns one of env.legal_actions(); yours is"),
        (left_played, "leaves the env changed"),
        (forgot_the_pass, "TypeError in line 3 of forgot_the_pass"),
    ],
)
def test_corners_do_not_come_first(answer, words):
    not_yet(lesson02.corner, answer, words, drawn=True)


def test_a_corner_is_no_player():
    not_yet(lesson02.corner, "a1", "A function is asked for", drawn=False)


# A table that looks at the board


def by_slices(env):
    table = np.array(players.CELL_SCORES, dtype=float)
    for rows, row in ((slice(0, 2), 0), (slice(6, 8), 7)):
        for cols, col in ((slice(0, 2), 0), (slice(6, 8), 7)):
            if env.board[row, col]:
                table[rows, cols] = 0
                table[row, col] = 30
    return table


def by_names(env):
    near = {"a1": "a2 b1 b2", "h1": "g1 g2 h2", "a8": "a7 b7 b8", "h8": "g7 g8 h7"}
    table = players.CELL_SCORES.tolist()
    for corner, squares in near.items():
        row, col = place(corner)
        if env.board[row, col] in (1, -1):
            for square in squares.split():
                row, col = place(square)
                table[row][col] = 0
    return table


@pytest.mark.parametrize("answer", [by_slices, by_names])
def test_the_table_is_wise(answer):
    assert lesson02.wise.check(answer).outcome == "correct"


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


def off_the_board(env):
    table = CELL_SCORES.copy()
    for row, col in ((0, 0), (0, 7), (7, 0), (7, 7)):
        if env.board[row, col] != 0:
            table[row + 1, col] = table[row, col + 1] = table[row + 1, col + 1] = 0
    return table


def one_table_for_all():
    table = CELL_SCORES.astype(float)

    def answer(env):
        fresh = by_slices(env)
        table[fresh == 0] = 0
        return table

    return answer


def a_player(env):
    return players.cell_scores(by_slices(env))(env)


def changed_board(env):
    env.board[0, 0] = 1
    return by_slices(env)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (no_copy, "ValueError in line 4 of no_copy: assignment destination is read-only. The cell"),
        (own_corners_only, "is taken"),
        (black_corners_only, "is taken"),
        (corners_too, "should count 30: only the neighbours of a taken corner change"),
        (not_across, "counts -15 here, and should count 0"),
        (upside_down, "the corner a1 is still empty"),
        (off_the_board, "IndexError in line 5 of off_the_board"),
        (one_table_for_all(), "does each call begin with a new copy?"),
        (a_player, "An 8×8 array of numbers is asked for; yours is BLACK"),
        (changed_board, "read-only"),
        (lambda env: print(by_slices(env)), "`print` only shows a value"),
        (lambda env: by_slices(env)[:4, :4], "yours has shape (4, 4)"),
    ],
)
def test_the_table_is_not_wise(answer, words):
    verdict = not_yet(lesson02.wise, answer, words, drawn=True)
    assert ("new copy" in verdict.message) == ("new copy" in words)
    assert (CELL_SCORES[0, :2] == [30, -12]).all()


def test_a_table_is_no_function():
    not_yet(lesson02.wise, CELL_SCORES, "A function is asked for", drawn=False)


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
        (f"{score:.1%}", "A number is asked for"),
        (match, "its `.score`"),
        ((score, 1 - score), "a tuple"),
        (players.cell_scores(-CELL_SCORES), "A number is asked for"),
    ]:
        not_yet(lesson02.upside_down, answer, words, drawn=False)

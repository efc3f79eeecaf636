"""The judges of lesson 02, met with the answers of students."""

import numpy as np
import pytest

from coursekit import BLACK, players
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


def added_up(triangle):
    table = only_the_triangle(triangle)
    return sum(image for n in range(4) for image in (np.rot90(table, n), np.rot90(table, n).T))


test_symmetry = judged(
    lesson02.symmetry,
    right=[by_lookup],
    wrong=[
        (only_the_triangle, "e1 has 0 and should have -1, the score of d1"),
        (lambda triangle: CELL_SCORES, "With the scores {'a1': 1, 'b1': 2"),
        (added_up, "a1 has 60 and should have 30."),
        (lambda triangle: quarter_of(triangle), "yours has shape (4, 4)"),
    ],
)


# Corners come first


def is_corner(action):
    return action.name in ("a1", "a8", "h1", "h8")


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


def forgot_the_pass(env):
    for action in env.legal_actions():
        if action.row % 7 == 0 and action.col % 7 == 0:
            return action
    return only_the_table(env)


test_corner = judged(
    lesson02.corner,
    right=[by_copies, lambda env: by_copies(env).name],
    wrong=[
        (lambda env: "z9", "yours is 'z9', a str"),
        (only_the_table, "leaves the corner"),
        (only_black, "leaves the corner"),
        (first_otherwise, "not what the table likes best"),
        (forgot_the_pass, "TypeError in line 3 of forgot_the_pass"),
    ],
)


# From the side to move
def by_one_side(env, side=None):
    """Every game as one player sees it, who was to move first."""
    side = side or env.player
    if env.is_done():
        return [env.is_win(side) - env.is_lose(side)]
    results = []
    for action in env.legal_actions():
        after = env.copy()
        after.update(action)
        results = by_one_side(after, side) + results
    return np.array(results).tolist()


def no_sign(env):
    if env.is_done():
        return [env.result()]
    return [result for after in successors(env) for result in no_sign(after)]


def always_black(env):
    return by_one_side(env, BLACK)


def first_move_only(env):
    if env.is_done():
        return [env.result()]
    return [-result for after in successors(env)[:1] for result in first_move_only(after)]


def successors(env):
    found = []
    for action in env.legal_actions():
        found.append(env.copy())
        found[-1].update(action)
    return found


def as_a_generator(env):
    if env.is_done():
        yield env.result()
    for after in successors(env):
        yield from (-result for result in as_a_generator(after))


def returns_in_a_generator(env):
    """Its end yields nothing: it was told that "1 games" can come from there."""
    if env.is_done():
        return [env.result()]
    for after in successors(env):
        yield from (-result for result in returns_in_a_generator(after))


def wins_only(env):
    """It was told that white wins 2, and that its list has 2 wins."""
    return [int(result > 0) for result in by_one_side(env)]


def disc_difference(env):
    if env.is_done():
        return [env.count(env.player) - env.count(-env.player)]
    return [-result for after in successors(env) for result in disc_difference(after)]


def draws_are_lost(env):
    return [result or -1 for result in by_one_side(env)]


def appends_lists(env):
    if env.is_done():
        return [env.result()]
    return [appends_lists(after) for after in successors(env)]


def appends_to_none(env):
    found = []
    return found.append(env.result()) if env.is_done() else found


test_mover = judged(
    lesson02.mover,
    right=[
        by_one_side,
        lambda env: np.array(by_one_side(env)),
        lambda env: iter(by_one_side(env)),
        as_a_generator,
    ],
    wrong=[
        (no_sign, "is to move"),
        (always_black, "These are the results as black sees them; white is to move."),
        (first_move_only, "games can come from here; your list has 1 result."),
        (returns_in_a_generator, "Your function has a `yield`, and yields nothing here"),
        (lambda env: [], "This game is over, and your list is empty: its one result is missing."),
        (wins_only, "are [0, 0, 1]; in your list they are [0, 1, 0]."),
        (disc_difference, "A result is +1, 0 or -1; your list has "),
        (draws_are_lost, "are [2, 1, 0]; in your list they are [2, 0, 1]."),
        (lambda env: by_one_side(env)[0], "A list of results is asked for"),
        (lambda env: [None], "A number is asked for"),
        (appends_lists, "yours has lists in it"),
        (appends_to_none, "`append` returns None, too"),
        (lambda env: print(by_one_side(env)), "does your function end with `return`?"),
    ],
)


def test_a_function_that_calls_another_is_right_too():
    def signed(env):
        if env.is_done():
            return [env.result()]
        return [-result for after in successors(env) for result in signed(after)]

    for answer in (lambda env: by_one_side(env, env.player), by_one_side, signed):
        assert lesson02.mover.check(answer).outcome == "correct"


# Sixty-four numbers of your own


def mended(**changes):
    table = dict(zip(lesson02.TRIANGLE, lesson02._NUMBERS, strict=True))
    return lesson02.full_table(table | changes)


@pytest.mark.parametrize("kind", [np.array, np.ndarray.tolist, lambda t: t / 1000, np.float32])
def test_a_table_with_other_numbers_for_the_ring_wins(kind):
    verdict = lesson02.own_table.check(kind(mended(c1=80, c2=-50)))
    assert verdict.outcome == "correct"
    assert "80 on c1 and -50 on c2: 67 %" in verdict.message
    assert verdict.message.startswith(("Correct. Your table scores 67.0 %", "Your table scores"))


def test_either_change_alone_is_enough():
    for changes in ({"c1": 80}, {"c2": -50}):
        assert lesson02.own_table.check(mended(**changes)).outcome == "correct"


def test_a_table_that_does_not_win():
    one_twin = mended()
    one_twin[0, 2] = -40
    for answer, words in [
        (lesson02.MENDED, "That is the mended table itself"),
        (CELL_SCORES, "It must score at least 55 %."),
        (np.zeros((8, 8)), "It must score at least 55 %."),
        (2 * lesson02.MENDED, "That is the mended table itself"),
        (mended(b2=-47), "It must score at least 55 %."),
        (mended(b2=-1000), "can make it leave the corner alone"),
        (one_twin, "c1 has -40 and one of its twins 22: is that meant?"),
        (mended()[:4], "shape (4, 8)"),
        (0.7, "An array of shape (8, 8) is asked for"),
    ]:
        not_yet(lesson02.own_table, answer, words)


@pytest.mark.parametrize(
    "changes",
    [(11, 4, 0, -7, -6, -14, -13, -15, -10, 10), (-7, 10, 5, -15, -3, 11, 2, -14, 8, 7)],
)
def test_a_copy_with_tiny_changes_does_not_win_by_luck(changes):
    near = 10 * lesson02.MENDED + lesson02.full_table(
        dict(zip(lesson02.TRIANGLE, changes, strict=True))
    )
    not_yet(lesson02.own_table, near, "It must score at least 55 %.")

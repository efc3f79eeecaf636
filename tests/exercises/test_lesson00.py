"""The judges of lesson 00, met with the answers of students."""

import numpy as np

from coursekit import BLACK, othello
from coursekit.exercises import lesson00
from tests.exercises.judging import judged, not_yet

# Read a position
test_moves = judged(
    lesson00.moves,
    right=[11, 11.0, np.int64(11), np.array(11)],
    wrong=[
        (6, "number of moves played"),
        (9, "Black does not have 9 moves"),
        (7, "count the dots"),
        (othello.from_moves("f5d6c3d3c4f4").legal_actions(), "a list. How long is it?"),
        (True, "A number is asked for"),
    ],
    drawn=True,
)


def test_the_number_of_moves_is_not_given_away():
    verdict = not_yet(lesson00.moves, 7)
    assert verdict.env.to_moves() == "f5d6c3d3c4f4"
    assert "11" not in verdict.message


# The reply that hurts most
def by_copies(env, square, choose=lambda flips: max(flips, default=0), placed=0):
    after = env.copy()
    after.update(square)
    flips = []
    for action in after.legal_actions():
        then = after.copy()
        then.update(action)
        flips.append(np.int64(after.count(env.player) - then.count(env.player) + placed))
    return choose(flips)


def for_black_only(env, square):
    env.update(square)
    before, flips = env.count(BLACK), [0]
    for action in env.legal_actions():
        env.update(action)
        flips.append(before - env.count(BLACK))
        env.undo()
    env.undo()
    return max(flips)


def own_gain_less_one(env, square):
    """Right but where the opponent must pass: nothing is gained there, and one taken off."""
    after = env.copy()
    after.update(square)
    gains = []
    for action in after.legal_actions():
        reply = after.copy()
        reply.update(action)
        gains.append(reply.count(after.player) - after.count(after.player) - 1)
    return max(gains, default=0)


def by_transcript(env, square):
    moves, flips = env.to_moves() + square, [0]
    after = othello.from_moves(moves, env.size)
    for action in after.legal_actions():
        if not action.is_pass:
            then = othello.from_moves(moves + action.name, env.size)
            flips.append(after.count(env.player) - then.count(env.player))
    return max(flips)


def how_many_replies(env, square):
    after = env.copy()
    after.update(square)
    return sum(not action.is_pass for action in after.legal_actions())


def by_the_lead(env, square):
    flips = by_copies(env, square)
    return 2 * flips + 1 if flips else 0


test_reply = judged(
    lesson00.reply,
    right=[by_copies, lambda env, square: float(by_copies(env, square)), by_transcript],
    wrong=[
        (
            lambda env, square: by_copies(env, square, placed=1),
            "at most 3 flip; your function says 4. Did you count the disc that is placed?",
        ),
        (by_the_lead, "your function says 7. Did you count by how much the lead changes?"),
        (lambda env, square: by_copies(env, square, choose=min), "Is it the most?"),
        (lambda env, square: by_copies(env, square, choose=sum), "what several replies flip?"),
        (how_many_replies, "your function says 8. That is how many replies there are"),
        (for_black_only, "Whose discs do you count, and from which board on?"),
        (own_gain_less_one, "The opponent must pass there"),
        (lambda env, square: by_copies(env, square, choose=max), "ValueError"),
    ],
)


# Games that end early
def endings(env, depth, over=1, out_of_plies=0, look_first=True, undo=True):
    if look_first and env.is_done():
        return over
    if depth == 0:
        return over if env.is_done() else out_of_plies
    found = 0
    for action in env.legal_actions():
        env.update(action)
        found += endings(env, depth - 1, over, out_of_plies, look_first, undo)
        if undo:
            env.undo()
    return found


def by_the_plies_before(env, depth):
    """Counts those that end at each depth, from copies."""
    boards, found = [env], 0
    for _ in range(depth + 1):
        found += sum(board.is_done() for board in boards)
        boards = [(board, action) for board in boards for action in board.legal_actions()]
        boards = [played(board, action) for board, action in boards]
    return np.int64(found)


def played(board, action):
    after = board.copy()
    after.update(action)
    return after


def as_truth(env, depth):
    """True counts as one."""
    return env.is_done() if env.is_done() or depth == 0 else endings(env, depth)


def forgets_the_depth(env, depth):
    if env.is_done():
        return 1
    boards = [played(env, action) for action in env.legal_actions()]
    return sum(forgets_the_depth(board, depth - 1) for board in boards)


def does_not_shrink(env, depth):
    if env.is_done() or depth == 0:
        return env.is_done()
    return sum(does_not_shrink(played(env, action), depth) for action in env.legal_actions())


test_ended = judged(
    lesson00.ended,
    right=[endings, as_truth, by_the_plies_before, lambda env, depth: float(endings(env, depth))],
    wrong=[
        (
            lambda env, depth: endings(env, depth, out_of_plies=1),
            "0; your function says 1. The game goes on.",
        ),
        (lambda env, depth: endings(env, depth, look_first=False), "0. Ask `is_done` first"),
        (lambda env, depth: endings(env, depth, over=0), "is 1; your function says 0"),
        (does_not_shrink, "At depth 1 the right count is 0; your function says 4. Does `depth`"),
        (forgets_the_depth, "At depth 0 the right count is 0"),
        (lambda env, depth: endings(env, depth, undo=False), "Is an undo missing"),
    ],
    drawn=True,
)


# The board in a mirror
def mirror_by_arithmetic(moves):
    swap = dict(zip("abcdefgh12345678", "12345678abcdefgh", strict=True))
    return "".join(swap[moves[n + 1]] + swap[moves[n]] for n in range(0, len(moves), 2))


def mirror_by_actions(moves):
    env, turned = othello.from_moves(moves), othello.make()
    for action in env.history:
        turned.update("pass" if action.is_pass else (action.col, action.row))
    return turned.to_moves()


def other_diagonal(moves):
    other = dict(zip("abcdefgh12345678", "87654321hgfedcba", strict=True))
    return "".join(other[moves[n + 1]] + other[moves[n]] for n in range(0, len(moves), 2))


test_mirror = judged(
    lesson00.mirror,
    right=[mirror_by_actions, lambda moves: mirror_by_arithmetic(moves).upper()],
    wrong=[
        (lambda moves: moves, "Look at move 1: f5 became f5"),
        (lambda moves: moves[::-1], "Look at move 1: f5 became 4c"),
        (other_diagonal, "Look at move 1: f5 became d3"),
        (
            lambda moves: mirror_by_arithmetic(moves)[:-2],
            "The transcript has 10 characters, and your text 8",
        ),
    ],
    drawn=True,
)

"""The judges of lesson 05, met with the answers of students."""

from fractions import Fraction

import numpy as np
import pytest

from coursekit import players, truth
from coursekit.exercises import lesson05
from coursekit.exercises.lesson03 import evaluate
from tests.exercises.judging import judged, not_yet

INFINITY = float("inf")


# A clock inside the recursion
class TimeIsUp(Exception):
    pass


class Deepening:
    """A deepening search with the faults that a student may build in."""

    inside = stops = undoes = prunes = True
    resets = keeps = last = False
    sign = -1
    __name__ = "deepening"

    def __init__(self, **faults):
        vars(self).update(faults)

    def __call__(self, env, limit):
        self.left, best, depth = limit, None if self.keeps else env.legal_actions()[0], 0
        while self.left > 0:
            depth, self.horizon = depth + 1, False
            if self.resets:
                self.left = limit
            found = best
            try:
                found = self.best_of(env, depth)
            except TimeIsUp:
                break
            finally:
                best = found
            if self.stops and not self.horizon:
                break
        return best

    def best_of(self, env, depth):
        alpha, choice = -INFINITY, None
        for action in env.legal_actions():
            value = self.sign * self.after(env, action, depth - 1, -INFINITY, -alpha)
            if value > alpha:
                alpha, choice = value, action
        return env.legal_actions()[-1] if self.last else choice

    def after(self, env, action, depth, alpha, beta):
        if not self.prunes:
            alpha, beta = -INFINITY, INFINITY
        if self.left <= 0 and self.inside:
            raise TimeIsUp
        self.left -= 1
        env.update(action)
        if self.undoes:
            try:
                return self.value(env, depth, alpha, beta)
            finally:
                env.undo()
        value = self.value(env, depth, alpha, beta)
        env.undo()
        return value

    def value(self, env, depth, alpha, beta):
        if env.is_done() or depth == 0:
            self.horizon |= not env.is_done()
            return evaluate(env)
        for action in env.legal_actions():
            alpha = max(alpha, -self.after(env, action, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha


test_clock = judged(
    lesson05.clock,
    right=[Deepening(), Deepening(prunes=False)],
    wrong=[
        (Deepening(inside=False), "read the counter at every action, inside the recursion"),
        (Deepening(stops=False), "it should stop when there is nothing left to search"),
        (Deepening(undoes=False), "leaves the env changed"),
        (Deepening(sign=1), "not among the best actions"),
        (Deepening(last=True), "not among the best actions"),
        (Deepening(keeps=True), "yours is None"),
        (Deepening(stops=False, resets=True), "read the counter at every action"),
        (lambda env, limit: Deepening(stops=False)(env, 10**9), "is every action counted"),
        (lambda env, limit: env.legal_actions()[0], "not among the best actions"),
    ],
)


# A key that follows the moves
def in_one_line(key, flipped, placed, numbers, turn):
    squares = np.array(flipped, dtype=int)
    change = np.bitwise_xor.reduce(numbers[:, squares].ravel()) ^ numbers[0, placed]
    return np.uint64(int(change) ^ key ^ turn)


def by_steps(key, flipped, placed, numbers, turn):
    for square in flipped:
        key = key ^ numbers[1][square]
    for square in [*flipped, placed]:
        key = key ^ numbers[0][square]
    return key ^ turn


def white_stays(key, flipped, placed, numbers, turn):
    for square in [*flipped, placed]:
        key ^= int(numbers[0, square])
    return key ^ turn


def by_sums(key, flipped, placed, numbers, turn):
    for square in flipped:
        key += int(numbers[0, square]) - int(numbers[1, square])
    return key + int(numbers[0, placed]) + turn


test_zobrist = judged(
    lesson05.zobrist,
    right=[in_one_line, by_steps],
    wrong=[
        (lambda *given: by_steps(*given[:4], 0), "As if the side to move had not changed"),
        (
            lambda k, f, p, n, turn: by_steps(k, f, p, n, turn) ^ int(n[0, p]),
            "As if no disc had been placed",
        ),
        (white_stays, "flips the squares [27]"),
        (lambda k, f, p, n, turn: by_steps(k, [*f, p], p, n, turn), "the key should become"),
        (by_sums, "the key should become"),
        (lambda *given: float(by_steps(*given)), "A whole number is asked for"),
        (lambda key, *others: key, "has not changed at all"),
    ],
)


# Your own referee
def value_of(env, empties=True):
    if env.is_done():
        difference = env.count(env.player) - env.count(-env.player)
        return difference + empties * np.sign(difference) * (env.board == 0).sum()
    return max(-value_of(after(env, action), empties) for action in env.legal_actions())


def after(env, action):
    later = env.copy()
    later.update(action)
    return later


def best_by(value):
    def answer(env):
        values = {action: value(after(env, action)) for action in env.legal_actions()}
        return [action for action in values if values[action] == min(values.values())]

    return answer


test_exact = judged(
    lesson05.exact,
    right=[best_by(value_of), lambda env: tuple(action.name for action in best_by(value_of)(env))],
    wrong=[
        (best_by(lambda env: value_of(env, empties=False)), "Empty squares count for the winner"),
        (best_by(lambda env: -value_of(env)), "The best moves here are"),
        (best_by(lambda env: np.sign(value_of(env))), "your function found"),
        (best_by(evaluate), "your function found"),
        (lambda env: best_by(value_of)(env)[:1], "The best moves here are b8, h6"),
        (lambda env: [], "your function found none"),
    ],
)


# How often is a best move found?
@pytest.fixture(scope="module")
def found():
    return truth.judge(players.alpha_beta(5), [game.env for game in truth.endgames()])


def test_the_share_is_right(found):
    for kind in (float, np.float64, np.float32, lambda share: Fraction(round(20 * share), 20)):
        assert lesson05.share.check(kind(found.share)).outcome == "correct"


def test_the_share_is_wrong(found):
    other = truth.judge(players.alpha_beta(4), [game.env for game in truth.endgames()])
    for answer, words in [
        (other.share, "players.alpha_beta(5)"),
        (100 * found.share, "between 0 and 1"),
        (found, "The share is its `.share`"),
        (found.lost, "share"),
        (20 * found.share, "between 0 and 1"),
    ]:
        not_yet(lesson05.share, answer, words)

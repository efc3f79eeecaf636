"""The judges of lesson 05, met with the answers of students."""

from fractions import Fraction

import numpy as np
import pytest

from coursekit import players, truth
from coursekit.exercises import lesson05
from coursekit.exercises.lesson03 import evaluate

INFINITY = float("inf")


def not_yet(exercise, answer, *words, drawn=True):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn


# A clock inside the recursion


class TimeIsUp(Exception):
    pass


class Deepening:
    """A deepening search with the faults that a student may build in."""

    def __init__(
        self,
        *,
        inside=True,
        stops=True,
        undoes=True,
        sign=-1,
        resets=False,
        keeps=False,
        last=False,
    ):
        self.inside, self.stops, self.undoes, self.sign = inside, stops, undoes, sign
        self.resets, self.keeps, self.last = resets, keeps, last
        self.__name__ = "deepening"

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


def by_minimax(env, limit):
    """Plain minimax on copies, and the last of equals; much slower, and still right."""
    left, best = [limit], env.legal_actions()[-1]

    def value(env, depth):
        if env.is_done() or depth == 0:
            horizon.append(not env.is_done())
            return evaluate(env)
        found = []
        for action in env.legal_actions():
            if not left[0]:
                raise TimeIsUp
            left[0] -= 1
            later = env.copy()
            later.update(action)
            found.append((-value(later, depth - 1), action.index, action))
        if depth == deepest:
            chosen.append(max(found)[2])
        return max(found)[0]

    for deepest in range(1, 61):
        horizon, chosen = [], []
        try:
            value(env, deepest)
        except TimeIsUp:
            return best
        best = chosen[-1]
        if not any(horizon):
            return best
    return best


@pytest.mark.parametrize("answer", [Deepening(), by_minimax])
def test_the_clock_is_kept(answer):
    assert lesson05.clock.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Deepening(inside=False), "read the counter at every action, inside the recursion"),
        (Deepening(stops=False), "it should stop when there is nothing left to search"),
        (Deepening(undoes=False), "leaves the env changed"),
        (Deepening(sign=1), "not among the best actions"),
        (Deepening(last=True), "not among the best actions"),
        (Deepening(keeps=True), "yours is None"),
        (Deepening(stops=False, resets=True), "read the counter at every action"),
        (lambda env, limit: Deepening(stops=False)(env, 10**9), "is every action counted"),
        (lambda env, limit: players.alpha_beta(3)(env).name, "a str"),
        (lambda env, limit: env.legal_actions()[0], "not among the best actions"),
        (lambda env, limit: print(end="") if limit else 0, "`return`?"),
        (lambda env: env.legal_actions()[0], "TypeError"),
    ],
)
def test_the_clock_is_not_kept(answer, words):
    not_yet(lesson05.clock, answer, words)


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


@pytest.mark.parametrize("answer", [in_one_line, by_steps])
def test_the_key_follows(answer):
    assert lesson05.zobrist.check(answer).outcome == "correct"


def no_turn(key, flipped, placed, numbers, turn):
    return by_steps(key, flipped, placed, numbers, 0)


def not_placed(key, flipped, placed, numbers, turn):
    return by_steps(key, flipped, placed, numbers, turn) ^ int(numbers[0, placed])


def white_stays(key, flipped, placed, numbers, turn):
    for square in [*flipped, placed]:
        key ^= int(numbers[0, square])
    return key ^ turn


def flips_the_new_disc(key, flipped, placed, numbers, turn):
    return by_steps(key, [*flipped, placed], placed, numbers, turn)


def by_sums(key, flipped, placed, numbers, turn):
    for square in flipped:
        key += int(numbers[0, square]) - int(numbers[1, square])
    return key + int(numbers[0, placed]) + turn


def floating(key, flipped, placed, numbers, turn):
    return float(by_steps(key, flipped, placed, numbers, turn))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (no_turn, "As if the side to move had not changed"),
        (not_placed, "As if no disc had been placed"),
        (white_stays, "flips the squares [27]"),
        (flips_the_new_disc, "the key should become"),
        (by_sums, "the key should become"),
        (floating, "A whole number is asked for"),
        (lambda key, flipped, placed, numbers, turn: key, "has not changed at all"),
        (lambda key, flipped, placed, numbers, turn: print(end="") if key else 0, "`return`?"),
        (lambda key, flipped, placed, numbers, turn: [key], "A whole number is asked for"),
    ],
)
def test_the_key_does_not_follow(answer, words):
    not_yet(lesson05.zobrist, answer, words)


def test_wrong_kinds_of_number_are_told_with_their_line():
    def shifted(key, flipped, placed, numbers, turn):
        return key ^ (numbers[0, placed] / 2)

    not_yet(lesson05.zobrist, shifted, "TypeError in line 2 of shifted", drawn=False)


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


def as_tuple_of_names(env):
    return tuple(action.name for action in best_by(value_of)(env))


@pytest.mark.parametrize("answer", [best_by(value_of), as_tuple_of_names])
def test_the_referee_is_exact(answer):
    assert lesson05.exact.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (best_by(lambda env: value_of(env, empties=False)), "Empty squares count for the winner"),
        (best_by(lambda env: -value_of(env)), "The best moves here are"),
        (best_by(lambda env: np.sign(value_of(env))), "your function found"),
        (best_by(evaluate), "your function found"),
        (lambda env: best_by(value_of)(env)[:1], "The best moves here are b8, h6"),
        (lambda env: best_by(value_of)(env)[0], "A list of actions is asked for; yours is BLACK"),
        (lambda env: max(env.legal_actions(), key=lambda a: a.index).name, "a str"),
        (lambda env: [], "your function found none"),
        (lambda env: print(end="") if env else 0, "`return`?"),
        (lambda env: value_of(env), "A list of actions is asked for"),
        (lambda env: env.update(env.legal_actions()[0]) or [], "leaves the env changed"),
    ],
)
def test_the_referee_is_not_exact(answer, words):
    not_yet(lesson05.exact, answer, words)


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
        (f"{found.share:.0%}", "A number is asked for"),
        (found.lost, "share"),
        (20 * found.share, "between 0 and 1"),
        ((found.share,), "a tuple"),
    ]:
        not_yet(lesson05.share, answer, words, drawn=False)

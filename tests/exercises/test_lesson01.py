"""The judges of lesson 01, met with the answers of students."""

import math
import random
from fractions import Fraction

import numpy as np

from coursekit import arena, othello, tictactoe
from coursekit.exercises import lesson01
from tests.exercises.judging import judged, not_yet

# A player who loves corners


def by_shuffling(env):
    actions = env.legal_actions()
    random.shuffle(actions)
    last = env.size - 1
    return min(
        actions, key=lambda a: (a.row, a.col) not in [(0, 0), (0, last), (last, 0), (last,) * 2]
    )


def corners_of(env, last):
    return [action for action in env.legal_actions() if {action.row, action.col} <= {0, last}]


def only_8x8(env):
    return env.rng.choice(corners_of(env, 7) or env.legal_actions())


def first_corner(env):
    return (corners_of(env, len(env.board) - 1) or [env.rng.choice(env.legal_actions())])[0]


def any_move(env):
    return env.rng.choice(env.legal_actions())


def forgot_the_pass(env):
    last = len(env.board) - 1
    corners = [a for a in env.legal_actions() if a.row % last == a.col % last == 0]
    return env.rng.choice(corners or env.legal_actions())


def rounded(env):
    actions = corners_of(env, len(env.board) - 1) or env.legal_actions()
    return actions[round(env.rng.random() * (len(actions) - 1))]


def of_another_position(env):
    return env.rng.choice(othello.make(len(env.board)).legal_actions())


test_corners = judged(
    lesson01.corners,
    right=[by_shuffling],
    wrong=[
        (only_8x8, "though it can take"),
        (first_corner, "0 times: not the same chance"),
        (any_move, "though it can take a4 or d4"),
        (forgot_the_pass, "TypeError in line 3 of forgot_the_pass"),
        (rounded, "not the same chance"),
        (of_another_position, "which is not legal"),
    ],
)


# One loop for every game


def with_one_env(worth=lambda action: 1):
    def answer(make, games):
        env, total = make(seed=5), 0
        for _ in range(games):
            env.reset()
            while not env.is_done():
                env.update(env.rng.choice(env.legal_actions()))
                total += worth(env.last_action)
        return Fraction(total, games)

    return answer


def mean(make, games, seed_of=lambda n: n, choose=any_move, extra=0, passes=True):
    total = 0
    for number in range(games):
        env = make(seed=seed_of(number))
        while not env.is_done():
            env.update(choose(env))
        total += len([a for a in env.history if passes or not a.is_pass]) + extra
    return total / games


def first_move_of(env):
    return env.legal_actions()[0]


def half_random(env):
    return first_move_of(env) if len(env.history) > 3 else any_move(env)


def in_one_env(make, games):
    env = make()
    for _ in range(games):
        while not env.is_done():
            env.update(any_move(env))
    return len(env.history) / games


test_lengths = judged(
    lesson01.lengths,
    right=[with_one_env(), lambda make, games: round(mean(make, games), 2)],
    wrong=[
        (
            lambda make, games: mean(make, games, extra=1),
            "passes included; your function returned",
        ),
        (lambda make, games: mean(make, games) / games, "actions on average"),
        (lambda make, games: mean(make, games, passes=False), "of othello8 had"),
        (with_one_env(lambda action: not action.is_pass), "of othello8 had"),
        (lambda make, games: mean(make, games, choose=first_move_of), "are the same game"),
        (
            lambda make, games: mean(make, games, seed_of=lambda number: 0),
            "every env new, with its own seed?",
        ),
        (lambda make, games: mean(tictactoe.make, games), "of ultimate your function returned"),
        (lambda make, games: mean(make, games, choose=half_random), "random games take about"),
        (in_one_env, "you play one: make a new env for each."),
    ],
)


# The first length, and how many of 10,000,000 random games (ultimate: 4,000,000) have each from
# there on; of tic-tac-toe the exact probabilities.
TICTACTOE = 5, [1440 / 15120, 5328 / 60480, 47952 / 181440, 72576 / 362880, 127872 / 362880]
ULTIMATE = (
    20,
    (
        "1 0 5 20 14 44 48 116 121 286 303 619 596 1221 1272 2381 2453 4378 4447 7483 7598 12529 "
        "12842 20711 21190 32030 33200 49003 50349 72627 75568 104290 107668 143728 147106 "
        "187988 190316 230280 227396 260443 247955 265521 242174 241660 207924 192754 154867 "
        "130807 96583 74794 50448 34882 21320 12909 6792 3465 1536 627 238 60 13 1 "
    ),
)
OTHELLO = (
    9,
    (
        "1558 229 672 176 635 174 441 129 317 99 207 66 114 56 95 42 56 27 50 18 28 7 23 12 10 5 "
        "8 5 8 5 7 5 4 1 3 5 2 0 0 1 1 0 3 4 3 10 21 46 223 2170 58203 6513610 2603432 656181 "
        "133409 23103 3655 533 78 13 2 "
    ),
)


def test_a_right_mean_length_is_refused_once_in_a_million():
    """The judge refused 21 of 600: a hundred games of Othello say little about its wipe-outs."""
    refused = 0.0
    samples = (TICTACTOE, ULTIMATE, OTHELLO)
    for (first, counts), (_, games, mean, slack) in zip(samples, lesson01._LENGTHS, strict=True):
        found = np.array(counts.split() if isinstance(counts, str) else counts, dtype=float)
        chances = np.concatenate([np.zeros(first), found / found.sum()])
        size = games * len(chances)
        sums = np.fft.irfft(np.fft.rfft(chances, size) ** games, size)  # of independent games
        refused += sums[abs(np.arange(size) / games - mean) > slack].sum()
        drawn = np.random.default_rng(0).multinomial(games, chances, size=20_000)
        means = drawn @ np.arange(len(chances)) / games
        assert (abs(means - mean) <= slack).all()
    assert 1e-8 < refused < 1e-6


# How many games are enough?
def by_a_loaded_coin(difference):
    games, coin = 1, np.random.default_rng(0)
    while True:
        scores = coin.binomial(games, 0.5 + difference, size=10_000) / games
        if np.mean(scores - 0.98 / games**0.5 > 0.5) >= 0.8:
            return games
        games = math.ceil(1.02 * games)


test_needed = judged(
    lesson01.needed,
    right=[
        by_a_loaded_coin,
        lambda d: np.ceil((1.4 / d) ** 2).astype(int),
        lambda d: (1.42 / d) ** 2,  # by two standard errors
        lambda d: math.ceil(((0.98 + 0.84 * ((0.5 + d) * (0.5 - d)) ** 0.5) / d) ** 2),
        lambda d: (Fraction(14, 10) / Fraction(str(d))) ** 2,
        lambda d: 2 * arena.games_needed(d),
    ],
    wrong=[
        (lambda d: 1.4 / d, "Did a square root or a square get lost?"),
        (lambda d: (2.8 / d) ** 2, "in about 100% of the matches"),
        (arena.games_needed, "That many find it in about 50% of the matches."),
        (lambda d: (0.5 * (1.96 + 1.28) / d) ** 2, "in about 90% of the matches"),
        (lambda d: 196, "in 80 % of the matches takes about 784 games"),
        (lambda d: 1.4 / d**0.5, "takes about 196 games; your function says 4.427"),
    ],
)


def test_floats_are_taken_with_a_note():
    """Exact chances are asked for, and floats were praised without a word."""
    for answer, noted in ((as_list, True), (as_fractions, False)):
        verdict = lesson01.exact.check(answer)
        assert verdict.outcome == "correct"
        assert ("Yours are floats" in verdict.message) == noted


# No luck needed


known = {}


def as_list(env):
    """Remembers what it has found, which makes it quick."""
    if env.position not in known:
        found = [[env.is_win(1), env.is_draw(), env.is_win(-1)]] if env.is_done() else []
        for action in env.legal_actions():
            env.update(action)
            found.append(as_list(env))
            env.undo()
        known[env.position] = np.mean(found, axis=0, dtype=float).tolist()
    return known[env.position]


def as_fractions(env):
    return tuple(map(Fraction, as_list(env)))


def sampled(env):
    if env.is_done():
        return as_list(env)
    results = env.playouts(4000) * int(env.player)
    return [float(np.mean(results == r)) for r in (1, 0, -1)]


def another_order(env):
    x, nobody, o = as_list(env)
    return x, o, nobody


def without_mean(env):
    if env.is_done():
        return env.is_win(1), env.is_draw(), env.is_win(-1)
    sums = np.zeros(3)
    for action in env.legal_actions():
        env.update(action)
        sums += without_mean(env)
        env.undo()
    return tuple(sums)


def by_leaves(env):
    sums = np.array(without_mean(env))
    return tuple(sums / sums.sum())


def no_draws(env):
    return env.is_win(1) / 1, 0.0, env.is_lose(1) / 1


def with_a_gap(env):
    x, _, o = as_list(env)
    return x, None, o


test_exact = judged(
    lesson01.exact,
    right=[as_list, lambda env: np.array(as_list(env)), as_fractions],
    wrong=[
        (sampled, "every action can be tried"),
        (another_order, "The order is: X wins, nobody does, O wins"),
        (lambda env: as_list(env)[:: int(env.player)], "is seen from the side to move, which is O"),
        (by_leaves, "You count every game once"),
        (no_draws, "The chances here are 0, 1, 0"),
        (without_mean, "Yours add up to 17, chances to 1"),
        (lambda env: [round(part, 3) for part in as_list(env)], "Near is not exact"),
        (with_a_gap, "all of them finite"),
    ],
)


def test_a_finished_game_comes_first():
    assert not_yet(lesson01.exact, no_draws).env.is_done()
    assert not not_yet(lesson01.exact, sampled).env.is_done()

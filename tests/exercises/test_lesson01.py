"""The judges of lesson 01, met with the answers of students."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from coursekit import othello, tictactoe
from coursekit.exercises import lesson01


def not_yet(exercise, answer, *words, drawn):
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet"
    for word in words:
        assert word in verdict.message
    assert (verdict.env is not None) == drawn
    return verdict


# A player who loves corners


def by_names(env):
    n = len(env.board)
    names = {"a1", f"a{n}", f"{'abcdefgh'[n - 1]}1", f"{'abcdefgh'[n - 1]}{n}"}
    corners = [action for action in env.legal_actions() if action.name in names]
    return env.rng.choice(corners or env.legal_actions())


def by_shuffling(env):
    actions = env.legal_actions()
    random.shuffle(actions)
    last = env.size - 1
    return min(
        actions, key=lambda a: (a.row, a.col) not in [(0, 0), (0, last), (last, 0), (last,) * 2]
    )


@pytest.mark.parametrize("answer", [by_names, by_shuffling])
def test_corners_are_loved(answer):
    assert lesson01.corners.check(answer).outcome == "correct"


def corners_of(env, last):
    return [action for action in env.legal_actions() if {action.row, action.col} <= {0, last}]


def only_8x8(env):
    return env.rng.choice(corners_of(env, 7) or env.legal_actions())


def first_corner(env):
    return (corners_of(env, len(env.board) - 1) or [env.rng.choice(env.legal_actions())])[0]


def first_move(env):
    return env.rng.choice(corners_of(env, len(env.board) - 1) or env.legal_actions()[:1])


def any_move(env):
    return env.rng.choice(env.legal_actions())


def any_edge(env):
    last = len(env.board) - 1
    edges = [a for a in env.legal_actions() if a.row in (0, last) or a.col in (0, last)]
    return env.rng.choice(edges or env.legal_actions())


def only_a1(env):
    return next((a for a in env.legal_actions() if a.name == "a1"), any_move(env))


def forgot_the_pass(env):
    last = len(env.board) - 1
    corners = [a for a in env.legal_actions() if a.row % last == a.col % last == 0]
    return env.rng.choice(corners or env.legal_actions())


def played(env):
    env.update(by_names(env))
    return env.last_action


def returns_a_name(env):
    return by_names(env).name


def returns_a_pair(env):
    action = by_names(env)
    return action.row, action.col


def returns_the_list(env):
    return corners_of(env, len(env.board) - 1) or env.legal_actions()


def printed(env):
    print(by_names(env))


def rounded(env):
    actions = corners_of(env, len(env.board) - 1) or env.legal_actions()
    return actions[round(env.rng.random() * (len(actions) - 1))]


def never_the_last(env):
    actions = corners_of(env, len(env.board) - 1) or env.legal_actions()
    return actions[int(env.rng.random() * max(1, len(actions) - 1))]


def one_too_far(env):
    actions = env.legal_actions()
    return actions[len(actions)]


def of_another_position(env):
    return env.rng.choice(othello.make(len(env.board)).legal_actions())


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (only_8x8, "though it can take"),
        (first_corner, "every one should be possible"),
        (first_move, "your player never chose"),
        (any_move, "though it can take a4 or d4"),
        (any_edge, "though it can take"),
        (only_a1, "though it can take"),
        (forgot_the_pass, "TypeError in line 3 of forgot_the_pass"),
        (played, "leaves the env changed"),
        (returns_a_name, "returns one of env.legal_actions(); yours is"),
        (returns_a_pair, "a tuple"),
        (returns_the_list, "a list"),
        (printed, "`print` only shows a value"),
        (rounded, "not the same chance"),
        (never_the_last, "never chose"),
        (one_too_far, "IndexError in line 3 of one_too_far"),
        (of_another_position, "which is not legal"),
    ],
)
def test_corners_are_not_loved(answer, words):
    not_yet(lesson01.corners, answer, words, drawn=True)


def test_8x8_only_fails_on_a_smaller_board():
    assert len(not_yet(lesson01.corners, only_8x8, drawn=True).env.board) < 8


def test_a_name_is_no_player():
    not_yet(lesson01.corners, "corner_lover", "A function is asked for", drawn=False)


# One loop for every game


def lengths_by_numpy(make, games):
    lengths = []
    for _ in range(games):
        env = make()
        while not env.is_done():
            env.update(np.random.default_rng().choice(env.legal_actions()))
        lengths.append(len(env.history))
    return np.float32(np.mean(lengths))


def lengths_with_one_env(make, games):
    env, total = make(seed=5), 0
    for _ in range(games):
        env.reset()
        while not env.is_done():
            env.update(env.rng.choice(env.legal_actions()))
            total += 1
    return Fraction(total, games)


@pytest.mark.parametrize("answer", [lengths_by_numpy, lengths_with_one_env])
def test_lengths_are_right(answer):
    assert lesson01.lengths.check(answer).outcome == "correct"


def lengths(make, games, seed_of=lambda n: n, choose=None, extra=0, passes=True):
    found = []
    for number in range(games):
        env = make(seed=seed_of(number))
        while not env.is_done():
            actions = env.legal_actions()
            env.update(choose(env) if choose else actions[int(env.rng.random() * len(actions))])
        counted = [a for a in env.history if passes or not a.is_pass]
        found.append(len(counted) + extra)
    return found


def off_by_one(make, games):
    return sum(lengths(make, games, extra=1)) / games


def total(make, games):
    return sum(lengths(make, games))


def first_game_only(make, games):
    for length in lengths(make, games):
        return length / games


def one_game(make, games):
    return lengths(make, 1)[0]


def without_passes(make, games):
    return np.mean(lengths(make, games, passes=False))


def always_the_first(make, games):
    return np.mean(lengths(make, games, choose=lambda env: env.legal_actions()[0]))


def one_seed(make, games):
    return np.mean(lengths(make, games, seed_of=lambda number: 0))


def all_lengths(make, games):
    return lengths(make, games)


def only_tictactoe(make, games):
    return np.mean(lengths(tictactoe.make, games))


def printed_length(make, games):
    print(np.mean(lengths(make, games)))


def half_random(make, games):
    def choose(env):
        return env.legal_actions()[0] if len(env.history) > 3 else any_move(env)

    return np.mean(lengths(make, games, choose=choose))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (off_by_one, "passes included, but your function returned"),
        (total, "actions on average"),
        (first_game_only, "actions on average"),
        (one_game, "random games take about"),
        (without_passes, "of othello8 had"),
        (always_the_first, "are the same game"),
        (one_seed, "has every game its own seed?"),
        (all_lengths, "A number is asked for; yours is ["),
        (only_tictactoe, "of ultimate your function returned"),
        (printed_length, "`print` only shows a value"),
        (half_random, "random games take about"),
        (lambda make: 1, "TypeError"),
        (lambda make, games: make().lenght, "AttributeError in line 1"),
        (12.5, "A function of make and a number of games"),
    ],
)
def test_lengths_are_wrong(answer, words):
    not_yet(lesson01.lengths, answer, words, drawn=False)


# How many games are enough?


def by_formula(difference):
    return np.ceil((0.98 / difference) ** 2).astype(int)


def by_two_errors(difference):
    return 1 / difference**2


def by_rounding_up(difference):
    return math.ceil(1.96**2 * (0.5 + difference) * (0.5 - difference) / difference**2)


def by_fractions(difference):
    return (Fraction(98, 100) / Fraction(str(difference))) ** 2


@pytest.mark.parametrize("answer", [by_formula, by_two_errors, by_rounding_up, by_fractions])
def test_enough_is_enough(answer):
    assert lesson01.needed.check(answer).outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda d: 0.98 / d, "Did a square root or a square get lost?"),
        (lambda d: (1.96 / d) ** 2, "standard deviation of one game's result"),
        (lambda d: (0.5 / d) ** 2, "reaches 1.96 standard errors to each side"),
        (lambda d: (0.98 / (2 * d)) ** 2, "to each side"),
        (lambda d: 97, "To tell a score of 55% from 50 % takes about 385 games"),
        (lambda d: 0.98 / d**0.5, "takes about 97 games; your function says 3.099"),
        (lambda d: print(97), "`print` only shows a value"),
        (lambda d: "97", "yours is '97', a str"),
        (lambda d: (92, 97), "A number is asked for"),
        (lambda d: math.sqrt(-d), "ValueError in line 1"),
        (97, "A function of the difference is asked for; yours is 97, a int"),
    ],
)
def test_enough_is_not_enough(answer, words):
    not_yet(lesson01.needed, answer, words, drawn=False)


# No luck needed


def remembering(cells):
    """Returns chances of a finished game as ``cells`` gives them, and of others by their mean."""
    known = {}

    def chances(env):
        if env.position not in known:
            known[env.position] = cells(env) if env.is_done() else mean_of_replies(env)
        return known[env.position]

    def mean_of_replies(env):
        parts = []
        for action in env.legal_actions():
            after = env.copy()
            after.update(action)
            parts.append(chances(after))
        return np.mean(parts, axis=0)

    return chances


def ends(env):
    return np.array([env.is_win(1), env.is_draw(), env.is_win(-1)], dtype=float)


as_array = remembering(ends)


def as_list(env):
    return as_array(env).tolist()


def with_fractions(env):
    """Counts games by their probability from the leaves of the whole tree, and remembers."""
    known = {}

    def walk():
        if env.position not in known:
            if env.is_done():
                known[env.position] = tuple(map(Fraction, map(int, ends(env))))
            else:
                sums = [Fraction(0)] * 3
                for action in env.legal_actions():
                    env.update(action)
                    sums = [a + b for a, b in zip(sums, walk(), strict=True)]
                    env.undo()
                known[env.position] = tuple(part / len(env.legal_actions()) for part in sums)
        return known[env.position]

    return walk()


@pytest.mark.parametrize("answer", [as_array, as_list, with_fractions])
def test_chances_are_right(answer):
    assert lesson01.exact.check(answer).outcome == "correct"


def sampled(env):
    if env.is_done():
        return as_list(env)
    results = env.playouts(4000) * int(env.player)
    return [float(np.mean(results == r)) for r in (1, 0, -1)]


def another_order(env):
    x, nobody, o = as_list(env)
    return x, o, nobody


def for_the_mover(env):
    return as_list(env)[:: int(env.player)]


def without_mean(env):
    if env.is_done():
        return tuple(ends(env))
    sums = np.zeros(3)
    for action in env.legal_actions():
        env.update(action)
        sums += without_mean(env)
        env.undo()
    return tuple(sums)


def by_leaves(env):
    sums = np.array(without_mean(env))
    return tuple(sums / sums.sum())


def left_played(env):
    if env.is_done():
        return as_list(env)
    env.update(env.legal_actions()[0])
    return left_played(env)


def no_end(env):
    parts = []
    for action in env.legal_actions():
        env.update(action)
        parts.append(no_end(env))
        env.undo()
    return sum(parts) / len(parts)


def draws_forgotten(env):
    x, _, o = as_list(env)
    return x, o


def no_draws(env):
    return env.is_win(1) / 1, 0.0, env.is_lose(1) / 1


def printed_chances(env):
    print(as_list(env))


def rounded_chances(env):
    return [round(part, 3) for part in as_list(env)]


def a_dictionary(env):
    return dict(zip("X-O", as_list(env), strict=True))


def with_a_gap(env):
    x, _, o = as_list(env)
    return x, None, o


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (sampled, "every action can be tried"),
        (another_order, "The order is: X wins, nobody does, O wins"),
        (for_the_mover, "The order is: X wins, nobody does, O wins"),
        (without_mean, "The chances here are"),
        (by_leaves, "The chances here are"),
        (left_played, "leaves the env changed"),
        (no_end, "ZeroDivisionError in line 7 of no_end"),
        (draws_forgotten, "Three chances are asked for"),
        (no_draws, "The chances here are 0, 1, 0"),
        (printed_chances, "`print` only shows a value"),
        (rounded_chances, "Near is not exact"),
        (a_dictionary, "a dict"),
        (with_a_gap, "yours is None"),
        (lambda env: env.playout(), "the game is over"),
    ],
)
def test_chances_are_wrong(answer, words):
    not_yet(lesson01.exact, answer, words, drawn=True)


def test_a_finished_game_comes_first():
    assert not_yet(lesson01.exact, no_draws, drawn=True).env.is_done()
    assert not not_yet(lesson01.exact, sampled, drawn=True).env.is_done()


def test_chances_are_no_number():
    not_yet(lesson01.exact, 737 / 1260, "A function is asked for", drawn=False)

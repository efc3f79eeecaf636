"""Value data: its games against a slow reference over the rules, with policies of few lines."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from coursekit import Env, othello
from coursekit.engine.bulk import lockstep
from coursekit.games.env import Action
from coursekit.learning.alphago.data import value
from coursekit.learning.alphago.data.shards import Arrays

PASS = 64
Words = npt.NDArray[np.uint64]
Logits = npt.NDArray[np.float32]

_FACTORS = np.random.default_rng(0).integers(1, 2**63, (4, 65), dtype=np.uint64) | np.uint64(1)


def stubborn(own: Words, opp: Words, legal: Words, factors: Words = _FACTORS[:2]) -> Logits:
    """A policy with one move in each position: the logits are thousands apart."""
    mixed = own[:, None] * factors[0] ^ opp[:, None] * factors[1]
    mixed ^= mixed >> np.uint64(29)
    return (mixed % np.uint64(1_000_003)).astype(np.float32)


def stubborn_otherwise(own: Words, opp: Words, legal: Words) -> Logits:
    return stubborn(own, opp, legal, _FACTORS[2:])


def indifferent(own: Words, opp: Words, legal: Words) -> Logits:
    return np.zeros((len(own), 65), np.float32)


def choice(env: Env, policy: value.Ask) -> Action:
    """Returns the move of a stubborn policy."""
    legal = env.legal_actions()
    position = (np.array([bits], np.uint64) for bits in env.state[:2])
    logits = policy(*position, np.zeros(1, np.uint64))[0]
    return max(legal, key=lambda action: logits[action.index])


def pass_if_must(env: Env) -> None:
    while not env.is_done() and env.legal_actions()[0].index == PASS:
        env.update(env.legal_actions()[0])


@cache
def stubborn_games() -> Arrays:
    return value.play(300, 11, (stubborn, stubborn_otherwise))


def replayed() -> Iterator[tuple[int, Env]]:
    """Yields each of those games up to its random move, as the rules and policies have it."""
    games = stubborn_games()
    for game in range(300):
        env = othello.make()
        while (discs := env.count(env.player) + env.count(-env.player)) < games["discs"][game]:
            env.update(choice(env, stubborn))
            pass_if_must(env)
        assert discs == games["discs"][game]
        yield game, env


def test_bug_targets_stored_from_the_first_players_view() -> None:
    """The games are those of the slow reference, and their results the random move's maker's."""
    games = stubborn_games()
    for_first = []
    for game, env in replayed():
        assert env.state[:2] == (games["own"][game], games["opp"][game])
        mover = env.player
        env.update(next(a for a in env.legal_actions() if a.index == games["move"][game]))
        after = (int(games["after_own"][game]), int(games["after_opp"][game]))
        assert env.state[:2] == after
        while not env.is_done():
            env.update(choice(env, stubborn_otherwise))
        assert games["difference"][game] == env.count(mover) - env.count(-mover)
        for_first.append(env.result() * env.player)
        assert games["result"][game] == for_first[-1] * mover
    assert np.array_equal(games["game"], np.arange(300))
    assert np.mean(games["result"] != np.array(for_first)) > 0.3  # white made half of the moves


def test_numbers_of_discs_and_random_moves_are_drawn_evenly() -> None:
    games = value.play(30_000, 3, (indifferent, indifferent))
    counts = np.bincount(games["discs"], minlength=64)
    assert counts[:4].sum() == 0
    expected = 30_000 / 60
    assert abs(counts[4:50] - expected).max() < 5 * np.sqrt(expected)
    assert counts[63] > 0
    first = games["move"][games["discs"] == 4]
    shares = np.unique(first, return_counts=True)[1] / len(first)
    assert len(shares) == 4
    assert abs(shares - 0.25).max() < 5 * np.sqrt(0.25 * 0.75 / len(first))


def test_the_random_move_does_not_ask_the_policy() -> None:
    """A policy that would play the first legal move plays everything but the random move."""

    def lowest(own: Words, opp: Words, legal: Words) -> Logits:
        return np.tile(-np.arange(65, dtype=np.float32) * 1000, (len(own), 1))

    games = value.play(4000, 5, (lowest, lowest))
    legal = lockstep.legal_moves(games["own"], games["opp"])
    lowest_bit = legal & (~legal + np.uint64(1))
    chosen = np.uint64(1) << games["move"].astype(np.uint64)
    assert np.all(chosen & legal)
    chances = 1 / np.bitwise_count(legal)
    played = np.mean(chosen == lowest_bit)
    error = np.sqrt(np.sum(chances * (1 - chances))) / len(legal)
    assert abs(played - chances.mean()) < 5 * error


def test_games_by_chance_have_the_law_of_the_slow_procedure() -> None:
    """Also where games end before N discs: they are drawn anew, N included."""
    chance = np.random.default_rng(1)
    slow = np.array([slow_game(chance) for _ in range(1500)])
    games = value.play(20_000, 9, (indifferent, indifferent))
    quick = np.stack([games["discs"], games["difference"]], axis=1).astype(np.float64)
    for measure in (
        lambda rows: rows[:, 0] >= 60,
        lambda rows: rows[:, 1],
        lambda rows: (rows[:, 0] - 33) * np.sign(rows[:, 1]),
    ):
        a, b = measure(slow).astype(np.float64), measure(quick).astype(np.float64)
        assert abs(a.mean() - b.mean()) < 4 * np.sqrt(a.var() / len(a) + b.var() / len(b))


def slow_game(chance: np.random.Generator) -> tuple[int, int]:
    while True:
        discs = int(chance.integers(4, 64))
        env = othello.make()
        while not env.is_done() and env.count(1) + env.count(-1) < discs:
            env.update(env.legal_actions()[chance.integers(len(env.legal_actions()))])
            pass_if_must(env)
        if not env.is_done():
            break
    mover = env.player
    while not env.is_done():
        env.update(env.legal_actions()[chance.integers(len(env.legal_actions()))])
    return discs, env.count(mover) - env.count(-mover)


@pytest.mark.parametrize("batch", [1, 7])
def test_games_do_not_depend_on_the_size_of_batches(
    batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = value.play(100, 4, (stubborn, indifferent))
    monkeypatch.setattr(value, "_BATCH", batch)
    parts = value.play(100, 4, (stubborn, indifferent))
    for name, array in whole.items():
        assert np.array_equal(array, parts[name])


def test_temperature_is_that_of_the_second_policy() -> None:
    def inclined(own: Words, opp: Words, legal: Words) -> Logits:
        return stubborn(own, opp, legal) / np.float32(1e6)

    calm = value.play(50, 4, (indifferent, inclined), (1.0, 0.0))
    hot = value.play(50, 4, (indifferent, inclined), (1.0, 1.0))
    for name in ("own", "opp", "move"):
        assert np.array_equal(calm[name], hot[name])
    assert not np.array_equal(calm["difference"], hot["difference"])
    stiff = value.play(50, 4, (indifferent, stubborn))
    assert np.array_equal(calm["difference"], stiff["difference"])

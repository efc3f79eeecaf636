"""Self-play in lockstep: what it hands out is true, follows from the seed, and can go on."""

import numpy as np
import pytest

from coursekit.games.registry import spec
from coursekit.learning import AlphaZeroConfig
from coursekit.learning.alphazero.config import searchable_games
from coursekit.learning.alphazero.self_play import Samples, SelfPlay
from coursekit.truth.exact import exact_result
from tests.support import puct
from tests.support.othello8 import env_at

GAMES = searchable_games()


def self_play(game, group=0, **settings):
    given = {"games": 24, "simulations": 8, "seed": 5, "random_plies": 2, **settings}
    return SelfPlay(AlphaZeroConfig(game=game, **given), group)


def evaluator(game):
    """Returns an evaluator whose answers follow from each position alone, whatever the batch."""
    return lambda own, opp, legal: puct.noise(own, opp, spec(game).actions)


def play(game, positions=400, group=0, **settings):
    return self_play(game, group, **settings).play(evaluator(game), positions)


def games_of(samples):
    """Returns the rows of each game: they begin where the ply does not grow."""
    starts = np.flatnonzero(np.diff(samples.ply.astype(int), prepend=99) < 1)
    return np.split(np.arange(len(samples.ply)), starts[1:])


def equal(a, b):
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_samples_are_whole_games_seen_by_their_movers(game):
    samples = play(game, random_plies=0)
    assert len(samples.own) >= 400
    assert not (samples.own & samples.opp).any()
    for rows in games_of(samples):
        own, opp = samples.own[rows], samples.opp[rows]
        # The side that is not to move in one position is in the next: its pieces can only turn.
        assert ((own[1:] | opp[1:]) & (own[:-1] | opp[:-1]) == (own[:-1] | opp[:-1])).all()
        assert (samples.result[rows][1:] == -samples.result[rows][:-1]).all()
        assert (samples.final_own[rows][1:] == samples.final_opp[rows][:-1]).all()


@pytest.mark.parametrize("game", ["othello4", "othello6", "othello8"])
@pytest.mark.parametrize("solve_below", [0, 7])
def test_results_are_those_of_the_final_boards(game, solve_below):
    samples = play(game, solve_below=solve_below)
    own, opp = (np.bitwise_count(words).astype(int) for words in (samples[5], samples[6]))
    assert np.sign(own - opp).tolist() == samples.result.tolist()
    placed = samples.own | samples.opp
    assert (placed & (samples.final_own | samples.final_opp) == placed).all()


@pytest.mark.parametrize("game", GAMES)
def test_policies_are_distributions_over_legal_moves(game):
    samples = play(game)
    np.testing.assert_allclose(samples.policy.astype(float).sum(1), 1, atol=2e-3)
    for own, opp, policy in zip(samples.own, samples.opp, samples.policy, strict=True):
        if game == "tictactoe":
            legal = {square for square in range(9) if not int(own | opp) >> square & 1}
        else:
            legal = {a.index for a in env_at(int(own), int(opp), spec(game).cols).legal_actions()}
        assert set(np.flatnonzero(policy)) <= legal


def test_with_exact_endgames_a_training_learns_exact_results():
    wrong = {}
    for empties in (0, 8):
        samples = play("othello6", 600, solve_below=empties, simulations=16)
        late = np.flatnonzero(np.bitwise_count(samples.own | samples.opp) >= 36 - 8)
        boards = zip(samples.own[late].tolist(), samples.opp[late].tolist(), strict=True)
        exact = [exact_result(env_at(own, opp, 6)) for own, opp in boards]
        wrong[empties] = np.sum(samples.result[late] != exact)
    assert wrong[8] == 0 < wrong[0]


def test_a_seed_and_a_group_give_the_same_games_and_others_others():
    first = play("othello6")
    assert equal(first, play("othello6"))
    assert not np.array_equal(first.own, play("othello6", seed=6).own)
    assert not np.array_equal(first.own, play("othello6", group=1).own)


def test_asking_in_parts_gives_the_same_games():
    whole, parted = self_play("othello4"), self_play("othello4")
    evaluate = evaluator("othello4")
    parts = Samples.joined([parted.play(evaluate, 50) for _ in range(4)])
    assert equal(parts, whole.play(evaluate, len(parts.own)))


def test_games_begin_with_random_plies_up_to_the_setting():
    samples = play("othello8", 2500, random_plies=8)
    firsts = [int(samples.ply[rows[0]]) for rows in games_of(samples)][24:]  # the others: staggered
    assert set(firsts) <= set(range(9))
    assert len(set(firsts)) > 5


@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_noise_is_what_makes_games_differ(noise):
    samples = play("othello4", random_plies=0, root_noise=noise)
    games = {tuple(samples.own[rows].tolist()) for rows in games_of(samples)}
    assert (len(games) > 1) == (noise > 0)


@pytest.mark.parametrize("random_plies", [0, 4])
def test_noise_fades_with_the_plies_of_the_game_whether_it_began_at_random_or_not(random_plies):
    """Regression: noise that never faded without random plies went unnoticed."""
    playing = self_play("tictactoe", noise_plies=2, random_plies=random_plies)
    seen = set()
    begin = playing.forest.begin

    def spy(positions, seeds, *, trees, noise):
        plies = np.bitwise_count(positions[:, 0] | positions[:, 1])
        seen.update(zip(plies.tolist(), np.round(noise, 6).tolist(), strict=True))
        begin(positions, seeds, trees=trees, noise=noise)

    playing.forest.begin = spy
    playing.play(evaluator("tictactoe"), 600)
    faded = [1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
    assert seen <= set(enumerate(faded))
    assert len(seen) > 6

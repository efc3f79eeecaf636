"""Self-play in lockstep: what it hands out is true, follows from the seed, and can go on."""

import numpy as np
import pytest

from coursekit import othello, tictactoe, truth
from coursekit.engine.puct import PuctConfig
from coursekit.learning.alphazero_config import AlphaZeroConfig
from coursekit.learning.alphazero_play import self_play_config
from coursekit.learning.self_play import GAMES, Samples, SelfPlay, SelfPlayConfig, start_position
from coursekit.players.tree_positions import position_words
from tests.support import puct

PLIES = {"tictactoe": 1, "othello4": 2, "othello6": 6, "othello8": 8}


def config(game, gumbel=True, random_plies=None, stagger=4, exact_empties=0, **options):
    search = PuctConfig(8, gumbel=gumbel, play_forced=True, exact_empties=exact_empties)
    plies = PLIES[game] if random_plies is None else random_plies
    return SelfPlayConfig(game, 24, search, plies, stagger, **options)


def evaluator(game):
    """Returns an evaluator whose answers follow from each position alone, whatever the batch."""
    number, size = GAMES[game]
    actions = size * size + (number == 0)
    return lambda own, opp, legal: puct.noise(own, opp, actions)


def play(game, positions=400, seed=5, group=0, **options):
    return SelfPlay(config(game, **options), seed, group).play(evaluator(game), positions)


def games_of(samples):
    """Returns the rows of each game: they begin where the ply does not grow."""
    starts = np.flatnonzero(np.diff(samples.ply.astype(int), prepend=99) < 1)
    return np.split(np.arange(len(samples.ply)), starts[1:])


def count(words):
    return np.array([int(word).bit_count() for word in words])


def equal(a, b):
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_starts_where_the_env_does(game):
    env = tictactoe.make() if game == "tictactoe" else othello.make(int(game[-1]))
    assert start_position(game).tolist() == position_words(env, "the test")[1].tolist()


@pytest.mark.parametrize("gumbel", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_samples_are_whole_games_seen_by_their_movers(game, gumbel):
    samples = play(game, gumbel=gumbel, random_plies=0, stagger=0)
    assert len(samples.own) >= 400
    assert not (samples.own & samples.opp).any()
    for rows in games_of(samples):
        own, opp = samples.own[rows], samples.opp[rows]
        # The side that is not to move in one position is in the next: its pieces can only turn.
        assert ((own[1:] | opp[1:]) & (own[:-1] | opp[:-1]) == (own[:-1] | opp[:-1])).all()
        assert (samples.result[rows][1:] == -samples.result[rows][:-1]).all()
        assert (samples.final_own[rows][1:] == samples.final_opp[rows][:-1]).all()


@pytest.mark.parametrize("game", ["othello4", "othello6", "othello8"])
@pytest.mark.parametrize("exact_empties", [0, 7])
@pytest.mark.parametrize("end_proven", [True, False])
def test_results_are_those_of_the_final_boards(game, end_proven, exact_empties):
    samples = play(game, end_proven=end_proven, exact_empties=exact_empties)
    lead = np.sign(count(samples.final_own) - count(samples.final_opp))
    assert lead.tolist() == samples.result.tolist()
    placed = samples.own | samples.opp
    assert (placed & (samples.final_own | samples.final_opp) == placed).all()


def test_the_solver_ends_games_before_the_board_is_full():
    last = {}
    for end_proven in (True, False):
        samples = play("othello6", 600, end_proven=end_proven)
        last[end_proven] = np.mean([samples.ply[rows[-1]] for rows in games_of(samples)])
    assert last[True] < last[False] - 1


@pytest.mark.parametrize("game", GAMES)
def test_policies_are_distributions_over_legal_moves(game):
    samples = play(game)
    np.testing.assert_allclose(samples.policy.astype(float).sum(1), 1, atol=2e-3)
    size = GAMES[game][1]
    for own, opp, policy in zip(samples.own, samples.opp, samples.policy, strict=True):
        legal = legal_indices(game, size, int(own), int(opp))
        assert set(np.flatnonzero(policy)) <= legal


def legal_indices(game, size, own, opp):
    if game == "tictactoe":
        return {square for square in range(9) if not (own | opp) >> square & 1}
    return {action.index for action in env_of(size, own, opp).legal_actions()}


def env_of(size, own, opp):
    cells = ["-"] * size**2
    for mark, bits in (("X", own), ("O", opp)):
        for index in range(size**2):
            if bits >> (index // size * 8 + index % size) & 1:
                cells[index] = mark
    return othello.from_string("".join(cells) + " X")


def test_with_exact_endgames_a_training_learns_exact_results():
    wrong = {}
    for empties in (0, 8):
        settings = AlphaZeroConfig(game="othello6", games=24, exact_empties=empties)
        samples = SelfPlay(self_play_config(settings), seed=5).play(evaluator("othello6"), 600)
        late = np.flatnonzero(count(samples.own | samples.opp) >= 36 - 8)
        exact = [
            truth.exact_result(env_of(6, int(samples.own[i]), int(samples.opp[i]))) for i in late
        ]
        wrong[empties] = np.sum(samples.result[late] != exact)
    assert wrong[8] == 0 < wrong[0]


@pytest.mark.parametrize("gumbel", [True, False])
def test_a_seed_and_a_group_give_the_same_games_and_others_others(gumbel):
    first = play("othello6", gumbel=gumbel)
    assert equal(first, play("othello6", gumbel=gumbel))
    assert not np.array_equal(first.own, play("othello6", gumbel=gumbel, seed=6).own)
    assert not np.array_equal(first.own, play("othello6", gumbel=gumbel, group=1).own)


@pytest.mark.parametrize("game", ["tictactoe", "othello6"])
@pytest.mark.parametrize("gumbel", [True, False])
def test_it_goes_on_bit_for_bit_from_a_state(game, gumbel):
    one = SelfPlay(config(game, gumbel), 1)
    evaluate = evaluator(game)
    one.play(evaluate, 100)
    state = {name: array.copy() for name, array in one.state().items()}
    two = SelfPlay(config(game, gumbel), 1)
    two.restore(state)
    assert equal(one.play(evaluate, 300), two.play(evaluate, 300))
    assert one.finished_games == two.finished_games
    assert one.evaluations == two.evaluations
    ends = one.state(), two.state()
    assert all(ends[0][name].tobytes() == ends[1][name].tobytes() for name in ends[0])


def test_asking_in_parts_gives_the_same_games():
    whole = SelfPlay(config("othello4"), 3)
    parted = SelfPlay(config("othello4"), 3)
    evaluate = evaluator("othello4")
    parts = Samples.joined([parted.play(evaluate, 50) for _ in range(4)])
    samples = whole.play(evaluate, len(parts.own))
    assert equal(parts, samples)


def test_games_begin_with_up_to_so_many_random_plies():
    samples = play("othello8", 2500)
    firsts = [int(samples.ply[rows[0]]) for rows in games_of(samples)][24:]  # the others: staggered
    assert set(firsts) <= set(range(9))
    assert len(set(firsts)) > 5


@pytest.mark.parametrize(
    ("gumbel", "noise", "temperature_plies", "differ"),
    [
        (True, 1.0, 0, True),
        (True, 0.0, 0, False),
        (False, 0.25, 0, True),
        (False, 0.0, 30, True),
        (False, 0.0, 0, False),
    ],
)
def test_noise_and_temperature_are_what_makes_games_differ(
    gumbel, noise, temperature_plies, differ
):
    options = {"noise": noise, "temperature_plies": temperature_plies}
    samples = play("othello6", gumbel=gumbel, random_plies=0, stagger=0, **options)
    games = {tuple(samples.own[rows].tolist()) for rows in games_of(samples)}
    assert (len(games) > 1) == differ


def test_another_game_is_refused():
    with pytest.raises(ValueError, match="'ultimate'"):
        SelfPlay(SelfPlayConfig("ultimate"), 0)

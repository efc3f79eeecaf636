"""Looking back at games: exact where the solver reaches, a player's opinion before."""

import pytest
from hypothesis import given, settings

from coursekit import Budget, othello, players, tictactoe, ultimate
from coursekit.arena import analyse, play_game
from coursekit.truth import best_moves, exact_value, move_values
from coursekit.truth.solving import empty_squares
from tests.support.playing import games, play_on


def before(env, ply):
    twin = env.copy()
    while len(twin.history) > ply:
        twin.undo()
    return twin


@given(games("othello4", "tictactoe", whole=True))
@settings(max_examples=40, deadline=None)
def test_small_games_are_judged_by_the_truth_and_losses_add_up_to_the_result(env):
    analysis = analyse(env)
    choices = [ply for ply in range(len(env.history)) if len(before(env, ply).legal_actions()) > 1]
    assert [review.ply for review in analysis.reviews] == choices
    for review in analysis.reviews:
        position = before(env, review.ply)
        assert review.exact
        assert review.best == tuple(best_moves(position))
        assert review.best_value == exact_value(position)
        assert review.value == move_values(position)[review.action]
    assert analysis.result == (env.player * exact_value(env))
    perfect = {"othello4": -10, "tictactoe": 0}[env.name]  # for the first player
    lost = sum(int(review.action.player) * review.lost for review in analysis.reviews)
    assert analysis.result == perfect - lost


@pytest.fixture(scope="module")
def large():
    return play_on(othello.make(seed=1), seed=2)


def test_the_end_of_a_large_game_is_exact_and_the_rest_is_left_out(large):
    analysis = analyse(large, empties=8)
    assert analysis.reviews
    for review in analysis.reviews:
        position = before(large, review.ply)
        assert empty_squares(position) <= 8
        assert review.best_value == exact_value(position)
    first = analysis.reviews[0].ply + 1
    assert analysis.sources == f"not judged before ply {first}, exact from there on"


def test_before_the_end_a_player_judges(large):
    analysis = analyse(large, players.alpha_beta(2), empties=8)
    judged = [review for review in analysis.reviews if not review.exact]
    assert analysis.judge == "alpha-beta, depth 2"
    assert len(judged) > 30
    judge = players.alpha_beta(2)
    for review in judged[:20]:
        position = before(large, review.ply)
        assert review.lost >= 0
        position.update(review.action)
        assert review.value == -judge.analyse(position).value
        if review.lost == 0:
            assert review.best == (review.action,)
    own = play_game(judge, judge, seed=1)
    assert all(review.lost == 0 for review in analyse(own, judge, empties=0).reviews)


def test_a_blunder_is_found_by_the_truth_and_by_uct():
    env = tictactoe.from_moves("b2b1")  # answering the middle on an edge loses
    (exact,) = (review for review in analyse(env).reviews if review.lost)
    assert (exact.action.name, exact.lost) == ("b1", 1)
    assert {action.name for action in exact.best} == {"a1", "c1", "a3", "c3"}
    wide = ultimate.from_moves("e5")
    assert analyse(wide, players.uct(Budget(count=200))).reviews[0].exact is False


def test_the_same_seed_gives_the_same_analysis_and_the_env_is_not_changed():
    env = play_on(othello.make(), seed=2, plies=20)
    same = env.copy()
    player = players.uct(Budget(count=100))
    first, second = analyse(env, player), analyse(env, player)
    assert first == second
    assert analyse(env, player, seed=1) != first
    assert env == same


def test_the_text_says_who_lost_what():
    analysis = analyse(tictactoe.from_moves("b2b1a1c3"))
    assert repr(analysis).splitlines() == [
        "tictactoe, 4 plies, exact",
        "X: 0 of 2 exactly judged moves lost 0 points",
        "O: 1 of 2 exactly judged moves lost 1 points",
    ]


def test_what_cannot_be_judged_is_refused():
    with pytest.raises(TypeError, match="cannot analyse positions"):
        analyse(othello.from_moves("f5d6"), players.random())
    with pytest.raises(ValueError, match="no history"):
        analyse(othello.make())

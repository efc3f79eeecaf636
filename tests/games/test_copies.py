"""Copies and pickles: equal, with their history, and independent; boards that nobody can change."""

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from coursekit import Env, othello, tictactoe, ultimate
from tests.support.playing import GAMES, MAKERS, games, play_on

WAYS: dict[str, Callable[[Env], Env]] = {
    "copy method": lambda env: env.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", list(WAYS))
@settings(max_examples=60, deadline=None)
@given(env=games())
def test_a_copy_is_independent_both_ways(way: str, env: Env) -> None:
    reference = MAKERS[env.name]().play_moves(env.to_moves())
    twin = WAYS[way](env)
    for played, other in ((twin, env), (env, twin)):
        plies = len(played.history)
        play_on(played, 1)
        assert other == reference
        while len(played.history) > plies:
            played.undo()
        played.reset()
        assert other == reference
        played.play_moves(reference.to_moves())


@pytest.mark.parametrize("way", list(WAYS))
def test_a_copy_of_a_given_position_still_rebuilds_from_it(way: str) -> None:
    env = othello.from_string("-----OX--XO----- X", "b1")
    assert repr(WAYS[way](env)) == repr(env)


def test_a_pickled_env_has_the_same_chance_and_a_copied_one_its_own() -> None:
    """A pickle is the same env elsewhere; a copy is another env."""
    env = othello.make(seed=3)
    env.rng.random()
    env.playout()
    twin = pickle.loads(pickle.dumps(env))
    assert twin.rng.random() == env.rng.random()
    assert twin.playouts(200).tolist() == env.playouts(200).tolist()
    assert env.copy().rng.random() != env.rng.random()


@settings(max_examples=60, deadline=None)
@given(games(), games())
def test_equality(one: Env, two: Env) -> None:
    same = one.name == two.name and one.history == two.history
    assert (one == two) == same
    assert (one != two) == (not same)
    assert one == one.copy()


def test_equality_asks_for_history_and_position_for_the_board_alone() -> None:
    one, two = othello.from_moves("f5d6c3d3"), othello.from_moves("f5d6c3d3")
    assert one == two
    ways = tictactoe.from_moves("a1b2c3"), tictactoe.from_moves("c3b2a1")
    assert len({way.position for way in ways}) == 1
    assert ways[0] != ways[1]
    direct = othello.from_string(one.to_string())
    assert direct.position == one.position
    assert direct != one
    two.undo()
    assert one != two
    assert othello.make() == othello.from_string(othello.make().to_string())


def test_positions_tell_games_sides_and_forced_boards_apart() -> None:
    positions = {MAKERS[name]().position for name in GAMES}
    assert len(positions) == len(GAMES)
    board = "XO" + "-" * 14
    assert othello.from_string(board + " X").position != othello.from_string(board + " O").position
    black, white = (
        othello.from_string(text) for text in ("XXO------------- X", "OOX------------- O")
    )
    assert black.legal_actions()[0].index == white.legal_actions()[0].index
    assert black.position != white.position
    start = ultimate.from_moves("a1").to_string()
    assert start.endswith(" a1")
    anywhere = ultimate.from_string(start[:-2] + "-")
    assert anywhere.position != ultimate.from_moves("a1").position


def test_an_env_equals_nothing_else_and_is_no_key() -> None:
    env = othello.make()
    for other in (None, 1, "env", env.position, env.board.tolist(), tictactoe.make()):
        assert env != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(env)


@pytest.mark.parametrize("name", GAMES)
def test_boards_are_read_only_and_stay_as_they_were(name: str) -> None:
    env = play_on(MAKERS[name](), 1, 3)
    board = env.board
    with pytest.raises(ValueError, match="read-only"):
        board[0, 0] = 1
    before = board.copy()
    env.update(env.legal_actions()[0])
    assert (board == before).all()
    assert (board.dtype, board.shape) == ("int8", env.shape)
    env.legal_actions().clear()
    assert env.legal_actions()
    assert isinstance(env.history, tuple)


def test_reset_leaves_every_position_for_the_start_of_the_game() -> None:
    for name in GAMES:
        played = play_on(MAKERS[name](seed=1), 1, 4)
        played.reset()
        assert played == MAKERS[name]()
        assert (played.history, played.last_action) == ((), None)
    env = othello.from_string("-----OX--XO----- O", "a3")
    env.reset()
    assert env == othello.make(4)
    assert repr(env) == repr(othello.make(4))
    small = tictactoe.from_string("X-------- O")
    small.reset()
    assert small == tictactoe.make()

"""Games by name, and games of your own: registered at run time, on boards of rows × columns."""

import pickle
from collections.abc import Iterator

import pytest

from coursekit import NotationError, check_game
from coursekit.games import registry
from tests.support.playing import GAMES, play_on
from tests.support.row_game import SPEC, RowGame


@pytest.fixture
def row_game() -> Iterator[RowGame]:
    registry.register(SPEC)
    yield SPEC.make(seed=1)
    registry._GAMES.pop(SPEC.name)


@pytest.mark.parametrize("name", GAMES)
def test_what_the_registry_says_of_a_game_is_so(name: str) -> None:
    spec = registry.spec(name)
    env = spec.make(seed=3)
    assert env.name == spec.name == name
    assert env.shape == env.board.shape == (spec.rows, spec.cols)
    assert len(env.space.actions) == spec.actions
    assert (env.space.pass_number is not None) == spec.has_pass
    assert spec.theme in name
    play_on(env, 1, plies=6)
    assert spec.from_moves(env.to_moves()) == env
    assert spec.from_string(env.to_string()).position == env.position


def test_a_game_of_one_s_own_has_the_whole_protocol(row_game: RowGame) -> None:
    check_game(row_game)
    assert "row3" in registry.names()
    env = registry.spec("row3").from_moves("a1d2b1")
    assert str(env).split("\n")[1:] == ["  a b c d", "1 X X - -", "2 - - - O"]
    assert [action.name for action in env.legal_actions()] == ["c1", "d1", "a2", "b2", "c2"]
    assert eval(repr(env), {"registry": registry}) == env
    with pytest.raises(NotationError, match="a1 to d2"):
        env.update("a3")
    assert pickle.loads(pickle.dumps(env)).player is env.player
    assert set(env.playouts(200).tolist()) <= {-1, 0, 1}
    with pytest.raises(TypeError, match="row3 has no kernels"):
        env.words()

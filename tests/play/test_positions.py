"""Positions go into the script and come out as the package has them."""

import pytest
from hypothesis import given, settings

from coursekit import othello, tictactoe, ultimate
from coursekit.display.pages.board_data import board_data
from coursekit.games import registry
from tests.play.core import GAMES
from tests.support.playing import othello_boards, play_on

DRAWN = """
const game = makeGame(name);
let [before, index, state] = [null, null, game.start];
const drawn = [game.position(state)];
for (const name of moves) {
  index = game.indexOf(name);
  before = state;
  state = game.play(state, index);
  drawn.push(game.position(state, before, index));
}
return drawn;
"""
LEGAL = "return game.legal(state).map(game.nameOf)"


def names(env):
    return [action.name for action in env.legal_actions()]


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_game_is_drawn_as_in_the_package(script, name):
    for seed in range(5):
        env = play_on(registry.spec(name).make(), seed)
        moves = [action.name for action in env.history]
        drawn = script.run(DRAWN, name=name, moves=moves)
        while env.history:
            assert drawn.pop() == board_data(env)
            env.undo()
        assert drawn == [board_data(env)]


@given(othello_boards())
@settings(max_examples=200, deadline=None)
def test_any_board_of_othello_has_its_moves_and_what_they_flip(script, text):
    env = othello.from_string(text)
    code = "return game.legal(state).map((index) => game.cellsOf(game.play(state, index)))"
    after = []
    for action in env.legal_actions():
        env.update(action)
        after.append(env.board.ravel().tolist())
        env.undo()
    assert script.at(env, LEGAL) == names(env)
    assert script.at(env, code) == after


def test_a_given_local_board_is_played_on_and_no_other(script):
    env = ultimate.from_moves("e5")
    text = env.to_string()
    assert script.at(ultimate.from_string(text), LEGAL) == names(env)
    anywhere = ultimate.from_string(f"{text.rpartition(' ')[0]} -")
    assert script.at(anywhere, LEGAL) == names(anywhere)
    assert len(names(anywhere)) == 80


def test_actions_have_the_names_and_indices_of_the_package(script):
    for env in (othello.make(), othello.make(4), tictactoe.make(), ultimate.make()):
        actions = env.space.actions
        code = "return names.map((name) => [game.indexOf(name), game.nameOf(game.indexOf(name))])"
        found = script.at(env, code, names=[action.name for action in actions])
        assert found == [[action.index, action.name] for action in actions]

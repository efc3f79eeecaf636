"""The page says of a game, and writes on its squares, what the board in a notebook does."""

import random

import pytest

from coursekit import othello, players
from coursekit.display.pages.analysis_view import _labels
from coursekit.display.pages.sentences import played, result, status
from coursekit.display.pictures.scales import compact
from coursekit.engine.alphabeta.evaluation import WIN
from tests.play.core import GAMES
from tests.support.playing import FORCED_PASS, MAKERS

NUMBERS = [0, -0.004, 0.5234, -0.7, 3.14159, 12, -12, 87.3, 999.4, 999.6, 1234, 2_500_000, 0.06]


def test_numbers_are_short(script):
    found = script.run("return numbers.map((x) => [compact(x), compact(x, true)])", numbers=NUMBERS)
    assert found == [[compact(x), compact(x, signed=True)] for x in NUMBERS]


SAID = """
const { game, board } = { game: makeGame(name), board: LOOKS[name] };
let state = game.start;
const said = [[statusOf(game, board, state), resultOf(game, board, state)]];
for (const name of moves) {
  const before = state;
  state = game.play(state, game.indexOf(name));
  const words = playedIn(game, board, before, game.indexOf(name), state);
  said.push([words, statusOf(game, board, state), resultOf(game, board, state)]);
}
return said;
"""


@pytest.mark.parametrize("name", GAMES)
def test_moves_and_results_are_told_alike(script, name):
    env = MAKERS[name](seed=3)
    said = [[status(env), result(env)]]
    while not env.is_done():
        env.update(players.random()(env))
        said.append([played(env), status(env), result(env)])
    assert script.run(SAID, name=name, moves=[action.name for action in env.history]) == said


def test_passes_are_told_alike(script):
    env = othello.from_moves(FORCED_PASS)
    env.turn_change()
    *_, last = script.run(SAID, name="othello8", moves=[action.name for action in env.history])
    assert last == [played(env), status(env), result(env)]


@pytest.mark.parametrize("kind", ["visits", "value", "policy"])
@pytest.mark.parametrize("bounds", [False, True])
def test_numbers_on_squares_have_the_same_words_and_colours(script, kind, bounds):
    chance = random.Random(4)
    actions = othello.make().legal_actions()
    for low, high in ((0, 1), (-3, 40), (-1, 1), (5, 5), (-WIN, WIN)):
        numbers = {action: low + (high - low) * chance.random() for action in actions}
        exact = actions[1] if bounds else None
        found = script.run(
            "return labelsOf(makeGame('othello8'), kind, numbers, exact)",
            kind=kind,
            numbers={action.index: x for action, x in numbers.items()},
            exact=exact.index if exact else None,
        )
        expected = _labels(kind, numbers, exact)
        assert found == {str(index): list(label) for index, label in expected.items()}

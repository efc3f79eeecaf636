"""The page says of a game, and writes on its squares, what the board in a notebook does."""

import random

import pytest

from coursekit import othello, players
from coursekit.display.pages.analysis_view import _labels
from coursekit.display.pages.sentences import played, result, status
from coursekit.display.pictures.scales import compact
from coursekit.engine.alphabeta.evaluation import WIN
from tests.play.core import GAMES
from tests.play.page import told
from tests.support.playing import FORCED_PASS, MAKERS

NUMBERS = [0, -0.004, 0.5234, -0.7, 3.14159, 12, -12, 87.3, 999.4, 999.6, 1234, 2_500_000, 0.06]


def test_numbers_are_short():
    code = "return given.numbers.map((x) => [compact(x), compact(x, true)]);"
    assert told(code, numbers=NUMBERS) == [[compact(x), compact(x, signed=True)] for x in NUMBERS]


SAID = """
const { game, board } = { game: makeGame(given.name), board: LOOKS[given.name] };
let state = game.start;
const said = [[statusOf(game, board, state), resultOf(game, board, state)]];
for (const name of given.moves) {
  const before = state;
  state = game.play(state, game.indexOf(name));
  const words = playedIn(game, board, before, game.indexOf(name), state);
  said.push([words, statusOf(game, board, state), resultOf(game, board, state)]);
}
return said;
"""


@pytest.mark.parametrize("name", GAMES)
def test_moves_and_results_are_told_alike(name):
    env = MAKERS[name](seed=3)
    said = [[status(env), result(env)]]
    while not env.is_done():
        env.update(players.random()(env))
        said.append([played(env), status(env), result(env)])
    assert told(SAID, name=name, moves=[action.name for action in env.history]) == said


def test_passes_are_told_alike():
    env = othello.from_moves(FORCED_PASS)
    env.turn_change()
    moves = [action.name for action in env.history]
    assert told(SAID, name="othello8", moves=moves)[-1] == [played(env), status(env), result(env)]


@pytest.mark.parametrize("kind", ["visits", "value", "policy"])
@pytest.mark.parametrize("bounds", [False, True])
def test_numbers_on_squares_have_the_same_words_and_colours(kind, bounds):
    chance = random.Random(4)
    actions = othello.make().legal_actions()
    for low, high in ((0, 1), (-3, 40), (-1, 1), (5, 5), (-WIN, WIN)):
        numbers = {action: low + (high - low) * chance.random() for action in actions}
        exact = actions[1] if bounds else None
        code = "return labelsOf(makeGame('othello8'), given.kind, given.numbers, given.exact);"
        found = told(
            code,
            kind=kind,
            numbers={action.index: x for action, x in numbers.items()},
            exact=exact.index if exact else None,
        )
        expected = _labels(kind, numbers, exact)
        assert found == {str(index): list(label) for index, label in expected.items()}

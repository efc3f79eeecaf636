"""PUCT in the script makes the package's visits, one by one, when fed the same network outputs."""

import random
from math import isnan

import pytest

from coursekit import Env
from coursekit.engine.mcts.forest import PuctConfig
from coursekit.games import bank, registry
from coursekit.players.evaluators import DualEvaluators
from coursekit.players.network_search import NetworkSearchPlayer
from tests.support.playing import play_on

SIMULATIONS = 100
SEARCH = """
const evaluate = (position) => {
  const key = game.cellsOf(position).map((cell) => cell * position.mover).join(" ");
  const [logits, value] = outputs[key];
  return { logits, value };
};
const root = puct(game, state, { simulations, evaluate });
return {
  index: chosenByPuct(root).index,
  proven: root.proven !== null,
  value: root.proven ?? root.total / root.visits,
  moves: root.children.map((child) => [child.index, child.visits, child.prior, valueOf(child)]),
};
"""


class Recorder:
    """The shipped networks' evaluation, which remembers what it said of each position."""

    def __init__(self) -> None:
        self.outputs = {}
        self._evaluators = DualEvaluators(None)

    def __call__(self, game):
        evaluate = self._evaluators(game)
        squares = [a for a in registry.spec(game).make().space.actions if not a.is_pass]

        def recorded(leaves, legal, seeds):
            logits, values = evaluate(leaves, legal, seeds)
            own, opp = int(leaves[0, 0]), int(leaves[0, 1])
            seen = [bool(own & square.bit) - bool(opp & square.bit) for square in squares]
            key = " ".join(map(str, seen))
            self.outputs[key] = logits[0].tolist(), values[0].item()
            return logits, values

        return recorded


def positions() -> list[Env]:
    """Returns 50 positions: those of the bank, and others from the first ply to the last."""
    found = bank.unfinished()
    chance = random.Random(50)
    while len(found) < 50:
        game = chance.choice(["othello8", "othello8", "othello6", "othello4", "tictactoe"])
        env = registry.spec(game).make()
        play_on(env, chance.randrange(2**32), chance.randrange(env.board.size))
        if not env.is_done():
            found.append(env)
    return found


@pytest.fixture(scope="module")
def searches(script):
    """For each position: the env, what the package found, and what the script found."""
    found = []
    for env in positions():
        recorder = Recorder()
        player = NetworkSearchPlayer("recorded", PuctConfig(simulations=SIMULATIONS), recorder)
        info = player.analyse(env)
        outputs = recorder.outputs
        ours = script.at(env, SEARCH, outputs=outputs, simulations=SIMULATIONS)
        found.append((env, info, ours))
    return found


def test_the_visits_of_every_move_are_the_packages(searches):
    for env, info, found in searches:
        visits = {index: visits for index, visits, _, _ in found["moves"]}
        assert visits == {move.action.index: move.visits for move in info.moves}, env


def test_priors_and_values_are_the_packages(searches):
    for env, info, found in searches:
        for (_, _, prior, value), move in zip(found["moves"], info.moves, strict=True):
            assert prior == pytest.approx(move.prior, abs=1e-7), env
            if value is None:
                assert isnan(move.value)
            else:
                assert value == pytest.approx(move.value, abs=1e-6), env
        assert found["value"] == pytest.approx(info.value, abs=1e-6), env


def test_the_same_move_is_chosen_and_the_same_is_proven(searches):
    for env, info, found in searches:
        assert (found["index"], found["proven"]) == (info.action.index, info.proven), env


def test_the_positions_are_worth_the_comparison(searches):
    """Some are proven, most are not, and in some a wipe-out is found by the look ahead."""
    proven = [info.proven for _, info, _ in searches]
    assert len(proven) == 50
    assert 3 <= sum(proven) <= 25

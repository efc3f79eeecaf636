"""PUCT in the script makes the package's visits, one by one, when fed the same network outputs."""

import random

import pytest

from coursekit import Env, othello, tictactoe
from coursekit.engine.endgame.wipe_outs import _MOST_DISCS, wipe_out
from coursekit.engine.mcts.forest import PuctConfig
from coursekit.games import bank, registry
from coursekit.players.evaluators import DualEvaluators
from coursekit.players.network_search import NetworkSearchPlayer
from tests.engine.endgame.test_wipe_outs import positions as lopsided
from tests.support.exact import near_end
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


FATED = "c4e3f6c6e6c5e2d6b6"
"""White has eight moves, and is wiped out after each within three moves."""


def before_wipe_outs(count: int) -> list[Env]:
    """Returns positions a few plies before games that ended early, with a side wiped out."""
    chance, found = random.Random(3), []
    while len(found) < count:
        env = othello.make()
        while not env.is_done() and len(env.history) < 15:
            env.update(chance.choice(env.legal_actions()))
        if env.is_done():
            for _ in range(3 + len(found) % 5):
                env.undo()
            found.append(env)
    return found


def late(seed: int) -> Env:
    """Returns a position of Othello with a choice that a hundred simulations may prove."""
    env = near_end((4, 6, 8)[seed % 3], 2 + seed % 6, seed)
    return env if len(env.legal_actions()) > 1 else late(seed + 100)


def positions() -> list[Env]:
    """Returns 50 positions: those of the bank, and others where much can be proven."""
    found = [*bank.unfinished(), *(late(seed) for seed in range(12))]
    found += [play_on(tictactoe.make(), seed, 2 + seed % 4) for seed in range(8)]
    found += [othello.from_moves(FATED[:length]) for length in (12, 14, 16, 18)]
    return found + before_wipe_outs(50 - len(found))


def test_visits_priors_values_proofs_and_moves_are_the_packages(script):
    proven = []
    for env in positions():
        recorder = Recorder()
        player = NetworkSearchPlayer("recorded", PuctConfig(simulations=SIMULATIONS), recorder)
        info = player.analyse(env)
        found = script.at(env, SEARCH, outputs=recorder.outputs, simulations=SIMULATIONS)
        for (index, visits, prior, value), move in zip(found["moves"], info.moves, strict=True):
            assert (index, visits) == (move.action.index, move.visits), env
            assert prior == pytest.approx(move.prior, abs=1e-7), env
            expected = float("nan") if value is None else value
            assert move.value == pytest.approx(expected, abs=1e-6, nan_ok=True), env
        assert found["value"] == pytest.approx(info.value, abs=1e-6), env
        assert (found["index"], found["proven"]) == (info.action.index, info.proven), env
        proven.append(info.proven)
    # The positions are worth it: in many the root is proven, and in many it is not.
    assert len(proven) == 50
    assert 10 <= sum(proven) <= 30, sum(proven)


def test_forced_wipe_outs_are_seen_as_far_ahead_as_in_the_package(script):
    seen = []
    for env in [*lopsided(6, 300), *lopsided(4, 300)]:
        expected = [bool(wipe_out(*env.bitboards, moves)) for moves in (1, 2, 3, 4, 5)]
        code = "return [1, 2, 3, 4, 5].map((moves) => game.wipesOut(state, moves))"
        assert script.at(env, code) == expected, env
        seen.append(expected.index(True) if any(expected) else 5)
    assert {0, 1, 2, 3, 4, 5} == set(seen)
    assert script.run("return MOST_TO_WIPE_OUT") == _MOST_DISCS.tolist()

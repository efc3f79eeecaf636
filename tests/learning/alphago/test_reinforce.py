"""REINFORCE: its step against the exact gradient, its games against the rules, going on."""

from itertools import product
from typing import Any

import numpy as np
import pytest
import torch

from coursekit import tictactoe
from coursekit.engine.bulk import lockstep
from coursekit.learning import game_table, train
from coursekit.learning.alphago.policy import PolicyConfig, policy_network
from coursekit.learning.alphago.policy_games import (
    play_games,
    policy_match,
    random_positions,
    self_played,
)
from coursekit.learning.alphago.reinforce import (
    Reinforce,
    ReinforceConfig,
    leave_one_out,
    policy_gradient_loss,
)
from coursekit.learning.inference import Evaluator
from tests.support.othello8 import env_at
from tests.support.trainings import CPU
from tests.support.trainings import reinforce as learning

TABLE = game_table("tictactoe")
# X has a1, b2, c1 and is to move after O's b1, a2, c3: three squares are left, one of them wins.
LATE = TABLE.number(tictactoe.from_moves("a1b1b2a2c1c3"))

Line = tuple[torch.Tensor, list[tuple[int, int]], float]


def network(seed: int = 0) -> Any:
    torch.manual_seed(seed)
    return policy_network(PolicyConfig(layers="connected")).eval()


def lines(logits: torch.Tensor, position: int = LATE, mine: bool = True) -> list[Line]:
    """Returns every continuation: its probability, the learner's moves in it, and its result.

    The learner draws by ``logits`` of (position, action), its opponent uniformly.
    """
    if TABLE.done[position]:
        result = float(TABLE.result[position])
        return [(torch.ones(()), [], result if mine else -result)]
    legal = np.flatnonzero(TABLE.legal[position])
    chances = torch.softmax(masked(logits, [position]), dim=1)[0]
    found = []
    for action in legal.tolist():
        chance = chances[action] if mine else 1 / len(legal)
        after = int(TABLE.after[position, action])
        for rest, moves, result in lines(logits, after, not mine):
            found.append((chance * rest, [(position, action)] * mine + moves, result))
    return found


def masked(logits: torch.Tensor, positions: list[int]) -> torch.Tensor:
    return logits[positions].masked_fill(~torch.from_numpy(TABLE.legal[positions]), -torch.inf)


def exact_gradient(logits: torch.Tensor) -> torch.Tensor:
    """Returns the gradient of the expected result, by differentiating the whole tree."""
    variable = logits.clone().requires_grad_()
    expected = sum(chance * result for chance, _, result in lines(variable))
    (gradient,) = torch.autograd.grad(expected, variable)  # type: ignore[arg-type]
    return gradient


def step_of(logits: torch.Tensor, moves: list[tuple[int, int]], advantage: float) -> torch.Tensor:
    """Returns the gradient of REINFORCE's loss for the moves of one game."""
    variable = logits.clone().requires_grad_()
    positions = [position for position, _ in moves]
    played = torch.tensor([action for _, action in moves])
    worth = torch.full((len(moves),), advantage)
    policy_gradient_loss(masked(variable, positions), played, worth).backward()
    assert variable.grad is not None
    return variable.grad


@pytest.fixture
def logits() -> torch.Tensor:
    return torch.randn(len(TABLE), TABLE.actions, generator=torch.Generator().manual_seed(1))


def test_the_expected_step_is_the_exact_gradient(logits: torch.Tensor) -> None:
    games = lines(logits)
    assert sum(chance for chance, _, _ in games) == pytest.approx(1)
    expected = sum(chance * step_of(logits, moves, result) for chance, moves, result in games)
    assert isinstance(expected, torch.Tensor)
    assert expected.abs().max() > 0.01
    torch.testing.assert_close(-expected, exact_gradient(logits), atol=1e-5, rtol=1e-4)


def test_the_baseline_does_not_bias_and_calms(logits: torch.Tensor) -> None:
    """Over all pairs of games from one position, each weighed by its probability."""
    expected = torch.zeros_like(logits)
    calmer = 0.0
    for (chance, moves, result), (other, _, others_result) in product(lines(logits), repeat=2):
        advantage = leave_one_out(np.array([[result, others_result]]))[0, 0]
        step, plain = (step_of(logits, moves, float(worth)) for worth in (advantage, result))
        expected += chance * other * step
        calmer += float(chance * other * ((plain**2).sum() - (step**2).sum()))
    assert calmer > 0
    torch.testing.assert_close(-expected, exact_gradient(logits), atol=1e-5, rtol=1e-4)


def test_games_follow_the_rules_and_end_as_told() -> None:
    """Every game is played again on an env, move by move, by who is said to have chosen."""
    policies = Evaluator(network(1)), Evaluator(network(2))
    own, opp = random_positions(30, 7, seed=3)
    second = np.arange(30) % 3 == 0
    played = play_games(policies, own, opp, lockstep.streams(3, 30, 30), second)
    for game in range(30):
        chosen = [
            {
                (int(o), int(p)): int(m)
                for o, p, m in zip(some.own, some.opp, some.target, strict=True)
            }
            for some in (side[side.game == game] for side in played.moves)
        ]
        env = env_at(int(own[game]), int(opp[game]))
        first_to_move = not second[game]
        while not env.is_done():
            actions = env.legal_actions()
            action = actions[0]
            if len(actions) > 1:
                move = chosen[0 if first_to_move else 1].pop(env.state[:2])
                action = next(a for a in actions if a.index == move)
            env.update(action)
            first_to_move = not first_to_move
        assert chosen == [{}, {}]
        assert played.result[game] == env.result() * (1 if first_to_move else -1)


def test_self_played_games_tell_each_mover_its_result() -> None:
    examples = self_played(network(), 40, seed=2)
    assert np.unique(examples.game).tolist() == list(range(40))
    for game in range(40):
        mine = examples[examples.game == game]
        assert (np.diff(mine.discs) > 0).all()
        # Of two neighbours without a pass between them, one is told the opposite of the other.
        other = mine.opp[1:] & ~mine.own[:-1] == 0
        assert (mine.target[1:] == -mine.target[:-1])[other].all()


def test_a_match_is_the_same_from_the_other_side_on_average() -> None:
    one, other = network(1), network(2)
    score = policy_match(one, other, games=200, seed=1)
    assert policy_match(one, other, games=200, seed=1) == score
    assert policy_match(one, one, games=600, seed=1) == pytest.approx(0.5, abs=0.08)
    with pytest.raises(ValueError, match="even number"):
        policy_match(one, other, games=3)


def test_the_policy_to_improve_is_left_as_it_is() -> None:
    start = network()
    with pytest.raises(ValueError, match="does not fit the settings"):
        Reinforce(ReinforceConfig(layers="convolutional"), start, CPU)
    before = {name: weights.clone() for name, weights in start.state_dict().items()}
    improving = Reinforce(ReinforceConfig(layers="connected", games=16, updates=2), start, CPU)
    train(improving, report=None)
    assert all(torch.equal(before[name], now) for name, now in start.state_dict().items())
    moved = improving.network.state_dict()
    assert not torch.equal(moved["layers.2.weight"], before["layers.2.weight"])
    norms = [name for name in moved if "running" in name]
    assert all(torch.equal(moved[name], before[name]) for name in norms)


def test_a_version_of_itself_joins_the_opponents_every_few_updates() -> None:
    improving = learning(pool_every=3)
    sizes = []
    for _ in range(5):
        improving.advance()
        sizes.append(len(improving._pool))
    assert sizes == [1, 1, 2, 2, 2]
    newest, now = (net.state_dict() for net in (improving._pool[-1], improving.network))
    assert not all(torch.equal(newest[name], now[name]) for name in now)  # it stays as it was


def test_it_learns_to_beat_what_it_began_with() -> None:
    improving = learning(updates=40, games=128, group=8, learning_rate=3e-3)
    lines_ = train(improving, log_every=40, report=None)
    assert lines_[-1]["against_start"] > 0.55

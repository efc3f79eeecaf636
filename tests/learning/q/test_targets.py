"""The target r − γ·max Q′: its sign, and whose view it is in. Both were wrong in real projects."""

import numpy as np
import pytest
import torch

from benchmarks.usual_q_learning import OneByOne
from coursekit import tictactoe
from coursekit.learning import QConfig, QLearning, game_table, planes
from coursekit.learning.q.update import ILLEGAL, Lookups, q_targets


def solved_by(gamma: float, game: str, targets: object = q_targets) -> np.ndarray:
    """Returns Q-values that stay the same when each is replaced by its target."""
    table = game_table(game)
    rules = Lookups(table, torch.device("cpu"))
    numbers, actions = (torch.from_numpy(part) for part in np.nonzero(table.legal))
    reached = rules.after[numbers, actions]
    q = torch.zeros(table.after.shape)
    for _ in table.levels:
        best = (q + rules.penalty).max(dim=1).values[reached]
        q[numbers, actions] = targets(rules.result[reached], rules.done[reached], best, gamma)  # type: ignore[operator]
    return np.where(table.legal, q.numpy(), -np.inf)


@pytest.mark.parametrize("gamma", [1.0, 0.9])
@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_what_the_targets_lead_to_is_the_exact_solution(game: str, gamma: float) -> None:
    table = game_table(game)
    assert np.allclose(solved_by(gamma, game), table.exact_q(gamma), atol=1e-5)


def test_without_the_sign_the_targets_lead_elsewhere() -> None:
    """Regression: the missing sign, with which the opponent's wins look like the player's own."""
    table = game_table("tictactoe")
    unsigned = solved_by(0.9, "tictactoe", lambda r, done, best, g: torch.where(done, -r, g * best))
    best = np.take_along_axis(table.exact_q(), table.greedy(unsigned)[:, None], axis=1)[:, 0]
    assert (best < table.exact_values())[~table.done].mean() > 0.2


@pytest.mark.parametrize(
    ("moves", "winner"), [("a1a2b1b2", "c1"), ("a1a2b1b2c3", "c2")], ids=["X wins", "O wins"]
)
def test_a_winning_move_is_worth_plus_one_to_either_side(moves: str, winner: str) -> None:
    """Regression: targets from the first player's view, with planes from the mover's.

    Then O's winning moves would be worth −1, in positions that look like X's to the network.
    """
    env = tictactoe.from_moves(moves)
    learning = OneByOne(env, width=4)
    env.update(winner)
    assert learning.target() == 1.0

    table = game_table("tictactoe")
    rules = Lookups(table, torch.device("cpu"))
    before = tictactoe.from_moves(moves)
    number = table.number(before)
    assert torch.equal(rules.planes[number], planes(before)[0])
    reached = rules.after[number, before.copy()._legal_action(winner).index][None]
    unused = torch.zeros(1)
    assert q_targets(rules.result[reached], rules.done[reached], unused, 0.9).item() == 1.0


def test_illegal_actions_are_never_the_best() -> None:
    rules = Lookups(game_table("tictactoe"), torch.device("cpu"))
    assert ILLEGAL <= -2  # below whatever a legal action can have, since tanh ends at −1
    assert torch.equal(rules.penalty == 0, torch.from_numpy(game_table("tictactoe").legal))


def test_both_loops_make_the_same_update() -> None:
    """With one game, the batched loop's updates are those of the plain loop."""
    config = QConfig(games=1, width=8, gamma=0.9, learning_rate=0.1, learning_rate_end=0.1)
    batched = QLearning(config, torch.device("cpu"))
    batched._update.optimiser = torch.optim.SGD(batched.network.parameters())  # type: ignore[assignment]
    plain = OneByOne(tictactoe.make(), width=8, learning_rate=0.1)
    for _ in range(4):  # no game is over so soon
        number = int(batched.positions[0])
        batched.advance()
        reached = int(batched.positions[0])
        action = int(np.flatnonzero(batched.table.after[number] == reached)[0])
        q = plain.network(planes(plain.env))[0]
        plain.env.update(divmod(action, 3))
        plain.learn(q, action)
    for one, other in zip(batched.network.parameters(), plain.network.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-6)

"""Alpha-beta, the exact endgame and UCT in the script find what the package finds."""

import pytest

from coursekit import Budget, othello, players, tictactoe, truth, ultimate
from coursekit.games import bank, registry
from tests.play.core import GAMES
from tests.support.playing import play_on

THINK = "return think(game, state, opponent, { seed })"


def by_index(values):
    return {str(action.index): value for action, value in values.items()}


@pytest.mark.parametrize("depth", range(1, 6))
def test_alpha_beta_has_the_packages_values_and_moves(script, depth):
    player = players.alpha_beta(depth)
    crosses = [tictactoe.from_moves(moves) for moves in ("", "b2", "a1b1", "b2a1b1", "a1b2c3")]
    for env in [*bank.unfinished(), *crosses]:
        found = script.at(env, THINK, opponent=f"alpha_beta:{depth}", seed=1)
        info = player.analyse(env)
        assert found["value"] == info.value, env
        assert found["numbers"]["value"] == by_index(info.root_values), env
        assert found["line"] == [action.index for action in info.variation], env
        assert found["index"] == info.action.index


@pytest.mark.parametrize("name", ["most_flips", "cell_scores"])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_rules_of_thumb_choose_the_highest_and_draw_lots_among_equals(script, size, name):
    package = getattr(players, name)()
    for seed in range(20):
        env = play_on(othello.make(size, seed), seed, plies=seed % 11)
        if env.is_done():
            continue
        found = [script.at(env, THINK, opponent=name, seed=n) for n in range(20)]
        chosen = {env.space.actions[thought["index"]].name for thought in found}
        assert chosen == {package(env.copy()).name for _ in range(60)}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_endgame_is_exact(script, size):
    for seed in range(12):
        env = play_on(othello.make(size), seed, plies=size * size - 4 - 8)
        values = truth.move_values(env)
        code = """
        return Object.fromEntries(
          game.legal(state).map((index) => [index, -solve(game, game.play(state, index))]),
        );
        """
        assert script.at(env, code) == by_index(values)


def test_the_smallest_othello_is_solved_from_the_start(script):
    env = othello.make(size=4)
    assert script.at(env, "return solve(game, state)") == truth.exact_value(env)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["uct", "monte_carlo"])
def test_uct_counts_each_simulation_at_one_move(script, kind, name):
    env = registry.spec(name).make()
    found = script.at(env, THINK, opponent=f"{kind}:300", seed=4)
    visits = found["numbers"]["visits"]
    assert sum(visits.values()) == 300
    assert visits[str(found["index"])] == max(visits.values())
    assert [int(index) for index in visits] == [a.index for a in env.legal_actions()]


@pytest.mark.parametrize(
    "env",
    [othello.from_moves("f5d6c3d3c4"), ultimate.from_moves("e5d4"), tictactoe.from_moves("b2")],
    ids=lambda env: env.name,
)
@pytest.mark.parametrize("kind", ["uct", "monte_carlo"])
def test_uct_values_moves_as_the_packages_does(script, kind, env):
    """Two samples of one distribution: the means of twelve searches each lie close together."""
    env.seed(1)
    searches, simulations = 12, 2_000
    package = getattr(players, kind)(Budget(count=simulations))
    theirs = [package.analyse(env.copy()).value for _ in range(searches)]
    ours = [
        script.at(env, THINK, opponent=f"{kind}:{simulations}", seed=seed)["value"]
        for seed in range(searches)
    ]
    assert sum(ours) / searches == pytest.approx(sum(theirs) / searches, abs=0.05)


def test_uct_makes_a_forced_move_at_once(script):
    found = script.at(bank.position("forced pass"), THINK, opponent="uct:1000", seed=1)
    assert found["numbers"]["visits"] == {"64": 1}

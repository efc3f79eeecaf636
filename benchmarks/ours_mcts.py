"""coursekit's workloads of tree search, all from the start position with c = 1."""

from __future__ import annotations

from itertools import count

from benchmarks.timing import Workload, serve
from coursekit import Budget, Env, othello, players, ultimate
from coursekit.engine.mcts.uct import Search
from coursekit.games.registry import spec
from coursekit.players.tree_search import TreePlayer
from tests.support import uct as lesson

SIMULATIONS, FEW = 5_000, 1_000


def checked(value: float, simulations: int) -> int:
    """Returns the simulations, unless the value of the start position cannot be."""
    if not -0.2 < value < 0.3:
        raise AssertionError(f"the start position is worth {value} to the side to move")
    return simulations


def compiled(env: Env) -> Workload:
    game, position = spec(env.name).kernel, env.words()
    search = Search(game, c=1.0, simulations=SIMULATIONS)
    seeds = count()

    def workload() -> int:
        search.begin(position)
        found = search.run(Budget(count=SIMULATIONS), next(seeds))
        value = sum(move.wins - move.losses for move in found.moves) / SIMULATIONS
        return checked(value, sum(move.visits for move in found.moves))

    return workload


def played(player: TreePlayer) -> Workload:
    env = othello.make(seed=1)

    def workload() -> int:
        info = player.analyse(env)
        return checked(info.value, sum(info.visits.values()))

    return workload


def python() -> int:
    root = lesson.uct(ENV, FEW)
    return checked(root.value, root.visits)


ENV = othello.make(seed=1)

if __name__ == "__main__":
    serve(
        {
            "othello": compiled(othello.make()),
            "ultimate": compiled(ultimate.make()),
            "player": played(players.uct(Budget(count=FEW))),
            "flat": played(players.monte_carlo(Budget(count=SIMULATIONS))),
            "lesson": python,
        }
    )

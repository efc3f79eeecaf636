"""The endgame solver: against plain minimax, in any window, table size and number of slices."""

import pytest

from coursekit import othello
from coursekit.engine.endgame import solver
from coursekit.engine.endgame.solver import Solver
from coursekit.games.othello import Othello
from tests.support.exact import any_board, near_end, slow_value

ALL = 2**64 - 1


def solver_of(env: Othello, to_winner: bool = True, more: int = 0) -> Solver:
    """Returns a solver; with ``more`` empty squares than there are it has a larger table."""
    return Solver(env.bitboards[2], int((env.board == 0).sum()) + more, to_winner)


def solved(env: Othello, to_winner: bool = True, more: int = 0) -> int:
    return solver_of(env, to_winner, more).value(*env.bitboards[:2])


@pytest.mark.parametrize("to_winner", [True, False])
@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("empties", range(9))  # from seven on moves are sorted and stored
def test_values_are_those_of_plain_minimax(to_winner: bool, size: int, empties: int) -> None:
    for seed in range(10):
        for env in (near_end(size, empties, seed), any_board(size, empties, seed)):
            assert solved(env, to_winner) == slow_value(env, to_winner), env


def test_every_window_gives_the_value_or_a_bound_on_its_side() -> None:
    for env in [near_end(8, 9, 1), near_end(6, 8, 2), any_board(8, 8, 3), near_end(4, 9, 4)]:
        exact = solved(env)
        for alpha in range(-64, 64, 3):
            for beta in {alpha + 1, alpha + 2, min(64, alpha + 20)}:
                value = solver_of(env).value(*env.bitboards[:2], alpha, beta)
                if value <= alpha:
                    assert exact <= value
                elif value >= beta:
                    assert exact >= value
                else:
                    assert value == exact


def test_a_solver_that_has_solved_before_gives_the_same_values() -> None:
    """Bounds from one window must not spoil a later one."""
    env = near_end(8, 11, 5)
    old = solver_of(env)
    exact = solved(env)
    for alpha in (20, -20, exact - 1, exact, exact + 1, -1, 0):
        old.value(*env.bitboards[:2], alpha, alpha + 1)
    assert old.value(*env.bitboards[:2]) == exact
    before = old.nodes
    assert old.value(*env.bitboards[:2]) == exact
    assert old.nodes - before == 1  # the table knew it


def test_the_order_of_moves_visits_as_many_nodes_as_were_measured() -> None:
    """The score that orders them changes no value: a slip in it would only be slow."""
    envs = [near_end(8, 12, seed) for seed in range(10)]
    solvers = [solver_of(env) for env in envs]
    for solving, env in zip(solvers, envs, strict=True):
        solving.value(*env.bitboards[:2])
    # Another number is another speed: `python -m benchmarks search` says which.
    assert sum(solving.nodes for solving in solvers) == 42_154


def test_the_size_of_the_table_changes_no_value() -> None:
    for seed in range(8):
        env = near_end(8, 13, seed)
        assert solved(env, more=5) == solved(env), env


@pytest.mark.parametrize("nodes", [1, 2, 7, 100])
def test_a_search_in_slices_is_the_same_search(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    envs = [near_end(8, 10, seed) for seed in range(6)] + [othello.make(4)]
    whole = [(s.value(*env.bitboards[:2]), s.nodes) for env in envs for s in [solver_of(env)]]
    monkeypatch.setattr(solver, "SLICE_NODES", nodes)
    sliced = [(s.value(*env.bitboards[:2]), s.nodes) for env in envs for s in [solver_of(env)]]
    assert sliced == whole


def test_a_long_solve_reports_and_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "SLICE_NODES", 500)
    env = near_end(8, 14, 0)
    reports: list[tuple[int, int, int]] = []

    def stop(done: int, total: int, nodes: int) -> None:
        reports.append((done, total, nodes))
        if len(reports) == 5:
            raise KeyboardInterrupt

    solving = Solver(ALL, 14, report=stop)
    with pytest.raises(KeyboardInterrupt):
        solving.value(*env.bitboards[:2])
    assert [nodes for *_, nodes in reports] == sorted({nodes for *_, nodes in reports})
    assert {total for _, total, _ in reports} == {len(env.legal_actions())}
    assert all(0 <= done < total for done, total, _ in reports)
    assert solving.value(*env.bitboards[:2]) == solved(env)


def test_what_cannot_be_solved_is_refused() -> None:
    env = near_end(8, 9, 0)
    with pytest.raises(ValueError, match=r"has 9 empty squares; this solver was made for 8"):
        Solver(ALL, 8).value(*env.bitboards[:2])
    with pytest.raises(ValueError, match="alpha must be below beta, but 3 and 3"):
        solver_of(env).value(*env.bitboards[:2], 3, 3)

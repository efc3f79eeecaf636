"""Exact values, best moves and lines of play: against minimax, solved games and symmetry."""

import pickle

import pytest

from coursekit import Env, othello, tictactoe, truth, ultimate
from coursekit.games import bank
from coursekit.truth.exact import exact_result, first_best_move, principal_variation
from tests.support.exact import final_difference, near_end, slow_result, slow_value, solvable
from tests.support.playing import WIPE_OUT, play_on


def perfect_positions(most: int, least: int = 0) -> list[Env]:
    """Returns the positions of the solved 8×8 line with ``least`` to ``most`` empty squares."""
    line = bank.position("draw").to_moves()
    return [othello.from_moves(line[: 2 * (60 - e)]) for e in range(least, most + 1)]


@pytest.mark.parametrize("empties", ["winner", "nobody"])
def test_values_moves_and_lines_are_those_of_minimax(empties: str) -> None:
    to_winner = empties == "winner"
    for env in solvable(most=5, count=4):
        value = slow_value(env, to_winner)
        values = {}
        for action in env.legal_actions():
            env.update(action)
            values[action] = -slow_value(env, to_winner)
            env.undo()
        best = [action for action in values if values[action] == value]
        assert truth.exact_value(env, empties) == value
        assert exact_result(env) == (value > 0) - (value < 0)
        assert truth.move_values(env, empties) == values
        assert list(truth.move_values(env, empties)) == env.legal_actions()
        assert truth.best_moves(env, empties) == best
        if best:
            assert first_best_move(env, empties) == best[0]


@pytest.mark.parametrize("empties", ["winner", "nobody"])
def test_the_principal_variation_is_legal_and_reaches_the_value(empties: str) -> None:
    for env in [near_end(size, 10, seed) for size in (4, 6, 8) for seed in range(8)]:
        mover, value = env.player, truth.exact_value(env, empties)
        end = pickle.loads(pickle.dumps(env))
        for action in principal_variation(env, empties):
            assert action == first_best_move(end, empties)
            end.update(action)
        assert end.is_done()
        sign = 1 if end.player == mover else -1
        assert sign * final_difference(end, empties == "winner") == value


def test_the_endgames_of_the_file() -> None:
    for env, scores in truth.endgames():
        assert truth.move_values(env) == scores
        best = max(scores.values())
        assert truth.exact_value(env) == best
        assert truth.best_moves(env) == [a for a in env.legal_actions() if scores[a] == best]


def test_4x4_is_solved_from_the_start() -> None:
    env = othello.make(4)
    assert truth.exact_value(env) == -10
    assert truth.exact_value(env, empties="nobody") == -8
    assert exact_result(env) == -1
    for action in principal_variation(env):
        env.update(action)
    assert (env.count(1), env.count(-1)) == (3, 11)


def test_6x6_is_what_feinstein_found_along_his_line() -> None:
    """White wins by four, 20–16, from 18 empty squares down."""
    line = bank.position("perfect 6x6").to_moves()
    for plies in range(14, 33):
        env = othello.from_moves(line[: 2 * plies], 6)
        assert truth.exact_value(env) == -4 * int(env.player)


def test_8x8_is_drawn_along_the_line_of_perfect_play() -> None:
    for env in perfect_positions(14):
        assert truth.exact_value(env) == exact_result(env) == 0


@pytest.mark.slow
def test_8x8_is_drawn_from_twenty_empty_squares() -> None:
    for env in perfect_positions(20, least=15):
        assert truth.exact_value(env) == 0


def test_a_forced_pass_is_played_and_not_lost() -> None:
    text = "-OOOOOOO" + "O" * 48 + "XXXXXXX-"  # black has no move, white takes h8 or a1
    passes = [env for env in solvable(most=6, count=8) if env.must_pass()]
    assert len(passes) > 20
    for env in passes:
        (only,) = env.legal_actions()
        assert truth.best_moves(env) == [only]
        assert principal_variation(env)[0] is only
        assert truth.move_values(env) == {only: slow_value(env)}
    env = othello.from_string(text + " X")
    assert truth.exact_value(env) == slow_value(env)


def test_a_finished_game_has_a_value_but_no_moves() -> None:
    wiped_out = othello.from_moves(WIPE_OUT)  # 13–0 with 51 squares empty, white to move
    assert truth.exact_value(wiped_out) == -64
    assert truth.exact_value(wiped_out, "nobody") == -13
    assert exact_result(wiped_out) == -1
    for seed in range(5):
        for env in (play_on(othello.make(6), seed), play_on(tictactoe.make(), seed)):
            assert truth.best_moves(env) == []
            assert truth.move_values(env) == {}
            assert principal_variation(env) == []
            assert exact_result(env) == env.result()
            with pytest.raises(ValueError, match="the game is over: there is no move"):
                first_best_move(env)
    assert truth.exact_value(tictactoe.from_moves("a1b1a2b2a3")) == -1


def test_the_env_and_its_chance_are_unchanged() -> None:
    def solve(env: Env) -> None:
        truth.exact_value(env)
        exact_result(env)
        truth.move_values(env)
        truth.best_moves(env)
        principal_variation(env)
        truth.judge(lambda env: env.legal_actions()[0], [env])

    for env in (near_end(8, 8, 1), tictactoe.from_moves("b2a1"), othello.make(4, seed=3)):
        before = pickle.dumps(env)
        solve(env)
        assert pickle.dumps(env) == before


def test_tic_tac_toe_is_solved() -> None:
    env = tictactoe.make()
    assert truth.exact_value(env) == exact_result(env) == 0
    assert truth.move_values(env) == dict.fromkeys(env.legal_actions(), 0)
    for seed in range(60):
        env = play_on(tictactoe.make(), seed, 3 + seed % 5)
        assert truth.exact_value(env) == slow_result(env)
        end = env.copy()
        for action in principal_variation(env):
            end.update(action)
        assert end.result() * (-1) ** (len(end.history) - len(env.history)) == slow_result(env)


def test_ultimate_is_solved_near_its_end_and_refused_before() -> None:
    solved = 0
    for seed in range(30):
        env = play_on(ultimate.make(), seed, 62)
        if env.is_done() or len(env.legal_actions()) > 4:
            continue
        solved += 1
        assert truth.exact_value(env) == slow_result(env)
    assert solved > 2
    with pytest.raises(ValueError, match=r"ultimate has more than 200,000 positions below"):
        truth.exact_value(ultimate.make())


def test_too_many_empty_squares_are_refused_before_any_work() -> None:
    env = othello.from_moves("f5d6")
    message = (
        r"58 squares are empty: an exact solve would take about .* years .* max_empties is 22; "
        r"pass max_empties=58 to solve it"
    )
    for ask in (truth.exact_value, exact_result, truth.best_moves, truth.move_values):
        with pytest.raises(ValueError, match=message):
            ask(env)
    env = near_end(8, 9, 0)
    with pytest.raises(ValueError, match=r"9 squares are empty.*max_empties is 8"):
        truth.exact_value(env, max_empties=8)
    assert truth.exact_value(env, max_empties=9) == truth.exact_value(env)
    with pytest.raises(ValueError, match=r"the 'winner' or for 'nobody', not 'loser'"):
        truth.exact_value(env, empties="loser")

"""Judging players by exact values."""

import pandas as pd
import pytest

from coursekit import Env, IllegalActionError, othello, players, tictactoe, truth


def worst(env: Env) -> object:
    values = truth.move_values(env)
    return min(values, key=values.__getitem__)


def test_a_perfect_player_loses_nothing() -> None:
    result = truth.judge(lambda env: truth.best_moves(env)[-1], truth.endgames())
    assert (result.positions, result.best, result.share, result.lost) == (20, 20, 1.0, 0.0)
    assert result.lost_error == 0.0
    assert repr(result) == (
        "a best move in 20 of 20 positions (100.0 %), 0.00 ± 0.00 discs lost per move"
    )


def test_the_worst_player_loses_what_the_file_says() -> None:
    endgames = truth.endgames()
    result = truth.judge(worst, [endgame.env for endgame in endgames])
    spans = [max(scores.values()) - min(scores.values()) for _, scores in endgames]
    assert [verdict.lost for verdict in result.verdicts] == spans
    assert result.lost == pytest.approx(sum(spans) / 20)
    assert result.lost_error == pytest.approx(pd.Series(spans).sem())
    assert result.share == spans.count(0) / 20


def test_equal_seeds_give_equal_judgements_and_others_differ() -> None:
    found = {
        seed: [v.move for v in truth.judge(players.random(), truth.endgames(), seed).verdicts]
        for seed in range(4)
    }
    again = truth.judge(players.random(), truth.endgames(), seed=2)
    assert [v.move for v in again.verdicts] == found[2]
    assert len({tuple(moves) for moves in found.values()}) == 4


def test_a_player_that_plays_on_its_env_is_judged_all_the_same() -> None:
    def searching(env: Env) -> object:
        action = truth.best_moves(env)[0]
        env.update(action)
        return action

    assert truth.judge(searching, truth.endgames()).share == 1.0


def test_other_games_are_judged_by_their_results() -> None:
    env = tictactoe.from_moves("b2a1b1")  # only b3 holds
    result = truth.judge(lambda env: "a3", [env])
    assert repr(result) == "a best move in 0 of 1 positions (0.0 %), 1.00 points lost per move"
    assert truth.judge(lambda env: "b3", [env]).share == 1.0


def test_what_cannot_be_judged_is_refused_with_its_number() -> None:
    good = truth.endgames()[0].env
    over = othello.from_moves("d3c3b3d2e1d6d7e3f4")
    first = lambda env: env.legal_actions()[0]  # noqa: E731
    with pytest.raises(ValueError, match="there is no position to judge"):
        truth.judge(first, [])
    with pytest.raises(ValueError, match="position 2 is over"):
        truth.judge(first, [good, over])
    with pytest.raises(ValueError, match="position 2: 60 squares are empty"):
        truth.judge(first, [good, othello.make()])
    with pytest.raises(IllegalActionError, match=r"position 1: .* is not legal"):
        truth.judge(lambda env: "pass", [good])


def test_bug_what_a_player_raises_says_in_which_position():
    env = othello.from_string("-OX-OO---------- X")

    def fails(given):
        raise LookupError("nothing found")

    with pytest.raises(LookupError) as caught:
        truth.judge(fails, [env])
    assert caught.value.__notes__ == [f"The player was asked in position 1:\n{env}"]

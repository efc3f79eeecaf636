"""The whole game as arrays, held against the envs and the exact truth."""

import random

import numpy as np
import pytest
import torch

from coursekit import othello, tictactoe, truth
from coursekit.games import registry
from coursekit.learning import QConfig, QLearning, train
from coursekit.learning.tables import game_table, small_games
from coursekit.truth.exact import exact_result
from tests.support import row_game


@pytest.mark.parametrize("game", small_games())
def test_random_games_walk_through_the_table_and_its_envs_are_at_their_positions(game: str) -> None:
    table, chance = game_table(game), random.Random(game)
    for _ in range(60):
        env, number = registry.spec(game).make(), 0
        while not env.is_done():
            assert table.number(env) == number
            assert not table.done[number]
            assert (table.boards[number] == env.board * int(env.player)).all()
            legal = [action.index for action in env.legal_actions()]
            assert np.flatnonzero(table.legal[number]).tolist() == legal
            action = chance.choice(env.legal_actions())
            env.update(action)
            number = int(table.after[number, action.index])
        assert table.done[number]
        assert table.result[number] == env.result()
        assert not table.legal[number].any()
    for number in range(0, len(table), 1 if game == "tictactoe" else 50):
        env = table.env(number)
        assert table.number(env) == number
        assert env.is_done() == table.done[number]


def test_the_counts_are_the_known_ones() -> None:
    crosses = game_table("tictactoe")
    assert crosses is game_table("tictactoe")  # made once
    assert (len(crosses), int((~crosses.done).sum())) == (5478, 4520)
    assert len(game_table("othello4")) == 58_533


@pytest.mark.parametrize("game", small_games())
def test_moves_lead_to_earlier_levels_and_every_position_has_one(game: str) -> None:
    table = game_table(game)
    level_of = np.full(len(table), -1)
    for level, numbers in enumerate(table.levels):
        assert (level_of[numbers] == -1).all()
        level_of[numbers] = level
    assert (level_of >= 0).all()
    before, actions = np.nonzero(table.legal)
    assert (level_of[table.after[before, actions]] < level_of[before]).all()
    assert ((level_of == 0) == table.done).all()


def test_exact_values_are_those_of_the_solvers() -> None:
    assert game_table("othello4").exact_values()[0] == -1  # white wins 4×4 Othello
    for game in small_games():
        table, chance = game_table(game), random.Random(game)
        values, q = table.exact_values(), table.exact_q()
        for _ in range(6):
            env = registry.spec(game).make()
            while not env.is_done():
                number = table.number(env)
                assert values[number] == exact_result(env)
                for action, value in truth.move_values(env).items():
                    assert q[number, action.index] == np.sign(value)
                env.update(chance.choice(env.legal_actions()))


def test_discounted_values_count_the_plies() -> None:
    table = game_table("tictactoe")
    wins_now = tictactoe.from_moves("a1a2b1b2")
    wins_in_three = tictactoe.from_moves("b2a2")  # X can fork
    values = table.exact_values(gamma=0.9)
    assert values[table.number(wins_now)] == 1
    assert values[table.number(wins_in_three)] == pytest.approx(0.9**4)
    assert (np.sign(values) == table.exact_values()).all()


def test_greedy_takes_the_first_of_the_best_legal_actions() -> None:
    table = game_table("tictactoe")
    number = table.number(tictactoe.from_moves("a1"))
    q = np.zeros(table.after.shape)
    q[number, 0] = 1  # illegal
    assert table.greedy(q)[number] == 1
    q[number, [3, 5]] = 0.5
    assert table.greedy(q)[number] == 3


def test_what_the_table_does_not_know_is_refused() -> None:
    table = game_table("tictactoe")
    with pytest.raises(ValueError, match="table of tictactoe, not of othello4"):
        table.number(othello.make(size=4))
    with pytest.raises(ValueError, match="no game from the start leads to this position"):
        game_table("othello4").number(othello.from_string("XO-------------- X"))
    with pytest.raises(ValueError, match="othello4 and tictactoe are small enough"):
        game_table("othello8")


def test_a_students_own_game_is_learned_on_its_own_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows and columns differ, and the filters are narrower than usual."""
    monkeypatch.setitem(registry._GAMES, row_game.SPEC.name, row_game.SPEC)
    table = game_table("row3")
    assert (table.shape, table.actions) == ((2, 4), 8)
    assert table.env(len(table) - 1).state in table._numbers
    config = QConfig(game="row3", updates=30, games=32, width=16)
    learning = QLearning(config, torch.device("cpu"))
    before = learning.metrics()
    lines = train(learning, report=None)
    assert lines[-1]["value_error"] < before["value_error"]

"""Examining by the whole game: held against a plain walk through every game, one by one."""

from collections import Counter

import numpy as np
import pytest

from coursekit import Env, tictactoe
from coursekit.games import registry
from coursekit.learning import examine, game_table
from coursekit.learning.tables import GameTable

TABLE = game_table("tictactoe")


def walk(env: Env, table: GameTable, played: np.ndarray, side: int) -> Counter[int]:
    """Counts results of all games in which ``side`` plays from the table, for that side."""
    if env.is_done():
        return Counter([env.result() * int(env.player) * side])
    counts: Counter[int] = Counter()
    names = env.legal_actions()
    if env.player == side:
        index = played[table.number(env)]
        names = [action for action in names if action.index == index]
    for action in names:
        env.update(action)
        counts += walk(env, table, played, side)
        env.undo()
    return counts


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_lines_are_those_of_a_plain_walk(game: str, seed: int) -> None:
    table = game_table(game)
    q = np.random.default_rng(seed).random(table.after.shape)
    examined = examine(table, q)
    for side, found in ((1, examined.first), (-1, examined.second)):
        counts = walk(registry.spec(game).make(), table, table.greedy(q), side)
        assert found.lines == (counts[1], counts[0], counts[-1])
        assert found.losing_lines == counts[-1]
        assert sum(found.random) == pytest.approx(1)


def test_probabilities_are_those_of_the_best_replies_to_random_play() -> None:
    """Known: it wins 99.48 % as X and never loses, and wins 93.23 % as O and draws 6.03 %."""
    values = TABLE.result.astype(float)  # with the player to move
    after_own = -values  # with its opponent to move
    q = np.full(TABLE.after.shape, -np.inf)
    for level in TABLE.levels[1:]:
        for number in level:
            legal = TABLE.legal[number]
            after = TABLE.after[number, legal]
            q[number, legal] = after_own[after]
            values[number] = after_own[after].max()
            after_own[number] = values[after].mean()
    examined = examine(TABLE, q)
    assert [round(100 * chance, 2) for chance in examined.first.random] == [99.48, 0.52, 0.0]
    assert [round(100 * chance, 2) for chance in examined.second.random] == [93.23, 6.03, 0.74]


def test_exact_values_pass_with_full_marks() -> None:
    for gamma in (1.0, 0.9):
        examined = examine(TABLE, TABLE.exact_q(gamma), gamma)
        assert examined.unbeatable
        assert (examined.optimal, examined.decisive, examined.value_error) == (1.0, 1.0, 0.0)
        record = examined.metrics()
        assert (record["optimal"], record["losing_lines_second"]) == (1.0, 0)
        assert record["wins_first"] + record["draws_first"] + record["losses_first"] == 1.0


def test_one_blunder_in_one_position_is_found() -> None:
    q = TABLE.exact_q()
    env = tictactoe.from_moves("b2a1b1")  # O must play b3
    number = TABLE.number(env)
    q[TABLE.number(tictactoe.from_moves("b2")), 0] = 2.0  # O answers the centre with a1
    q[number, 5] = 2.0  # and here with c2
    examined = examine(TABLE, q)
    assert examined.first.losing_lines == 0
    assert examined.second.losing_lines > 0
    assert not examined.unbeatable
    assert examined.optimal == 1 - 1 / 4520
    table_q = TABLE.exact_q()[~TABLE.done]
    matters = sum(len(set(row[np.isfinite(row)].tolist())) > 1 for row in table_q)
    assert examined.decisive == 1 - 1 / matters


def test_the_value_error_is_the_mean_distance_without_illegal_actions() -> None:
    q = np.where(TABLE.exact_q() == 1, 0.75, np.where(TABLE.legal, TABLE.exact_q(), 99.0))
    won = TABLE.exact_values()[~TABLE.done] == 1
    assert examine(TABLE, q).value_error == pytest.approx(0.25 * won.mean())
    with pytest.raises(ValueError, match=r"shape \(5478, 9\), not \(9,\)"):
        examine(TABLE, q[0])

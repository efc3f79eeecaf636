"""The parts of the solver: vector kernels, stable discs, the transposition table."""

import random

import numba
import pytest

from coursekit.engine.endgame import table as tables
from coursekit.engine.endgame.stability import rims, stable_discs
from coursekit.engine.rules import othello as scalar
from coursekit.engine.rules import vectors
from coursekit.games.othello import Othello
from tests.support.exact import any_board, near_end
from tests.support.playing import play_on

called = numba.njit("uint64(uint64, uint64, uint64)")
vector_flips = called(lambda own, opp, move: vectors.flips(own, opp, move))
vector_moves = called(lambda own, opp, empty: vectors.legal_moves(own, opp, empty))


def boards() -> list[Othello]:
    return [
        any_board(size, size**2 * share // 10, seed)
        for size in (4, 6, 8)
        for share in (1, 3, 6, 9)
        for seed in range(12)
    ]


def test_vector_kernels_are_the_plain_ones_four_at_a_time() -> None:
    for env in boards():
        own, opp, board = env.bitboards
        empty = board & ~(own | opp)
        assert vector_moves(own, opp, empty) == scalar.legal_moves(own, opp, board), env
        for square in range(64):
            if empty >> square & 1:
                move = 1 << square
                assert vector_flips(own, opp, move) == scalar.flips(own, opp, move), env


@pytest.mark.parametrize("size", [4, 6, 8])
def test_stable_discs_are_never_turned(size: int) -> None:
    found = 0
    for empties in (2, 4, 8, size**2 // 3):
        for seed in range(12):
            env = near_end(size, empties, seed)
            own, opp, board = env.bitboards
            black, white = (own, opp) if env.player > 0 else (opp, own)
            pairs = {1: (black, white), -1: (white, black)}
            stable = {side: stable_discs(*two, board, rims(board)) for side, two in pairs.items()}
            found += stable[1].bit_count() + stable[-1].bit_count()
            for game in range(8):
                end = play_on(env.copy(), game)
                for player, discs in stable.items():
                    for square in range(64):
                        if discs >> square & 1:
                            assert end.board[square // 8, square % 8] == player, (env, square)
    assert found > 200


def test_a_full_board_and_a_corner_are_stable() -> None:
    board = 2**64 - 1
    rim = rims(board)
    assert stable_discs(0xFF, board ^ 0xFF, board, rim) == 0xFF
    assert stable_discs(0b111 | 1 << 20, 1 << 8, board, rim) == 0b111
    assert stable_discs(1 << 1, 1, board, rim) == 0


def test_the_table_returns_what_it_was_given_and_joins_bounds() -> None:
    table = tables.make_table(8)
    assert tables.look_up(5, 10, table) == -1
    tables.store(5, 10, -64, 12, 33, 20, table)
    tables.store(5, 10, -6, 64, tables.NO_MOVE, 20, table)
    row = table[tables.look_up(5, 10, table)]
    assert [row[name] for name in ("lower", "upper", "move", "empties")] == [-6, 12, 33, 20]
    assert tables.look_up(10, 5, table) == -1


def test_a_bucket_keeps_the_largest_tree_and_the_latest() -> None:
    table = tables.make_table(0)
    chance = random.Random(0)
    rivals: list[tuple[int, int]] = []
    while len(rivals) < 4:
        own, opp = chance.getrandbits(64), chance.getrandbits(64)
        if tables.bucket(own, opp, table) == 0:
            rivals.append((own, opp))
    for (own, opp), empties in zip(rivals, (15, 9, 20, 11), strict=True):
        tables.store(own, opp, -4, 4, 1, empties, table)
    known = [tables.look_up(own, opp, table) >= 0 for own, opp in rivals]
    assert known == [False, False, True, True]


def test_a_table_is_as_large_as_suits_the_solve() -> None:
    for empties, megabytes in ((0, 24 / 1024), (12, 1.5), (18, 96), (60, 96)):
        assert tables.make_table(empties).nbytes == megabytes * 2**20

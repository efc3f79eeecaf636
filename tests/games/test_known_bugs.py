"""Bugs that public projects of this field really had; each test bears the name of its bug."""

from __future__ import annotations

import copy
import pickle
from functools import partial

import numpy as np
import pytest

from coursekit import BLACK, WHITE, IllegalActionError, othello, tictactoe
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, WIPE_OUT, play_on


def test_a_draw_is_not_a_loss_for_both() -> None:
    drawn = (
        tictactoe.from_moves("a1b1c1b2a2c2b3a3c3"),
        othello.from_string("XXXXXXXXOOOOOOOO X"),
        next(e for e in (play_on(MAKERS["ultimate"](), s) for s in range(99)) if e.is_draw()),
    )
    for env in drawn:
        assert env.is_draw()
        assert env.result() == 0
        for side in (BLACK, WHITE):
            assert not env.is_lose(side)
            assert not env.is_win(side)


def test_an_unfinished_game_is_not_a_draw() -> None:
    for name in GAMES:
        env = MAKERS[name]()
        assert not env.is_draw()
        with pytest.raises(ValueError, match="not over"):
            env.result()


def test_undo_across_a_pass_restores_the_side_to_move() -> None:
    env = othello.from_moves(FORCED_PASS)
    mover = env.player
    env.turn_change()
    assert env.player is -mover
    env.update(env.legal_actions()[0])
    assert env.player is mover
    env.undo()
    assert env.player is -mover
    env.undo()
    assert env.player is mover
    assert [action.name for action in env.legal_actions()] == ["pass"]
    env.undo()
    assert env.player is -mover


def test_undo_never_silently_does_nothing() -> None:
    for name in GAMES:
        env = MAKERS[name]()
        with pytest.raises(ValueError, match="nothing to undo"):
            env.undo()
        for seed in range(3):
            play_on(env, seed)
            while env.history:
                before = env.position, len(env.history)
                env.undo()
                assert env.position != before[0]
                assert len(env.history) == before[1] - 1


def test_copies_keep_the_history() -> None:
    for name in GAMES:
        env = play_on(MAKERS[name](), 1, 5)
        for twin in (env.copy(), copy.copy(env), copy.deepcopy(env)):
            assert twin.history == env.history
            assert len(twin.history) == 5
            twin.undo()
            assert len(env.history) == 5


def test_pickles_keep_the_history() -> None:
    for name in GAMES:
        env = play_on(MAKERS[name](), 1, 5)
        twin = pickle.loads(pickle.dumps(env))
        assert twin == env
        for _ in range(5):
            twin.undo()
        assert twin == MAKERS[name]()


def test_a_pass_is_refused_when_a_move_exists() -> None:
    for name in GAMES:
        env = play_on(MAKERS[name](), 1, 2)
        before = env.position
        for passing in (partial(env.update, "pass"), env.turn_change):
            with pytest.raises(IllegalActionError):
                passing()
        assert env.position == before
        assert len(env.history) == 2


def test_a_pass_is_not_skipped_for_the_player() -> None:
    """The side that must pass is still to move, and no other action is offered."""
    env = othello.from_moves(FORCED_PASS)
    assert env.player is BLACK
    assert len(env.history) == 8
    assert [str(action) for action in env.legal_actions()] == ["BLACK pass"]
    assert not env.is_done()


def test_a_game_without_moves_for_either_side_does_not_pass_for_ever() -> None:
    env = othello.from_moves(WIPE_OUT)
    assert env.is_done()
    assert env.legal_actions() == []
    with pytest.raises(IllegalActionError):
        env.turn_change()


def test_an_illegal_square_never_places_a_disc() -> None:
    for name in GAMES:
        env = play_on(MAKERS[name](), 1, 4)
        legal = {action.index for action in env.legal_actions()}
        size, before = len(env.board), env.board
        for index in set(range(size * size)) - legal:
            with pytest.raises(IllegalActionError):
                env.update(divmod(index, size))
            assert (env.board == before).all()
        assert len(env.history) == 4


def test_an_occupied_square_is_never_played_again() -> None:
    for name in GAMES:
        env = play_on(MAKERS[name](), 2, 6)
        for action in env.history:
            if not action.is_pass:
                with pytest.raises(IllegalActionError):
                    env.update((action.row, action.col))  # type: ignore[arg-type]


def test_a_negative_index_does_not_count_from_the_end() -> None:
    env = othello.make()
    for pair in ((-6, 3), (2, -5), (-4, -3)):
        assert (pair[0] % 8, pair[1] % 8) in {(a.row, a.col) for a in env.legal_actions()}
        with pytest.raises(IllegalActionError):
            env.update(pair)


def test_a_line_does_not_run_round_the_edge_of_the_board() -> None:
    """Black h4, white a5 b5: neighbours in memory, not on the board."""
    cells = np.full(64, "-")
    cells[31], cells[32], cells[33] = "X", "O", "O"
    assert othello.from_string("".join(cells) + " X").is_done()


def test_seeds_reach_the_playouts() -> None:
    for name in GAMES:
        runs = [MAKERS[name](seed=seed).playouts(60).tolist() for seed in (1, 1, 2)]
        assert runs[0] == runs[1] != runs[2]


def test_copies_do_not_all_play_the_same_random_game() -> None:
    for name in GAMES:
        env = MAKERS[name](seed=1)
        assert len({env.copy().playout() for _ in range(60)}) == 3
        assert len({env.copy().rng.random() for _ in range(60)}) == 60


def test_copies_do_not_play_each_others_random_games_one_call_later() -> None:
    """Seeds of copies a fixed step apart met the numbers of the playouts: a hundred copies with
    a hundred playouts each played two hundred games instead of ten thousand."""
    env = othello.make(seed=1)
    one, two = env.copy().playouts(200), env.copy().playouts(200)
    assert (one[1:] == two[:-1]).mean() < 0.9
    assert (one[:-1] == two[1:]).mean() < 0.9


def test_a_playout_across_a_pass_keeps_the_point_of_view() -> None:
    """White must pass, then black takes the last disc: a loss for white, who is to move."""
    env = othello.from_string("XO-------------- O", "")
    assert env.legal_actions()[0].is_pass
    assert {env.playout() for _ in range(10)} == {-1}
    env.turn_change()
    assert {env.playout() for _ in range(10)} == {1}


def test_a_result_is_seen_from_the_side_to_move() -> None:
    assert tictactoe.from_moves("a1b1a2b2a3").result() == -1
    assert tictactoe.from_moves("a1b1a2b2c3b3").result() == -1
    assert othello.from_moves(WIPE_OUT).result() == -1
    assert othello.from_string("X---------------" + " X").result() == 1


@pytest.mark.parametrize("ask", ["count", "is_win", "is_lose"])
@pytest.mark.parametrize(
    "env", [othello.from_moves("d3c3b3d2e1d6d7e3f4"), tictactoe.from_moves("b2a1b3a2b1")]
)
def test_zero_names_no_player(env, ask):
    with pytest.raises(ValueError, match="a player is"):
        getattr(env, ask)(0)

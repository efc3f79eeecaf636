"""Bugs that public projects of this field really had; each test bears the name of its bug."""

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
        othello.from_string("---------------- O"),
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
    env.update(env.legal_actions()[0])
    for side in (mover, -mover, mover, -mover):
        assert env.player is side
        assert env.must_pass() == (len(env.history) == 8)
        env.undo()


def test_undo_never_silently_does_nothing() -> None:
    for name in GAMES:
        env = MAKERS[name]()
        with pytest.raises(ValueError, match="nothing to undo"):
            env.undo()
        for seed in range(3):
            play_on(env, seed)
            while plies := len(env.history):
                before = env.position
                env.undo()
                assert env.position != before
                assert len(env.history) == plies - 1


def test_copies_and_pickles_keep_the_history() -> None:
    for name in GAMES:
        env = play_on(MAKERS[name](), 1, 5)
        pickled = pickle.loads(pickle.dumps(env))
        for twin in (env.copy(), copy.copy(env), copy.deepcopy(env), pickled):
            assert twin == env
            for _ in range(5):
                twin.undo()
            assert twin == MAKERS[name]()
            assert len(env.history) == 5


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
    assert len(env.history) == 8
    assert [str(action) for action in env.legal_actions()] == ["BLACK pass"]


def test_a_game_without_moves_for_either_side_does_not_pass_for_ever() -> None:
    env = othello.from_moves(WIPE_OUT)
    assert env.is_done()
    assert env.legal_actions() == []
    with pytest.raises(IllegalActionError):
        env.turn_change()


def test_an_illegal_square_never_places_a_disc() -> None:
    for name in GAMES:
        for seed in range(4):
            env = play_on(MAKERS[name](), seed, 4 + seed)
            before = repr(env), env.history
            for action in set(env.space.actions) - set(env.legal_actions()):
                pair = () if action.is_pass else ((action.row, action.col),)
                for form in (action, action.name, *pair):
                    with pytest.raises(IllegalActionError):
                        env.update(form)
                    assert (repr(env), env.history) == before


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


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, 1, 4, 2**63])
def test_copies_do_not_play_each_others_random_games_one_call_later(name, seed):
    """Seeds of copies a fixed step apart met the numbers of the playouts: a hundred copies with
    a hundred playouts each played two hundred games instead of ten thousand."""
    env = MAKERS[name](seed=seed)
    family = [env.copy() for _ in range(4)]
    family += [family[0].copy(), family[0].copy(), env]
    runs = [tuple(member.playouts(100)) for member in family]
    windows = {run[start : start + 60] for run in runs for start in range(41)}
    assert len(windows) == len(runs) * 41


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


@pytest.mark.parametrize("player", [0, 5, 0.5, None, "BLACK"])
@pytest.mark.parametrize("ask", ["count", "is_win", "is_lose"])
@pytest.mark.parametrize("env", [othello.from_moves(WIPE_OUT), tictactoe.make()])
def test_what_is_no_side_names_no_player(env, ask, player):
    """is_win(5) of an unfinished game was False."""
    with pytest.raises(ValueError, match="a player is"):
        getattr(env, ask)(player)

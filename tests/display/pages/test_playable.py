"""The playable board as a widget: messages of the page, any clicks, no kernel."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import othello
from coursekit.display import play
from coursekit.games.actions import square_name
from tests.support.playing import GAMES, MAKERS
from tests.support.sessions import PATIENCE, first, last


def test_messages_of_the_page_are_obeyed():
    board = play(othello.make(), {"first": first, "last": last}, side=None)

    def hear(act, what=None, turn=None):
        turn = board.view["turn"] if turn is None else turn
        board._hear(board, {"act": act, "what": what, "turn": turn}, [])

    hear("begin")
    hear("play", "f5")
    assert board.env.to_moves() == "f5"
    hear("play", "a1")
    assert "a1" in board.view["message"]
    hear("play", "d6", turn=0)
    assert board.env.to_moves() == "f5"
    hear("take_back")
    assert board.env == othello.make()
    hear("choose_opponent", "nobody")
    hear("choose_opponent", "last")
    hear("choose_side", -1)
    assert board.wait(PATIENCE)
    assert board.env.last_action.name == "e6"
    hear("new_game")
    hear("dance")
    hear("choose_side", 1)
    assert board.view["opponent"] == "last"
    board.close()


def test_without_a_kernel_there_is_a_picture():
    data, metadata = play(othello.make(), first)._repr_mimebundle_()
    assert data["text/plain"] == "<playable board of othello8, Black to move>"
    assert data["image/png"].startswith("iVBOR")
    assert metadata["image/png"] == {"width": 400}
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_registered_game_of_rows_and_columns_is_played(row_game):
    board = play(row_game, side=None)
    assert board.view["opponents"] == ["random", "alpha-beta, depth 9"]
    board.play("c2")
    assert board.view["status"] == "Red to move"
    assert (board.game["rows"], board.game["cols"], board.game["style"]) == (2, 4, "plain")
    board._hear(board, {"act": "choose_opponent", "what": "alpha-beta, depth 9"}, [])
    board._hear(board, {"act": "choose_side", "what": -1}, [])
    assert board.wait(PATIENCE)
    assert board.view["message"] == ""
    assert board.env.is_win(1)
    board.close()


@pytest.mark.parametrize("given", ["x", othello, othello.Othello, None])
def test_what_is_no_game_is_refused_in_words(given):
    with pytest.raises(TypeError, match=r"takes an env, such as othello.make\(\) returns, not"):
        play(given)


ACTS = st.one_of(
    st.tuples(
        st.just("play"),
        st.sampled_from(["a1", "c3", "d3", "b2", "i9", "pass", None, 37, [4], 1.5, {}]),
    ),
    st.tuples(st.just("legal"), st.integers(0, 80)),
    st.tuples(
        st.sampled_from(
            ["take_back", "new_game", "stop", "go_on", "hint", "resign", "review", "wait"]
        ),
        st.none(),
    ),
    st.tuples(st.just("choose_side"), st.sampled_from([1, -1, 0])),
    st.tuples(st.just("choose_opponent"), st.sampled_from(["first", "last", "broken"])),
)


@given(st.sampled_from(GAMES), st.lists(ACTS, max_size=25))
@settings(max_examples=60, deadline=None)
def test_any_clicks_leave_a_game_that_the_rules_allow(name, acts):
    def broken(env):
        raise RuntimeError("always")

    env = MAKERS[name](seed=0)
    board = play(env, {"first": first, "last": last, "broken": broken})
    for act, what in acts:
        if act == "wait":
            assert board.wait(PATIENCE)
            continue
        if act == "legal":
            legal = board.view["legal"]
            square = legal[what % len(legal)] if legal else 0
            act, what = "play", square_name(*divmod(square, len(env.board)))
        board._hear(board, {"act": act, "what": what, "turn": board.view["turn"]}, [])
    assert board.wait(PATIENCE)
    shown, twin = board.view, MAKERS[name](seed=0)
    for move in shown["moves"]:
        twin.update(move)
    assert board.env == twin
    assert shown["position"]["cells"] == twin.board.ravel().tolist()
    mine = shown["side"] in (0, int(twin.player)) and not shown["over"]
    assert shown["over"] == (twin.is_done() or "resigned" in shown["status"])
    assert shown["yours"] == mine
    expected = [a.index for a in twin.legal_actions() if not a.is_pass] if mine else []
    assert shown["legal"] == expected
    board.close()

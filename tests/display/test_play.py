"""The playable board without a page: moves, replies, take back, passes, faults, threads."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import BLACK, WHITE, Budget, othello, players, tictactoe, ultimate
from coursekit.display import play
from coursekit.display.opponents import Opponent, course_opponents, read_opponents
from coursekit.display.session import BOTH, Session
from coursekit.display.thinking import Interrupted
from coursekit.games.actions import square_name
from coursekit.players import player_name
from tests.support.playing import FORCED_PASS, GAMES, MAKERS

PATIENCE = 20  # seconds, for threads on a busy machine


def first(env):
    return env.legal_actions()[0]


def last(env):
    return env.legal_actions()[-1]


def session(env=None, opponent=first, side=1, **options):
    env = othello.make(seed=0) if env is None else env
    made = Session(env, read_opponents(opponent, env), side, **options)
    made.begin()
    return made


def settle(game):
    assert game.wait(PATIENCE)


def threads():
    return [t for t in threading.enumerate() if t.name == "coursekit thinking"]


class Slow:
    """A player that thinks until it is released, and tells how it ended."""

    def __init__(self):
        self.asked = threading.Event()
        self.released = threading.Event()
        self.interrupted = threading.Event()

    def __call__(self, env):
        self.asked.set()
        try:
            while not self.released.is_set():
                time.sleep(0.005)
        except Interrupted:
            self.interrupted.set()
            raise
        return env.legal_actions()[0]


# Moves and replies


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [1, -1])
def test_a_whole_game_of_every_kind(name, side):
    game = session(MAKERS[name](), last, side)
    settle(game)
    while not game.env.is_done():
        assert game.view()["yours"]
        game.play(first(game.env).name)
        settle(game)
    twin = MAKERS[name]()
    while not twin.is_done():
        twin.update((first if int(twin.player) == side else last)(twin))
    assert game.env == twin
    assert game.view()["over"]
    assert not game.view()["yours"]


def test_the_given_env_is_not_changed():
    env = othello.from_moves("f5d6")
    game = session(env)
    game.play("c3")
    settle(game)
    game.env.update("pass") if game.env.legal_actions()[0].is_pass else game.env.update(
        first(game.env)
    )
    assert env == othello.from_moves("f5d6")
    assert len(game.env.history) == 4


def test_nothing_happens_before_a_page_shows_the_board():
    env = othello.make()
    game = Session(env, read_opponents(first, env), side=-1)
    assert not game.is_thinking
    game.begin()
    settle(game)
    assert len(game.env.history) == 1
    game.begin()
    settle(game)
    assert len(game.env.history) == 1


@pytest.mark.parametrize("move", ["a1", "z9", "pass", "", (0, 0)])
def test_an_illegal_move_is_answered_and_changes_nothing(move):
    game = session()
    before = game.view()
    game.play(move)
    after = game.view()
    assert game.env == othello.make()
    assert "Black cannot play" in after["message"]
    assert after["turn"] == before["turn"]
    game.play("f5")
    assert game.view()["message"] == ""


def test_a_click_on_what_was_shown_before_is_dropped():
    game = session(side=BOTH)
    turn = game.view()["turn"]
    game.play("f5", turn)
    game.play("d6", turn)
    assert game.env.to_moves() == "f5"
    game.play("d6", game.view()["turn"])
    assert game.env.to_moves() == "f5d6"


def test_out_of_turn_the_person_is_told_whose_turn_it_is():
    slow = Slow()
    game = session(opponent=slow)
    game.play("f5")
    game.play("d6")
    assert game.view()["message"] == "Slow is to move."
    slow.released.set()
    settle(game)
    assert len(game.env.history) == 2


def test_after_the_end_every_move_is_refused():
    game = session(tictactoe.from_moves("a1b1a2b2a3"), side=BOTH)
    game.play("c3")
    assert game.view()["message"] == "The game is over."


# Passes


def test_a_pass_is_announced_and_played_by_name():
    game = session(othello.from_moves(FORCED_PASS), opponent=first, side=1)
    view = game.view()
    assert view["mustPass"]
    assert view["legal"] == []
    assert view["status"] == "Black must pass"
    game.play("pass")
    assert game.view()["said"].startswith("Black passes.")
    settle(game)
    assert len(game.env.history) == len(othello.from_moves(FORCED_PASS).history) + 2


def test_a_pass_of_the_opponent_is_announced():
    game = session(othello.from_moves(FORCED_PASS), opponent=first, side=-1)
    settle(game)
    assert game.view()["said"] == "Black passes. White to move."
    assert game.env.last_action.is_pass


def test_taking_back_goes_over_a_forced_pass():
    env = othello.from_moves(FORCED_PASS)
    env.undo()  # white is to move, then black must pass
    game = session(env, opponent=first, side=BOTH)
    game.play(othello.from_moves(FORCED_PASS).last_action.name)
    game.play("pass")
    game.take_back()
    assert game.env == env


# Take back, new game, other side, other opponent


def test_taking_back_leads_to_the_last_choice_of_the_person():
    game = session()
    game.play("f5")
    settle(game)
    after_two = game.env
    game.play(first(game.env).name)
    settle(game)
    game.take_back()
    assert game.env == after_two
    game.take_back()
    assert game.env == othello.make()
    assert not game.view()["canTakeBack"]
    game.take_back()
    assert game.view()["message"] == "There is no move of yours to take back."


def test_moves_before_the_board_was_given_cannot_be_taken_back():
    game = session(othello.from_moves("f5d6"))
    assert not game.view()["canTakeBack"]


def test_taking_back_while_the_opponent_thinks_withdraws_the_question():
    slow = Slow()
    game = session(opponent=slow)
    game.play("f5")
    assert slow.asked.wait(PATIENCE)
    game.take_back()
    assert slow.interrupted.wait(PATIENCE)
    assert game.env == othello.make()
    assert game.view()["yours"]


def test_a_new_game_begins_where_the_board_was_given():
    start = othello.from_moves("f5d6c3")
    game = session(start, side=-1)
    game.play(first(start).name)
    settle(game)
    game.new_game()
    assert game.env == start
    assert game.view()["said"] == "New game."


def test_chance_goes_on_in_a_new_game():
    game = session(opponent=players.random(), side=1)
    replies = set()
    for _ in range(12):
        game.play("f5")
        settle(game)
        replies.add(game.env.last_action)
        game.new_game()
    assert len(replies) > 1


def test_a_seeded_board_plays_the_same_game_again():
    games = []
    for _ in range(2):
        game = session(othello.make(seed=7), players.random())
        for _ in range(10):
            game.env.playout()  # what is done with the twin does not matter
            game.play(first(game.env).name)
            settle(game)
        games.append(game.env)
    assert games[0] == games[1]


def test_changing_sides_hands_the_move_over():
    game = session()
    game.choose_side(-1)
    settle(game)
    assert len(game.env.history) == 1
    game.choose_side(BOTH)
    assert game.view()["yours"]
    game.choose_side(5)
    assert game.side == BOTH


def test_another_opponent_takes_over_at_once():
    slow = Slow()
    game = session(opponent={"slow": slow, "last": last})
    game.play("f5")
    assert slow.asked.wait(PATIENCE)
    game.choose_opponent("last")
    settle(game)
    assert slow.interrupted.wait(PATIENCE)
    expected = othello.from_moves("f5")
    expected.update(last(expected))
    assert game.env == expected
    game.choose_opponent("nobody")
    assert game.opponent == "last"


# Thinking


def test_an_interrupted_reply_is_dropped_and_the_opponent_can_be_asked_again():
    slow = Slow()
    game = session(opponent=slow)
    game.play("f5")
    assert slow.asked.wait(PATIENCE)
    game.stop()
    view = game.view()
    assert view["stopped"]
    assert not view["asked"]
    assert game.env.to_moves() == "f5"
    slow.released.set()
    game.go_on()
    settle(game)
    assert len(game.env.history) == 2


def test_a_late_reply_does_not_count():
    # A player that cannot be interrupted: it catches everything.
    asked, released, ended = threading.Event(), threading.Event(), threading.Event()

    def stubborn(env):
        asked.set()
        while not released.is_set():
            try:
                time.sleep(0.005)
            except BaseException:
                continue
        ended.set()
        return env.legal_actions()[0]

    game = session(opponent={"stubborn": stubborn, "last": last})
    game.play("f5")
    assert asked.wait(PATIENCE)
    game.choose_opponent("last")
    settle(game)
    after = game.env
    released.set()
    assert ended.wait(PATIENCE)
    for thread in threads():
        thread.join(PATIENCE)
    assert game.env == after


def test_no_player_thinks_twice_at_once():
    busy = threading.Lock()
    overlaps = []

    def single(env):
        if not busy.acquire(blocking=False):
            overlaps.append(env)
        try:
            time.sleep(0.02)
        except Interrupted:
            time.sleep(0.02)
            raise
        finally:
            busy.release()
        return env.legal_actions()[0]

    game = session(opponent=single)
    for _ in range(5):
        game.play("f5")
        time.sleep(0.005)
        game.take_back()
    game.play("f5")
    settle(game)
    assert overlaps == []
    assert len(game.env.history) == 2


def test_no_thread_is_left_behind():
    slow = Slow()
    game = session(opponent=slow)
    game.play("f5")
    assert slow.asked.wait(PATIENCE)
    game.close()
    for thread in threads():
        thread.join(PATIENCE)
    assert threads() == []


def test_a_compiled_search_can_be_interrupted():
    deep = players.uct(Budget(seconds=600))
    game = session(opponent=deep)
    game.play("f5")
    time.sleep(0.1)
    game.stop()
    for thread in threads():
        thread.join(PATIENCE)
    assert threads() == []


def test_a_player_is_not_interrupted_while_it_starts_a_thread():
    # CPython 3.11 may raise in the new thread what is meant for the one that starts it.
    entered, released, survived = threading.Event(), threading.Event(), threading.Event()

    class Gate(threading.Event):
        def wait(self, timeout=None):
            entered.set()
            return released.wait(PATIENCE)

    def player(env):
        helper = threading.Thread(target=int)
        helper._started = Gate()
        helper.start()
        survived.set()
        return env.legal_actions()[0]

    game = session(opponent=player)
    game.play("f5")
    assert entered.wait(PATIENCE)
    game.stop()
    released.set()
    assert survived.wait(PATIENCE)
    for thread in threads():
        thread.join(PATIENCE)
    assert game.env.to_moves() == "f5"


def test_a_player_of_the_course_is_not_shared_with_the_cells():
    given_player = players.uct(Budget(count=100))
    game = session(opponent=given_player)
    game.play("f5")
    settle(game)
    assert given_player.info is None
    assert game.thought.numbers["visits"]


# The student's own function


def test_an_exception_is_shown_with_its_line_and_the_game_goes_on():
    def broken(env):
        return [][1]

    game = session(opponent={"broken": broken, "last": last})
    game.play("f5")
    settle(game)
    view = game.view()
    assert view["message"] == "broken raised IndexError: list index out of range"
    assert "return [][1]" in view["details"]
    assert "games.py" not in view["details"]
    assert view["stopped"]
    assert game.env.to_moves() == "f5"
    game.choose_opponent("last")
    settle(game)
    assert game.view()["message"] == ""
    assert len(game.env.history) == 2


@pytest.mark.parametrize("answer", ["a1", None, (9, 9), 3.5])
def test_an_illegal_reply_is_shown_with_the_board(answer):
    game = session(opponent=lambda env: answer)
    game.play("f5")
    settle(game)
    view = game.view()
    assert f"returned {answer!r}" in view["message"]
    assert "WHITE (O) to move" in view["details"]
    assert game.env.to_moves() == "f5"


def test_an_opponent_that_plays_on_its_env_is_told_so():
    def careless(env):
        env.update(env.legal_actions()[0])
        return env.legal_actions()[0]

    game = session(opponent=careless)
    game.play("f5")
    settle(game)
    assert "left the env changed" in game.view()["message"]
    assert game.env.to_moves() == "f5"


def test_an_opponent_that_cannot_be_made_is_reported():
    env = othello.make()

    def missing():
        raise FileNotFoundError("no checkpoint in runs/x")

    game = Session(env, {"mine": Opponent(missing)}, side=1)
    game.begin()
    game.play("f5")
    settle(game)
    assert game.view()["message"] == "mine failed: no checkpoint in runs/x"


# Thoughts


def test_what_the_opponent_thought_can_be_seen():
    game = session(opponent=players.uct(Budget(count=500)))
    game.play("f5")
    settle(game)
    thought = game.view()["thought"]
    assert set(thought["labels"]) == {"visits", "value"}
    legal = {action.index for action in othello.from_moves("f5").legal_actions()}
    assert set(thought["labels"]["visits"]) == legal
    assert 0 <= thought["share"] <= 1
    assert game.env.last_action.name in thought["sentence"]


def test_a_share_is_that_of_the_first_player():
    # O is to move and can win at once, so X can expect nothing.
    game = session(tictactoe.from_moves("a1b1a2b2c1"), players.uct(Budget(count=500)), side=1)
    settle(game)
    assert game.env.is_win(-1)
    assert game.view()["thought"]["share"] < 0.05


def test_bounds_of_alpha_beta_are_marked_as_such():
    game = session(opponent=players.alpha_beta(3))
    game.play("f5")
    settle(game)
    labels = game.view()["thought"]["labels"]["value"]
    chosen = game.env.last_action.index
    assert not labels[chosen][0].startswith("≤")
    assert all(text.startswith("≤") for square, (text, *_) in labels.items() if square != chosen)
    assert game.view()["thought"]["share"] is None


def test_a_hint_is_about_the_position_and_plays_nothing():
    game = session(opponent=Slow(), adviser=Opponent(lambda: players.alpha_beta(4)))
    game.hint()
    settle(game)
    assert game.env == othello.make()
    assert game.view()["said"] == f"Hint: {players.alpha_beta(4)(othello.make()).name}."
    assert game.view()["yours"]
    assert game.view()["thought"]["labels"]["value"]
    game.play("f5")
    assert game.view()["thought"] is None
    game.close()


def test_a_move_withdraws_a_hint():
    slow = Slow()
    game = session(opponent=first, adviser=Opponent(lambda: slow))
    game.hint()
    assert slow.asked.wait(PATIENCE)
    game.play("f5")
    assert slow.interrupted.wait(PATIENCE)
    settle(game)
    assert len(game.env.history) == 2


def test_odd_information_of_a_students_player_is_left_out():
    class Info:
        value = "good"
        visits = {"f5": 3}  # noqa: RUF012
        variation = None

    class Mine:
        def __call__(self, env):
            self.info = Info()
            self.info.action = env.legal_actions()[0]
            return self.info.action

    game = session(opponent=Mine())
    game.play("f5")
    settle(game)
    assert game.view()["message"] == ""
    assert game.view()["thought"]["labels"] == {}


# Whom one can play


@pytest.mark.parametrize("name", GAMES)
def test_every_opponent_of_the_course_plays_under_its_name(name):
    env = MAKERS[name](seed=1)
    found = course_opponents(env)
    assert "random" in found
    for said, make in found.items():
        if "50,000" in said:
            continue  # the same player as with fewer simulations
        player = make()
        assert player_name(player) == said
        env.copy().update(player(env))


@pytest.mark.parametrize(
    ("opponent", "error"), [(3, TypeError), ({}, ValueError), ({"x": "y"}, TypeError)]
)
def test_what_is_no_opponent_is_refused(opponent, error):
    with pytest.raises(error):
        play(othello.make(), opponent)


def test_a_factory_that_was_not_called_is_refused():
    with pytest.raises(TypeError, match=r"call it, players\.uct\(\)"):
        play(othello.make(), players.uct)


@pytest.mark.parametrize(
    ("side", "expected"), [(BLACK, 1), (WHITE, -1), (1, 1), ("white", -1), (None, 0)]
)
def test_sides(side, expected):
    assert play(othello.make(), first, side).view["side"] == expected


def test_an_unknown_side_is_refused():
    with pytest.raises(ValueError, match="expected X, O, or None"):
        play(tictactoe.make(), first, side="black")


# The widget


def test_the_widget_shows_what_the_session_says():
    board = play(othello.make(), first)
    board.play("f5")
    assert board.wait(PATIENCE)
    assert board.view == board._session.view()
    assert board.env.to_moves() == "f5f4"
    board.take_back()
    assert board.view["moves"] == []
    board.close()


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
    hear("back")
    assert board.env == othello.make()
    hear("opponent", "last")
    hear("side", -1)
    assert board.wait(PATIENCE)
    assert board.env.last_action.name == "e6"
    hear("new")
    hear("dance")
    hear("side", 1)
    assert board.view["opponent"] == "last"
    board.close()


@pytest.mark.parametrize("what", [None, "x", "i9", 37, [4], 1.5, {}])
def test_nonsense_from_the_page_changes_nothing(what):
    board = play(othello.make(), first)
    board._hear(board, {"act": "play", "what": what, "turn": board.view["turn"]}, [])
    assert board.env == othello.make()


def test_without_a_kernel_there_is_a_picture():
    data, metadata = play(othello.make(), first)._repr_mimebundle_()
    assert data["text/plain"] == "<playable board of othello8, Black to move>"
    assert data["image/png"].startswith("iVBOR")
    assert metadata["image/png"] == {"width": 400}
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_page_fetches_nothing_and_takes_its_colours_from_the_theme():
    board = play(ultimate.make(), first)
    for text in (board._esm, board._css):
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text
        assert "@import" not in text
    assert "--board: #409064;" in board._css
    assert len(board._esm) + len(board._css) < 40_000


# Any clicks whatever


ACTS = st.one_of(
    st.tuples(st.just("play"), st.sampled_from(["a1", "c3", "d3", "b2", "i9", "pass"])),
    st.tuples(st.just("legal"), st.integers(0, 80)),
    st.tuples(st.sampled_from(["back", "new", "stop", "go on", "hint", "wait"]), st.none()),
    st.tuples(st.just("side"), st.sampled_from([1, -1, 0])),
    st.tuples(st.just("opponent"), st.sampled_from(["first", "last", "broken"])),
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
    mine = shown["side"] in (0, int(twin.player)) and not twin.is_done()
    assert shown["yours"] == mine
    expected = [a.index for a in twin.legal_actions() if not a.is_pass] if mine else []
    assert shown["legal"] == expected
    board.close()

"""A game against an opponent without a page: moves, replies, passes, take back."""

import pytest

from coursekit import othello, players, tictactoe
from coursekit.display.pages.opponents import read_opponents
from coursekit.display.pages.session import BOTH, Session
from tests.support.playing import FORCED_PASS, GAMES, MAKERS
from tests.support.sessions import PATIENCE, Slow, asked, first, last, session, settle


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
    assert game.env.is_done()
    assert not game.view()["yours"]


def test_nothing_happens_before_a_page_shows_the_board():
    env = othello.make()
    game = Session(env, read_opponents(first, env), side=-1)
    assert not game.view()["asked"]
    for _ in range(2):
        game.begin()
        settle(game)
        assert len(game.env.history) == 1
    assert env == othello.make()


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


def test_out_of_turn_the_person_is_told_whose_turn_it_is():
    slow = Slow()
    game = session(opponent=slow)
    game.play("f5")
    game.play("d6")
    assert game.view()["message"] == "Slow is to move."
    slow.released.set()
    settle(game)
    assert len(game.env.history) == 2
    over = session(tictactoe.from_moves("a1b1a2b2a3"), side=BOTH)
    over.play("c3")
    assert over.view()["message"] == "The game is over."


def test_passes_of_both_sides_are_announced():
    slow = Slow()
    game = session(othello.from_moves(FORCED_PASS), opponent=slow, side=1)
    view = game.view()
    assert view["mustPass"]
    assert view["legal"] == []
    assert view["status"] == "Black must pass"
    game.play("pass")
    assert game.view()["said"].startswith("Black passes.")
    slow.released.set()
    settle(game)
    assert len(game.env.history) == len(othello.from_moves(FORCED_PASS).history) + 2
    game = session(othello.from_moves(FORCED_PASS), opponent=first, side=-1)
    settle(game)
    assert game.view()["said"] == "Black passes. White to move."


def test_taking_back_goes_over_a_forced_pass():
    env = othello.from_moves(FORCED_PASS)
    env.undo()  # white is to move, then black must pass
    game = session(env, opponent=first, side=BOTH)
    game.play(othello.from_moves(FORCED_PASS).last_action.name)
    game.play("pass")
    game.take_back()
    assert game.env == env


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


def test_taking_back_while_the_opponent_thinks_withdraws_the_question():
    game, slow = asked()
    game.take_back()
    assert slow.interrupted.wait(PATIENCE)
    assert game.env == othello.make()
    assert game.view()["yours"]


def test_a_new_game_begins_where_the_board_was_given():
    start = othello.from_moves("f5d6c3")
    game = session(start, side=-1)
    assert not game.view()["canTakeBack"]
    game.play(first(start).name)
    settle(game)
    game.new_game()
    assert game.env == start
    assert game.view()["said"] == "New game."


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


def test_the_score_against_an_opponent_is_kept():
    game = session()
    assert game.view()["score"] == [0, 0, 0]
    game.play("f5")
    game.resign()
    assert game.view()["score"] == [0, 0, 1]
    game.take_back()
    assert game.view()["score"] == [0, 0, 0]
    game.resign()
    game.new_game()
    while not game.view()["over"]:
        game.play(first(game.env).name)
        settle(game)
    won = int(game.env.result() * game.env.player)  # of black
    expected = [0, 0, 1]
    expected[1 - won] += 1
    assert game.view()["score"] == expected


def test_a_game_in_which_the_opponent_or_the_side_changed_does_not_count():
    game = session(opponent={"one": players.random(), "two": players.most_flips()})
    game.play("f5")
    settle(game)
    game.resign()
    game.choose_opponent("two")  # who has not played this game
    assert game.view()["score"] == [0, 0, 0]
    game.new_game()
    game.play("f5")
    settle(game)
    game.choose_side(-1)  # whoever was losing
    settle(game)
    game.resign()
    game.new_game()
    assert game.view()["score"] == [0, 0, 0]


@pytest.mark.parametrize(("side", "loser"), [(1, "Black"), (-1, "White"), (BOTH, "Black")])
def test_a_game_can_be_given_up_and_gone_on_with(side, loser):
    game = session(side=side)
    settle(game)
    moves = game.view()["moves"]
    if side == BOTH:
        game.play("f5")
        game.play("d6")
        moves = ["f5", "d6"]
    game.resign()
    view = game.view()
    assert view["status"].startswith(f"{loser} resigned, ")
    assert view["over"]
    assert not view["yours"]
    assert view["legal"] == []
    game.play("f5")
    assert game.view()["message"] == "The game is over."
    game.take_back()
    assert game.view()["yours"]
    assert game.view()["moves"] == moves
    game.resign()
    game.new_game()
    assert not game.view()["over"]

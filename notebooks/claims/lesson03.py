"""Claims of lesson 03: see tests/notebooks/claims.py."""

import numpy as np


def black_pays_for_b8_with_a_corner():
    """After b8, white takes the corner a8 and leaves black at −22."""
    found = {}
    for action in position.legal_actions():
        env = position.copy()
        env.update(action)
        found[action.name] = {}
        for reply in env.legal_actions():
            env.update(reply)
            found[action.name][reply.name] = evaluate(env)
            env.undo()
    assert min(found["b8"], key=found["b8"].get) == "a8" and found["b8"]["a8"] == -22
    assert min(found["b7"].values()) == -23
    assert min(found["a7"].values()) == -1


def one_ply_chooses_b8_and_two_plies_a7():
    """b8 looked best only because we stopped before the answer"""
    assert minimax_player(1)(env).name == "b8"
    assert minimax_player(2)(env).name == "a7"


def a_pass_is_searched_like_any_move():
    """where a side must pass, legal_actions holds just the pass"""
    stuck = bank.position("forced pass")
    assert [action.is_pass for action in stuck.legal_actions()] == [True]
    assert abs(minimax(stuck, 3, BLACK)) < 1000  # an ordinary value, no infinity


def the_compiled_player_plays_our_games():
    """The package's compiled minimax must agree with ours, too."""
    assert all(agree)
    ours = arena.match(minimax_player(2), players.random(), games=20)
    twin = arena.match(players.minimax(2), players.random(), games=20)
    assert [g.moves for g in ours.transcripts] == [g.moves for g in twin.transcripts]


def the_compiled_evaluation_is_ours():
    """All players know the same table."""
    for env in [*bank.unfinished(8), bank.position("draw"), bank.position("wipe-out")]:
        assert table(env) == evaluate(env)


def every_ply_costs_about_the_same_factor():
    """What one more ply costs: about the same factor every time. The compiled line is flat at first"""
    factors = [nodes[depth + 1] / nodes[depth] for depth in range(1, 6)]
    assert max(factors) / min(factors) < 1.3


def compiling_buys_two_to_three_plies():
    """Compiling makes the search hundreds of times faster, and buys two to three plies"""
    from math import log

    faster = slow[3] / fast[3]
    assert faster > 200 and 2 < log(faster) / log(11) < 3.2  # 2.5 to 2.8 where nothing else runs


def knowing_the_end_needs_the_second_ply():
    """Knowing the end is worth nothing at one ply, where it matters only for a move that ends the game, and then there is hardly a choice left. At two plies it is worth about five points, against either rival."""
    for opponent in (0, 1):
        one, knows_one, two, knows = (_score(name, opponent) for name in looking)
        assert one == knows_one
        assert 4.5 < knows - two < 6


def the_second_ply_alone():
    """Against lesson 02's player it brings 22 points, probably because that player uses the very table by which minimax expects it to reply. Against random play, which replies otherwise, it brings 1.9 points."""
    one, _, two, _ = (_score(name, 1) for name in looking)
    assert round(two - one) == 22
    one, _, two, _ = (_score(name, 0) for name in looking)
    assert round(two - one, 1) == 1.9 < 4


def four_games_of_five_are_alike():
    """With and without the end, though, the players of two plies play four games of five alike, move for move."""
    for pairs in _two_plies_with_and_without_the_end():
        assert 0.78 < np.mean([a.moves == b.moves for a, b in pairs]) < 0.83


def they_part_with_two_squares_left():
    """in nearly all such games there are just two squares left."""
    for pairs in _two_plies_with_and_without_the_end():
        left = []
        for one, other in pairs:
            env = othello.make()
            for a, b in zip(_moves(one), _moves(other), strict=False):
                if a != b:
                    left.append(64 - env.count(BLACK) - env.count(WHITE))
                    break
                env.play_moves(a)
        assert len(left) > 150 and np.mean(np.array(left) == 2) > 0.85


def _moves(game):
    return [game.moves[at : at + 2] for at in range(0, len(game.moves), 2)]


def _two_plies_with_and_without_the_end():
    for rival in rivals:
        without, knowing = (scores[name, rival].transcripts for name in [*looking][2:])
        yield [*zip(without, knowing, strict=True)]


def the_second_ply_to_one_that_knows_the_end():
    """Against a rival that shares its table, a second ply brings more than 20 points. Against random play it brings little, unless the player also knows the end."""
    gains = [_score([*looking][3], rival) - _score([*looking][1], rival) for rival in (1, 0)]
    assert [round(gain) for gain in gains] == [28, 7]


def what_b8_costs():
    """You still lose if both sides play their best, but by 14 discs; another move in place of b8 would have beaten you by 46."""
    from coursekit import truth

    values = {action.name: value for action, value in truth.move_values(position).items()}
    assert (values["b8"], values["a7"], max(values.values())) == (14, 46, 46)


def _score(name, opponent):
    return round(100 * scores[name, [*rivals][opponent]].score, 1)


def x_wins_from_the_centre():
    """X takes a1, O must block on c3, and X's a3 then threatens a2 and c1 at once."""
    line = tictactoe.from_moves("b2b1a1")
    for reply in line.legal_actions():
        if reply.name != "c3":
            missed = tictactoe.from_moves(f"b2b1a1{reply.name}c3")
            assert missed.is_win(1)
    for reply in tictactoe.from_moves("b2b1a1c3a3").legal_actions():
        wins = [f"b2b1a1c3a3{reply.name}{last}" for last in ("a2", "c1") if last != reply.name]
        assert any(tictactoe.from_moves(moves).is_win(1) for moves in wins)


def six_plies_take_130_times_as_long_as_four():
    """so six visit about 130 times as many positions as four"""
    assert 120 <= nodes[6] / nodes[4] <= 135


def every_ply_beats_the_one_before():
    """Each wins, the first by most."""
    assert all(match.interval.low > 0.5 for match in ladder)
    assert ladder[0].score == max(match.score for match in ladder)


def the_match_of_the_first_exercise():
    """Then bet, and try it: arena.match(minimax_player(2, mobility), minimax_player(2, table), games=100)."""
    from coursekit.exercises.lesson03 import mobility as reference

    match = arena.match(minimax_player(2, reference), minimax_player(2, table), games=100)
    assert str(match).endswith("score 30.0 % (95 %: 21.9–39.6 %)")
    assert "scores 30 % (22–40)" in lesson03.moves.check(reference).message

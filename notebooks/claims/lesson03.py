"""Claims of lesson 03: see tests/notebooks/claims.py."""

import inspect

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
    """b8 looked best only because we stopped before white's reply"""
    assert minimax_player(1)(env).name == "b8"
    assert minimax_player(2)(env).name == "a7"


def the_compiled_player_plays_our_games():
    """does the package's compiled minimax agree?"""
    assert all(agree)
    ours = arena.match(minimax_player(2), players.random(), games=20)
    twin = arena.match(players.minimax(2), players.random(), games=20)
    assert [g.moves for g in ours.transcripts] == [g.moves for g in twin.transcripts]


def the_compiled_evaluation_is_ours():
    """it looks at the reply, and it knows when the game is over"""
    for env in [*bank.unfinished(8), bank.position("draw"), bank.position("wipe-out")]:
        assert table(env) == evaluate(env)


def every_ply_costs_about_the_same_factor():
    """What one more ply costs: about the same factor every time. The compiled line is flat at first"""
    factors = [nodes[depth + 1] / nodes[depth] for depth in range(1, 6)]
    assert max(factors) / min(factors) < 1.3


def compiling_buys_two_to_three_plies():
    """Compiling makes it hundreds of times faster, and that buys only two to three plies"""
    from math import log

    faster = slow[3] / fast[3]
    assert (
        faster > 200 and 2 < log(faster) / log(11) < 3.2
    )  # 2.5 to 2.8 where nothing else runs


def the_second_ply_alone():
    """The second ply brings most against the player with the same table: 22 points with the table only."""
    gains = _gains("one ply, table only", "two plies, table only")
    assert [round(points) for points, _ in gains.values()] == [2, 22, 1, 9]
    assert {round(margin_) for _, margin_ in gains.values()} == {4}


def knowing_the_end_alone():
    """Knowing the end brings most against greed, but only together with the second ply: 59 % with neither, 59 with the end only, 60 with the ply only, and 78 with both."""
    for rival in rivals:
        apart, knows = (
            scores[f"one ply, {k}", rival] for k in ("table only", "knows the end")
        )
        assert apart.score == knows.score
    ends = _gains("two plies, table only", "two plies, knows the end")
    assert [round(points) for points, _ in ends.values()] == [5, 6, 18, 4]
    found = [round(100 * scores[name, "greed"].score) for name in looking]
    assert found == [59, 60, 59, 78]


def one_line_is_worth_more_than_a_ply():
    """| random play | +2 ± 4 | +7 ± 4 | +7 ± 2 | | lesson 02's player | +22 ± 4 | +28 ± 4 | +28 ± 3 | | greed | +1 ± 4 | +19 ± 4 | +11 ± 2 | | mobility | +9 ± 4 | +13 ± 4 | +19 ± 3 | With the table only, your line beats the second ply against every rival. A second ply that knows the end is better than the line against greed, worse against mobility, and as good against the other two. (At one ply, knowing the end changes no score.)"""
    source, without = inspect.getsource(careful_moves), careful_moves
    line = "any(action.name in CORNERS for action in env.legal_actions())"
    assert "may_take = False" in source
    exec(source.replace("may_take = False", f"may_take = {line}"), globals())
    found = {}
    for rival, opponent in rivals.items():
        line = arena.match(careful_player, opponent, games=1000)
        found[rival] = [
            *points[rival][:2],
            told(scores["one ply, table only", rival], line),
        ]
        more, margin = gain(scores["two plies, table only", rival], line)
        assert more > margin
        more, margin = gain(scores["two plies, knows the end", rival], line)
        sign = {"greed": -1, "mobility": 1}.get(rival, 0)
        assert (sign * more > margin) if sign else abs(more) < margin
    globals()["careful_moves"] = without
    assert found == {
        "random play": ["+2 ± 4", "+7 ± 4", "+7 ± 2"],
        "lesson 02's player": ["+22 ± 4", "+28 ± 4", "+28 ± 3"],
        "greed": ["+1 ± 4", "+19 ± 4", "+11 ± 2"],
        "mobility": ["+9 ± 4", "+13 ± 4", "+19 ± 3"],
    }


def who_takes_the_corners():
    """Lesson 02's player takes 87 % of the corners that it is offered, greed 48 %, mobility 35 %, random play 20 %. But the line gains more against mobility than against greed."""
    share = {}
    for rival in rivals:
        taken = []
        for game in scores["one ply, table only", rival].transcripts[:300]:
            env = othello.make()
            for move in othello.from_moves(game.moves).history:
                corners = CORNERS & {action.name for action in env.legal_actions()}
                if corners and env.player != game.side:
                    taken.append(move.name in corners)
                env.update(move)
        share[rival] = round(100 * np.mean(taken))
    assert share == {
        "random play": 20,
        "lesson 02's player": 87,
        "greed": 48,
        "mobility": 35,
    }


def black_makes_no_error():
    """From here on black makes no error, so you cannot win. But the right reply lets you halve your defeat."""

    def best(env):  # the most that white can get
        if env.is_done():
            return env.count(WHITE) - env.count(BLACK)
        moves = [faultless(env)] if env.player == BLACK else env.legal_actions()
        found = []
        for action in moves:
            env.update(action)
            found.append(best(env))
            env.undo()
        return max(found)

    found = {}
    for reply in after_b8.legal_actions():
        env = after_b8.copy()
        env.update(reply)
        found[reply.name] = best(env)
    assert found == {"e6": -28, "g6": -50, "b7": -44, "a8": -14}


def the_first_of_the_180():
    """black looks two plies ahead, with the table only; white is greed."""
    assert first.side == BLACK and wiped_out(first)


def the_games_that_the_end_saves():
    """are wiped out in 12 games instead of 180: this accounts for 13 of the 18 points between 60 and 78 %."""
    before, now = (
        scores[f"two plies, {k}", "greed"] for k in ("table only", "knows the end")
    )
    games = zip(before.transcripts, now.transcripts, strict=True)
    points = sum(50 * (b.result - a.result) for a, b in games if wiped_out(a))
    assert round(points / 1000) == 13 and round(gain(before, now)[0]) == 18


def the_last_board_of_the_first_game():
    """nearly all of white's discs stand on squares with negative values. So by the table this board is worth 47 to black"""
    end = last[-1]
    assert [end.count(WHITE), end.count(BLACK)] == [22, 0]
    assert (
        table_only(end) * end.player == 47
        and (TABLE[end.board == WHITE] < 0).sum() == 20
    )


def two_plies_chose_right_with_wrong_numbers():
    """look at white's replies to a7. The table calls g7 the worst of them, and in truth it is the best."""
    after_a7 = position.copy()
    after_a7.update("a7")
    guessed, true = {}, {}
    for reply in after_a7.legal_actions():
        after_a7.update(reply)
        guessed[reply.name], true[reply.name] = evaluate(after_a7), truth(after_a7)
        after_a7.undo()
    assert guessed == {"e6": 1, "g6": -1, "b7": -1, "g7": 15}
    assert true == {"e6": 48, "g6": 56, "b7": 48, "g7": 46}


def what_the_corner_earns():
    """If nobody errs from here on, the corner holds black to 14; every other reply loses by at least 28. And a7, which two plies chose, would have won by 46."""
    from coursekit import truth as package

    def values(env):
        return {a.name: value for a, value in package.move_values(env).items()}

    assert values(position) == {"a7": 46, "b7": 10, "b8": 14}
    assert values(after_b8) == {"e6": -28, "g6": -50, "b7": -44, "a8": -14}
    assert (position.board == 0).sum() == 12


def who_erred_in_the_first_game():
    """That black makes no error, so you lost by at least 14."""
    from coursekit import truth as package

    assert max(package.move_values(after_b8).values()) == -14


def _corners_left(match, side=-1):
    ends = [
        othello.from_moves(g.moves).board * side * g.side for g in match.transcripts
    ]
    return round(np.mean([(end[::7, ::7] > 0).sum() for end in ends]), 1)


def _gains(before, now):
    return {rival: gain(scores[before, rival], scores[now, rival]) for rival in rivals}


def six_plies_take_130_times_as_long_as_four():
    """Six plies visit about 130 times as many positions as four"""
    assert 120 <= nodes[6] / nodes[4] <= 135


def every_ply_beats_the_one_before():
    """Every further ply wins, in both kinds of match. So with our table, deeper is better up to five plies, and not only because it sees the end sooner."""
    for matches in (ladder, same_end):
        assert all(match.interval.low > 0.5 for match in matches)


def a_search_upside_down_says_0():
    """But a search that is upside down says 0, too: a test whose right answer is 0 proves little."""
    assert minimax(tictactoe.make(), 9, X, lambda env: -game_value(env)) == 0


def the_match_of_the_first_exercise():
    """30 % (22–40). It ends with 0.3 corners against 3.7: it counts moves, and a corner means nothing to it."""
    from coursekit.exercises.lesson03 import mobility as reference

    match = arena.match(
        minimax_player(2, reference), minimax_player(2, table), games=100
    )
    assert str(match).endswith("score 30.0 % (95 %: 21.9–39.6 %)")
    corners = [_corners_left(match, side) for side in (1, -1)]
    assert corners == [0.3, 3.7]


def the_last_move_of_the_first_game():
    """black sees no danger in b6. Two plies that know the end see it"""
    line = othello.from_moves(first.moves)
    while not (line.player == BLACK and len(line.legal_actions()) > 1):
        line.undo()
    line.update("b6")
    assert first.moves[: len(line.to_moves())] == line.to_moves() and first.opening == 8
    found = [minimax(line, 1, BLACK, value) for value in (table_only, evaluate)]
    assert found == [27, -1_000_022]


def what_a_slip_prints():
    """| The values | The search | |---|---| | −16, −1, −7, 0 and 1 | is right | | −16, −1, −7, 0 and −5 or −1 | works for black only: it asks who is BLACK instead of who is me, or returns each value for the side to move | | −16, 5, −7, 0 and 1 | takes the largest where depth is odd, not where me is to move | | −16, −1, −7, −1 and 1 | does not hand evaluate on | | −16, 15, 15, 0 and 23 | takes the largest for both sides | | −16, 15, 15, 0 and −15 | asks whether me is BLACK, not who is to move | | −25 first | takes the smallest for me | | 25 or −16 three times | does not call itself: it asks evaluate after one ply | | 25 first, then others | has a minus sign before the call, or hands on -me or env.player | | 1000046 three times, 0 and −1000046, after half a minute | never counts a ply: it plays to the end | | anything else | compare your two lines with the next cell |"""

    takes_largest = {
        "right": lambda mine, env, depth: mine,
        "exchanged": lambda mine, env, depth: not mine,
        "black": lambda mine, env, depth: env.player == BLACK,
        "odd": lambda mine, env, depth: depth % 2 == 1,
        "always": lambda mine, env, depth: True,
        "never": lambda mine, env, depth: False,
    }

    def once(me, sign=1):
        env, values = position.copy(), []
        for action in env.legal_actions():
            env.update(action)
            values.append(sign * evaluate(env))
            env.undo()
        return max(values) if env.player == me else min(values)

    def attempted(pick, sign=1, hands=lambda me, env: me, less=1, handed=True):
        def search(env, depth, me, value=evaluate):
            if env.is_done() or depth == 0:
                return value(env) if env.player == me else -value(env)
            values = []
            for action in env.legal_actions():
                env.update(action)
                rest = depth - less, hands(me, env), value if handed else evaluate
                values.append(sign * search(env, *rest))
                env.undo()
            largest = takes_largest[pick](env.player == me, env, depth)
            return max(values) if largest else min(values)

        if not less:  # two of its five searches to the end
            return [search(position.copy(), 2, me) for me in (BLACK, WHITE)]
        found = [search(position.copy(), plies, BLACK) for plies in (1, 2, 3)]
        found.append(search(position.copy(), 2, BLACK, lambda env: 0))
        return [*found, search(position.copy(), 2, WHITE)]

    slips = {
        "the other": {"hands": lambda me, env: -me},
        "the mover": {"hands": lambda me, env: env.player},
        "the sign": {"sign": -1},
    }
    assert attempted("right") == [-16, -1, -7, 0, 1]
    for_the_mover = attempted("always", **slips["the sign"], **slips["the other"])
    assert attempted("black") == for_the_mover == [-16, -1, -7, 0, -5]
    for_the_mover = attempted("always", **slips["the sign"], **slips["the mover"])
    only_black = attempted("black", hands=lambda me, env: BLACK)
    assert only_black == for_the_mover == [-16, -1, -7, 0, -1]
    assert attempted("odd") == [-16, 5, -7, 0, 1]
    assert attempted("right", handed=False) == [-16, -1, -7, -1, 1]
    assert attempted("right", less=0) == [1_000_046, -1_000_046]
    assert attempted("always") == [-16, 15, 15, 0, 23]
    assert attempted("never")[0] == attempted("exchanged")[0] == -25
    assert attempted("never")[-1] == -15  # for white, where `me` decides
    for slip in slips.values():
        for found in (attempted("right", **slip), attempted("always", **slip)):
            assert found[0] == 25 and found[:3] != [25, 25, 25]
    assert [once(BLACK), once(WHITE), once(BLACK, sign=-1)] == [25, 16, -16]

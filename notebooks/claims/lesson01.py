"""Claims of lesson 01: see tests/notebooks/claims.py."""


def the_first_cell_plays_a_hundred_games():
    """Now two such players sit down to a game, and the first code below plays a hundred of them."""
    assert len(hundred) == 100
    assert black + white <= 100


def the_choice_is_four_then_a_dozen_then_one():
    """Four moves at the start, a dozen to choose from in the middle, and one at the end."""
    assert mean[0] == 4
    assert 20 <= np.argmax(mean) <= 35
    assert 11 < max(mean) < 13
    assert np.mean(by_ply[59]) < 1.5


def knuths_estimate_is_right_where_the_answer_is_known():
    """Tic-tac-toe has 255,168 games"""
    from coursekit.truth import perft

    games = perft(tictactoe.make(), 9, "B")
    assert games == 255_168
    assert abs(np.mean(walks) - games) < 1.96 * np.std(walks) / 1000**0.5


def the_size_of_the_tree():
    """So the answer lies near $10^{55}$"""
    # Of four times the walks, so that one large product decides less.
    walks_of_othello = [choices_multiplied(othello.make(seed=seed)) for seed in range(4000)]
    assert 54 < np.log10(np.mean([float(product) for product in walks_of_othello])) < 56


def a_quarter_of_the_walks_moves_the_exponent():
    """From one quarter of the walks to another, the exponent moves by up to half a unit."""
    quarters = np.log10(products.reshape(4, 250).mean(axis=1))
    assert 0.4 < max(quarters) - min(quarters) <= 0.5


def the_three_games_of_the_example():
    """The mean is ½ · 2 + ¼ · 4 + ¼ · 4 = 3: each game contributes exactly one, its chance times its product."""
    assert 1 / 2 * 2 + 1 / 4 * 4 + 1 / 4 * 4 == 3


def the_walks_of_othello_differ_by_billions():
    """The walks of tic-tac-toe differ by a factor of 24 at most; of two random walks of Othello, one is typically fifty times the other, and in a quarter of the pairs a thousand times. So a handful of them decide the mean."""
    logs = np.log10(products)
    apart = abs(logs[:, None] - logs)[np.triu_indices(len(logs), 1)]
    assert 45 < 10 ** np.median(apart) < 65
    assert 0.22 < np.mean(apart > 3) < 0.3
    assert 362_880 / 15_120 == 24 and min(walks) >= 15_120 and max(walks) <= 362_880
    assert np.percentile(products, 99) / np.percentile(products, 1) > 1e9
    assert np.argmax(shares >= 0.5) < 20


def white_won_four_games_more():
    """White won four games more than black, of a thousand."""
    assert sum(differences < 0) - sum(differences > 0) == 4


def a_hundred_games_disagree_by_more_than_twenty_points():
    """after a hundred games the runs disagree by more than twenty points"""
    assert max(finals) - min(finals) > 0.2


def one_game_has_a_standard_deviation_of_a_half():
    """the standard deviation of one game is ½, or a little less with draws"""
    assert 0.48 < np.std((million + 1) / 2) < 0.5


def the_intervals_miss_a_little_less_than_five_times():
    """here are 2,000 new ones, and 4.6 % of them miss. (That is a sample, too; its own interval goes from 3.8 to 5.6 %.)"""
    low, high = arena.wilson(misses, 2_000)
    assert (round(low, 3), round(high, 3)) == (0.038, 0.056)


def three_of_a_hundred_missed():
    """In the film, three of a hundred missed: runs 28, 30 and 33."""
    assert [run for run in range(100) if missed[run]] == [28, 30, 33]


def a_fair_coin_strays_at_some_time():
    """At any one number of tosses about one run in twenty is outside; yet more than a quarter of them stray outside at some time."""
    assert strays.mean() > 0.25
    assert 0.03 < np.mean(abs(fair[:, -1] - 0.5) > 0.098) < 0.07


def the_table_says_what_is_found_half_the_time():
    """With the number of games in the list above, you find the difference only half the time."""
    for difference in (0.1, 0.05, 0.02):
        games = arena.games_needed(difference)
        scores = np.random.default_rng(1).binomial(games, 0.5 + difference, 100_000) / games
        assert 0.46 < np.mean(scores - 0.98 / games**0.5 > 0.5) < 0.54


def white_is_better_off_in_random_play():
    """In random play white is better off"""
    assert interval.high < 0.5


def who_moves_last_wins_more_often():
    """Whoever moves last wins more often: white in 62 % of those games, black in as many as 77 %."""
    for side, share in ((WHITE, 0.62), (BLACK, 0.77)):
        won = [result == side for last, result, _ in decided if last == side]
        assert round(np.mean(won), 2) == share


def white_was_losing_where_it_passed_more():
    """Where white passed more often, black has the last move and white wins one game in seven."""
    chosen = [(last, result) for last, result, extra in decided if extra > 0]
    assert np.mean([last == WHITE for last, _ in chosen]) < 0.1
    assert abs(np.mean([result == WHITE for _, result in chosen]) - 1 / 7) < 0.02


def the_filter_throws_out_more_of_what_white_lost():
    """it throws out 330 games that white won and 634 that it lost, and that alone raises white's share."""
    out = [result for _, result, extra in decided if extra]
    assert (out.count(WHITE), out.count(BLACK)) == (330, 634)


def few_boards_are_left_out():
    """That treats both turns alike, and it hardly ever happens with seven or more squares empty."""
    kept = {empty: [] for empty in measured}
    for seed in range(300):
        env = othello.make(seed=seed)
        while not env.is_done():
            empty = int((env.board == 0).sum())
            if empty in kept:
                kept[empty].append(both_turns(env) is not None)
            env.update(random_player(env))
    assert all(np.mean(kept[empty]) > 0.98 for empty in range(7, 52))


def the_last_move_is_worth_something_at_every_number_of_empty_squares():
    """No smooth effect of the game's progress can zigzag like this, so the parity itself counts."""
    for empty in range(3, 52, 2):
        neighbours = [e for e in (empty - 1, empty + 1) if e in measured]
        for other in neighbours:
            gap = np.mean(measured[empty]) - np.mean(measured[other])
            spread = np.var(measured[empty]) / len(measured[empty])
            spread += np.var(measured[other]) / len(measured[other])
            assert gap > 1.96 * spread**0.5


def the_side_that_is_due_moves_last_in_most_games():
    """the side that is due gets the last move in about seven games of ten"""
    for empty in (10, 30, 50):
        due = []
        for seed in range(150):
            env = othello.make(seed=seed)
            while not env.is_done() and (env.board == 0).sum() > empty:
                env.update(random_player(env))
            twins = None if env.is_done() else both_turns(env)
            for twin in twins or []:
                side = -twin.player if empty % 2 == 0 else twin.player
                play(random_player, twin)
                last = next(a for a in reversed(twin.history) if not a.is_pass)
                due.append(last.player == side)
        assert 0.65 < np.mean(due) < 0.83


def the_start_lies_where_the_lower_points_head():
    """its mean result in the million games, −0.05, lies where the lower points of Figure 1.7 begin"""
    assert abs(np.mean(million) + 0.05) < 0.005
    assert all(abs(np.mean(measured[empty]) - np.mean(million)) < 0.02 for empty in (46, 48, 50))


def the_gap_stays_and_the_middle_rises():
    """The gap between them stays near 0.11, from fifty empty squares down to eight: that is what the parity is worth. What changes is their middle. With fifty squares left it lies close to zero, at about a tenth of the gap or less, so having the turn is worth hardly anything in itself; towards the end it rises, and lifts both rows."""
    pairs = {e: (np.mean(measured[e]), np.mean(measured[e - 1])) for e in range(6, 52, 2)}
    assert all(0.1 <= odd - even < 0.125 for even, odd in pairs.values())
    middle = {empty: np.mean(pair) for empty, pair in pairs.items()}
    assert all(0 <= middle[empty] < 0.011 for empty in range(34, 52, 2))
    assert 0.015 < middle[20] < middle[10] < middle[6]


def greed_beats_chance():
    """greed beats chance"""
    assert greedy.interval.low > 0.5


def the_games_of_a_pair_are_related_without_effect():
    """(The two games of a pair are related, which the interval ignores; for the matches below it makes hardly any difference.)"""
    for match in (arena.match(random_player, players.random(), games=1000), greedy):
        assert all(game.opening == 8 for game in match.transcripts)
        scores = np.array([(game.result + 1) / 2 for game in match.transcripts])
        alone, in_pairs = (
            np.std(scores) / 1000**0.5,
            np.std(scores.reshape(-1, 2).mean(1)) / 500**0.5,
        )
        assert abs(in_pairs / alone - 1) < 0.06

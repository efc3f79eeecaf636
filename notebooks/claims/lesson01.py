"""Claims of lesson 01: see tests/notebooks/claims.py."""


def the_first_cell_plays_a_hundred_games():
    """the cell below plays a hundred of their games"""
    assert len(hundred) == 100
    assert black + white <= 100


def knuths_estimate_is_right_where_the_answer_is_known():
    """Tic-tac-toe has 255,168 games."""
    from coursekit.truth import perft

    games_of_tictactoe = perft(tictactoe.make(), 9, "B")
    assert games_of_tictactoe == 255_168
    assert abs(np.mean(small) - games_of_tictactoe) < 1.96 * np.std(small) / 1000**0.5


def the_size_of_the_tree():
    """Othello has about $10^{55}$ games."""
    # Of four times the walks, so that one large product decides less.
    more = [product_of_choices(othello.make(seed=seed)) for seed in range(4000)]
    assert 54 < np.log10(sum(more) / 4000) < 56


def a_few_walks_decide_the_mean():
    """more than nine walks of ten lie below it, and a few lucky ones decide it. Trust the exponent to about one unit"""
    assert 900 < sum(walk < sum(walks) / 1000 for walk in walks) < 950
    assert sum(sorted(walks)[-10:]) > sum(walks) / 2
    quarters = [np.log10(sum(walks[k::4]) / 250) for k in range(4)]
    assert 0.2 < max(quarters) - min(quarters) <= 1


def one_walk_lies_far_to_the_left():
    """One, a wipe-out, lies left of the frame."""
    assert [round(power) for power in exponents if power < 44] == [13]
    env = othello.make(seed=walks.index(min(walks)))
    play(random_player, env)
    assert 0 in (env.count(BLACK), env.count(WHITE))


def the_branching_factor():
    """(8.5 on average in Othello, its branching factor)"""
    choices = []
    for seed in range(500):
        env = othello.make(seed=seed)
        while not env.is_done():
            choices.append(len(env.legal_actions()))
            env.update(random_player(env))
    assert round(np.mean(choices), 1) == 8.5


def the_runs_disagree_by_thirty_points():
    """after a hundred games the 2,000 runs disagree by thirty points"""
    assert 30 <= max(finals) - min(finals) < 35


def the_funnel_holds_95_of_100_runs_of_a_fair_coin():
    """If black and white were equally well off, about 95 of 100 lines would be inside the funnel, at any one number of games"""
    assert (abs(outside[:, 9:100].mean(axis=0) - 0.05) < 0.035).all()


def most_runs_are_within_98_over_root_n():
    """after $n$ tosses about 95 % of the runs are within $100/\\sqrt n$ points of 50 %."""
    assert (abs(outside[:, 24:400].mean(axis=0) - 0.05) < 0.03).all()


def white_is_better_off_in_random_play():
    """in random play white is better off"""
    assert interval.high < 0.5


def more_than_a_quarter_of_the_runs_put_black_ahead():
    """more than a quarter of the runs of a hundred games put black ahead"""
    assert np.mean(finals > 50) > 0.25


def the_promise_is_kept():
    """The promise is kept."""
    assert misses.low < 0.05 < misses.high


def three_of_a_hundred_missed():
    """Three of a hundred missed"""
    assert sum(missed[:100]) == 3


def a_fair_coin_strays_at_some_time():
    """At any one number of tosses about one run in twenty is outside the funnel, and yet two in five stray outside at some time between the 11th toss and the 400th."""
    assert 0.38 < strays.mean() < 0.43


def the_table_says_what_is_found_half_the_time():
    """With the number of games in the list, you find the difference only half the time"""
    for difference in (0.1, 0.05, 0.02):
        games_of_a_match = arena.games_needed(difference)
        chance = np.random.default_rng(1).binomial(
            games_of_a_match, 0.5 + difference, 100_000
        )
        shown = chance / games_of_a_match > 0.5 + 0.98 / games_of_a_match**0.5
        assert 0.46 < np.mean(shown) < 0.54


def who_moves_last_wins_more_often():
    """Whoever moves last wins more often"""
    for side, share_of_wins in ((WHITE, 0.63), (BLACK, 0.75)):
        won = [winner == side for last, winner, _ in decided if last == side]
        assert round(np.mean(won), 2) == share_of_wins


def one_pass_shifts_the_turn():
    """One pass, by either side, shifts the turn, and the last move is black's."""
    for who in (BLACK, WHITE):
        chosen = [last for last, _, passers in decided if passers == [who]]
        assert chosen.count(BLACK) / len(chosen) > 0.9


def black_wins_where_white_had_to_pass():
    """Where white had to pass, black wins five games of six; where black had to, it wins less often than where nobody had to."""
    wins = {}
    for who in ((), (BLACK,), (WHITE,)):
        chosen = [winner for _, winner, passers in decided if passers == list(who)]
        wins[who] = arena.wilson(chosen.count(BLACK), len(chosen))
    assert wins[(WHITE,)].low < 5 / 6 < wins[(WHITE,)].high
    assert wins[(BLACK,)].high < wins[()].low


def the_parity_counts_at_every_number_of_empty_squares():
    """They zigzag."""
    for empty in range(3, 52, 2):
        neighbours = [e for e in (empty - 1, empty + 1) if e in measured]
        for other in neighbours:
            gap = np.mean(measured[empty]) - np.mean(measured[other])
            spread = np.var(measured[empty]) / len(measured[empty])
            spread += np.var(measured[other]) / len(measured[other])
            assert gap > 1.96 * spread**0.5


def the_start_lies_in_line():
    """black to move, −0.05, in line with the other lower points"""
    assert abs(np.mean(million) + 0.05) < 0.005
    assert all(
        abs(np.mean(measured[empty]) - np.mean(million)) < 0.02
        for empty in range(40, 61, 2)
    )


def whoever_is_given_the_turn_is_behind():
    """On these boards, too, whoever is given the turn is behind, white as much as black."""
    means, errors = even.mean(axis=0), 1.96 * even.std(axis=0) / len(even) ** 0.5
    assert (means + errors < 0).all()
    assert abs(means[0] - means[1]) < np.hypot(*errors)


def one_point_lies_above_the_frame():
    """(59 lies above the frame)"""
    above = [empty for empty, values in measured.items() if np.mean(values) > 0.22]
    assert above == [59]


def games_with_more_passes_are_left_out():
    """Games with more than one pass, one in twelve, are left out."""
    more = np.mean([len(passers) > 1 for _, _, passers in decided])
    assert 0.08 < more < 0.09


def the_gap_stays():
    """the gap between the two rows is about 0.11, from fifty empty squares down to ten"""
    gaps = [np.mean(measured[e - 1]) - np.mean(measured[e]) for e in range(10, 52, 2)]
    assert all(0.095 <= gap < 0.125 for gap in gaps)


def greed_beats_chance():
    """greed beats chance"""
    assert greedy.interval.low > 0.5


def the_games_of_a_pair_are_related_without_effect():
    """(The interval ignores that a pair's games are related; here it makes hardly any difference.)"""
    for match in (arena.match(random_player, players.random(), games=1000), greedy):
        assert all(game.opening == 8 for game in match.transcripts)
        scores = np.array([(game.result + 1) / 2 for game in match.transcripts])
        alone, in_pairs = (
            np.std(scores) / 1000**0.5,
            np.std(scores.reshape(-1, 2).mean(1)) / 500**0.5,
        )
        assert abs(in_pairs / alone - 1) < 0.06


def boards_are_missing_on_the_right():
    """On the far right, boards are missing on which a side would have to pass."""
    assert len(by_side[12]) > 290
    assert len(by_side[3]) < 270


def the_worth_of_the_turn_on_the_board_shown():
    """The mean of the two is $T$ alone: here +0.075."""
    assert abs(sum(of_twins) / 2 - 0.075) < 0.006 and of_twins[0] > 0 > of_twins[1]


def a_quarter_turn_of_the_start_swaps_the_colours():
    """No colour has an edge of its own there: a quarter turn of the four discs swaps black and white"""
    board = othello.make().board
    assert (np.rot90(board) == -board).all()


def passes_upset_who_moves_last():
    """(Passes may still upset who does move last.)"""
    kept = 0
    for seed in range(300):
        env = othello.make(seed=seed)
        play(random_player, env)
        movers = [a.player for a in env.history if not a.is_pass]
        kept += movers[-1] == WHITE  # who is due at the start
    assert 0.6 < kept / 300 < 0.85

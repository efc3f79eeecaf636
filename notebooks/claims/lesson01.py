"""Claims of lesson 01: see tests/notebooks/claims.py."""


def the_first_cell_plays_a_hundred_games():
    """Now two such players meet in a hundred games, five times over."""
    assert [len(hundred) for hundred in hundreds] == [100] * 5


def knuths_estimate_is_right_where_the_answer_is_known():
    """it has 255,168 games."""
    from coursekit.truth import perft

    games_of_tictactoe = perft(tictactoe.make(), 9, "B")
    assert games_of_tictactoe == 255_168
    assert abs(np.mean(small) - games_of_tictactoe) < 1.96 * np.std(small) / 1000**0.5
    assert abs(np.mean(small) / games_of_tictactoe - 1) < 0.02


def the_size_of_the_tree():
    """Othello has about $10^{55}$ games"""
    # Of four times the walks, so that one large product decides less.
    more = [product_of_choices(othello.make(seed=seed)) for seed in range(4000)]
    assert 54 < np.log10(sum(more) / 4000) < 56


def the_exponent_of_the_estimate():
    """Trust the exponent to about one unit."""
    quarters = [np.log10(sum(walks[k::4]) / 250) for k in range(4)]
    assert 0.2 < max(quarters) - min(quarters) <= 1


def the_branching_factor():
    """(8.5 on average in Othello, its branching factor)"""
    choices = []
    for seed in range(500):
        env = othello.make(seed=seed)
        while not env.is_done():
            choices.append(len(env.legal_actions()))
            env.update(random_player(env))
    assert round(np.mean(choices), 1) == 8.5


def the_runs_disagree_by_twenty_points():
    """and yet 95 % of the runs spread over about twenty points"""
    low, high = np.percentile(finals, [2.5, 97.5])
    assert 18 < high - low < 22


def most_runs_are_within_98_over_root_n():
    """About 95 % of the runs are off by less than 1.96 standard errors: $1.96 \\cdot 50/\\sqrt n = 98/\\sqrt n$"""
    outside = abs(fair - 50) > 98 / np.sqrt(tosses)
    assert (abs(outside[:, 9:400].mean(axis=0) - 0.05) < 0.035).all()


def four_tosses_are_off_by_half_as_much_as_one():
    """2 are 50 points off, 8 are 25 points off, 6 are not off at all."""
    from itertools import product

    off = [abs(25 * sum(ways) - 50) for ways in product((0, 1), repeat=4)]
    assert [off.count(points) for points in (50, 25, 0)] == [2, 8, 6]


def the_rule_is_exact_for_squares():
    """$n$ tosses give $50^2/n$."""
    from math import comb

    for n in (1, 2, 4, 9, 100, 400):
        squares = [comb(n, k) * (100 * k / n - 50) ** 2 for k in range(n + 1)]
        assert abs(sum(squares) / 2**n - 50**2 / n) < 1e-9


def white_is_better_off_in_random_play():
    """That is not luck: in random play white is better off"""
    assert interval.high < 0.5 and np.mean(finals) + edge < 49


def the_promise_is_kept():
    """The promise is kept: at most about five in a hundred miss."""
    assert misses.high < 0.055


def a_difference_on_the_edge_is_found_half_the_time():
    """Luck is bad as often as it is good, so your score lies outside in only half of the matches."""
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
    """the last move is (nearly always) black's, whoever passed."""
    for who in (BLACK, WHITE):
        chosen = [last for last, _, passers in decided if passers == [who]]
        assert chosen.count(BLACK) / len(chosen) > 0.9


def black_wins_where_white_had_to_pass():
    """Black moves last again, yet wins only 35 %."""
    shares = [round(100 * won_ / total_) for _, won_, total_ in by_passes.values()]
    assert shares == [39, 83, 35]


def how_often_a_run_leaves_the_funnel():
    """At any given number of games from about ten on, the funnel holds about 95 % of a fair coin's runs. But more than one run in four leaves it at some point."""
    tosses = np.random.default_rng(0).integers(2, size=(20_000, 100))
    count = np.arange(1, 101)
    shares = 100 * tosses.cumsum(axis=1) / count
    outside = (abs(shares - 50) > 98 / np.sqrt(count))[:, 9:]
    assert outside.mean(axis=0).min() > 0.02 and outside.mean(axis=0).max() < 0.08
    assert 0.045 < outside.mean() < 0.055
    assert 0.26 < outside.any(axis=1).mean() < 0.3


def the_parity_counts_at_every_number_of_empty_squares():
    """Yet they zigzag"""
    for empty in range(3, 52, 2):
        neighbours = [e for e in (empty - 1, empty + 1) if e in measured]
        for other in neighbours:
            gap = np.mean(measured[empty]) - np.mean(measured[other])
            spread = np.var(measured[empty]) / len(measured[empty])
            spread += np.var(measured[other]) / len(measured[other])
            assert gap > 1.96 * spread**0.5


def where_the_lower_row_is_below_zero():
    """Down to ten empty squares, the one that goes first is worse off."""
    for empty in range(10, 61, 2):
        values = measured[empty]
        error = 1.96 * np.std(values) / len(values) ** 0.5
        assert np.mean(values) < -error


def the_last_move_helps_where_it_is_certain():
    """Where both squares are surely filled, whoever goes first is worse off: the last move helps, as the players say. On the other boards it is better to go first, by so much that it is better on all boards together."""
    ratios = [
        np.mean(values) * len(values) ** 0.5 / (1.96 * np.std(values))
        for values in two_left.values()
    ]
    assert ratios[0] < -1 and min(ratios[1:]) > 1, ratios
    assert len(two_left["surely filled"]) > 1000


def the_start_lies_in_line():
    """The leftmost point of Figure 1.6 is the start. It lies at −0.05, a score of 47.5 %, in line with the lower row."""
    assert abs(np.mean(million) + 0.05) < 0.005
    assert all(
        abs(np.mean(measured[empty]) - np.mean(million)) < 0.02
        for empty in range(40, 61, 2)
    )


def the_gap_stays():
    """from fifty empty squares down to ten, the two rows are about 0.11 apart."""
    gaps = [np.mean(measured[e - 1]) - np.mean(measured[e]) for e in range(10, 52, 2)]
    assert all(0.095 <= gap < 0.125 for gap in gaps)


def black_wipes_out_white():
    """(At 59, one of the twins lets black move twice in a row while white has one disc. That wipes white out.)"""
    above = [empty for empty, values in measured.items() if np.mean(values) > 0.22]
    assert above == [59]
    # Of the two twins, it is black's that lifts the points before.
    firsts = [np.mean(by_side[empty], axis=0) for empty in (57, 55, 53)]
    assert all(black > 2 * white for black, white in firsts)
    env = othello.make(seed=0)
    env.update(random_player(env))
    black = next(twin for twin in both_turns(env) if twin.player == BLACK)
    for action in black.legal_actions():
        after = black.copy()
        after.update(action)
        assert after.is_done() and after.is_win(BLACK)


def the_match_believed_in_twenty_games():
    """The whole interval lay above 50 %, so the match said *is stronger*."""
    assert twenty.interval.low > 0.5 and "is stronger" in twenty._repr_html_()


def the_rule_that_shuns_the_edge_is_a_little_worse_than_chance():
    """ten thousand new games give 48.4 % (47.4–49.4 %), a little worse."""
    assert "47.6 % (95 %: 44.6–50.7 %)" in str(thousand)

    def ours(env):
        actions = env.legal_actions()
        liked = [a for a in actions if a.row not in (0, 7) and a.col not in (0, 7)]
        choices = liked or actions
        return choices[int(env.rng.random() * len(choices))]

    match = arena.match(ours, random_player, games=10_000, seed=5)
    assert "48.4 % (95 %: 47.4–49.4 %)" in str(match)


def the_turn_alone_on_one_board():
    """(0.45 − 0.30) / 2 = 0.075 for whoever has it (± 0.013, the 95 % margin)"""
    env = othello.make(seed=0)
    while (env.board == 0).sum() > 21:
        env.update(random_player(env))
    found = [twin.playouts(10_000) for twin in both_turns(env)]
    assert round(sum(of_twins) / 2, 3) == 0.075
    assert (
        round(1.96 * sum(results.var() for results in found) ** 0.5 / 200, 3) == 0.013
    )


def a_rule_that_compares_needs_the_pass_kept_out():
    """If your rule compares them, write it as not action.is_pass and (your rule)."""
    import pytest

    def slip(env):
        return next(action for action in env.legal_actions() if action.row < 9)

    with pytest.raises(arena.PlayerError, match=r"'<' .*NoneType"):
        arena.match(slip, random_player, games=100)


def the_wins_whose_interval_leaves_out_one_half():
    """With 5.5 or less, or 14.5 or more."""
    apart = [n / 2 for n in range(41) if not fewest[50] <= n / 2 <= most[50]]
    assert apart == [n / 2 for n in (*range(12), *range(29, 41))]


def greed_beats_chance():
    """greed beats chance"""
    assert greedy.interval.low > 0.5


def a_quarter_turn_of_the_start_swaps_the_colours():
    """It has nothing to do with colour"""
    board = othello.make().board
    assert (np.rot90(board) == -board).all()


def nearly_one_hunt_in_four_succeeds():
    """Three of the ten (in the long run, nearly one in four)."""
    drawn_, chances_ = np.mean(million == 0), np.ones(1)
    for _ in range(20):  # of half points
        chances_ = np.convolve(chances_, [(1 - drawn_) / 2, drawn_, (1 - drawn_) / 2])
    above = [n for n in range(41) if arena.wilson(n / 2, 20).low > 0.5]
    assert 0.21 < 1 - (1 - sum(chances_[above])) ** 11 < 0.25


def wilson_holds_the_true_scores_near_yours():
    """The interval holds every $p$ for which your score lies within $1.96\\sqrt{p(1-p)/n}$ of $p$."""
    for won_, count in ((12, 20), (14.5, 20), (3, 20), (500, 1000)):
        found = arena.wilson(won_, count)
        for p in np.linspace(0.001, 0.999, 999):
            near = abs(won_ / count - p) <= 1.96 * (p * (1 - p) / count) ** 0.5
            assert near == (found.low <= p <= found.high)


def what_a_match_pins_down():
    """Twenty games pin a score down to about ±20 points, a hundred to ±10, a thousand to ±3."""
    for count, points in ((20, 20), (100, 10), (1_000, 3)):
        found = arena.wilson(0.6 * count, count)
        assert abs(50 * (found.high - found.low) - points) < 1


def the_corner_lover_scores():
    """76.8 % (74.1–79.3 %)."""
    from coursekit.exercises.lesson01 import corner_lover

    match = arena.match(corner_lover, random_player, games=1000)
    assert "76.8 % (95 %: 74.1–79.3 %)" in str(match)


def the_rule_turned_round_beats_chance():
    """In the thousand new games it scores 66.2 % (63.2–69.1 %)."""

    def edge(env):
        actions = env.legal_actions()
        liked = [a for a in actions if a.row in (0, 7) or a.col in (0, 7)]
        choices = liked or actions
        return choices[int(env.rng.random() * len(choices))]

    match = arena.match(edge, random_player, games=1000, seed=1)
    assert "66.2 % (95 %: 63.2–69.1 %)" in str(match)

"""Claims of lesson 07: see tests/notebooks/claims.py."""


def one_move_wins():
    """One move of yours forces a win, whatever it does."""
    found = {action.name: value for action, value in truth.move_values(after_a3).items()}
    assert [name for name, value in found.items() if value == 1] == ["a1"]


def the_line_that_wins():
    """You play a1, to stop the column a; that threatens c1, so O must go there; and then b2 threatens both b3 and c3."""
    forced = after_a3.copy()
    for move, threats in (("a1", {"c1"}), ("b2", {"b3", "c3"})):
        forced.update(move)
        wins = set()
        for action in forced.legal_actions():
            board = forced.board.copy()
            board[action.row, action.col] = 1
            lines = [*board, *board.T, board.diagonal(), board[::-1].diagonal()]
            wins |= {action.name} if any(line.sum() == 3 for line in lines) else set()
        assert wins == threats
        if move == "a1":
            forced.update("c1")


def lesson_06_chooses_a3():
    """it has spent 20,000 random games, most of them on a3, and then chose a3"""
    position, player = tictactoe.from_moves("b1a2c2"), players.monte_carlo(Budget(count=20_000))
    mostly = 0
    for seed in range(20):
        position.seed(seed)
        moves = player.analyse(position).moves
        (visits,) = (move.visits for move in moves if move.action.name == "a3")
        mostly += visits > 10_000
        assert sum(move.visits for move in moves) == 20_000 and (seed or visits > 10_000)
    assert mostly >= 17  # the others are unlucky with a3 and choose a1


def a_random_x_finds_it_one_time_in_five():
    """in its random games you find a1 one time in five"""
    assert len(after_a3.legal_actions()) == 5


def chance_likes_a3_best():
    """Chance likes a3 best, which loses; of c1 and c3, which draw, it thinks little."""
    values = {action.name: value for action, value in each(puzzle, by_chance).items()}
    best = {action.name: value for action, value in each(puzzle, truth.exact_value).items()}
    assert max(values, key=values.get) == "a3" and best["a3"] == -1
    assert {name for name, value in best.items() if value == 0} == {"c1", "c3"}
    assert max(values["c1"], values["c3"]) < -0.25 < -0.1 < values["a1"]


def every_position_is_asked():
    """by_chance has walked through every position that can come up, so we can ask all of them."""
    assert len(games) == 4520  # the unfinished ones


def one_position_of_46():
    """In one of 46 positions where a mistake is possible the blind spot costs a win or a draw, and no number of playouts helps."""
    assert round(at_stake / len(gaps)) == 46


def the_widest_gap_is_one_position():
    """Figure 7.2 is where it is widest; the eight are one position, rotated and reflected."""
    boards = {tictactoe.from_moves(moves).board.tobytes() for moves in widest}
    board = puzzle.board
    images = {
        np.ascontiguousarray(np.rot90(image, quarter)).tobytes()
        for image in (board, board.T)
        for quarter in range(4)
    }
    assert boards == images and len(images) == 8


def passes_need_no_line():
    """Passes need no line, because a pass is an action like any other."""
    stuck = bank.position("forced pass")
    assert [action.is_pass for action in stuck.legal_actions()] == [True]
    assert uct_player(50)(stuck).is_pass


def the_first_simulation_expands():
    """One simulation of your UCT in four steps, then a thousand."""
    assert len(path) == 3 and path[-1].visits >= 1 and path[-2].children[0] is path[-1]
    assert root.visits == 1000


def the_film_shows_the_middle_search():
    """so we make 300 of them, and the film shows the middle one: half of the others settle earlier on their final move."""
    assert len(searches) == 300 and order.index(middle) == 150
    again = puzzle.copy()
    again.seed(middle)
    visits = [child.visits for child in uct(again, 999).children]
    assert visits == [child.visits for child in root.children]
    assert most_visited(root).action.name == searches[middle][-1]


def most_nodes_are_visited_once():
    """A node gets its children only when it is visited a second time; most never are."""
    for given in (bank.position("middle game"), othello.make()):
        given.seed(0)
        nodes, once, more = [uct(given, 2000)], 0, 0
        for node in nodes:  # they grow while they are counted
            nodes += node.children
            once += node.visits == 1
            more += node.visits > 1
        assert once > 2 * more


def other_moves_lead_first():
    """The favourites of chance lead early: after 100 simulations, a1 or a3 in two searches of three."""
    early = sum(found[99] in ("a1", "a3") for found in searches.values())
    assert 0.6 < early / 300 < 0.7
    values = {action.name: value for action, value in each(puzzle, by_chance).items()}
    assert sorted(values, key=values.get)[-2:] == ["a1", "a3"]


def the_mean_of_a1_sinks():
    """But once X's winning reply to a1 is found, which is a3, it is tried again and again because it wins, and the mean of a1 sinks."""
    assert -a1.total / a1.visits < -0.3
    assert max(a1.children, key=lambda child: child.visits).action.name == "a3"
    after_a1 = tictactoe.from_moves("b1a2c2a1")
    best = [action.name for action in truth.best_moves(after_a1)]
    assert best == ["a3"] and truth.exact_value(after_a1) == 1


def its_mean_stays_rough():
    """A move that falls behind is hardly visited again, and its mean stays rough: a1 still stands far above −1, though it loses. (Figure 7.3 shows it from X's side: +0.37.)"""
    assert -a1.total / a1.visits > -0.5 and a1.visits < 60


def a_move_that_draws_leads_in_the_end():
    """after a thousand simulations a move that draws leads in all 300 searches, c1 in 209 and c3 in 91"""
    names = [found[-1] for found in searches.values()]
    assert (names.count("c1"), names.count("c3")) == (209, 91)
    assert {action.name for action in truth.best_moves(puzzle)} == {"c1", "c3"}


def b2_leads_for_long_in_the_film():
    """Which of the two leads in one search, how soon, and that b2 leads for so long in the film, is mostly luck (playouts prefer c1 a little)."""
    assert searches[middle].count("b2") > 100
    assert 0.15 < sum(found[199] == "b2" for found in searches.values()) / 300 < 0.3


def both_are_the_same_algorithm():
    """so we compare what each move gets on average, over 300 searches of a middle-game position"""
    assert abs(differences).max() < 3 and len(counts["ours"]) == len(counts["compiled"]) == 300


def it_tosses_a_coin_in_others():
    """in the 152 others that we counted a right and a wrong move have exactly the same mean, and there it tosses a coin"""
    assert ties == 152


def a_hundred_random_games_cannot_tell_them_apart():
    """With a hundred random games a move, a match of 200 cannot tell the two apart. (That does not make them equal.) With a thousand the tree wins clearly; with 3,000, forty games show the same."""
    assert equal[100].interval.low < 0.5 < equal[1000].interval.low
    assert equal[3000].interval.low > 0.5 and equal[3000].games == 40


def a_simulation_takes_longer():
    """But a simulation takes longer than a playout, so equal counts favour UCT."""
    mine, theirs = typical(played("UCT", "flat Monte Carlo", seconds=0.1)[0])
    assert theirs > 2 * mine


def flat_monte_carlo_never_expands():
    """flat Monte Carlo is UCT that never expands"""
    given = board.clone()
    given.seed(0)
    assert by_flat(given, Clock(steps=300)) in given.legal_actions()


def both_colours_and_exactly_these_functions():
    """the games have been played for you, with exactly these functions, from random openings, each with both colours"""
    game = recorded[0]
    env = othello.make()
    for ply, action in enumerate(othello.from_moves(game["moves"]).history):
        steps = game["steps"][ply - 8] if ply >= 8 else 0
        if steps:
            search = by_uct if env.player == 1 else by_alpha_beta
            given = env.clone()
            given.seed(1000 * game["game"] + ply)
            assert search(given, Clock(steps=steps)) == action
        env.update(action)


def a_game_of_each_kind_is_played_to_its_end():
    """here is one game of each kind with 10 ms a move, on your computer (one game proves nothing):"""
    assert one_game(by_alpha_beta, by_flat, 0.001).is_done()


def the_tree_pulls_ahead_and_alpha_beta_stays():
    """(100 games each at 10 ms, 40 at the longer times). With 10 ms the tree and the flat bandit cannot be told apart, with 100 ms the tree is ahead. It does not overtake alpha-beta."""
    for seconds, number in ((0.01, 100), (0.1, 40), (1, 40)):
        assert len(played("UCT", "alpha-beta", seconds=seconds)[0]) == number
        if seconds < 1:
            assert len(played("UCT", "flat Monte Carlo", seconds=seconds)[0]) == number
        assert played("UCT", "alpha-beta", seconds=seconds)[2].high < 0.5
    low, high = played("UCT", "flat Monte Carlo", seconds=0.01)[2]
    assert low < 0.5 < high
    assert by_opponent["flat Monte Carlo"].interval.low > 0.5


def only_the_later_lead_shows():
    """So half of the guess comes true: given time, UCT beats flat Monte Carlo. But it never visibly loses to it."""
    assert played("UCT", "flat Monte Carlo", seconds=0.01)[2].high > 0.5
    assert played("UCT", "flat Monte Carlo", seconds=0.1)[2].low > 0.5


def the_flat_bandit_gets_more_random_games():
    """In the same time the flat bandit gets more random games than UCT, 2.4 times as many in 10 ms and 3.4 times in 100 ms; even so, with 100 ms the tree is ahead."""
    assert played("UCT", "flat Monte Carlo", seconds=0.1)[2].low > 0.5
    assert by_opponent["flat Monte Carlo"].interval.low > 0.5
    for seconds, times in ((0.01, 2.4), (0.1, 3.4)):
        mine, theirs = typical(played("UCT", "flat Monte Carlo", seconds=seconds)[0])
        assert round(theirs / mine, 1) == times


def against_alpha_beta_nothing_reverses():
    """Against alpha-beta nothing reverses: at every time alpha-beta wins, and by more at a second a move, which leaves UCT 15 %, than at 10 ms."""
    scores = [played("UCT", "alpha-beta", seconds=seconds)[1] for seconds in (0.01, 0.1, 1)]
    assert scores[2] == 0.15
    assert scores[0] - scores[2] > 1.96 * (0.385 * 0.615 / 100 + 0.15 * 0.85 / 40) ** 0.5


def what_a_second_buys():
    """With our Python searches and compiled playouts it buys some 22,000 simulations or 280,000 nodes"""
    mine, theirs = typical(played("UCT", "alpha-beta", seconds=1)[0])
    assert 21_500 < mine < 22_500 and 275_000 < theirs < 285_000


def the_table_makes_the_difference():
    """The same search with the same number of nodes, and its score falls from 78 % to nothing."""
    table, counts = (
        by_opponent["alpha-beta, cell scores"],
        by_opponent["alpha-beta, sixty-four zeros"],
    )
    assert round(1 - table.score, 2) == 0.78 and counts.score == 1


def as_many_steps_as_in_100_ms():
    """Each may take as many steps for a move as our Python takes in 100 ms."""
    mine, theirs = typical(played("UCT", "flat Monte Carlo", seconds=0.1)[0])
    assert abs(mine - 3_100) < 150 and abs(theirs - 10_800) < 600
    mine, theirs = typical(played("UCT", "alpha-beta", seconds=0.1)[0])
    assert abs(mine - 3_100) < 150 and abs(theirs - 28_000) < 1_400


def corners_help_in_python():
    """With equal simulations the corners help, and with equal time they still do, as long as both playouts are in Python"""
    assert played("UCT, heavy", "UCT", steps=50)[2].low > 0.5
    assert played("UCT, heavy", "UCT, by hand", seconds=0.02)[2].low > 0.5


def against_the_compiled_playout_the_lead_is_gone():
    """Against the compiled light playout no lead can be seen any more, because 20 ms then buy five times as many light simulations as heavy ones."""
    found, _, (low, high) = played("UCT, heavy", "UCT", seconds=0.02)
    mine, theirs = typical(found)
    assert low < 0.5 < high and round(theirs / mine) == 5


def to_look_for_a_corner_costs_little():
    """to look for a corner costs little beside the rest"""
    mine, theirs = typical(played("UCT, heavy", "UCT, by hand", seconds=0.02)[0])
    assert 1 < theirs / mine < 1.25


def counting_boards_beats_a_small_uct():
    """So minimax is not helpless at all: counting won boards beats a UCT of 100 simulations. It loses to one of 1,000."""
    assert against_counting[100].interval.high < 0.5 < against_counting[1000].interval.low


def two_thousand_simulations_take_a_moment():
    """with 2,000 simulations it thinks for a moment"""
    began = time.process_time()
    my_uct(ultimate.make(seed=0))
    assert time.process_time() - began < 2


def ahead_at_a_hundred_milliseconds():
    """At equal time, with our searches in Python, UCT is ahead of flat Monte Carlo at 100 ms a move; at 10 ms the two cannot be told apart."""
    low, high = played("UCT", "flat Monte Carlo", seconds=0.01)[2]
    assert low < 0.5 < high
    assert by_opponent["flat Monte Carlo"].interval.low > 0.5


def a_second_is_not_enough():
    """A second is not enough to overtake alpha-beta with a table. With zeros in place of the table, at the one budget that we tried, alpha-beta loses."""
    assert played("UCT", "alpha-beta", seconds=1)[2].high < 0.5
    assert by_opponent["alpha-beta, sixty-four zeros"].interval.low > 0.5


def uct_loses_the_game_shown():
    """At a second a move UCT lost 34 of its 40 games. This is the first of them: alpha-beta is black, UCT white."""
    results = [game["result"] for game in played("UCT", "alpha-beta", seconds=1)[0]]
    assert (len(results), results.count(-1)) == (40, 34)
    assert results.index(-1) == lost["game"] and lost["game"] % 2 == 1
    final = othello.from_moves(lost["moves"])
    assert final.count(1) > final.count(-1)


def flat_monte_carlo_was_not_played_at_a_second():
    """and against flat Monte Carlo at 10 ms and 100 ms (at 1 s we have not played it)"""
    assert not [
        g
        for g in recorded
        if g["players"][1] == "flat Monte Carlo" and g["limit"] == {"seconds": 1}
    ]


def with_zeros_it_plays_the_first_move():
    """With zeros it simply plays the first listed move until an end of the game is in sight; to break the ties at random did not help when we tried."""
    blind = players.deepening(Budget(count=28_000), evaluation=zeros, algorithm="alpha-beta")
    for seed in range(10):
        given = othello.make(seed=seed)
        for _ in range(12):
            actions = given.legal_actions()
            given.update(actions[int(given.rng.random() * len(actions))])
        assert blind(given) == given.legal_actions()[0]

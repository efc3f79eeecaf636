"""Claims of lesson 07: see tests/notebooks/claims.py."""

import inspect

WITH_TABLE = ("UCT, table", *(f"UCT, table, c = {c}" for c in (0.3, 0.1, 0.03)))


def _played(a, b, **limit):
    """Returns the recorded games of a match, the score of a, and its interval."""
    found = [g for g in recorded if g["players"] == [a, b] and g["limit"] == limit]
    points = sum((game["result"] + 1) / 2 for game in found)
    return found, points / len(found), arena.wilson(points, len(found))


def _typical(a, b, **limit):
    """Returns the median steps of a search of either player, where there was a choice."""
    taken = {0: [], 1: []}
    for game in _played(a, b, **limit)[0]:
        for ply, steps in enumerate(game["steps"]):
            taken[(ply + game["game"]) % 2] += [steps] if steps else []
    return np.median(taken[0]), np.median(taken[1])


def one_move_wins():
    """Now a perfect player takes over from it, too late: one move of yours forces a win."""
    found = {
        action.name: value for action, value in truth.move_values(after_a3).items()
    }
    assert [name for name, value in found.items() if value == 1] == ["a1"]
    perfect = players.alpha_beta(9)
    for action in after_a3.legal_actions():
        given = after_a3.copy()
        given.update(action)
        assert perfect(given).name == ("c1" if action.name == "a1" else "a1")


def a_double_threat_loses():
    """One move makes a double threat and loses. Which one wins?"""
    values = {
        action.name: value for action, value in truth.move_values(after_a3).items()
    }
    assert values["c1"] == -1  # it threatens a1 and c3; O takes a1 and has the column a


def the_line_that_wins():
    """The answer is a1, to stop the column a; that threatens c1, so O must go there; and then b2 threatens both b3 and c3."""
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
    """after 20,000 random games, most of them on a3, it chose a3"""
    position, player = (
        tictactoe.from_moves("b1a2c2"),
        players.monte_carlo(Budget(count=20_000)),
    )
    mostly = 0
    for seed in range(20):
        position.seed(seed)
        moves = player.analyse(position).moves
        (visits,) = (move.visits for move in moves if move.action.name == "a3")
        mostly += visits > 10_000
        assert sum(move.visits for move in moves) == 20_000 and (
            seed or visits > 10_000
        )
    assert mostly >= 17  # the others are unlucky with a3 and choose a1


def a_random_x_finds_it_one_time_in_five():
    """in its random games you find it one time in five"""
    assert len(after_a3.legal_actions()) == 5


def chance_likes_a3_best():
    """Chance likes a3 best, which loses; of c1 and c3, which draw, it thinks little."""
    values = {action.name: value for action, value in each(puzzle, by_chance).items()}
    best = {
        action.name: value for action, value in each(puzzle, truth.exact_value).items()
    }
    assert max(values, key=values.get) == "a3" and best["a3"] == -1
    assert {name for name, value in best.items() if value == 0} == {"c1", "c3"}
    assert max(values["c1"], values["c3"]) < -0.25 < -0.1 < values["a1"]


def every_position_is_asked():
    """by_chance has walked through every position that can come up, so we can ask them all"""
    assert len(games) == 4520  # the unfinished ones


def what_each_slip_leads_to():
    """X wins two games: the first path has four nodes, the second ends at the third. Which four totals must come out?"""
    pair = "        node.total += result\n        result = -result\n"
    plus, turn = pair.splitlines(True)
    code, right = inspect.getsource(backup), backup
    for totals, lines in {
        (2, -2, 2, -1): pair,
        (0, 0, 0, -1): plus,
        (1, -1, 1, -1): pair.replace("+=", "="),
        (-2, 2, -2, 1): turn + plus,
    }.items():
        exec(code.replace(pair, lines), globals())
        nodes = [TreeNode() for _ in range(4)]
        backup(tictactoe.from_moves("b1a2c2"), nodes, -1)
        backup(tictactoe.from_moves("b1a2"), nodes[:3], +1)
        assert totals == tuple(node.total for node in nodes)
    globals()["backup"] = right


def the_sixteenth_simulation_expands():
    """The sixteenth simulation in four steps; then on to a thousand."""
    assert len(path) == 3 and path[-1].visits >= 1 and path[-2].children[0] is path[-1]
    assert path[1].action.name == "b2" and root.visits == 1000
    given = puzzle.copy()
    given.seed(middle)
    assert uct(given, 14).visits == 15


def the_bound_of_a1():
    """for O it has lost one game more than it has won, in seven"""
    given = puzzle.copy()
    given.seed(middle)
    young = uct(given, 14)
    of = {child.action.name: child for child in young.children}
    assert (of["a1"].visits, of["a1"].total) == (7, 1)  # X, who is to move there, leads
    assert round(upper_bound(of["a1"], young, 1.0), 2) == 0.48


def b2_is_the_first_of_four():
    """Which move does the sixteenth simulation follow? (max takes the first of equals.)"""
    given = puzzle.copy()
    given.seed(middle)
    young = uct(given, 14)
    bounds = {c.action.name: upper_bound(c, young, 1.0) for c in young.children}
    ahead = [name for name, bound in bounds.items() if bound == max(bounds.values())]
    assert ahead == ["b2", "a3", "b3", "c3"]
    assert all(c.visits == 1 for c in young.children if c.action.name in ahead)
    means = {c.action.name: -mean(c) for c in young.children}
    assert all(means["a1"] > value for name, value in means.items() if name != "a1")


def the_film_shows_the_middle_search():
    """Of 300 from Figure 7.2's position we show the middle one: half settle on their final leader earlier, half later."""
    assert len(searches) == 300
    order = sorted(searches, key=settled)
    assert order.index(middle) == 150
    again = puzzle.copy()
    again.seed(middle)
    visits = [child.visits for child in uct(again, 999).children]
    assert visits == [child.visits for child in root.children]
    assert most_visited(root).action.name == searches[middle][-1]


def _chosen(c, seeds, simulations=999):
    """What searches from Figure 7.2's position choose."""
    chosen = []
    for seed in seeds:
        given = puzzle.copy()
        given.seed(seed)
        chosen.append(most_visited(uct(given, simulations, c=c)).action)
    return chosen


def a_small_constant_falls_for_luck():
    """Only the one in the middle, which chooses c3. On the left the search stakes nearly everything on b3, the first move that wins twice, and b3 loses. That was bad luck: of a hundred such searches 69 choose a move that draws."""
    assert [_chosen(c, [0])[0].name for c in (0.1, 1, 3)] == ["b3", "c3", "a1"]
    values = truth.move_values(puzzle)
    assert {a.name: value for a, value in values.items() if value == 0} == {
        "c1": 0,
        "c3": 0,
    }
    given = puzzle.copy()
    for simulations in range(3, 30):  # the first move with two wins, none lost
        given.seed(0)
        tried = uct(given, simulations, c=0.1).children
        twice = [child.action.name for child in tried if child.total == -2]
        if twice:
            break
    assert twice == ["b3"]
    assert sum(values[action] == 0 for action in _chosen(0.1, range(100))) == 69


def a_large_constant_learns_slowly():
    """The visits are spread so evenly that after a thousand a1 still leads, and loses, in all of a hundred searches. After 2,000 simulations c1 leads, in twenty of twenty."""
    assert {action.name for action in _chosen(3, range(100))} == {"a1"}
    assert {action.name for action in _chosen(3, range(20), 1999)} == {"c1"}
    given = puzzle.copy()
    given.seed(0)
    grown = uct(given, 999, c=3)
    assert most_visited(grown).visits < 300
    assert min(child.visits for child in grown.children) > 50


def most_nodes_are_visited_once():
    """A node gets its children only when it is visited a second time; most never are."""
    for given in (othello.make(), othello.from_moves(recorded[0]["moves"][:60])):
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
    """But once X's winning reply to a1 is found, which is a3, it is tried again and again because it wins, and the mean of a1 sinks for O."""
    assert -a1.total / a1.visits < -0.3
    assert max(a1.children, key=lambda child: child.visits).action.name == "a3"
    after_a1 = tictactoe.from_moves("b1a2c2a1")
    best = [action.name for action in truth.best_moves(after_a1)]
    assert best == ["a3"] and truth.exact_value(after_a1) == 1


def flat_monte_carlo_keeps_its_mistakes():
    """flat Monte Carlo makes some 125 to 150"""
    assert flat[1:] == [146, 145]
    player = players.monte_carlo(Budget(count=2000))
    for first in (10_000, 20_000):
        wrong = 0
        for seed, moves in enumerate(gaps, first):
            env = tictactoe.from_moves(moves)
            env.seed(seed)
            wrong += player(env) not in truth.best_moves(env)
        assert 120 < wrong < 155


def greedy_left_and_curious_right():
    """Too greedy on the left, too curious on the right."""
    assert all(counts[2] < min(counts[0], counts[-1]) for counts in tree.values())


def two_constants_make_no_mistake():
    """With 2,000 simulations and $c = 1$ or $c = 3$ the tree makes no mistake here, and none to two if you repeat it"""
    assert tree[2000][2] == tree[2000][3] == 0 and CONSTANTS[2:4] == (1, 3)
    for first in (5000, 15_000, 25_000):
        for c in (1, 3):
            player, wrong = players.uct(Budget(count=2000), c=c), 0
            for seed, moves in enumerate(gaps, first):
                env = tictactoe.from_moves(moves)
                env.seed(seed)
                wrong += player(env) not in truth.best_moves(env)
            assert wrong <= 2


def a_simulation_takes_longer():
    """A simulation takes longer than a playout, so a fair match is one at equal time."""
    mine, theirs = _typical("UCT", "flat Monte Carlo", seconds=0.1)
    assert theirs > 2 * mine


def hundreds_of_games():
    """So these functions have played hundreds for you, from random openings with both colours."""
    assert len(recorded) > 1000 and {game["game"] % 2 for game in recorded} == {0, 1}


def the_tree_is_ahead_at_100_ms():
    """At 10 ms the tree and the flat bandit cannot be told apart. At 100 ms the tree is ahead, though the bandit gets over three times as many random games."""
    low, high = _played("UCT", "flat Monte Carlo", seconds=0.01)[2]
    assert low < 0.5 < high
    assert _played("UCT", "flat Monte Carlo", seconds=0.1)[2].low > 0.5
    mine, theirs = _typical("UCT", "flat Monte Carlo", seconds=0.1)
    assert 3 < theirs / mine < 4


def alpha_beta_wins_at_every_time():
    """Alpha-beta wins at every time, and by more at a second a move than at 10 ms."""
    scores = [
        _played("UCT", "alpha-beta", seconds=seconds)[1] for seconds in (0.01, 0.1, 1)
    ]
    assert scores[2] == 0.15
    assert all(
        _played("UCT", "alpha-beta", seconds=seconds)[2].high < 0.5
        for seconds in (0.01, 0.1, 1)
    )
    assert (
        scores[0] - scores[2] > 1.96 * (0.385 * 0.615 / 100 + 0.15 * 0.85 / 40) ** 0.5
    )


def two_advisers():
    """From move 16 to move 50 the table favours Black, and random games White."""
    env, playouts, table = othello.make(seed=0), [], []
    for action in othello.from_moves(lost["moves"]).history[:50]:
        env.update(action)
        playouts.append(env.playouts(1000).mean() * -env.player)
        table.append(tanh(evaluate(env) / 50) * -env.player)
    assert lost["game"] % 2 == 1 and max(table[15:]) < 0 < min(playouts[15:])


def black_has_been_winning():
    """Best play, known from move 42 on, says Black. (At the very end the table is wrong: it adds up cells, where the end counts discs.)"""
    env = othello.from_moves(lost["moves"])
    env.undo()
    assert evaluate(env) * env.player < 0
    for _ in range(17):
        assert truth.exact_value(env) * env.player > 0
        env.undo()
    assert len(env.history) == 42 and truth.exact_value(env) * env.player > 0


def alpha_beta_needs_the_table():
    """Without its table, alpha-beta has no opinion before the end of the game is in sight, and nearly always plays the first listed move."""
    found, score, _ = _played("UCT", "alpha-beta, no table", seconds=0.1)
    first = []
    for game in found:
        env = othello.make()
        for ply, action in enumerate(othello.from_moves(game["moves"]).history):
            actions, hers = (
                env.legal_actions(),
                (env.player == 1) == (game["game"] % 2 == 1),
            )
            if hers and ply >= 8 and len(actions) > 1 and (env.board == 0).sum() >= 16:
                first.append(action == actions[0])
            env.update(action)
    assert score == 1 and np.mean(first) > 0.95


def alpha_beta_wins_against_four_constants():
    """With none: alpha-beta wins against all four. Which $c$ is best, forty games do not tell."""
    scores = []
    for name in WITH_TABLE:
        found, score, interval = _played(name, "alpha-beta", seconds=0.1)
        assert len(found) == 40 and interval.high < 0.5
        scores.append(score)
    assert [40 * score for score in scores] == [3, 7, 9, 5]
    lead = max(scores) - min(scores)
    assert (
        lead < 1.96 * sum(score * (1 - score) / 40 for score in (9 / 40, 3 / 40)) ** 0.5
    )


def speed_is_part_of_it():
    """Speed is part of it: alpha-beta makes at least seven times as many steps."""
    for name in WITH_TABLE:
        few, many = _typical(name, "alpha-beta", seconds=0.1)
        in_time, in_steps = ({"seconds": 0.1}, {"steps": 5000})
        scores = [
            _played(name, "alpha-beta", **limit)[1] for limit in (in_time, in_steps)
        ]
        assert many > 7 * few and few < 5000 and scores[0] < scores[1]


def the_constant_has_a_unit():
    """if all values were ten times as large, only ten times the $c$ would give the same search"""
    visits, given = [], othello.from_moves(lost["moves"][:40])
    for scale, c in ((1, 1), (16, 16), (16, 1)):  # by a power of two: no rounding
        grown = uct(given, 500, c=c, playout=lambda env, k=scale: k * by_table(env))
        visits.append([child.visits for child in grown.children])
    assert visits[0] == visits[1] != visits[2]


def at_equal_steps_its_lead_may_be_luck():
    """But at 5,000 steps each (100 games) it still wins against three of the four; against $c = 0.3$ its lead may be luck."""
    for name in WITH_TABLE:
        found, score, interval = _played(name, "alpha-beta", steps=5000)
        assert len(found) == 100 and score < 0.5
        assert (interval.high > 0.5) == (name == "UCT, table, c = 0.3")


def corners_help_in_python():
    """In both: the corners are worth their time, where both playouts are in Python."""
    assert _played("UCT, heavy", "UCT", steps=50)[2].low > 0.5
    assert _played("UCT, heavy", "UCT, by hand", seconds=0.02)[2].low > 0.5


def against_the_compiled_one_they_are_level():
    """Against the compiled light one, at 20 ms, heavy scores 51 % (41–61 %)."""
    found, score, interval = _played("UCT, heavy", "UCT", seconds=0.02)
    assert len(found) == 100 and score == 0.51
    assert [round(100 * end) for end in interval[:2]] == [41, 61]


def counting_boards_beats_a_small_uct():
    """Counting won boards wins this match against 100 simulations, and clearly loses to 1,000."""
    assert small_boards[100].interval.high < 0.5
    assert small_boards[1000].interval.low > 0.5


def a_hundred_other_games_are_closer():
    """in a hundred other games (seed=1) UCT got 41 % (32–51 %)"""
    mine = players.uct(Budget(count=100))
    match = arena.match(mine, four_plies, games=100, make=ultimate.make, seed=1)
    assert match.score == 0.41
    assert str(match.interval) == "31.9–50.8 %"


def two_thousand_simulations_take_a_moment():
    """with 2,000 simulations it thinks for a moment"""
    began = time.process_time()
    my_uct(ultimate.make(seed=0))
    assert time.process_time() - began < 2


def ahead_at_a_hundred_milliseconds():
    """At 100 ms a move UCT beats flat Monte Carlo."""
    assert _played("UCT", "flat Monte Carlo", seconds=0.1)[2].low > 0.5


def a_second_is_not_enough():
    """Alpha-beta beats UCT at all three times, but loses without its table."""
    for seconds in (0.01, 0.1, 1):
        assert _played("UCT", "alpha-beta", seconds=seconds)[2].high < 0.5
    for limit in ({"seconds": 0.1}, {"steps": 5000}):
        assert _played("UCT", "alpha-beta, no table", **limit)[2].low > 0.5


def what_the_table_decides():
    """With the table in both, it wins again."""
    alpha_beta_wins_against_four_constants()


def uct_loses_the_game_shown():
    """At a second a move UCT lost 34 of its 40 games. Replay the first of them"""
    results = [game["result"] for game in _played("UCT", "alpha-beta", seconds=1)[0]]
    assert (len(results), results.count(-1)) == (40, 34)
    assert results.index(-1) == lost["game"] and lost["game"] % 2 == 1

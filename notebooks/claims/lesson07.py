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
    """That was a mistake: one move of yours now forces a win."""
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
    """after 20,000 random games it chose a3"""
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
    """in its random games X plays a1 only one time in five"""
    assert len(after_a3.legal_actions()) == 5


def two_numbers_for_a3():
    """After a3, X has five replies: a1, c1, b2, b3 and c3. Random games take the mean of all five; best play takes a1."""
    for value, right in (
        (by_chance, [1 / 2, 0, -1 / 6, -1 / 6, -1 / 6]),
        (truth.exact_value, [1, -1, -1, -1, -1]),
    ):
        found = {action.name: worth for action, worth in each(after_a3, value).items()}
        assert list(found) == ["a1", "c1", "b2", "b3", "c3"]
        assert np.allclose(list(found.values()), right)


def chance_likes_a3_best():
    """Random games rate a3 highest, and it loses. They rate c1 and c3 far lower, and those two draw."""
    values = {action.name: value for action, value in each(puzzle, by_chance).items()}
    best = {
        action.name: value for action, value in each(puzzle, truth.exact_value).items()
    }
    assert max(values, key=values.get) == "a3" and best["a3"] == -1
    assert {name for name, value in best.items() if value == 0} == {"c1", "c3"}
    assert max(values["c1"], values["c3"]) < -0.25 < -0.1 < values["a1"]


def every_position_is_asked():
    """One position is an anecdote, so we ask all that can come up."""
    assert len(games) == 4520  # the unfinished ones
    assert abs(remembered(puzzle) - by_chance(puzzle)) < 1e-9


def what_each_slip_leads_to():
    """The cell tries them on two games that X wins. X is to move in the first node. One game goes through all four nodes, the other only through the first three. Which four totals must come out?"""
    pair = "        node.total += result\n        result = -result\n"
    plus, turn = pair.splitlines(True)
    code, right = inspect.getsource(backup), backup
    for totals, lines in {
        (2, -2, 2, -1): pair,
        (0, 0, 0, -1): plus,
        (2, 2, 2, 1): "        node.total += result * env.player\n",
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
    assert uct(given, 15).visits == 15


def the_bound_of_a1():
    """the seven results of a1 add up to −1 for O, and the one game with c3 was lost"""
    given = puzzle.copy()
    given.seed(middle)
    young = uct(given, 15)
    of = {child.action.name: child for child in young.children}
    assert (of["a1"].visits, of["a1"].total) == (7, 1)  # X, who is to move there, leads
    assert (of["c3"].visits, of["c3"].total) == (1, 1)
    bounds = [round(upper_bound(of[name], young, 1.0), 2) for name in ("a1", "c3")]
    assert bounds == [0.48, 0.65]


def b2_is_the_first_of_four():
    """Which move does the sixteenth simulation follow? (max takes the first of equals.)"""
    given = puzzle.copy()
    given.seed(middle)
    young = uct(given, 15)
    bounds = {c.action.name: upper_bound(c, young, 1.0) for c in young.children}
    ahead = [name for name, bound in bounds.items() if bound == max(bounds.values())]
    assert ahead == ["b2", "a3", "b3", "c3"]
    assert all(c.visits == 1 for c in young.children if c.action.name in ahead)
    means = {c.action.name: -mean(c) for c in young.children}
    assert all(means["a1"] > value for name, value in means.items() if name != "a1")


def the_film_shows_the_middle_search():
    """So we made 300 from Figure 7.2's position, sorted them by when they settle on their final move, and show the one in the middle."""
    assert len(searches) == 300
    order = sorted(searches, key=settled)
    assert order.index(middle) == 150
    again = puzzle.copy()
    again.seed(middle)
    visits = [child.visits for child in uct(again, 1000).children]
    assert visits == [child.visits for child in root.children]
    assert most_visited(root).action.name == searches[middle][-1]


def _chosen(c, seeds, simulations=1000):
    """What searches from Figure 7.2's position choose."""
    chosen = []
    for seed in seeds:
        given = puzzle.copy()
        given.seed(seed)
        chosen.append(most_visited(uct(given, simulations, c=c)).action)
    return chosen


def a_small_constant_falls_for_luck():
    """Of these three, only the tree in the middle: it chooses c3. With $c = 0.1$ the search trusts its first results: 89 of 300 searches end with a losing move, and with $c = 1$ none does. This is one of them: it ends with b3, which loses to c1. X tried c1 once, and lost that random game. Now its bound is $-1 + 0.1\\sqrt{\\ln N}$, where $N$ counts the visits of b3. It stays below 0 until $N$ reaches $e^{100}$. So X never tries c1 again, and b3 looks even after 987 visits."""
    assert [_chosen(c, [0])[0].name for c in (0.1, 1, 3)] == ["b3", "c3", "a1"]
    values = truth.move_values(puzzle)
    assert {a.name: value for a, value in values.items() if value == 0} == {
        "c1": 0,
        "c3": 0,
    }
    assert [a.name for a in truth.best_moves(tictactoe.from_moves("b1a2c2b3"))] == [
        "c1"
    ]
    given = puzzle.copy()
    given.seed(0)
    b3 = most_visited(uct(given, 1000, c=0.1))
    assert b3.visits == 987 and abs(mean(b3)) < 0.01
    assert [(x.visits, -x.total) for x in b3.children if x.action.name == "c1"] == [
        (1, -1)
    ]
    assert abs(-1 + 0.1 * sqrt(100)) < 1e-9
    for c, losing in ((0.1, 89), (1, 0)):
        assert sum(values[action] < 0 for action in _chosen(c, range(300))) == losing


def a_large_constant_learns_slowly():
    """With $c = 3$ the visits are spread so evenly that after a thousand a1 still leads, and a1 loses. After 2,000 c1 leads. Too large a $c$ learns slowly; too small a $c$ may stop learning."""
    assert {action.name for action in _chosen(3, range(100))} == {"a1"}
    assert {action.name for action in _chosen(3, range(20), 2000)} == {"c1"}
    given = puzzle.copy()
    given.seed(0)
    grown = uct(given, 1000, c=3)
    assert most_visited(grown).visits < 300
    assert min(child.visits for child in grown.children) > 50


def most_nodes_are_visited_once():
    """A node gets its children only when it is visited a second time; in a large game most never are."""
    for given in (othello.make(), othello.from_moves(recorded[0]["moves"][:60])):
        given.seed(0)
        nodes, once, more = [uct(given, 2000)], 0, 0
        for node in nodes:  # they grow while they are counted
            nodes += node.children
            once += node.visits == 1
            more += node.visits > 1
        assert once > 2 * more


def other_moves_lead_first():
    """Early on, the favourites of random games lead: after 100 simulations, a1 or a3 in two searches of three."""
    early = sum(found[99] in ("a1", "a3") for found in searches.values())
    assert 0.6 < early / 300 < 0.7
    values = {action.name: value for action, value in each(puzzle, by_chance).items()}
    assert sorted(values, key=values.get)[-2:] == ["a1", "a3"]


def the_mean_of_c3_stays_low():
    """The others stop half-way: c3 draws as well, but it gets few visits, and its mean, −0.34, is like that of a losing move."""
    of = {child.action.name: child for child in root.children}
    values = {action.name: value for action, value in truth.move_values(puzzle).items()}
    assert (values["c3"], values["b2"]) == (0, -1) and of["c3"].visits < 100
    losing = [-mean(of[name]) for name, value in values.items() if value < 0]
    assert round(-mean(of["c3"]), 2) == -0.34 and min(losing) < -0.34 < max(losing)


def then_b2_leads_for_a_while():
    """Then b2 leads for a while, until X's reply c1 is found there, too."""
    found = searches[middle]
    assert found[150] == found[250] == "b2" and found[300] == "c1"
    b2 = next(child for child in root.children if child.action.name == "b2")
    assert max(b2.children, key=lambda child: child.visits).action.name == "c1"


def the_mean_of_a1_sinks():
    """But then the search finds X's winning reply to a1, which is a3. It tries a3 again and again because it wins, and the mean of a1 sinks for O."""
    assert -a1.total / a1.visits < -0.3
    assert max(a1.children, key=lambda child: child.visits).action.name == "a3"
    after_a1 = tictactoe.from_moves("b1a2c2a1")
    best = [action.name for action in truth.best_moves(after_a1)]
    assert best == ["a3"] and truth.exact_value(after_a1) == 1


def longer_thought_makes_the_mistake_surer():
    """Where random games prefer a mistake, flat Monte Carlo makes it more often the longer it thinks: in 53 of the 70 positions with 100 playouts, in 65 with 2,000. Where they cannot tell, it errs half the time, in 79 of 152. Together these are nearly all of its 145 mistakes."""
    among = [len(set(found) & set(fooled)) for found in flat]
    assert among == sorted(among) and (among[0], among[2]) == (53, 65)
    assert (len(flat[2]), len(set(flat[2]) & set(ties))) == (145, 79)


def greedy_left_and_curious_right():
    """Mistakes by $c$: too greedy on the left, too curious on the right."""
    assert all(counts[2] < min(counts[0], counts[-1]) for counts in tree.values())


def two_constants_make_no_mistake():
    """The tree makes none with $c = 1$ or $c = 3$, and at most two with other seeds."""
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
    """So these functions have played hundreds of games for you, from random openings with both colours."""
    assert len(recorded) > 1000 and {game["game"] % 2 for game in recorded} == {0, 1}


def the_tree_is_ahead_at_100_ms():
    """UCT and flat Monte Carlo cannot be told apart at 10 ms. At 100 ms the tree is ahead, though flat Monte Carlo gets over three times as many random games."""
    low, high = _played("UCT", "flat Monte Carlo", seconds=0.01)[2]
    assert low < 0.5 < high
    assert _played("UCT", "flat Monte Carlo", seconds=0.1)[2].low > 0.5
    mine, theirs = _typical("UCT", "flat Monte Carlo", seconds=0.1)
    assert 3 < theirs / mine < 4


def alpha_beta_wins_at_every_time():
    """No: alpha-beta wins at every time, and by more at a second a move than at 10 ms."""
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


def uct_is_wrong_about_white():
    """Black: White was losing even before this move, by 34 discs. UCT (the mean of 20 searches) thinks White ahead there, as random games do."""
    env = othello.from_moves(lost["moves"][: 2 * 41])
    assert env.player == -1 and truth.exact_value(env) == -34
    env.seed(1)
    search = players.uct(Budget(count=20_000))
    assert np.mean([search.analyse(env).value for _ in range(20)]) > 0.15
    assert np.mean([env.playout() for _ in range(5000)]) > 0.15


def few_discs_and_a_won_game():
    """In the first of them it is White. After its move 42 it has 38 discs, and Black has 8."""
    env = othello.make()
    for action in othello.from_moves(lost["moves"]).history[:42]:
        env.update(action)
    assert ((env.board == -1).sum(), (env.board == 1).sum()) == (38, 8)


def each_match_was_played_on_one_machine():
    """Each match was played on a single machine, but not all on the same one."""
    machines = {}
    with open("data/uct_matches.jsonl") as file:
        for line in map(json.loads, file):
            if "moves" not in line:
                machine = line["machine"]
            else:
                match = (*line["players"], str(line["limit"]))
                machines.setdefault(match, set()).add(machine)
    assert {len(found) for found in machines.values()} == {1}
    assert len(set.union(*machines.values())) > 1


def alpha_beta_needs_the_scores():
    """Counting discs, alpha-beta loses all 40 games: in mid-game the count says little about the end, as Figure 7.7 shows."""
    found, score, _ = _played("UCT", "alpha-beta, discs", seconds=0.1)
    assert (len(found), score) == (40, 1)


def alpha_beta_searches_better():
    """With scores in both it still wins, by its search: for each of the four $c$ the interval lies below 50 %."""
    for name in WITH_TABLE:
        found, _, interval = _played(name, "alpha-beta", seconds=0.1)
        assert len(found) == 40 and interval.high < 0.5


def speed_is_part_of_it():
    """Its search is the faster one: in 100 ms it looks at some ten nodes for each simulation of UCT. At equal steps, UCT scores 42.5 % with the best of the four $c$, too close to 50 % to be sure who is ahead, and 22 to 32 % with the others."""
    few, many = _typical("UCT, table, c = 0.3", "alpha-beta", seconds=0.1)
    assert 9 < many / few < 12
    matches = [_played(name, "alpha-beta", steps=5000) for name in WITH_TABLE]
    assert [len(found) for found, *_ in matches] == [100] * 4
    assert [score for _, score, _ in matches] == [0.22, 0.425, 0.32, 0.28]
    assert [interval.high < 0.5 for *_, interval in matches] == [
        True,
        False,
        True,
        True,
    ]


def corners_help_in_python():
    """In both: knowing corners costs little time, and in Othello it makes each playout worth more. (Against the *compiled* light playout, 20 ms give 51 %: that compares Python with compiled code.)"""
    for other, limit in (("UCT", {"steps": 50}), ("UCT, by hand", {"seconds": 0.02})):
        found, _, interval = _played("UCT, heavy", other, **limit)
        assert len(found) == 100 and interval.low > 0.5
    knowing, light_ = _typical("UCT, heavy", "UCT, by hand", seconds=0.02)
    assert 0.75 < knowing / light_ < 1
    _, score, _ = _played("UCT, heavy", "UCT", seconds=0.02)
    knowing, compiled = _typical("UCT, heavy", "UCT", seconds=0.02)
    assert score == 0.51 and compiled > 2 * knowing


def counting_boards_beats_only_a_small_uct():
    """The four plies beat only 50 simulations."""
    assert small_boards[50].interval.high < 0.5
    assert small_boards[1000].interval.low > 0.5
    assert small_boards[200].interval.low > 0.5


def two_hundred_take_longer():
    """(In plain Python, 200 take longer than the four plies.)"""
    times = {player: [] for player in (four_plies, uct_player(200))}
    for game in small_boards[200].transcripts[:3]:
        env = ultimate.make()
        for action in ultimate.from_moves(game.moves).history[:30]:
            env.update(action)
            for player, taken in times.items():
                began = time.process_time()
                player(env.copy())
                taken.append(time.process_time() - began)
    plies, simulations = (sum(taken) for taken in times.values())
    assert simulations > plies


def two_thousand_simulations_take_a_moment():
    """with 2,000 simulations it thinks for a moment"""
    began = time.process_time()
    my_uct(ultimate.make(seed=0))
    assert time.process_time() - began < 2


def ahead_at_a_hundred_milliseconds():
    """At 100 ms a move UCT beats flat Monte Carlo."""
    assert _played("UCT", "flat Monte Carlo", seconds=0.1)[2].low > 0.5


def a_second_is_not_enough():
    """Alpha-beta beats UCT at all three times, and with the cell scores in both, but loses when it counts discs instead."""
    for seconds in (0.01, 0.1, 1):
        assert _played("UCT", "alpha-beta", seconds=seconds)[2].high < 0.5
    assert _played("UCT", "alpha-beta, discs", seconds=0.1)[2].low > 0.5


def uct_loses_the_game_shown():
    """At a second a move UCT lost 34 of its 40 games."""
    results = [game["result"] for game in _played("UCT", "alpha-beta", seconds=1)[0]]
    assert (len(results), results.count(-1)) == (40, 34)
    assert results.index(-1) == lost["game"] and lost["game"] % 2 == 1

"""Claims of lesson 05: see tests/notebooks/claims.py."""


def five_boxes_are_enough():
    """Five: all of b, and then in a and in c the one that looked worst. Only one of the twelve notes was right"""
    from coursekit.display.figures.covering import fewest, worth

    glances = {
        branch: [int(box.move.strip("?")) for box in branch.children]
        for branch in puzzle.children
    }
    right = [
        glance == box.value
        for branch, seen in glances.items()
        for glance, box in zip(seen, branch.children, strict=True)
    ]
    right += [f"{worth(branch):.0f}?" in branch.move for branch in puzzle.children]
    assert (sum(right), len(right)) == (1, 12)
    a, b, c = puzzle.children
    assert fewest(puzzle) == 5 and worth(puzzle) == worth(b) == 5
    for branch in (a, c):
        worst = branch.children[glances[branch].index(min(glances[branch]))]
        assert worst.value <= 5
    for branch, seen in glances.items():
        assert branch.move.endswith(f": {min(seen)}?")


def all_six_cost_a_third_of_the_one():
    """All six together need little more than a third."""
    assert 1 / 3 < sum(_spent_on(middle, 6)) / at_once.nodes < 0.4


def the_last_one_is_cut_to_a_quarter():
    """The first five visit 3,718 nodes. Thanks to their notes, the sixth needs only a quarter of what plain alpha-beta needs."""
    spent, value = deepened(middle, 6)
    assert value == at_once.value
    assert spent == _spent_on(middle, 6)
    assert all(
        later > 2.5 * before
        for before, later in zip(spent[1:], spent[2:], strict=False)
    )
    assert sum(spent[:-1]) == 3718
    assert 3.9 < at_once.nodes / spent[-1] < 4.2


def _spent_on(env, deepest, *ideas):
    run = _deepened(env, deepest, *(ideas or ["order"]))
    return [
        later[0] - before[0]
        for before, later in zip([(0,), *run.found], run.found, strict=False)
    ]


def _deepened(env, deepest, *ideas):
    return deepen(env, new_search(ideas), range(1, deepest + 1))


def an_iteration_costs_two_or_three_times_as_much_as_all_before():
    """One iteration typically costs two or three times as much as all before it together."""
    for ideas in (["order"], all_three):
        spent = np.array([_spent_on(env, 6, *ideas) for env in positions[:10]])
        times = [spent[:, i] / spent[:, :i].sum(1) for i in range(2, 6)]
        odd, even = (np.median(times[i::2]) for i in (0, 1))  # 3 and 5, 4 and 6 plies
        assert (round(odd), round(even)) == (3, 2), (odd, even)  # the others end soon


def the_second_finds_d3_and_the_third_begins_with_it():
    """The iteration of two plies likes d3 best, the last move in its list. The iteration of three plies begins with d3. After that, one reply is enough to refute each of the other two moves."""
    _, second, third = records
    calls = [
        [c for c in record.calls if c.parent is record.calls[0]]
        for record in (second, third)
    ]
    assert [call.moves[0].name for call in calls[0]] == ["b1", "a3", "d3"]
    assert -calls[0][-1].value > max(-call.value for call in calls[0][:-1])
    assert calls[1][0].moves[0].name == "d3"
    assert all(len(call.children) == 1 and call.cut for call in calls[1][1:])


def small_questions_were_asked_in_the_puzzle():
    """Once b was known to be worth 5, you asked of a and c only: *more than 5?* The 1 and the 4 said no."""
    a, b, c = ([box.value for box in branch.children] for branch in puzzle.children)
    assert min(b) == 5 and 1 in a and 4 in c


def five_plies_are_worth_the_same():
    """11,069, as before: it is the same search, node for node. The other ideas save a little more and leave the values as they are."""
    assert deepened(middle, 5)[1] == -25
    assert value_of(new_search(["order"]), middle, 5) == -25
    assert _deepened(middle, 6, "order").nodes == sum(deepened(middle, 6)[0])


def what_a_wrong_condition_costs():
    """16,294 nodes: your condition always asks again. A little longer: it asks in vain at an edge. 11,282: it never does, and a *yes, at least* is taken for the value. The fifth iteration then finds −26 in place of −25."""
    global asks_again
    right = asks_again
    for told, nodes, fifth in ((True, 16_294, -25), (False, 11_282, -26)):

        def asks_again(_low, _value, _beta, told=told):
            return told

        search = _deepened(middle, 6, *all_three)
        assert (search.nodes, search.found[4][1]) == (nodes, fifth)
    for condition in (
        lambda low, value, _beta: value > low,
        lambda low, value, beta: low <= value <= beta,
        lambda low, value, beta: low < value <= beta,
    ):
        asks_again = condition
        assert 0 < _deepened(middle, 6, *all_three).nodes - 9_765 < 600
    asks_again = right


def what_an_answer_proves_is_what_is_noted():
    """Lesson 04 has shown what a search with the window from 0 to 10 proves: if it returns 0, *at most 0*; if 4, *exactly 4*; if 10, *at least 10*."""
    worth = value_of(new_search(), middle, 3)
    for alpha, beta in [(-10, infinity), (-infinity, -36), (-30, -20), (-26, -25)]:
        search = new_search(["proofs"])
        value = value_of(search, middle, 3, alpha, beta)
        least, most = search.proved[middle.position, 3]
        assert least <= worth <= most and value in (least, most)


def each_answer_is_the_next_windows_edge():
    """The first two answers are the next window's edge."""
    small, search = othello.from_moves("a2a1d3b4a4a3c4", size=4), new_search(all_three)
    deepen(small, search, [1, 2])
    search.proved.clear()
    ours = deepen.__globals__
    plain = ours["value_of"]
    ours["value_of"] = traced = display.traced(plain)
    try:
        traced(search, small, 3)
    finally:
        ours["value_of"] = plain
    told = [
        (c.moves[0].name, -c.value, -c.arguments["beta"], -c.arguments["alpha"])
        for c in traced.trace.calls[0].children
        if c.moves[0].name == "d2"
    ]
    assert told == [("d2", 6, -12, -11), ("d2", 18, 6, infinity)]
    root = traced.trace.calls[0]
    assert [c.moves[0].name for c in root.children] == ["d4", "d2", "d2"]
    assert (-root.children[0].value, int(root.env.player)) == (-12, -1)
    from_memory = [not c.children for c in root.children[2].children]
    assert from_memory == [False, True, True]  # part of what is asked again


def a_question_costs_less_than_the_value():
    """It depends on the question: a tenth, a half, a third. Here the one closest to the value is the hardest."""
    spent = []
    for window in ((-infinity, infinity), (-30, -29), (-20, -19), (-10, -9)):
        search = new_search(["order"])
        value_of(search, middle, 4, *window)
        spent.append(search.nodes)
    shares = np.array(spent[1:]) / spent[0]
    assert abs(shares - [1 / 10, 1 / 2, 1 / 3]).max() < 0.05 and shares.argmax() == 1


def order_saves():
    """**Remembered order** saves most: from 130 to 29 %. Proofs alone leave 112 %."""
    shares = [100 * nodes / costs["straight to six plies"] for nodes in costs.values()]
    assert [round(np.median(x)) for x in shares] == [
        100,
        26,
        18,
        130,
        112,
        133,
        97,
        29,
        27,
        28,
        26,
        19,
    ]
    assert (costs["+ order"] < costs["+ proofs"]).all()
    for env, nodes in list(zip(positions, costs["deepening"], strict=True))[::4]:
        assert deepen(env, new_search(), six).nodes == nodes


def the_notes_save_little_at_the_lone_dots():
    """With order, the lone dots on the right are one position, where the notes save little."""
    for name in list(costs)[6:]:
        assert (costs[name] / straight).argmax() == 19, name
    for ideas in (["order"], all_three):
        sixth = np.array([_spent_on(env, 6, *ideas)[-1] for env in positions])
        shares = sixth / straight
        assert shares.argmax() == 19 and 0.6 < shares[19] < 0.8, shares
        assert np.median(shares) < 0.2, shares


def little_is_left_beside_order():
    """All three ideas together leave 26 %, only a little less than order alone. Take one away, and it is 27 % without null windows, 28 % without proofs, and 97 % without order."""
    assert (costs["+ all three"] < costs["+ order"]).all()


def the_rival_is_cheaper():
    """**The rival wins** with 18 %: it needs fewer nodes in 15 of the 20 positions. But it was told which squares are good, and this alone gives 26 %."""
    ratio = costs["+ all three"] / costs["the rival"]
    assert (ratio > 1).sum() == 15 and _mean_ratio(ratio)[1] > 100


def both_are_level():
    """Told them, too, deepening needs 19 %, which twenty positions cannot tell from 18 %."""
    _, low, high = _mean_ratio(costs["+ good squares, too"] / costs["the rival"])
    assert low < 100 < high, (low, high)
    assert (costs["+ good squares, too"] < costs["+ all three"]).all()


def what_we_saw_of_the_ideas():
    """Each iteration tells the next where to begin, so deepening usually costs less than going straight through the moves as listed (in 19 of our 20 positions)."""
    assert (costs["+ order"] < costs["straight to six plies"]).sum() == 19
    assert (costs["deepening"] > costs["straight to six plies"]).all()  # untold


def order_saves_most():
    """Of our three ideas, order saves most."""
    for other in ("+ proofs", "+ null windows"):
        assert (costs["+ order"] < costs[other]).all(), other


def squares_first_are_those_of_lesson_04():
    """`"squares"` tries good squares first (lesson 04's exercise 2)."""
    from coursekit.exercises.counted import CountedOthello
    from coursekit.exercises.lesson04 import sorted_alpha_beta

    for env, nodes in zip(positions, costs["straight, good squares"], strict=True):
        counted = CountedOthello(env)
        sorted_alpha_beta(counted, 6)
        assert counted.played[0] + 1 == nodes  # and the root


def _mean_ratio(ratios):
    """The geometric mean of 20 ratios, in %, with its 95 % interval."""
    logs = np.log(ratios)
    margin = 2.09 * logs.std(ddof=1) / np.sqrt(len(logs))
    return 100 * np.exp(logs.mean() + np.array([0, -margin, margin]))


def null_windows_need_proofs():
    """**Null windows** alone save nothing in the median (133 %), but with proofs they do: from 112 to 97 %."""
    alone = costs["+ null windows"] / costs["deepening"]
    _, low, high = _mean_ratio(alone)
    assert low < 100 < high, (low, high)
    assert _mean_ratio(costs["+ proofs and null windows"] / costs["+ proofs"])[2] < 100


def deepening_alone_costs_a_third_more():
    """**Deepening alone** costs 130 %. All five searches before the sixth add only 30 %, for each is much larger than the one before."""
    for env in positions[::4]:
        spent = [players.alpha_beta(depth).analyse(env).nodes for depth in six]
        assert all(low < high for low, high in zip(spent, spent[1:], strict=False))
        assert sum(spent[:-1]) < spent[-1]


def what_was_searched_was_the_same():
    """Count the nodes of all six iterations together, on every second of lesson 04's forty positions."""
    for env in positions[::2]:
        values = [players.alpha_beta(depth).analyse(env).value for depth in range(1, 7)]
        for ideas in (["order", "proofs"], all_three, ["squares", *all_three]):
            assert [value for _, value, _ in _deepened(env, 6, *ideas).found] == values
        rival = deepen(env, new_search(["squares", "proofs", "null windows"]), [6])
        assert rival.found[0][1] == values[-1]
    straight = [players.alpha_beta(6).analyse(env).nodes for env in positions]
    assert list(costs["straight to six plies"]) == straight


def a_window_around_the_last_value_saves_nothing():
    """Many programs also try a narrow window around the last iteration's value, an **aspiration window**; here ±8 saves nothing."""
    spent = []
    for env in positions:
        search, low, high = new_search(all_three), -infinity, infinity
        for depth in six:
            search.proved.clear()
            value = value_of(search, env, depth, low, high)
            if not low < value < high:
                value = value_of(search, env, depth)
            low, high = value - 8, value + 8
        spent.append(search.nodes)
    assert 100 < _mean_ratio(spent / costs["+ all three"])[0] < 102


def old_entries_block_the_slots():
    """In one that is kept from move to move, old entries block the slots, and *never* becomes the worst rule."""
    spent = {}
    for name in ("always", "never", "if deeper"):
        search, spent[name] = new_search(["order"]), 0
        for start in positions[:8]:
            env, search.best_move = start.copy(), Slots(64, rules[name])
            for _ in range(6):  # the same moves under each rule
                before = search.nodes
                deepen(env, search, range(1, 5))
                spent[name] += search.nodes - before
                guide = _deepened(env, 4, "order")
                env.update(guide.best_move[env.position][1])
    assert spent["if deeper"] < spent["always"] < spent["never"], spent


def the_positions_near_the_root_stay():
    """With 64 slots for about 540 positions, *always* saves little, and *if deeper* needs only a fifth more nodes than an endless memory. It keeps most positions near the root, which come up in every iteration. *Never* keeps them, too, because they come first."""
    held = [len(_deepened(env, 5, "order").best_move) for env in positions]
    assert round(np.median(held), -1) == 540
    assert 0.75 < np.median(bounded["always"] / bounded["no memory"]) < 1
    assert (bounded["if deeper"] < bounded["always"]).all() and len(positions) == 20
    assert 0.95 < np.median(bounded["never"] / bounded["if deeper"]) < 1.02
    assert (bounded["yours"] == bounded["always"]).all()  # while the dots stand
    shares = {name: _kept_near_the_root(rules[name]) for name in list(rules)[1:]}
    assert shares == {"always": 2, "never": 9, "if deeper": 9}, shares


def _kept_near_the_root(rule):
    """Of the entries at the roots and one ply below, how many tenths slots hold in the end."""
    near = found = 0
    for env in positions:
        search = new_search(["order"])
        search.best_move = Slots(64, rule)
        deepen(env, search, five)
        for action in (None, *env.legal_actions()):
            if action:
                env.update(action)
            if not env.is_done():
                near += 1
                found += search.best_move.get(env.position, None) is not None
            if action:
                env.undo()
    return round(10 * found / near)


def the_board_is_as_it_was():
    """The board is left in mid-search, so we search a copy."""
    for nodes in (1, 2, 10, 100, 1000):
        assert think(middle, nodes=nodes).nodes == nodes
        assert middle == bank.position("middle game")
    assert not think(middle, nodes=17).found and think(middle, nodes=18).found
    assert think(middle, seconds=0.02).found and middle == bank.position("middle game")


def the_search_stops_by_itself():
    """The second search, with six empty squares, stopped by itself: no line met its **horizon**, where the depth runs out. (Ten plies: a pass is a ply.)"""
    ending = truth.endgames()[0].env
    found = think(ending, nodes=20_000)
    assert (ending.board == 0).sum() == 6
    assert not found.horizon and len(found.found) == 10 and found.nodes < 20_000
    assert found.found[-1][1] == 1_000_000 + truth.exact_value(ending, empties="nobody")
    assert found.found[-1][2] in truth.best_moves(ending)


def a_player_always_has_a_legal_move():
    """The new one: using it scores 53.5 % (50.6–56.3 %) at the same 300 nodes a move."""
    for count in (1, 5, 50):
        assert deepening_player(nodes=count)(middle) in middle.legal_actions()
    assert all(engine.analyse(env).nodes <= 300 for env in positions)
    assert unfinished.interval.low > 0.5 and round(100 * unfinished.score, 1) == 53.5


def white_wins_four_by_four():
    """**White wins 4×4 Othello**, 11 to 3. This is not a statistic; it is a proof. (Here the two empty squares count for nobody.)"""
    assert tiny.is_done() and (tiny.count(1), tiny.count(-1)) == (3, 11)
    assert solve(othello.make(4)) == -8
    assert truth.exact_value(othello.make(4), empties="nobody") == -8


def there_are_other_lines():
    """One line of best play; there are others."""
    assert list(move_values(othello.make(4)).values()) == [-8] * 4
    assert len(tiny.history) == 10 and (tiny.board == 0).sum() == 2


def the_twin_sees_the_end():
    """in the book, against alpha-beta twenty plies deep, which sees the end of every game."""
    twin = players.alpha_beta(20)
    assert _longest(othello.make(4), {}) == 17
    for seed in range(5):
        game = othello.make(4)
        game.seed(seed)
        while not game.is_done():
            worths = move_values(game)
            assert worths[twin(game)] == max(worths.values())
            actions = game.legal_actions()
            game.update(actions[game.rng.integers(len(actions))])


def _longest(env, known):
    """The plies of the longest game from here."""
    if env.position not in known:
        plies = []
        for action in env.legal_actions():
            env.update(action)
            plies.append(0 if env.is_done() else _longest(env, known))
            env.undo()
        known[env.position] = 1 + max(plies)
    return known[env.position]


def ten_squares_are_left():
    """Ten squares are left, and Black is to move."""
    assert (endgame.board == 0).sum() == 10 and int(endgame.player) == 1
    assert set(exact) == set(endgame.legal_actions())
    assert max(exact.values()) == truth.exact_value(endgame)


def ten_squares_are_usually_seen_to_the_end():
    """It has a second for each move. From ten empty squares on, that usually reaches the end (in random games)."""
    ends = [after_random_plies(50, seed) for seed in range(16)]
    # A second of Python is 30,000 nodes or more.
    seen = [not think(env, nodes=30_000).horizon for env in ends]
    assert sum(seen) > 8, sum(seen)


def two_hundred_games_are_not_enough():
    """The check plays 200 games, too few to tell our clock's 54.5 % (47.6–61.3 %) from 50 %."""
    assert lesson05._GAMES == 200 and lesson05._OURS == "54.5 % (47.6–61.3 %)"


def five_plies_choose_a_move_that_loses():
    """Five plies deep it would have played h3, which loses by 10."""
    found = think(endgame, nodes=20_000).found
    assert (found[-1][1], found[-1][2].name) == (1_000_028, "c2")
    worth = {action.name: value for action, value in exact.items()}
    assert found[4][2].name == "h3" and (worth["h3"], worth["c2"]) == (-10, 28)


def h4_leaves_a_square_empty():
    """(After h4 one square stays empty. So h4 is worth 9 to your search, and 10 to the referee.)"""
    found = {}
    for empties in ("nobody", "winner"):
        values = truth.move_values(endgame, empties=empties)
        found[empties] = {action.name: value for action, value in values.items()}
    assert (found["nobody"]["h4"], found["winner"]["h4"]) == (9, 10)
    assert found["nobody"]["c2"] == 28


def a_win_is_certain_from_the_tenth_line_on():
    """c2 wins by 28 discs. Your own search has proved that, too: a million and 28. From the tenth line on it was sure of a win, but not yet by how much."""
    won = [value > 900_000 for _, value, _ in think(endgame, nodes=20_000).found]
    assert won == [False] * 9 + [True] * 6


def the_value_itself_costs_most():
    """At most −10; exactly −26; at least −41, which is more than we asked. The answer is exact only where the window contains the value, and that search costs the most."""
    spent = {}
    for window, noted in (
        ((-10, 0), (-infinity, -10)),
        ((-30, -20), (-26, -26)),
        ((-60, -50), (-41, infinity)),
    ):
        search = new_search(["proofs"])
        value_of(search, middle, 3, *window)
        assert search.proved[middle.position, 3] == noted
        spent[window] = search.nodes
    assert spent[-30, -20] == max(spent.values()), spent

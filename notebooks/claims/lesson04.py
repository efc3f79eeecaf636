"""Claims of lesson 04: see tests/notebooks/claims.py."""

from coursekit.truth import perft


def _traced_calls(env, depth):
    """The calls of a search of the lesson's own function."""
    global alpha_beta
    plain, alpha_beta = alpha_beta, display.traced(alpha_beta)  # it calls itself by this name
    alpha_beta(env, depth)
    calls, alpha_beta = alpha_beta.trace.calls, plain
    return calls


def _is_deep(call):
    """Whether a cut needs a bound from above the parent: the parent's own moves are no reason."""
    tried = call.parent.children[: call.parent.children.index(call)]
    return call.value < -max((-child.value for child in tried), default=-infinity)


def _visited(env, order):
    """How many positions the lesson's search visits with the moves in some order."""
    count = 0

    def noted(env, depth):
        nonlocal count
        count += 1
        return order(env, depth)

    leaves.clear()
    ordered(env, 4, noted)
    return count + len(leaves)


def one_box_is_enough():
    """Because one 2 is enough: your opponent would choose it, or something worse for you, so that move is worth 2 or less, and you already have 3."""
    first, second, _ = puzzle.children
    assert min(leaf.value for leaf in first.children) == 3
    assert second.children[0].value == 2


def seven_boxes_from_left_to_right():
    """In Figure 4.1 alpha-beta, going from left to right, opens seven boxes."""
    boxes = [[leaf.value for leaf in move.children] for move in puzzle.children]
    assert lesson04.boxes.check(boxes).message.startswith("Alpha-beta opens 7 of the nine")


def the_search_visits_36_of_125():
    """the tree from this position has 125 nodes down to four plies, the root included."""
    start = othello.from_moves("a2a1", size=4)
    assert sum(perft(start, depth) for depth in range(5)) == 125


def the_reader_sees_a_lucky_tree():
    """It visits 36. That is a lucky tree: the good moves happen to come early. With the best move first at every node it would visit 30, with the worst first all 125."""
    start = othello.from_moves("a2a1", size=4)
    assert len(_traced_calls(start, 4)) == 36
    assert _visited(start, worst_first) == 125
    assert _visited(start, best_first) == 30
    start.seed(0)

    def at_random(env, depth):
        actions = env.legal_actions()
        return [actions[i] for i in env.rng.permutation(len(actions))]

    at_chance = [_visited(start, at_random) for _ in range(500)]
    assert np.mean(np.array(at_chance) > 36) > 0.9  # as lucky as this is rare


def the_tree_has_cuts_of_both_kinds():
    """Two of the eight are deep cuts: which? (We chose a small tree that has cuts of both kinds.)"""
    chosen = [call for call in _traced_calls(othello.from_moves("a2a1", size=4), 4) if call.cut]
    assert {_is_deep(call) for call in chosen} == {True, False}


def the_deep_cuts_come_at_b1_and_c1():
    """They come after d3 and d2, at b1 and at c1. At b1 Black has found nothing at d2 yet; at c1 only −78, which would not cut White's 48."""
    calls = _traced_calls(othello.from_moves("a2a1", size=4), 4)
    deep = [call for call in calls if call.cut and _is_deep(call)]
    paths = []
    for call in deep:
        path = []
        while call.parent is not None:
            path.insert(0, call.moves[0].name)
            call = call.parent
        paths.append("".join(path))
    assert paths[:2] == ["d3d2b1", "d3d2c1"]
    assert [call.value for call in deep[:2]] == [78, 48]


def the_claim_holds_for_every_window():
    r"""If $r \ge \beta$, then $v \ge r$. If $r \le \alpha$, then $v \le r$. If $r$ lies between the two, then $v = r$."""
    from itertools import product

    for env, depth in product(bank.unfinished(8), (1, 2, 3)):
        value = negamax(env, depth)
        for alpha, beta in product(range(value - 20, value + 20, 5), (1, 7, 30)):
            found = alpha_beta(env, depth, alpha, alpha + beta)
            if found >= alpha + beta:
                assert value >= found
            elif found <= alpha:
                assert value <= found
            else:
                assert value == found


def the_move_is_that_of_minimax():
    """so the move is minimax's as well."""
    for env in [*bank.unfinished(8), *positions]:
        assert choose(env, 3) == players.minimax(3).analyse(env).action


def the_compiled_player_visits_the_same_positions():
    """The package's compiled alpha_beta visits the same nodes as yours, so it can count for us."""
    for env in positions[:10]:
        assert alpha_beta(env, 4) == players.alpha_beta(4).analyse(env).value
        assert len(_traced_calls(env, 3)) == players.alpha_beta(3).analyse(env).nodes


def what_depth_six_saves():
    """at six plies from a factor of 7.7 to one of 366, with a median of 36."""
    column = savings[6]
    assert (round(column.min(), 1), round(column.max())) == (7.7, 366)
    assert round(column.median()) == 36


def the_savings_grow_with_depth():
    """The savings grow with depth, and they differ wildly"""
    assert savings.median().is_monotonic_increasing


def size_and_order_of_the_two_extremes():
    """with the best move first the larger tree shrinks by a factor of 2,206, the smaller by 429. Order: as listed, one search visits 47 times as many leaves as with the best move first, the other only 4.7 times. By size alone we would expect a factor of four between the two ($\\sqrt N / 2$ is 359 and 1,398). With the best move first it is five, as real trees are not uniform; order makes ten."""
    least, most = apart["smallest saving"], apart["largest saving"]
    assert [round(most[3]), round(least[3])] == [2206, 429]
    assert [round(least[4]), round(most[4], 1)] == [47, 4.7]
    assert [round(most[3] / least[3]), round(least[4] / most[4])] == [5, 10]
    assert all(0.5 < saved / (whole**0.5 / 2) < 2 for whole, _, _, saved, _ in (least, most))


def the_best_order_lies_along_the_bound():
    """In the best it lies near the bound, between 0.7 and 1.5 times as many leaves"""
    ratio = np.array(visited["best first"]) / (2 * np.sqrt(everything) - 1)
    assert (round(ratio.min(), 1), round(ratio.max(), 1)) == (0.7, 1.5)


def the_worst_order_saves_little():
    """In the worst order alpha-beta saves little, 18 % of the leaves (median)."""
    assert round(100 * np.median(1 - np.array(visited["worst first"]) / everything)) == 18
    assert (everything / np.array(visited["worst first"])).max() < 1.5


def the_order_changes_no_value():
    """the function is the same, the tree is the same, the value is the same."""
    for env in positions[::8]:
        assert len({ordered(env, 3, order) for order in orders.values()}) == 1


def between_worst_and_best_lies_a_factor_of_forty():
    """Between the two lies a factor of 46 (the median of the forty)"""
    factors = np.array(visited["worst first"]) / np.array(visited["best first"])
    assert round(np.median(factors)) == 46


def both_games_of_a_pair_are_the_same():
    """both always choose the same move, so the two games of each pair, with the sides exchanged, are the same game."""
    games = arena.match(players.alpha_beta(3), players.minimax(3), games=100).transcripts
    pairs = zip(games[::2], games[1::2], strict=True)
    assert all(first.moves == second.moves for first, second in pairs)


def a_ply_for_thirty_per_cent():
    """On average, four plies cost alpha-beta about 30 % more nodes than three cost minimax (in 12 of the forty positions fewer); four plies would cost minimax some eleven times as many as three."""
    three, four, full = (
        np.array([player.analyse(env).nodes for env in positions])
        for player in (players.minimax(3), players.alpha_beta(4), players.minimax(4))
    )
    assert 1.2 < four.mean() / three.mean() < 1.4
    assert (four < three).sum() == 12
    assert 10.5 < full.mean() / three.mean() < 12


def it_scores_64_per_cent():
    """Looking one ply further, alpha-beta scores 64 %."""
    assert round(100 * deeper.score) == 64 and deeper.interval.low > 0.5


def the_listed_order_lies_between():
    """They came with the moves as legal_actions lists them: row by row, good or bad. In Figure 4.3 that order lies between the other two, on these logarithmic axes nearer the worst in some positions and nearer the best in others."""
    for env in positions:
        squares = [action.index for action in env.legal_actions()]
        assert squares == sorted(squares)
    worst, listed, best = (np.log(visited[name]) for name in orders)
    place = (worst - listed) / (worst - best)  # 0 at the worst, 1 at the best
    assert place.min() < 0.25 and place.max() > 0.75


def the_bound_of_the_puzzle_is_five():
    """In Figure 4.1 that is 3 + 3 − 1 = 5 boxes of nine."""
    found = lesson04.boxes.check([[3, 9, 8], [2, 4, 6], [2, 5, 7]])
    assert found.message.startswith("Alpha-beta opens 5 of the nine")


def among_trees_of_one_size_the_order_counts():
    """What is saved depends on two things: the size of the tree and, here at least as much, how well its moves happen to be ordered."""
    saving, excess = (
        np.log(np.array(visited["as listed"]) / x) for x in (everything, visited["best first"])
    )
    columns = np.transpose([np.log(everything), excess, np.ones(40)])
    of_size, of_order, _ = np.linalg.lstsq(columns, -saving, rcond=None)[0]
    assert of_size > 0.3 and of_order < -0.8

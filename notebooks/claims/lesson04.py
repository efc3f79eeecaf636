"""Claims of lesson 04: see tests/notebooks/claims.py."""

from coursekit.truth import perft


def _traced_calls(env, depth):
    """The calls of a search of the lesson's own function."""
    global alpha_beta
    plain = alpha_beta
    alpha_beta = display.traced(plain)  # it calls itself by this name
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

    at_leaves = ordered(env, 4, noted)[1]
    return count + at_leaves


def _watched():
    return othello.from_moves("a2a3d4d1d2a1", size=4)


def one_box_is_enough():
    """One 2 is enough: your opponent would choose it, or something worse for you, so that move is worth 2 or less, and you already have 3."""
    first, second, _ = puzzle.children
    assert min(leaf.value for leaf in first.children) == 3
    assert second.children[0].value == 2


def seven_boxes_from_left_to_right():
    """In Figure 4.1 alpha-beta, going from left to right, opens seven boxes."""
    boxes = [[leaf.value for leaf in move.children] for move in puzzle.children]
    assert lesson04.boxes.check(boxes).message.startswith(
        "Alpha-beta opens 7 of the nine"
    )


def the_tree_has_42_nodes():
    """Six moves into a 4×4 game, the tree has 42 nodes down to four plies, the root included."""
    start = _watched()
    assert len(start.history) == 6
    assert sum(perft(start, depth) for depth in range(5)) == 42


def the_search_visits_20_of_42():
    """It visits 20, and is lucky: with the best move first everywhere it would visit 19, with the worst first as many as 41, in a random order 34 (median)."""
    start = _watched()
    assert len(_traced_calls(start, 4)) == 20
    assert _visited(start, best_first) == 19
    assert _visited(start, worst_first) == 41
    chance = np.random.default_rng(0)
    shuffled = [
        _visited(start, lambda env, _: chance.permutation(env.legal_actions()).tolist())
        for _ in range(1000)
    ]
    assert np.median(shuffled) == 34


def four_questions_three_cuts_one_of_them_deep():
    """Four times a cut is possible, and you are asked whether it comes: compare the best so far with beta. In the first question they are equal. One of the cuts is deep: which?"""
    cuts = [call for call in _traced_calls(_watched(), 4) if call.cut]
    assert len(cuts) == 3 and sum(map(_is_deep, cuts)) == 1
    assert figure.page.count("Will the search cut") == 4


def the_deep_cut_comes_at_b1():
    """The deep cut comes after b4 and c1, at b1. One ply up, at c1, Black has found nothing yet. White's 60 meets what Black holds at the root: −30, which is 30 to White and has been handed down as White's beta."""
    calls = _traced_calls(_watched(), 4)
    (deep,) = (call for call in calls if call.cut and _is_deep(call))
    above = deep.parent
    line = above.parent, above, deep
    assert [call.moves[0].name for call in line] == ["b4", "c1", "b1"]
    assert above.children == [deep] and above.parent.parent is calls[0]
    assert (deep.value, deep.arguments["beta"]) == (60, 30)
    assert calls[0].children[0].value == 30  # to White


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


def the_best_order_lies_along_the_bound():
    """The best lies near the bound, between 0.7 and 1.5 times as many leaves"""
    ratio = np.array(visited["best first"]) / (2 * np.sqrt(everything) - 1)
    assert (round(ratio.min(), 1), round(ratio.max(), 1)) == (0.7, 1.5)


def the_worst_order_saves_little():
    """The worst order visits 46 times as many leaves as the best (median). It saves little, 18 % of all leaves."""
    assert round(np.median(visited["worst first"] / visited["best first"])) == 46
    assert (
        round(100 * np.median(1 - np.array(visited["worst first"]) / everything)) == 18
    )
    assert (everything / np.array(visited["worst first"])).max() < 1.5


def the_cheapest_refutation_beats_the_best_move():
    """where a cut comes, any move that is good enough will do, and one with a smaller tree behind it is cheaper."""

    def cheapest(env, depth, alpha=-infinity, beta=infinity):
        if env.is_done() or depth == 0:
            return evaluate(env), 1
        found = []  # (cuts, leaves, value) of each move, alone in the window
        for action in env.legal_actions():
            env.update(action)
            value, leaves = cheapest(env, depth - 1, -beta, -alpha)
            env.undo()
            found.append((-value < beta, leaves, -value))
        if not min(found)[0]:
            return min(found)[2], min(found)[1]
        best, leaves = -infinity, 0
        for action in best_first(env, depth):
            env.update(action)
            value, more = cheapest(env, depth - 1, -beta, -max(alpha, best))
            env.undo()
            best, leaves = max(best, -value), leaves + more
        return best, leaves

    for env in positions[::10]:
        value, leaves = ordered(env, 4, best_first)
        same, fewer = cheapest(env, 4)
        assert value == same and fewer < leaves


def the_order_changes_no_value():
    """the function is the same, the tree is the same, the value is the same."""
    for env in positions[::8]:
        assert len({ordered(env, 3, order)[0] for order in orders.values()}) == 1


def both_games_of_a_pair_are_the_same():
    """both always choose the same move, so the two games of each pair, with the sides exchanged, are the same game."""
    games = arena.match(
        players.alpha_beta(3), players.minimax(3), games=100
    ).transcripts
    pairs = zip(games[::2], games[1::2], strict=True)
    assert all(first.moves == second.moves for first, second in pairs)


def a_ply_for_thirty_per_cent():
    """On average over our forty positions, four plies cost alpha-beta about 30 % more nodes than three cost minimax (in twelve of the forty positions they cost less), and minimax some eleven times as many."""
    three, four, full = (
        np.array([player.analyse(env).nodes for env in positions])
        for player in (players.minimax(3), players.alpha_beta(4), players.minimax(4))
    )
    assert 1.2 < four.mean() / three.mean() < 1.4 and (four < three).sum() == 12
    assert 10.5 < full.mean() / three.mean() < 12


def it_scores_64_per_cent():
    """Looking one ply further, alpha-beta scores 64 % (61–67 %)"""
    assert round(100 * deeper.score) == 64 and deeper.interval.low > 0.5


def the_bound_of_the_puzzle_is_five():
    """One box belongs to both halves: 3 + 3 − 1 = 5 boxes of nine."""
    found = lesson04.boxes.check([[3, 9, 8], [2, 4, 6], [2, 5, 7]])
    assert found.message.startswith("Alpha-beta opens 5 of the nine")


def a_random_order_lies_along_the_dotted_line():
    """Random is nearer to the best: it visits 5 times as many leaves as best first, and worst first eight or nine times as many as random (medians). It lies along the dotted line"""
    worst, chance, best = (np.array(counts) for counts in visited.values())
    assert (
        round(np.median(chance / best)) == 5 and round(np.median(worst / chance)) == 9
    )
    exponents = np.log(chance) / np.log(everything)
    assert 0.73 < np.median(exponents) < 0.77
    assert exponents.min() > 0.65 and exponents.max() < 0.85


def most_of_the_best_lie_below_the_bound():
    """Othello's trees are not uniform, so a dot may lie below it: 25 of the green ones do."""
    below = np.array(visited["best first"]) < 2 * np.sqrt(everything) - 1
    assert below.sum() == 25


def equal_is_enough_in_the_first_question():
    """In the first question White can already hold Black to 48."""
    first = next(call for call in _traced_calls(_watched(), 4) if call.cut)
    assert first.value == first.arguments["beta"] == 48


def what_an_order_gives():
    """| Sorted by | Leaves | |---|---| | 0: as listed | 61,332 | | after(env, action, replies): few replies first | 36,379 | | -after(env, action, replies): many first | 89,060 | | after(env, action, evaluate): worst for the opponent first | 16,162 | | -after(env, action, evaluate): best for the opponent first | 292,607 |"""

    def visits(number):
        def order(env, depth):
            if depth == 1:
                return env.legal_actions()
            return sorted(env.legal_actions(), key=lambda action: number(env, action))

        found = [ordered(env, 4, order) for env in positions]
        assert [value for value, _ in found] == values
        return sum(count for _, count in found)

    values = [ordered(env, 4, lambda e, _: e.legal_actions())[0] for env in positions]
    assert visits(lambda env, action: 0) == 61_332
    for measure, found in ((replies, (36_379, 89_060)), (evaluate, (16_162, 292_607))):
        for sign, count in zip((1, -1), found, strict=True):
            assert visits(lambda e, a, m=measure, s=sign: s * after(e, a, m)) == count


def sorting_has_its_price():
    """in the fourth row it calls evaluate 17,085 times. Together with its leaves that is still about half of the first row"""
    asked = 0

    def counted_evaluate(env):
        nonlocal asked
        asked += 1
        return evaluate(env)

    def order(env, depth):
        if depth == 1:
            return env.legal_actions()
        return sorted(
            env.legal_actions(), key=lambda a: after(env, a, counted_evaluate)
        )

    looked_at = sum(ordered(env, 4, order)[1] for env in positions)
    assert (asked, asked + looked_at) == (17_085, 33_247)


def the_last_cut_leaves_a_bound():
    """b4, right below the root of Figure 4.4, returns 60 where minimax finds 66."""
    game = othello.from_moves("a2a3d4d1d2a1", size=4)
    held = {}
    for action in game.legal_actions():
        game.update(action)
        held[action.name] = players.minimax(3).analyse(game).value
        game.undo()
    assert held == {"a4": 30, "b4": 66}
    returned = [child.value for child in _traced_calls(_watched(), 4)[0].children]
    assert returned == [30, 60]


def the_nodes_tell_the_slips_apart():
    """| Value | Nodes | The search | |---|---|---| | 1 | 612 | is right | | 1, 2 or 7 | 70 to 156 | cuts too much: a minus sign is missing, and a right value is luck | | 1 | 871 | makes no deep cuts: alpha is lost, or the first end is not −beta | | 1 | 947 | goes on when best equals beta | | 1 | 1,306 or 1,679 | cuts by alpha, not by best | | 1 | 3,563 | never cuts: is the window mirrored, does it carry best? | | 13 | 675 or 114 | stops where best is alpha or less | | 29 | 85 or 3,090 | does not swap the two ends, or lacks both minus signs | | −30 | 5 | stops after every first move: still has its dots, or a condition that is always true or the wrong way round | | another pair | | mend the first end, then the second, then the condition |"""

    def tried(window, condition):
        @display.traced
        def search(env, depth, alpha=-infinity, beta=infinity):
            if env.is_done() or depth == 0:
                return evaluate(env)
            top = -infinity
            for action in env.legal_actions():
                env.update(action)
                top = max(top, -search(env, depth - 1, *window(alpha, beta, top)))
                env.undo()
                if condition(alpha, beta, top):
                    break
            return top

        return search(bank.position("opening"), 4), search.trace.total

    def right(alpha, beta, top):
        return -beta, -max(alpha, top)

    def reached(_alpha, beta, top):
        return top >= beta

    assert tried(right, reached) == (1, 612)
    assert tried(lambda a, b, top: (-b, max(a, top)), reached) == (2, 116)
    assert tried(lambda a, b, top: (-b, top), reached) == (7, 156)
    assert tried(lambda a, b, top: (-b, a), reached) == (2, 70)
    assert tried(lambda a, b, top: (-b, -top), reached) == (1, 871)
    assert tried(lambda a, b, top: (-infinity, -top), reached) == (1, 871)
    assert tried(lambda a, b, top: (a, -max(a, top)), reached) == (1, 871)
    assert tried(right, lambda a, b, top: top > b) == (1, 947)
    assert tried(right, lambda a, b, top: top <= a) == (13, 675)
    assert tried(right, lambda a, b, top: top >= b or top <= a) == (13, 114)
    assert tried(right, lambda a, b, top: a >= b) == (1, 1306)
    assert tried(right, lambda a, b, top: a > b) == (1, 1679)
    assert tried(right, lambda a, b, top: top <= b) == (-30, 5)
    assert tried(lambda a, b, top: (b, -max(a, top)), reached) == (1, 73)
    assert tried(lambda a, b, top: (-max(a, top), -b), reached) == (29, 85)
    assert tried(lambda a, b, top: (b, max(a, top)), reached) == (29, 3090)
    for stop in (lambda a, b, top: max(a, top) >= b, lambda a, b, top: a >= b):
        assert tried(lambda a, b, top: (b, max(a, top)), stop) == (29, 85)
        assert tried(lambda a, b, top: (b, -max(a, top)), stop)[0] not in (1, 29)
    assert tried(lambda a, b, top: (-b, max(a, top)), reached)[0] not in (1, 29)
    assert tried(lambda a, b, top: (max(a, top), b), reached) == (1, 3563)
    assert tried(lambda a, b, top: (a, b), reached) == (1, 3563)
    assert tried(lambda a, b, top: (-b, -a), reached) == (1, 3563)
    assert negamax(bank.position("opening"), 4) == 1

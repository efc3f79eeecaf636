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


def _watched():
    return othello.from_moves("a2a3d4d1d2a1", size=4)


def one_box_is_enough():
    """Then you open one box of the second branch, a 2. Your opponent would choose it, or something worse for you, so the second move is worth 2 or less. You already have 3."""
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
    """It visits 20 of the 42."""
    assert len(_traced_calls(_watched(), 4)) == 20


def four_questions_three_cuts_one_of_them_deep():
    """Four times you are asked whether the search will cut. Compare the best so far with beta. One of the cuts is deep: which?"""
    cuts = [call for call in _traced_calls(_watched(), 4) if call.cut]
    assert len(cuts) == 3 and sum(map(_is_deep, cuts)) == 1
    assert figure.page.count("Will the search cut") == 4


def the_second_and_the_last_question():
    """The second question is no cut: White's −6 is below 30. The last is the largest: b4 gives White 60, where 30 would have been enough, and three moves are gone. But this 30 comes from only one ply up."""
    assert r"-6 \u003c beta 30, so it goes on" in figure.page
    last = next(c for c in _traced_calls(_watched(), 4) if c.cut and len(c.cut) == 3)
    assert last.moves[0].name == "b4" and not _is_deep(last)
    assert (last.value, last.arguments["beta"]) == (60, 30)


def the_deep_cut_comes_at_b1():
    """The deep cut comes after b4 and c1, at b1, where White finds 60. One ply up, at c1, Black has found nothing yet. White's beta comes from the root: there Black already has −30, which is 30 to White."""
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
    """They also differ wildly: at six plies from a factor of 7.7 to one of 366."""
    column = savings[6]
    assert (round(column.min(), 1), round(column.max())) == (7.7, 366)


def the_savings_grow_with_depth():
    """About forty: the median is 36 here, and 47 in forty other positions. Savings grow with depth: from 1.9 to 6.9, and then to 36."""
    assert savings.median().is_monotonic_increasing
    others = [saved(after_random_plies(6 + i, 40 + i), 6) for i in range(40)]
    assert [round(np.median(found)) for found in (savings[6], others)] == [36, 47]


def the_best_order_lies_along_the_bound():
    """Best first lies near the bound: it visits between 0.7 and 1.5 times as many leaves."""
    ratio = np.array(visited["best first"]) / (2 * np.sqrt(everything) - 1)
    assert (round(ratio.min(), 1), round(ratio.max(), 1)) == (0.7, 1.5)


def the_worst_order_saves_little():
    """Worst first visits 46 times as many leaves as best first (median)."""
    assert round(np.median(visited["worst first"] / visited["best first"])) == 46
    assert (everything / np.array(visited["worst first"])).max() < 1.5


def the_order_changes_no_value():
    """The function, the tree and the value are the same each time."""
    for env in positions[::8]:
        assert len({ordered(env, 3, order)[0] for order in orders.values()}) == 1


def it_looks_further_for_less():
    """Its five plies cost fewer nodes than minimax's four: 7,904 a move against 13,581. It looks further for less, and scores 68 % (95 %: 63–72 %)."""
    assert [round(100 * x) for x in (deeper.score, *deeper.interval)] == [68, 63, 72]
    assert [round(np.mean(nodes)) for nodes in (five, four)] == [7904, 13581]


def the_bound_of_the_puzzle_is_five():
    """(In Figure 4.1 the halves have three boxes each, and share one: 3 + 3 − 1 = 5.)"""
    found = lesson04.boxes.check([[3, 9, 8], [2, 4, 6], [2, 5, 7]])
    assert found.message.startswith("Alpha-beta opens 5 of the nine")


def a_random_order_is_nearer_to_the_best():
    """Random is nearer to best first: it visits 5 times as many leaves, and a ninth of worst first's (medians). Your own function takes the moves as they are listed. That is about as good as random."""
    worst, chance, best = (np.array(counts) for counts in visited.values())
    assert round(np.median(chance / best)) == 5
    assert round(np.median(worst / chance)) == 9
    listed = [
        ordered(env, 4, lambda env, _: env.legal_actions())[1] for env in positions
    ]
    assert round(np.median(listed / best)) == 6 < np.median(worst / listed)


def some_of_the_best_lie_below_the_bound():
    """Othello's trees are not uniform, and 25 of the 40 green dots lie below it."""
    assert (visited["best first"] < 2 * np.sqrt(everything) - 1).sum() == 25


def equal_is_enough_in_the_first_question():
    """In the first question White already has a reply that holds Black to 48. Here Black has found 48 again."""
    first = next(call for call in _traced_calls(_watched(), 4) if call.cut)
    assert first.value == first.arguments["beta"] == 48


def the_last_cut_leaves_a_bound():
    """In Figure 4.4 the move b4, right below the root, returns 60 where minimax finds 66: its β is 30"""
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
    """| 1 | 3,563 | never cuts. Are both signs changed, and the ends swapped? Does alpha rise with best? | | 1 | fewer, but more than 612 | misses some cuts. Does it hand on beta, and the larger of alpha and best? Does it stop as soon as best, not alpha, reaches beta, even if equal? | | −30 | 5 | stops after the first move everywhere: the condition is always true, is the wrong way round, or compares best with alpha | | any other result | | cuts too much: look again at the signs, the order of the ends, and the condition |"""

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
    for window in (
        lambda a, b, top: (max(a, top), b),
        lambda a, b, top: (a, b),
        lambda a, b, top: (-b, -a),
    ):
        assert tried(window, reached) == (1, 3563)
    for window in (
        lambda a, b, top: (-b, -top),
        lambda a, b, top: (-infinity, -top),
        lambda a, b, top: (a, -max(a, top)),
    ):
        value, nodes = tried(window, reached)
        assert value == 1 and 612 < nodes < 3563
    for condition in (
        lambda a, b, x: x > b,
        lambda a, b, _: a >= b,
        lambda a, b, _: a > b,
    ):
        value, nodes = tried(right, condition)
        assert value == 1 and 612 < nodes < 3563
    for condition in (lambda a, b, x: x <= b, lambda a, b, x: x >= a, lambda *_: True):
        assert tried(right, condition) == (-30, 5)
    cuts_too_much = [
        tried(window, reached)
        for window in (
            lambda a, b, top: (-b, max(a, top)),
            lambda a, b, top: (-b, top),
            lambda a, b, top: (-b, a),
            lambda a, b, top: (b, -max(a, top)),
            lambda a, b, top: (-max(a, top), -b),
            lambda a, b, top: (b, max(a, top)),
        )
    ]
    for condition in (lambda a, _, x: x <= a, lambda a, b, x: x >= b or x <= a):
        cuts_too_much.append(tried(right, condition))
    assert all(value != 1 or nodes < 612 for value, nodes in cuts_too_much)
    assert negamax(bank.position("opening"), 4) == 1


def equals_are_not_equal():
    """One, the first. The other eight met a window that ends there. Their −20 says at most, and they are worth −21 to −26."""
    for env in bank.unfinished(8):
        best, found = -infinity, {}
        for action in env.legal_actions():
            env.update(action)
            found[action] = -alpha_beta(env, 3, -infinity, -best)
            env.undo()
            best = max(best, found[action])
        equals = [action for action, value in found.items() if value == best == -20]
        if len(found) == 14 and len(equals) == 9:
            break
    exact = []
    for action in equals:
        env.update(action)
        exact.append(-alpha_beta(env, 3))
        env.undo()
    assert exact[0] == -20 and (max(exact[1:]), min(exact[1:])) == (-21, -26)

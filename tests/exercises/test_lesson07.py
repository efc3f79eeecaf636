"""The judges of lesson 07, met with the answers of students."""

import math

import numpy as np

from coursekit.exercises import lesson07
from tests.exercises.judging import judged, not_yet


# The expected line
def by_recursion(node):
    visited = [child for child in node.children if child.visits > 0]
    if not visited:
        return []
    best = max(visited, key=lambda child: child.visits)
    return [best.action, *by_recursion(best)]


def last_of_equals(node):
    line = []
    while node.children:
        node = sorted(node.children, key=lambda child: child.visits)[-1]
        if node.visits == 0:
            break
        line.append(node.action)
    return tuple(line)


def line_by(key, visited=True, entry=lambda node: node.action):
    def answer(node):
        line = []
        while any(child.visits for child in node.children) if visited else node.children:
            node = max(node.children, key=key)
            line.append(entry(node))
        return line

    return answer


def most_visits(node):
    return node.visits


test_variation = judged(
    lesson07.variation,
    right=[by_recursion, last_of_equals],
    wrong=[
        (line_by(most_visits, visited=False), "no action was tried there yet"),
        (line_by(lambda node: -node.visits), "another child there has"),
        (line_by(lambda node: -node.total / max(node.visits, 1)), "another child there has"),
        (line_by(most_visits, entry=lambda node: node), "Their actions are asked for"),
        (line_by(most_visits, entry=lambda node: node.visits), "no child of the node reached"),
        (lambda node: by_recursion(node)[:1], "After the 1 actions of your line"),
        (lambda node: [node.action, *by_recursion(node)], "Action 1 of your line is None"),
        (lambda node: [], "After the 0 actions of your line"),
        (lambda node: by_recursion(node) or [node.action], "is None, but no action was tried"),
        (lambda node: max(node.children, key=most_visits), "yours is namespace(action=BLACK"),
    ],
    drawn=True,
)


def test_a_line_may_take_its_tree_apart():
    def greedy(node):
        line = by_recursion(node)
        node.children.clear()
        return line

    assert lesson07.variation.check(greedy).outcome == "correct"


# Spot two bugs
def by_cases(path, winner):
    for node in path:
        node.visits += 1
        if winner != 0:
            node.total += 1 if winner == node.player else -1


def backwards(path, winner):
    result = np.float64(winner * path[-1].player)
    for node in reversed(path):
        node.visits, node.total = node.visits + 1, node.total + result
        result = -result


def backup(gain, visits=1):
    def answer(path, winner):
        for ply, node in enumerate(path):
            node.visits += visits
            node.total += gain(ply, node, winner)

    return answer


def total_lost(path, winner):
    by_cases(path, winner)
    path[-1].total = None


test_bugs = judged(
    lesson07.bugs,
    right=[by_cases, backwards],
    wrong=[
        (backup(lambda ply, node, winner: 1 if winner == node.player else -1), "A draw"),
        (backup(lambda ply, node, winner: winner * (-1) ** ply), "where the second player"),
        (backup(lambda ply, node, winner: winner), "The first player won. Node 1"),
        (backup(lambda ply, node, winner: -winner * node.player), "Node 0"),
        (backup(lambda ply, node, winner: winner == node.player), "should have 0 and 4"),
        (backup(lambda ply, node, winner: winner * node.player, visits=0), "and 3"),
        (lambda path, winner: by_cases(path[:1], winner), "Node 1"),
        (total_lost, "A number is asked for; yours is None"),
        (lambda path, winner: None if path else 0, "Node 0"),
    ],
)


# Win when you can
def plain(env, path):
    leaf = path[-1]
    if leaf.visits > 0 and not env.is_done():
        leaf.children = [lesson07.TreeNode(action) for action in env.legal_actions()]
        path.append(leaf.children[0])
        env.update(path[-1].action)


def expanding(choose, enter=0, played=True):
    def answer(env, path):
        leaf = path[-1]
        if leaf.visits and not env.is_done():
            leaf.children = [lesson07.TreeNode(action) for action in choose(env)]
            path.append(leaf.children[enter])
            if played:
                env.update(path[-1].action)

    return answer


def wins(env):
    found = []
    for action in env.legal_actions():
        after = env.copy()
        after.update(action)
        if after.is_done() and after.is_win(env.player):
            found.append(action)
    return found


def ends(env):
    """The moves that end the game, drawn or won."""
    found = []
    for action in env.legal_actions():
        after = env.copy()
        after.update(action)
        found += [action] if after.is_done() else []
    return found


def one_win_is_enough(env, path):
    expanding(lambda env: wins(env)[-1:] or env.legal_actions()[::-1], enter=-1)(env, path)


def not_taken_back(env, path):
    one_win_is_enough(env, path)
    if not env.is_done():
        env.update(env.legal_actions()[0])


def expands_at_once(env, path):
    path[-1].visits += 1
    one_win_is_enough(env, path)


test_winning = judged(
    lesson07.winning,
    right=[expanding(lambda env: wins(env) or env.legal_actions()), one_win_is_enough],
    wrong=[
        (plain, "would win at once"),
        (expanding(lambda env: ends(env) or env.legal_actions()), "No move wins at once"),
        (expanding(wins), "IndexError", True),
        (expanding(lambda env: (wins(env) or env.legal_actions())[:1]), "No move wins at once"),
        (expanding(lambda env: (wins(env) or env.legal_actions()) * 2), "two children"),
        (expanding(lambda env: wins(env) or env.legal_actions(), played=False), "not where that"),
        (not_taken_back, "not where that"),
        (expands_at_once, "no visit yet"),
        (lambda env, path: path.copy(), "The children of this node are: none"),
        (lambda env, path: plain(env.copy(), path[:]), "X a3 would win at once"),
    ],
    drawn=True,
)


# A simulation without nodes
def by_recursion_in(env, table, c=1.0):
    position = env.position
    if env.is_done():
        result = env.result()
    elif position not in table:
        result = env.playout()
    else:

        def bound(action):
            env.update(action)
            visits, total = table.get(env.position, [0, 0])
            env.undo()
            if not visits:
                return math.inf
            return -total / visits + c * math.sqrt(math.log(table[position][0]) / visits)

        best = max(reversed(env.legal_actions()), key=bound)
        env.update(best)
        result = -by_recursion_in(env, table, c)
        env.undo()
    visits, total = table.get(position, [0, 0])
    table[position] = [visits + 1, total + result]
    return result


def in_a_table(sign=-1, visits=1, entry=tuple, root=0, c=None, playout=None, all_met=True):
    """A simulation with one thing done otherwise."""

    def answer(env, table, given):
        met, used = [env.position], given if c is None else c
        while met[-1] in table and not env.is_done():
            parent, best, choice = table[met[-1]][0] + root, -math.inf, None
            for action in env.legal_actions():
                env.update(action)
                n, total = table.get(env.position, (0, 0))
                env.undo()
                bound = math.inf
                if n:
                    bound = sign * total / n + used * math.sqrt(math.log(parent) / n)
                if bound > best:
                    best, choice = bound, action
            env.update(choice)
            met.append(env.position)
        result = env.result() if env.is_done() else (playout or type(env).playout)(env)
        for position in reversed(met if all_met else met[-1:]):
            n, total = table.get(position, (0, 0))
            table[position] = entry((n + visits, total + result))
            result = -result
        for _ in met[1:]:
            env.undo()

    return answer


def never_changes_sign(env, table, c):
    in_a_table()(env, table, c)
    for position, (visits, total) in table.items():
        table[position] = visits, abs(total)


def leaves_the_env(env, table, c):
    in_a_table()(env, table, c)
    env.update(env.legal_actions()[0])


test_table = judged(
    lesson07.table,
    right=[by_recursion_in, in_a_table(), in_a_table(entry=list), in_a_table(entry=np.array)],
    wrong=[
        (in_a_table(sign=1), "the largest bound is that of"),
        (in_a_table(c=0.6), "the largest bound is that of"),
        (in_a_table(root=50), "the largest bound is that of"),
        (in_a_table(visits=2), "yours added"),
        (in_a_table(all_met=False), "yours added"),
        (in_a_table(playout=lambda env: -env.playout()), "mean result of"),
        (in_a_table(playout=lambda env: 0.5), "it should get the result of a random game"),
        (never_changes_sign, "changes its sign"),
        (leaves_the_env, "leaves the env changed"),
        (lambda env, table, c: table.copy(), "yours added 0 to 0"),
        (lambda env, table, c: table.clear() if table else None, "yours added 0 to 0"),
        (in_a_table(entry=lambda pair: pair[1]), "2 numbers are asked for"),
    ],
    drawn=True,
)


def test_an_error_is_placed_in_the_line_of_the_student():
    def tuples_in_place(env, table, c):
        given = table.setdefault(env.position, (0, 0))

        given[0] += 1

    message = not_yet(lesson07.table, tuples_in_place, drawn=True).message
    assert "TypeError in line 4 of tuples_in_place" in message


def test_entries_may_be_changed_in_place():
    def lists_in_place(env, table, c=1.0):
        after = dict(table)
        in_a_table()(env, after, c)
        for position, pair in after.items():
            table.setdefault(position, [0, 0])[:] = pair

    verdict = lesson07.table.check(lists_in_place)
    assert verdict.outcome == "correct", verdict

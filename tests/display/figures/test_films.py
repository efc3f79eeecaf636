"""Films: what snapshots of trees, boards, bars and curves keep, and what they refuse."""

import math

import pytest

from coursekit import othello, tictactoe
from coursekit.display import Film, steps


class Leaf:
    """A node of a student's search, as in lesson 07."""

    def __init__(self, action=None):
        self.action, self.visits, self.total, self.children = action, 0, 0.0, []


def mean(node):
    return node.total / node.visits


def grown_film():
    """Returns a film of a tree whose moves are found in another order than they stand in."""
    env = tictactoe.make()
    root = Leaf()
    root.visits = 1
    root.children = [Leaf(action) for action in env.legal_actions()[:3]]
    film = Film()
    film.tree(root, "The root.", value=mean, env=env)
    for order in (2, 0, 1):
        child = root.children[order]
        child.visits, child.total = 1, 1.0 - order
        root.visits += 1
        film.tree(root, child.action.name, value=mean, line=[root, child], env=env)
    return film


def test_nodes_keep_their_places_and_siblings_their_order():
    data = grown_film().data()
    moves = [row[5] for row in data["nodes"]]
    assert moves == ["", "c1", "a1", "b1"]  # as they appeared
    places = {row[5]: row[1] for row in data["nodes"][1:]}
    assert places["a1"] < places["b1"] < places["c1"]
    assert [step[1] for step in data["steps"]] == [0, 1, 2, 3]
    assert data["steps"][1][2] == [[0, "0", "2", "done best"], [1, "-1", "1", "done best"]]
    assert [node for node, *_ in data["steps"][2][2]] == [0, 1, 2]  # only what changed
    assert data["nodes"][1][7] == ["--x------", 2, -1, -1]


def test_a_node_that_is_left_out_again_disappears():
    root = Leaf()
    root.children = [Leaf("a1"), Leaf("b1")]
    film = Film()
    for visits in ((1, 1), (1, 0)):
        for child, count in zip(root.children, visits, strict=True):
            child.visits = count
        film.tree(root, value="total")
    assert film.data()["steps"][1][2] == [[2, "", "", ""]]


def test_boards_with_overlays():
    env = othello.make()
    legal = env.legal_actions()
    film = Film()
    film.board(env, "Before.", heat={legal[0]: 0.0, legal[1]: 1.0}, text={legal[0]: 7})
    env.update(legal[0])
    film.board(env)
    (caption, before, labels), (_, after, none) = film.data()["steps"]
    assert (caption, none) == ("Before.", [])
    assert [label[0] for label in labels] == [legal[0].index, legal[1].index]
    assert labels[0][1] == "7"
    assert labels[0][2] != labels[1][2]
    assert (before[0].count("x"), after[0].count("x")) == (2, 4)
    assert len(film.boards[0][0].history) == 0  # as it was


def test_one_scale_of_colours_for_all_pictures():
    env, film = othello.make(), Film()
    action = env.legal_actions()[0]
    for reach in (None, 100):
        for value in (1, 100):
            film.board(env, heat={action: value}, reach=reach)
    colours = [labels[0][2] for _, _, labels in film.data()["steps"]]
    assert colours[0] == colours[1]
    assert colours[2] != colours[3]


def test_bars_with_intervals_and_what_is_not_known_yet():
    film = Film()
    film.bars({"a": 0.5, "b": math.nan}, low={"a": 0.25}, high={"a": math.inf}, notes={"b": 3})
    assert film.data()["steps"] == [
        ["", [["a", 0.5, 0.25, None, "", 0], ["b", None, None, None, "3", 0]]]
    ]
    steps(film)._repr_html_()


def test_curves_stand_where_they_are_put():
    film = Film()
    film.curves({"loss": [3, 2]}, "Two steps.", x=[10, 20])
    assert film.data()["steps"] == [["Two steps.", [["loss", [[10.0, 3.0], [20.0, 2.0]]]]]]
    film.curves({"loss": [3, 2, 1]})
    assert film.data()["steps"][1][1][0][1] == [[0, 3.0], [1, 2.0], [2, 1.0]]


def test_what_cannot_be_filmed_is_refused_in_words():
    film = Film()
    with pytest.raises(ValueError, match="the film is empty"):
        steps(film)
    with pytest.raises(TypeError, match="values are numbers, not 'x'"):
        film.bars({"a": "x"})
    film.bars({"a": 1})
    with pytest.raises(
        ValueError, match="this film shows bars; take pictures of boards on another"
    ):
        film.board(othello.make())
    with pytest.raises(TypeError):
        Film().board("env")
    assert repr(film) == "<film of 1 bars>"

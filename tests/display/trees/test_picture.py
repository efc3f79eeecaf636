"""Search trees as pictures: what is drawn, how, and what is refused with which words."""

import numpy as np
import pytest

from coursekit import othello
from coursekit.display import Node, tree
from coursekit.display.pictures.theme import BLUE, FRAME, INK, RED, VERMILION
from coursekit.display.trees.boxes import CUT, LINE, PLAIN
from coursekit.display.trees.picture import FADED
from tests.support.drawn_trees import planned

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # Russell and Norvig, the chapter on games


def textbook():
    """Returns the tree as alpha-beta leaves it."""
    root = Node.nested(TEXTBOOK)
    for node, place in zip((root, *root.children), (0, 0, 0, 2), strict=True):
        node.best = node.children[place]
    for node in (*root.children, root):
        node.value = node.best.value
    for leaf in root.children[1].children[1:]:
        leaf.cut = True
    return root


def pixels(picture):
    return np.asarray(picture.convert("RGB"), dtype=int)


def around(picture, x, y, reach=4):
    return pixels(picture)[
        round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1
    ]


def has(area, colour, tolerance=12):
    return bool((np.abs(area - np.array(colour)).max(axis=-1) <= tolerance).any())


def on_edge(drawn, box, child, share):
    layer = drawn.layers[box.depth]
    top = layer.y + layer.height
    return box.x + share * (child.x - box.x), top + share * (child.y - top)


def test_the_textbook_tree():
    root = textbook()
    picture, drawn = tree(root), planned(root)
    assert picture.size == (drawn.width, drawn.height)
    assert drawn.style.look == "shape"
    top, *_ = drawn.boxes
    left, middle, _ = top.children
    assert [box.body for box in (top, left, left.children[0])] == ["up", "down", "leaf"]
    # A pentagon that points up has its colour at the lower corners, and one that points down above.
    low, high = top.y + top.height - 3, middle.y + 2
    assert has(around(picture, top.x - top.half + 4, low), BLUE)
    assert not has(around(picture, top.x - top.half + 1, top.y + 1, 2), BLUE)
    assert has(around(picture, middle.x - middle.half + 4, high), VERMILION)
    low = middle.y + middle.height - 1
    assert not has(around(picture, middle.x - middle.half + 1, low, 2), VERMILION)


@pytest.mark.parametrize("cut_above", [False, True])
def test_cut_branches_and_what_is_below_them_are_pale(cut_above):
    root = textbook()
    root.children[0].cut = cut_above
    picture, drawn = tree(root), planned(root)
    for box in drawn.boxes:
        for child in box.children:
            x, y = on_edge(drawn, box, child, 0.76)
            assert has(around(picture, x, y), RED, 60) == child.cut
            body = around(picture, child.x, child.y + child.height / 2, 12)
            assert has(body, INK, 40) != (child.rank == CUT)
            if child.rank == CUT:
                assert has(around(picture, child.x, child.y, 2), FADED, 20)


def test_the_principal_variation_is_bold():
    root = textbook()
    drawn, image = planned(root), pixels(tree(root))

    def thickness(box, child):
        x, y = on_edge(drawn, box, child, 0.3)
        column = image[round(y) - 6 : round(y) + 7, round(x)]
        return int((np.abs(column - np.array(FRAME)).max(axis=-1) > 60).sum())

    left, _, right = drawn.boxes[0].children
    assert thickness(drawn.boxes[0], left) >= thickness(drawn.boxes[0], right) + 2
    assert thickness(left, left.children[0]) > thickness(left, left.children[2])


def test_a_picture_stays_as_it_was_when_the_search_goes_on():
    root = textbook()
    picture = tree(root)
    shown = picture._repr_png_()
    root.value = -99
    root.children[1].children.clear()
    root.children[0].children[0].add(value=5)
    assert picture._repr_png_() == shown


def test_only_the_upper_plies():
    root = textbook()
    drawn = planned(root, depth=1)
    assert len(drawn.boxes) == 4
    assert [box.stub for box in drawn.boxes] == [False, True, True, True]
    assert repr(tree(root, depth=1)).startswith("<tree of 4 nodes:")
    assert not planned(root, depth=2).boxes[-1].stub


class Own:
    """A node of a student's search, as in lesson 07: no Node, and no text."""

    def __init__(self, action=None, visits=0, total=0.0, children=()):
        self.action, self.visits, self.total, self.children = action, visits, total, children


def mean(node):
    return node.total / node.visits


def own_tree():
    d3, _, f5, e6 = othello.make().legal_actions()
    f4 = othello.from_moves("f5").legal_actions()[0]
    below = [Own(f4, 2, 1.0), Own(f4, 0)]
    return Own(visits=9, total=-3.0, children=[Own(d3, 4, -3), Own(f5, 3, 1.5, below), Own(e6, 0)])


def test_any_object_with_children_is_drawn():
    top, first, second, leaf = planned(own_tree(), value=mean).boxes
    assert [box.text for box in (top, first, second, leaf)] == ["-0.33", "-0.75", "0.50", "0.50"]
    assert [box.move for box in (top, first, second, leaf)] == ["", "d3", "f5", "f4"]
    assert [box.notes for box in (top, first, second, leaf)] == [["9"], ["4"], ["3"], ["2"]]
    assert [box.body for box in (top, leaf)] == ["pill", "leaf"]
    assert repr(tree(own_tree(), value="total")).startswith("<tree of 4 nodes")


def test_nodes_of_few_visits_are_left_out_but_for_those_on_the_line():
    root = own_tree()
    line = [root, root.children[1], root.children[1].children[1]]
    drawn = planned(root, value=mean, line=line, least=4)
    assert [box.text for box in drawn.boxes] == ["-0.33", "-0.75", "0.50", "new"]
    assert [box.rank for box in drawn.boxes] == [LINE, PLAIN, LINE, LINE]
    assert [box.stub for box in planned(root, depth=1, least=3, value=mean).boxes] == [False] * 3


def test_only_what_is_shown_is_read_of_a_large_tree():
    class Endless:
        @property
        def children(self):
            return [Endless(), Endless()]

    assert [box.stub for box in planned(Endless(), depth=2).boxes] == [False] * 3 + [True] * 4


def test_kinds_alternate():
    assert [Node(kind="min").add().kind, Node().add().kind] == ["max", None]
    with pytest.raises(ValueError, match="use 'max', 'min' or None"):
        Node(kind="MAX")


def test_a_tree_that_is_too_large():
    root = Node.nested([[[1] * 10] * 10] * 10)
    words = r"1111 nodes in 4 layers, up to 1000 side by side.* tree\(node, depth=2\)"
    with pytest.raises(ValueError, match=words):
        tree(root)
    assert tree(root, depth=2).width <= 880


@pytest.mark.parametrize(
    "wrong",
    [{"width": value} for value in (100, 5000, 600.5, True, "wide")]
    + [{"depth": value} for value in (-1, 1.5, True)],
)
def test_a_wrong_width_or_depth(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        tree(Node(1), **wrong)

"""Search trees as pictures: what is drawn, how, and what is refused with which words."""

import numpy as np
import pytest

from coursekit import othello, tictactoe
from coursekit.display import Node, expand, tree
from coursekit.display.pictures import sprites
from coursekit.display.pictures.theme import BLUE, FRAME, INK, LAST, OTHELLO, RED, VERMILION
from coursekit.display.trees.boxes import CUT, LINE, PLAIN
from coursekit.display.trees.picture import FADED
from tests.support.drawn_trees import planned
from tests.support.playing import FORCED_PASS

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
    # A triangle that points up has its colour at the lower corners, and one that points down above.
    low, high = top.y + top.height - 3, middle.y + 2
    assert has(around(picture, top.x - top.half + 4, low), BLUE)
    assert not has(around(picture, top.x - top.half + 4, top.y + 4), BLUE)
    assert has(around(picture, middle.x - middle.half + 4, high), VERMILION)
    assert not has(
        around(picture, middle.x - middle.half + 4, middle.y + middle.height - 4), VERMILION
    )


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


def test_boards_in_the_nodes():
    env = othello.make(4)
    env.update(env.legal_actions()[0])
    root = expand(env, 2)
    for node in root.walk():
        node.value = 3
    drawn, picture = planned(root), tree(root)
    assert drawn.style.look == "board"
    assert drawn.style.size >= 56
    names = [(layer.side, layer.kind) for layer in drawn.layers]
    assert names == [("White", "MAX"), ("Black", "MIN"), ("", "")]
    for box in drawn.boxes:
        area = around(picture, box.x, box.y + drawn.style.size / 2, round(drawn.style.size / 2) - 2)
        assert has(area, OTHELLO.board, 2)
        assert has(area, LAST)  # the move that led here
        assert has(area, sprites.face("disc", 1))
        # The value stands below the board.
        below = around(picture, box.x, box.y + box.height - 10)
        assert has(below, INK, 40)


def test_a_board_stays_as_it_was_when_the_search_takes_back():
    env = othello.make()
    root = Node()
    env.update("f5")
    child = root.add("f5", env)
    env.undo()
    assert child.scene.last == (4, 5)


def test_a_picture_stays_as_it_was_when_the_search_goes_on():
    root = textbook()
    picture = tree(root)
    shown = picture._repr_png_()
    root.value = -99
    root.children[1].children.clear()
    root.children[0].children[0].add(value=5)
    assert picture._repr_png_() == shown


def test_an_unseen_cut_branch_shows_its_move():
    root = Node(kind="max")
    root.add("a1", value=1)
    root.add("b2", cut=True)
    root.add(cut=True)
    drawn = planned(root)
    assert [box.body for box in drawn.boxes] == ["up", "leaf", "move", "dot"]


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
    assert [box.text for box in (top, first, second, leaf)] == ["-0.33", "-0.75", "+0.50", "+0.50"]
    assert [box.move for box in (top, first, second, leaf)] == ["", "d3", "f5", "f4"]
    assert [box.notes for box in (top, first, second, leaf)] == [["9"], ["4"], ["3"], ["2"]]
    assert [box.body for box in (top, leaf)] == ["pill", "leaf"]
    assert repr(tree(own_tree(), value="total")).startswith("<tree of 4 nodes")


def test_nodes_of_few_visits_are_left_out_but_for_those_on_the_line():
    root = own_tree()
    line = [root, root.children[1], root.children[1].children[1]]
    drawn = planned(root, value=mean, line=line, least=4)
    assert [box.text for box in drawn.boxes] == ["-0.33", "-0.75", "+0.50", "new"]
    assert [box.rank for box in drawn.boxes] == [LINE, PLAIN, LINE, LINE]
    assert [box.stub for box in planned(root, depth=1, least=3, value=mean).boxes] == [False] * 3


def test_children_may_stand_in_a_dict_or_come_from_a_method():
    class Lazy:
        visits, value, prior = 3, 0.25, 0.5

        def __init__(self, below):
            self.below = below

        def children(self):
            return {"a1": Lazy(0), "b2": Lazy(0)} if self.below else None

    drawn = planned(Lazy(1), note=lambda node: f"{node.prior:.0%}")
    assert [box.move for box in drawn.boxes] == ["", "a1", "b2"]
    assert {box.text for box in drawn.boxes} == {"0.25"}
    assert drawn.boxes[0].notes == ["50%"]


def test_only_what_is_shown_is_read_of_a_large_tree():
    class Endless:
        @property
        def children(self):
            return [Endless(), Endless()]

    assert [box.stub for box in planned(Endless(), depth=2).boxes] == [False] * 3 + [True] * 4


@pytest.mark.parametrize("name", ["name", "number"])  # kernels call a move by its number
def test_boards_of_nodes_that_know_only_their_moves(name):
    env = othello.from_moves("f5")
    before = env.clone()
    root = Own(visits=1, children=[])
    root.children = [Own(getattr(env.legal_actions()[1], name), 1)]
    drawn = planned(root, value="total", env=env)
    assert drawn.style.look == "board"
    assert [box.scene.last for box in drawn.boxes] == [(4, 5), (5, 3)]
    assert [box.move for box in drawn.boxes] == ["", "d6"]
    assert env == before


def test_greek_letters_are_not_drawn_as_empty_boxes():
    alpha, beta, nothing = (sprites.label(c, 30).tobytes() for c in ("α", "β", "\U0010fff0"))
    assert alpha != beta
    assert nothing not in (alpha, beta)
    assert sprites.label("é3", 30).tobytes() != sprites.label("e3", 30).tobytes()


def test_kinds_alternate():
    assert [Node(kind="min").add().kind, Node().add().kind] == ["max", None]
    with pytest.raises(ValueError, match="use 'max', 'min' or None"):
        Node(kind="MAX")


def test_expand_makes_every_move_and_leaves_the_env_alone():
    env = othello.make(seed=3)
    before = env.copy()
    root = expand(env, 3)
    assert env == before
    assert len(list(root.walk())) == 1 + 4 + 12 + 56
    assert [child.move for child in root.children] == ["d3", "c4", "f5", "e6"]
    assert all(node.value is None for node in root.walk())


def test_expand_stops_at_the_end_of_the_game_and_plays_a_forced_pass():
    env = tictactoe.from_moves("a1a2b1b2")
    wins = [node for node in expand(env, 5).children if node.move == "c1"]
    assert wins[0].children == []
    env = othello.from_moves(FORCED_PASS)
    assert [child.move for child in expand(env, 1).children] == ["pass"]


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


def test_expand_refuses_what_cannot_be_drawn():
    env = othello.make()
    with pytest.raises(ValueError, match="over 2000 nodes"):
        expand(env, 6)
    with pytest.raises(ValueError, match="depth is a whole number from 0 up, not -1"):
        expand(env, -1)

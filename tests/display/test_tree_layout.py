"""The layout of trees: no overlap for any tree and any look, tidy, and inside the picture."""

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coursekit import othello
from coursekit.display import Node
from coursekit.display.tree_layout import family
from coursekit.display.tree_plan import MARGIN, plan

VALUES = st.one_of(
    st.none(), st.integers(-10_000, 10_000), st.floats(), st.text("abc +-=∞\n", max_size=6)
)
SCENE = Node(env=othello.make(4)).scene
WIDE = 4000


@st.composite
def trees(draw, depth=4):
    kind = draw(st.sampled_from(["max", "min", None]))
    node = Node(draw(VALUES), kind=kind, move=draw(st.sampled_from(["", "a1", "pass"])))
    node.note = draw(st.sampled_from(["", "n=12", "α=3 β=∞\nsecond"]))
    node.cut = draw(st.booleans())
    node.scene = draw(st.sampled_from([None, SCENE]))
    if depth:
        node.children = draw(st.lists(trees(depth - 1), max_size=4))
        node.best = draw(st.sampled_from([None, *node.children]))
    return node


def layers(drawn):
    by_depth = {}
    for box in drawn.boxes:
        by_depth.setdefault(box.depth, []).append(box)
    return list(by_depth.values())


def check_no_overlap(drawn, width):
    assert drawn.width <= width
    for layer in layers(drawn):
        for left, right in pairwise(layer):
            assert left.x + left.half < right.x - right.half
        assert layer[0].x - layer[0].half >= MARGIN - 0.01
        assert layer[-1].x + layer[-1].half <= drawn.width - MARGIN + 0.01
    for upper, lower in pairwise(layers(drawn)):
        bottom = max(box.y + box.height for box in upper)
        assert bottom < min(box.y for box in lower)
    assert max(box.y + box.height for box in drawn.boxes) <= drawn.height - MARGIN + 0.01


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from([500, 880, 4000]), st.sampled_from([0, 1, 2, None]))
def test_nothing_overlaps_in_any_tree(root, width, depth):
    try:
        drawn = plan(root, width, depth)
    except ValueError:
        assert len(list(root.walk())) > 100
        return
    check_no_overlap(drawn, width)
    assert len(drawn.boxes) == len(family(drawn.boxes[0]))


@settings(max_examples=40, deadline=None)
@given(trees())
def test_a_parent_stands_in_the_middle_and_children_in_order(root):
    for box in plan(root, WIDE).boxes:
        if box.children:
            first, last = box.children[0], box.children[-1]
            assert box.x == pytest.approx((first.x + last.x) / 2)
            assert [child.node.value is node.value for child, node in paired(box)]


def paired(box):
    return zip(box.children, box.node.children, strict=True)


def mirrored(node):
    twin = Node(node.value, kind=node.kind, move=node.move, note=node.note, cut=node.cut)
    twin.scene, twin.children = node.scene, [mirrored(child) for child in node.children[::-1]]
    return twin


@settings(max_examples=40, deadline=None)
@given(trees(depth=3))
def test_a_mirrored_tree_is_drawn_as_the_mirror_image(root):
    plans = [plan(tree, WIDE) for tree in (root, mirrored(root))]
    # The names at the left need room, which can make one of the two smaller.
    assume(plans[0].style == plans[1].style)
    for layer, other in zip(*map(layers, plans), strict=True):
        distances = [b.x - a.x for a, b in pairwise(layer)]
        assert distances == pytest.approx([b.x - a.x for a, b in pairwise(other)][::-1])


def full(branching, depth):
    if depth == 0:
        return 7
    return [full(branching, depth - 1) for _ in range(branching)]


@pytest.mark.parametrize(
    ("branching", "depth", "look"),
    [(3, 2, "shape"), (3, 3, "shape"), (7, 2, "dot"), (3, 5, "dot"), (15, 2, "dot")],
)
def test_a_larger_tree_gets_a_plainer_look(branching, depth, look):
    drawn = plan(Node.nested(full(branching, depth)), 880)
    assert drawn.style.look == look
    check_no_overlap(drawn, 880)


def test_moves_stand_on_their_edges_without_touching():
    root = Node(kind="max")
    for move in ("a1", "b2", "pass", "c3", "h8"):
        child = root.add(move, value=3)
        for reply in ("d4", "e5", "f6"):
            child.add(reply, value=1)
    drawn = plan(root, 880)
    assert drawn.label_at[0] == 0
    assert all(0.4 < share < 0.8 for share in drawn.label_at[1:])


def test_moves_are_left_out_where_they_would_touch():
    root = Node(kind="max")
    for _ in range(180):
        root.add("a1", value=3)
    assert plan(root, 880).label_at == [0, 0]


def test_the_names_of_the_layers_stand_clear_of_the_tree():
    root = Node.nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    drawn = plan(root, 880)
    assert drawn.names == [("", "MAX"), ("", "MIN")]
    assert all(box.x - box.half > 60 for box in drawn.boxes if box.depth < 2)


def test_a_layer_of_both_sides_has_no_name():
    root = Node(kind="max")
    root.children = [Node.nested([1, 2], "min"), Node.nested([1, 2], "max")]
    assert plan(root, 880).names == [("", "MAX"), ("", "")]


def test_a_chain_as_deep_as_pictures_go():
    def chain(length):
        root = node = Node(0)
        for _ in range(length - 1):
            node = node.add(value=1)
        return root

    assert len(plan(chain(60), 880).layers) == 60
    with pytest.raises(ValueError, match="5000 nodes in 5000 layers"):
        plan(chain(5000), 880)

"""The layout of trees: no overlap for any tree and any look, tidy, and inside the picture."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit.display import Node
from coursekit.display.trees.plan import MARGIN
from tests.support.drawn_trees import planned

VALUES = st.one_of(
    st.none(), st.integers(-10_000, 10_000), st.floats(), st.text("abc +-=∞\n", max_size=6)
)
WIDE = 4000


@st.composite
def trees(draw, depth=4):
    kind = draw(st.sampled_from(["max", "min", None]))
    node = Node(draw(VALUES), kind=kind, move=draw(st.sampled_from(["", "a1", "pass"])))
    node.note = draw(st.sampled_from(["", "n=12", "α=3 β=∞\nsecond"]))
    node.cut = draw(st.booleans())
    if depth:
        node.children = draw(st.lists(trees(depth - 1), max_size=4))
        node.best = draw(st.sampled_from([None, *node.children]))
    return node


def check_no_overlap(drawn, width):
    assert drawn.width <= width
    layers = [layer.boxes for layer in drawn.layers]
    for layer in layers:
        for left, right in pairwise(layer):
            assert left.x + left.half < right.x - right.half
        assert layer[0].x - layer[0].half >= MARGIN - 0.01
        assert layer[-1].x + layer[-1].half <= drawn.width - MARGIN + 0.01
    for upper, lower in pairwise(layers):
        bottom = max(box.y + box.height for box in upper)
        assert bottom < min(box.y for box in lower)
    assert max(box.y + box.height for box in drawn.boxes) <= drawn.height - MARGIN + 0.01


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from([500, 880, 4000]), st.sampled_from([0, 1, 2, None]))
def test_nothing_overlaps_in_any_tree(root, width, depth):
    try:
        drawn = planned(root, width, depth)
    except ValueError:
        assert len(list(root.walk())) > 100
        return
    check_no_overlap(drawn, width)


@settings(max_examples=40, deadline=None)
@given(trees())
def test_a_parent_stands_in_the_middle_and_children_in_order(root):
    for box in planned(root, WIDE).boxes:
        if box.children:
            first, last = box.children[0], box.children[-1]
            assert box.x == pytest.approx((first.x + last.x) / 2)
            assert all(a.x < b.x for a, b in pairwise(box.children))


@pytest.mark.parametrize(
    ("leaves", "look"), [((3, 3), "shape"), ((3, 9), "shape"), ((7, 7), "dot"), ((15, 15), "dot")]
)
def test_a_larger_tree_gets_a_plainer_look(leaves, look):
    families, size = leaves
    assert planned(Node.nested([[7] * size] * families)).style.look == look


def test_moves_stand_on_their_edges_only_where_they_do_not_touch():
    root = Node(kind="max")
    for move in ("a1", "b2", "pass", "c3", "h8"):
        child = root.add(move, value=3)
        for reply in ("d4", "e5", "f6"):
            child.add(reply, value=1)
    drawn = planned(root)
    assert drawn.layers[0].label_at == 0
    assert all(0.4 < layer.label_at < 0.8 for layer in drawn.layers[1:])
    crowded = Node()
    for _ in range(180):
        crowded.add("a1", value=3)
    assert planned(crowded).layers[1].label_at == 0


def test_a_chain_as_deep_as_pictures_go():
    def chain(length):
        root = node = Node(0)
        for _ in range(length - 1):
            node = node.add(value=1)
        return root

    assert len(planned(chain(60)).layers) == 60
    with pytest.raises(ValueError, match="5000 nodes in 5000 layers"):
        planned(chain(5000))

"""The puzzle: the fewest leaves that prove which move is best."""

from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coursekit.display import Node, steps
from coursekit.display.figures.covering import fewest, puzzle, worth

TREES = st.recursive(
    st.integers(-3, 3), lambda part: st.lists(part, min_size=1, max_size=3), max_leaves=4
)


def is_certain(root, known):
    """Returns whether one move is best whatever the other leaves are, by trying extremes."""
    leaves = [node for node in root.walk() if not node.children]
    hidden = [leaf for leaf in leaves if leaf not in known]
    values = {leaf: leaf.value for leaf in leaves}
    always = set(range(len(root.children)))
    for guess in product((-99, 99), repeat=len(hidden)):
        for leaf, value in zip(hidden, guess, strict=True):
            leaf.value = value
        worths = [worth(child) for child in root.children]
        best = worth(root)
        always &= {number for number, value in enumerate(worths) if value == best}
    for leaf, value in values.items():
        leaf.value = value
    return bool(always)


@settings(max_examples=30, deadline=None)
@given(st.lists(TREES, min_size=2, max_size=3), st.sampled_from(["max", "min"]))
def test_no_fewer_leaves_prove_a_best_move(values, kind):
    root = Node.nested(values, kind)
    leaves = [node for node in root.walk() if not node.children]
    assume(len(leaves) <= 6)
    sizes = range(len(leaves) + 1)
    least = next(
        size
        for size in sizes
        if any(is_certain(root, known) for known in combinations(leaves, size))
    )
    assert fewest(root) == least


def test_the_leaves_are_covered_and_their_values_known_to_the_page():
    grown, judged = puzzle(Node.nested([[3, -1], [2, 2]]))
    assert judged == {"values": [None, None, None, 3.0, -1.0, 2.0, 2.0], "needed": 3}
    assert [look[-1] for look in grown.steps[0][2]] == ["done"] * 3 + ["covered"] * 4


def test_the_still_shows_the_moves_but_no_value():
    root = Node.nested([[3, -1], [2, 2]])
    plain = steps(root, ask="cover").picture
    root.children[0].move = root.children[0].children[0].move = "looks like 4"
    noted = steps(root, ask="cover").picture
    assert noted.size != plain.size
    root.children[0].children[0].value = -7
    assert steps(root, ask="cover").picture.tobytes() == noted.tobytes()


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (Node.nested([[1, 2]]), "at least two children"),
        (Node.nested([1, 2], kind=None), "at least two children"),
        (Node.nested([1, "?"]), "each leaf of a puzzle has a number"),
    ],
)
def test_what_is_no_puzzle_is_refused(root, words):
    with pytest.raises(ValueError, match=words):
        steps(root, ask="cover")

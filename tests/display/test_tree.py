"""Search trees as pictures: what is drawn, how, and what is refused with which words."""

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from coursekit import display, othello, tictactoe, ultimate
from coursekit.display import Node, expand, sprites, tree
from coursekit.display.theme import BLUE, FRAME, INK, LAST, OTHELLO, VERMILION
from coursekit.display.tree_picture import BAR, FADED
from coursekit.display.tree_plan import plan, value_text

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # Russell and Norvig, the chapter on games


def alpha_beta(node, alpha=-99, beta=99):
    """The student's way: fills in value, best and cut while it searches."""
    if not node.children:
        return node.value
    for place, child in enumerate(node.children):
        value = alpha_beta(child, alpha, beta)
        better = value.__gt__ if node.kind == "max" else value.__lt__
        if node.value is None or better(node.value):
            node.value, node.best = value, child
        alpha, beta = (max(alpha, value), beta) if node.kind == "max" else (alpha, min(beta, value))
        if alpha >= beta:
            for rest in node.children[place + 1 :]:
                rest.cut = True
            break
    return node.value


def textbook():
    root = Node.nested(TEXTBOOK)
    assert alpha_beta(root) == 3
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
    top = drawn.layers[box.depth] + drawn.heights[box.depth]
    return box.x + share * (child.x - box.x), top + share * (child.y - top)


# What is drawn


def test_the_textbook_tree():
    root = textbook()
    picture, drawn = tree(root), plan(root, 880)
    assert picture.size == (drawn.width, drawn.height)
    assert drawn.style.look == "shape"
    top, *_ = drawn.boxes
    left, middle, _ = top.children
    assert [drawn.body(box) for box in (top, left, left.children[0])] == ["up", "down", "leaf"]
    # A triangle that points up has its colour at the lower corners, and one that points down above.
    low, high = top.y + top.height - 3, middle.y + 2
    assert has(around(picture, top.x - top.half + 4, low), BLUE)
    assert not has(around(picture, top.x - top.half + 4, top.y + 4), BLUE)
    assert has(around(picture, middle.x - middle.half + 4, high), VERMILION)
    assert not has(
        around(picture, middle.x - middle.half + 4, middle.y + middle.height - 4), VERMILION
    )


def test_cut_branches_are_pale_with_a_double_bar():
    root = textbook()
    picture, drawn = tree(root), plan(root, 880)
    assert [node.value for node in root.walk() if node.cut] == [4, 6]
    for box in drawn.boxes:
        for child in box.children:
            x, y = on_edge(drawn, box, child, 0.76)
            assert has(around(picture, x, y), BAR, 60) == child.node.cut
            body = around(picture, child.x, child.y + child.height / 2, 12)
            assert has(body, INK, 40) != child.node.cut
            if child.node.cut:
                assert has(around(picture, child.x, child.y, 2), FADED, 20)


def test_the_principal_variation_is_bold():
    root = textbook()
    drawn, image = plan(root, 880), pixels(tree(root))
    assert [node.value for node in root.principal_variation()] == [3, 3, 3]

    def thickness(box, child):
        x, y = on_edge(drawn, box, child, 0.3)
        column = image[round(y) - 6 : round(y) + 7, round(x)]
        return int((np.abs(column - np.array(FRAME)).max(axis=-1) > 60).sum())

    left, _, right = drawn.boxes[0].children
    assert thickness(drawn.boxes[0], left) >= thickness(drawn.boxes[0], right) + 2
    assert thickness(left, left.children[0]) > thickness(left, left.children[2])


def test_below_a_cut_all_is_pale():
    root = textbook()
    root.children[0].cut = True
    drawn, picture = plan(root, 880), tree(root)
    for leaf in drawn.boxes[0].children[0].children:
        assert not has(around(picture, leaf.x, leaf.y + leaf.height / 2, 12), INK, 40)


def test_boards_in_the_nodes():
    env = othello.make(4)
    env.update(env.legal_actions()[0])
    root = expand(env, 2)
    for node in root.walk():
        node.value = 3
    drawn, picture = plan(root, 880), tree(root)
    assert drawn.style.look == "board"
    assert drawn.style.size >= 56
    assert drawn.names == [("White", "MAX"), ("Black", "MIN")]
    for box in drawn.boxes:
        area = around(picture, box.x, box.y + drawn.style.size / 2, round(drawn.style.size / 2) - 2)
        assert has(area, OTHELLO.board, 2)
        assert has(area, LAST)  # the move that led here
        assert has(area, sprites.face("disc", 1))
        # The value stands below the board.
        below = around(picture, box.x, box.y + box.height - 10)
        assert has(below, INK, 40)


@pytest.mark.parametrize("make", [othello.make, tictactoe.make, ultimate.make])
def test_every_game_is_drawn_in_miniature(make):
    env = make()
    env.update(env.legal_actions()[0])
    drawn = plan(expand(env, 1), 880)
    assert drawn.style.look == "board"


def test_a_won_local_board_in_miniature():
    env = ultimate.make(seed=4)
    while not env.local_winners.any():
        env.update(env.rng.choice(env.legal_actions()))
    row, col = np.argwhere(env.local_winners)[0]
    root = Node(env=env)
    drawn, picture = plan(root, 880), tree(root)
    third = drawn.style.size / 3
    x = drawn.boxes[0].x + (col - 1) * third
    y = drawn.boxes[0].y + (row + 0.5) * third
    colour = BLUE if env.local_winners[row, col] == 1 else VERMILION
    assert has(around(picture, x, y, round(third / 2) - 2), colour)


def test_a_board_stays_as_it_was_when_the_search_takes_back():
    env = othello.make()
    before = env.copy()
    root = Node(env=env)
    env.update("f5")
    child = root.add("f5", env)
    env.undo()
    assert env == before
    assert child.scene.last == (4, 5)
    assert root.scene.last is None


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
    drawn = plan(root, 880)
    assert [drawn.body(box) for box in drawn.boxes] == ["up", "leaf", "move", "dot"]


def test_a_large_tree_is_drawn_with_dots():
    root = expand(othello.make(), 4)
    for node in root.walk():
        node.best = node.children[0] if node.children else None
    drawn, picture = plan(root, 880), tree(root)
    assert len(drawn.boxes) == 317
    assert drawn.style.look == "dot"
    for child in drawn.boxes[0].children:
        assert has(around(picture, child.x, child.y + 3, 2), VERMILION, 40)


def test_only_the_upper_plies():
    root = textbook()
    drawn = plan(root, 880, depth=1)
    assert len(drawn.boxes) == 4
    assert [box.stub for box in drawn.boxes] == [False, True, True, True]
    assert repr(tree(root, depth=1)).startswith("<tree of 4 nodes:")
    assert not plan(root, 880, depth=2).boxes[-1].stub


def test_without_boards():
    root = expand(othello.make(4), 1)
    assert plan(root, 880).style.look == "board"
    assert plan(root, 880, boards=False).style.look == "shape"
    assert tree(root, boards=False).height < tree(root).height


def test_a_single_node():
    assert repr(tree(Node(3))).startswith("<tree of 1 node:")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "+3"),
        (np.float32(-0.25), "-0.25"),
        (float("inf"), "+∞"),
        (float("-inf"), "-∞"),
        (0, "0"),
        (10_012, "+10k"),
        ("win", "win"),
        (None, ""),
    ],
)
def test_values_as_they_are_written(value, text):
    assert value_text(value, signed=True) == text


def test_greek_letters_are_not_drawn_as_empty_boxes():
    alpha, beta, nothing = (sprites.label(c, 30).tobytes() for c in ("α", "β", "\U0010fff0"))
    assert alpha != beta
    assert nothing not in (alpha, beta)
    assert sprites.label("é3", 30).tobytes() != sprites.label("e3", 30).tobytes()


# The data


def test_kinds_alternate():
    root = Node(kind="min")
    assert [root.add().kind, root.children[0].add().kind, Node().add().kind] == ["max", "min", None]
    assert [node.kind for node in Node.nested([[1, 2]], "min").walk()] == [
        "min",
        "max",
        "min",
        "min",
    ]


def test_a_forced_pass_is_a_move_like_any_other():
    env = othello.from_moves("d3c3b3b2f5a3a1c1")
    root = expand(env, 1)
    assert [child.move for child in root.children] == ["pass"]


def test_expand_makes_every_move_and_leaves_the_env_alone():
    env = othello.make(seed=3)
    before = env.copy()
    root = expand(env, 3)
    assert env == before
    assert len(list(root.walk())) == 1 + 4 + 12 + 56
    assert [child.move for child in root.children] == ["d3", "c4", "f5", "e6"]
    assert all(node.value is None for node in root.walk())


def test_expand_stops_at_the_end_of_the_game():
    env = tictactoe.from_moves("a1a2b1b2")
    wins = [node for node in expand(env, 5).children if node.move == "c1"]
    assert wins[0].children == []


# Always the same, and not too much


def test_the_same_tree_gives_the_same_bytes_in_every_process():
    script = (
        "import hashlib; from coursekit.display import Node, tree, expand; "
        "from coursekit import othello; root = expand(othello.make(4), 2); "
        "root.best = root.children[2]; root.note = 'α=3'; "
        "print(hashlib.sha256(tree(root)._repr_png_()[0]).hexdigest())"
    )
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert len(runs[0].stdout) == 65
    assert runs[0].stdout == runs[1].stdout


def test_the_notebook_png_is_fine_and_small():
    data, meta = tree(textbook())._repr_png_()
    image = Image.open(io.BytesIO(data))
    assert image.width == 2 * meta["width"] <= 2 * 880
    assert image.convert("RGBA").getpixel((0, 0))[3] == 0  # for light and dark pages
    assert len(data) < 40_000


def test_the_names_are_exported():
    assert {"Node", "expand", "tree"} <= set(display.__all__)
    assert callable(display.tree)


# What is refused


def test_a_tree_that_is_too_large():
    root = Node.nested([[[1] * 10] * 10] * 10)
    with pytest.raises(
        ValueError, match=r"1111 nodes in 4 layers, up to 1000 side by side"
    ) as error:
        tree(root)
    assert "tree(node, depth=2)" in str(error.value)
    assert tree(root, depth=2).width <= 880


@pytest.mark.parametrize("width", [100, 5000, 600.5, True, "wide"])
def test_a_wrong_width(width):
    with pytest.raises(ValueError, match="width"):
        tree(Node(1), width=width)


@pytest.mark.parametrize("depth", [-1, 1.5, True])
def test_a_wrong_depth(depth):
    with pytest.raises(ValueError, match="depth"):
        tree(Node(1), depth=depth)


def test_a_wrong_kind():
    with pytest.raises(ValueError, match="use 'max', 'min' or None"):
        Node(kind="MAX")


def test_expand_refuses_what_cannot_be_drawn():
    env = othello.make()
    before = env.copy()
    with pytest.raises(ValueError, match="over 2000 nodes"):
        expand(env, 6)
    assert env == before
    with pytest.raises(ValueError, match="-1 is no number of plies"):
        expand(env, -1)

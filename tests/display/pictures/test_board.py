"""The board picture: sizes, pixels where they should be, status, determinism, a card's corners."""

import io
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from coursekit import othello, tictactoe, ultimate
from coursekit.display.pictures import board, scene, theme
from coursekit.display.pictures.layout import lay_out
from coursekit.games import registry
from coursekit.games.actions import square_name
from tests.support.playing import FORCED_PASS, GAMES, MAKERS, play_on

OPENING = "f5d6c3d3c4f4f6f3e6e7"
WON_LOCALLY = "a7b3d7a3b8e5d6a8c6g7b1d2b5f4h1d1a1c1i1i3i7i2g6c7g2a5b4f3g8b6e9d9b7e2"


def layout_of(env, size=400, scale=1, heat=False):
    kind = theme.theme_of(env)
    return lay_out(env.board.shape, size, scale, kind.block, True, heat, False)


def middle(env, square, size=400, heat=False):
    """Returns the (row, column) of the pixel in the middle of a square."""
    layout = layout_of(env, size, heat=heat)
    x, y = layout.corner(square)
    return y + layout.cell // 2, x + layout.cell // 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [160, 240, 400, 800])
def test_every_game_at_every_size(name, size):
    env = play_on(MAKERS[name](), seed=2, plies=3)
    picture = env.render(size=size)
    assert picture.mode == "RGBA"
    assert picture.width == size
    assert size < picture.height < 1.15 * size
    layout = layout_of(env, size)
    assert layout.left > 0
    assert layout.right < size
    assert layout.bottom < layout.status_middle < picture.height
    # The margins hold coordinates and status, so they are not empty.
    pixels = np.asarray(picture.convert("L"))
    assert pixels[4 : layout.top - 1, layout.left : layout.right].min() < 190
    assert pixels[layout.top : layout.bottom, 4 : layout.left - 1].min() < 190
    assert pixels[layout.bottom + 2 : -3, layout.left :].min() < 120


def test_discs_are_where_the_board_says():
    env = othello.from_moves(OPENING)
    pixels = np.asarray(env.render())
    for square, side in np.ndenumerate(env.board):
        row, col = middle(env, square)
        if env.last_action.name == square_name(*square):
            continue
        beside = pixels[row, col + 8, :3]  # off the middle, where dots are
        expected = {1: theme.BLACK_DISC[0], -1: theme.WHITE_DISC[0], 0: theme.OTHELLO.board}[side]
        assert tuple(beside) == expected, square


def test_the_last_move_is_marked_and_only_it():
    env = othello.from_moves(OPENING)
    row, col = middle(env, (env.last_action.row, env.last_action.col))
    labelled = env.render(text={env.last_action: "x"})  # the mark moves down
    for picture, lower in ((env.render(), 0), (labelled, 12)):
        marked = (np.asarray(picture)[..., :3] == theme.LAST).all(-1)
        assert marked[row + lower, col]
        assert not marked[: row - 10].any()
    assert not marked[row, col]
    assert not (np.asarray(othello.make().render())[..., :3] == theme.LAST).all(-1).any()


def test_legal_moves_are_dotted_in_the_colour_of_the_mover():
    env = othello.make()
    green = sum(theme.OTHELLO.board)
    for _ in range(2):
        pixels = np.asarray(env.render()).astype(int)
        legal = {(a.row, a.col) for a in env.legal_actions()}
        for square, side in np.ndenumerate(env.board):
            if side == 0:
                row, col = middle(env, square)
                shift = pixels[row, col, :3].sum() - green
                assert (abs(shift) > 50) == (square in legal)
                if square in legal:
                    assert (shift < 0) == (env.player == 1)  # black darkens, white lightens
        env.update(env.legal_actions()[0])


def test_x_and_o_and_their_last_square():
    env = tictactoe.from_moves("b2a1")
    pixels = np.asarray(env.render())
    layout = layout_of(env)
    row, col = middle(env, (1, 1))
    assert tuple(pixels[row, col, :3]) == theme.BLUE
    row, col = middle(env, (0, 0))
    assert tuple(pixels[row, col, :3]) == theme.LAST_TINT
    assert tuple(pixels[row, col + round(0.295 * layout.cell), :3]) == theme.VERMILION


def test_the_forced_local_board_is_tinted():
    env = ultimate.from_moves("e5d4")
    assert env.forced == (0, 0)
    pixels = np.asarray(env.render())
    row, col = middle(env, (0, 0))
    assert tuple(pixels[row, col + 12, :3]) == theme.FORCED_TINT
    row, col = middle(env, (0, 8))
    assert tuple(pixels[row, col + 12, :3]) == theme.ULTIMATE.board
    x0, y0, x1, y1 = layout_of(env).local_box((0, 0))
    x0, y0 = x0 - 1, y0 - 1  # its lines
    for point in ((y0, x0 + 20), (y1, x0 + 20), (y0 + 20, x0), (y0 + 20, x1)):
        assert tuple(pixels[(*point, slice(3))]) == theme.FORCED_EDGE


def test_a_won_local_board_carries_a_large_sign():
    env = ultimate.from_moves(WON_LOCALLY)
    ((row, col),) = np.argwhere(env.local_winners)
    side = env.local_winners[row, col]
    pixels = np.asarray(env.render()).astype(int)
    x0, y0, x1, y1 = layout_of(env).local_box((row, col))
    inside = pixels[y0 + 2 : y1 - 2, x0 + 2 : x1 - 2, :3]
    ink = np.array(theme.BLUE if side > 0 else theme.VERMILION)
    share = (np.abs(inside - ink).sum(-1) < 150).mean()
    assert 0.12 < share < 0.5


@pytest.mark.parametrize(
    ("env", "status", "side"),
    [
        (othello.from_moves("f5"), "White to move", -1),
        (othello.from_moves(FORCED_PASS), "Black must pass", 1),
        (tictactoe.from_moves("a1b1a2b2a3"), "X wins", 1),
        (tictactoe.from_moves("a1b1c1b2a2c2b3a3c3"), "Draw", 0),
    ],
)
def test_status_lines(env, status, side):
    shown = scene.read(env)
    assert (shown.status, shown.status_side) == (status, side)
    assert len(shown.dots) == len([a for a in env.legal_actions() if not a.is_pass])


def test_rendering_changes_nothing():
    env = othello.from_moves("f5d6c3")
    before, twin = env.clone(), env.clone()
    env.render(heat={"f4": 1.0}, text=np.arange(64).reshape(8, 8), marks=["a1"])
    env._repr_png_()
    assert env == before
    assert env.rng.random() == twin.rng.random()


def test_the_notebook_png_is_a_fine_rounded_card():
    data, shown = othello.make()._repr_png_()
    image = Image.open(io.BytesIO(data))
    assert image.mode == "P"
    assert shown == {"width": board.SIZE}
    assert image.width == 2 * board.SIZE
    fine = np.asarray(image.convert("RGBA"))
    coarse = np.asarray(othello.make().render())
    for pixels in (fine, coarse):
        for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
            assert pixels[corner][3] == 0
        rows, columns, _ = pixels.shape
        assert (pixels[rows // 2, :, 3] == 255).all()
        assert (pixels[:, columns // 2, 3] == 255).all()


@pytest.mark.parametrize("name", ["othello8", "tictactoe", "ultimate"])
def test_the_palette_keeps_flat_colours_exactly(name):
    state = scene.read(play_on(MAKERS[name](), seed=2, plies=3))
    card = board.card(state, 400, 2)
    data, _ = board.encode(card, theme.palette(state.theme))
    shown = np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(int)
    error = np.abs(shown[..., :3] - np.asarray(card).astype(int)).max(-1)[20:-20, 20:-20]
    assert error.max() <= 24  # blends at edges may move a little
    assert (error > 0).mean() < 0.05


def test_a_picture_shows_itself_finer_until_it_is_drawn_upon():
    picture = othello.make().render(size=240)
    data, shown = picture._repr_png_()
    assert shown == {"width": 240}
    assert Image.open(io.BytesIO(data)).width == 480
    picture.putpixel((100, 100), (1, 2, 3, 255))
    changed = Image.open(io.BytesIO(picture._repr_png_()))
    assert changed.width == 240
    assert changed.getpixel((100, 100)) == (1, 2, 3, 255)
    assert Image.open(io.BytesIO(picture.resize((50, 50))._repr_png_())).width == 50


SCRIPT = """
import hashlib
from coursekit import othello, ultimate
from coursekit.display import Node, grid, replay, tree
env = othello.from_moves("f5d6c3d3c4f4f6f3e6e7")
heat = {a: a.index / 7 for a in env.legal_actions()}
root = Node(note="α=3")
for action in env.legal_actions():
    root.add(action)
heated = env.render(heat=heat, text=heat, marks=["a1"])
pictures = [env, heated, grid([env, ultimate.make()]), tree(root)]
data = b"".join(p._repr_png_()[0] for p in pictures) + replay(env)._repr_html_().encode()
print(hashlib.sha256(data).hexdigest())
"""


def said(code):
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def test_bytes_are_the_same_in_every_process():
    digest = said(SCRIPT)
    assert len(digest) == 64
    assert said(SCRIPT) == digest


def test_importing_the_room_loads_no_drawing_library():
    loaded = said("import sys, coursekit.display; print(*sys.modules)").split()
    assert {"PIL", "matplotlib"}.isdisjoint(loaded)


@pytest.mark.parametrize("size", [0, -5, 159, 4001, "big", 300.5, None, True])
def test_a_size_that_is_none_is_refused(size):
    with pytest.raises(ValueError, match=r"^size: .*400"):
        othello.make().render(size=size)


def test_a_board_of_rows_and_columns(row_game):
    picture = row_game.render(size=400, heat={"d2": 1.0}, text={"a2": "x"}, marks=["c1"])
    assert repr(picture).startswith("<row3, Blue to move: 400 x ")
    assert picture.height < 300
    layout = lay_out((2, 4), 400, 1, 0, True, True, False)
    for name, square in {"a1": (0, 0), "b1": (0, 1), "d2": (1, 3)}.items():
        x, y = layout.corner(square)
        pixel = picture.getpixel((x + layout.cell // 2, y + round(0.8 * layout.cell)))[:3]
        assert pixel == theme.BLACK_DISC[0] if name != "d2" else theme.WHITE_DISC[0]
    assert layout.right < 400
    assert row_game.render(heat=np.arange(8).reshape(2, 4)).size == picture.size
    with pytest.raises(ValueError, match=r"no square of this 2×4 board; .*'d2'.*0 to 7"):
        row_game.render(marks=["e1"])
    with pytest.raises(ValueError, match=r"array of shape \(2, 4\)"):
        row_game.render(heat=np.zeros((4, 2)))


def test_the_registry_says_how_a_board_looks(monkeypatch, row_game):
    assert theme.theme_of(row_game) == replace(theme.PLAIN, sides=("Red", "Blue"))
    spec = replace(registry.spec("row3"), theme="tictactoe")
    monkeypatch.setitem(registry._GAMES, "row3", spec)
    assert theme.theme_of(row_game) is theme.TICTACTOE

"""The board picture: sizes, pixels where they should be, status, determinism, a card's corners."""

import hashlib
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from coursekit import othello, tictactoe, ultimate
from coursekit.display import board, scene, theme
from coursekit.display.layout import lay_out

OPENING = "f5d6c3d3c4f4f6f3e6e7"
GAMES = {
    "othello4": lambda: othello.make(size=4),
    "othello6": lambda: othello.make(size=6),
    "othello8": lambda: othello.from_moves(OPENING),
    "tictactoe": lambda: tictactoe.from_moves("b2a1c3"),
    "ultimate": lambda: ultimate.from_moves("e5d4"),
}


def played(env, seed, until):
    rng = np.random.default_rng(seed)
    while not until(env):
        legal = env.legal_actions()
        env.update(legal[rng.integers(len(legal))])
    return env


def must_pass(env):
    legal = env.legal_actions()
    return bool(legal) and legal[0].is_pass


def layout_of(env, size=400, scale=1, heat=False):
    kind = theme.theme_of(env.name)
    return lay_out(len(env.board), size, scale, kind.block, True, heat, False)


def middle(env, square, size=400, heat=False):
    """Returns the (row, column) of the pixel in the middle of a square."""
    layout = layout_of(env, size, heat=heat)
    x, y = layout.corner(square)
    return y + layout.cell // 2, x + layout.cell // 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [160, 240, 400, 800])
def test_every_game_at_every_size(name, size):
    env = GAMES[name]()
    picture = env.render(size=size)
    assert picture.mode == "RGBA"
    assert picture.width == size
    assert size < picture.height < 1.15 * size
    layout = layout_of(env, size)
    assert layout.left > 0
    assert layout.left + layout.side < size
    assert layout.top + layout.side < layout.status_middle < picture.height
    # The margins hold coordinates and status, so they are not empty.
    pixels = np.asarray(picture.convert("L"))
    assert pixels[4 : layout.top - 1, layout.left : layout.left + layout.side].min() < 190
    assert pixels[layout.top : layout.top + layout.side, 4 : layout.left - 1].min() < 190
    assert pixels[layout.top + layout.side + 2 : -3, layout.left :].min() < 120


@pytest.mark.parametrize("name", GAMES)
def test_a_finer_picture_has_the_same_proportions(name):
    state = scene.read(GAMES[name]())
    coarse, fine = board.card(state, 240, 1), board.card(state, 240, 2)
    assert fine.size == (2 * coarse.width, 2 * coarse.height)
    difference = np.asarray(fine.resize(coarse.size, Image.Resampling.BOX), dtype=int)
    assert np.abs(difference - np.asarray(coarse)).mean() < 2.5


def test_discs_are_where_the_board_says():
    env = othello.from_moves(OPENING)
    pixels = np.asarray(env.render())
    for square, side in np.ndenumerate(env.board):
        row, col = middle(env, square)
        if env.last_action.name == othello_name(square):
            continue
        beside = pixels[row, col + 8, :3]  # off the middle, where dots are
        expected = {1: theme.BLACK_DISC[0], -1: theme.WHITE_DISC[0], 0: theme.OTHELLO.board}[side]
        assert tuple(beside) == expected, square


def othello_name(square):
    return f"{'abcdefgh'[square[1]]}{square[0] + 1}"


def test_the_last_move_is_marked_and_only_it():
    env = othello.from_moves(OPENING)
    pixels = np.asarray(env.render())
    row, col = middle(env, (env.last_action.row, env.last_action.col))
    assert tuple(pixels[row, col, :3]) == theme.LAST
    env.undo()
    before = np.asarray(env.render())
    assert tuple(before[row, col, :3]) != theme.LAST
    assert not (np.asarray(othello.make().render())[..., :3] == theme.LAST).all(-1).any()


def test_a_label_and_the_last_move_mark_do_not_collide():
    env = othello.from_moves(OPENING)
    last = (env.last_action.row, env.last_action.col)
    pixels = np.asarray(env.render(text={last: "x"}))
    row, col = middle(env, last)
    assert tuple(pixels[row, col, :3]) != theme.LAST
    assert tuple(pixels[row + 12, col, :3]) == theme.LAST


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
    for point in ((y0, x0 + 20), (y1, x0 + 20), (y0 + 20, x0), (y0 + 20, x1)):
        assert tuple(pixels[(*point, slice(3))]) == theme.FORCED_EDGE


def test_a_won_local_board_carries_a_large_sign():
    env = played(ultimate.make(), 5, lambda e: e.local_winners.any())
    ((row, col),) = np.argwhere(env.local_winners)
    side = env.local_winners[row, col]
    pixels = np.asarray(env.render()).astype(int)
    x0, y0, x1, y1 = layout_of(env).local_box((row, col))
    inside = pixels[y0 + 3 : y1 - 2, x0 + 3 : x1 - 2, :3]
    ink = np.array(theme.BLUE if side > 0 else theme.VERMILION)
    share = (np.abs(inside - ink).sum(-1) < 150).mean()
    assert 0.12 < share < 0.5


def test_status_lines():
    assert scene.read(othello.make()).status == "Black to move"
    assert scene.read(othello.from_moves("f5")).status == "White to move"
    assert scene.read(tictactoe.make()).status == "X to move"
    games = (
        played(othello.make(size=6), seed, lambda e: must_pass(e) or e.is_done())
        for seed in range(100)
    )
    passing = next(env for env in games if not env.is_done())
    names = {1: "Black", -1: "White"}
    assert scene.read(passing).status == f"{names[int(passing.player)]} must pass"


def test_status_at_the_end():
    won = tictactoe.from_moves("a1b1a2b2a3")
    assert (scene.read(won).status, scene.read(won).status_side) == ("X wins", 1)
    drawn = tictactoe.from_moves("a1b1c1b2a2c2b3a3c3")
    assert (scene.read(drawn).status, scene.read(drawn).status_side) == ("Draw", 0)
    env = played(othello.make(size=6), 2, lambda e: e.is_done())
    winner = {1: "Black wins", -1: "White wins", 0: "Draw"}
    assert scene.read(env).status == winner[int(np.sign(env.board.sum()))]
    assert scene.read(env).dots == ()


def test_a_narrow_picture_shortens_the_status_instead_of_overprinting():
    env = played(othello.make(), 0, lambda e: min(e.count(1), e.count(-1)) >= 10)
    narrow, wide = np.asarray(env.render(size=160)), np.asarray(env.render(size=240))
    for pixels, size in ((narrow, 160), (wide, 240)):
        layout = layout_of(env, size)
        ground = np.array(theme.FRAME)
        strip = pixels[layout.status_middle - 8 : layout.status_middle + 8, layout.left : -4, :3]
        empty = (strip == ground).all(axis=(0, 2))
        runs = np.diff(np.flatnonzero(np.diff(empty.astype(int))))
        assert runs.max() >= 8  # a clear gap between counts and status


def test_rendering_changes_nothing():
    env = othello.make(seed=3)
    for square in ("f5", "d6", "c3"):
        env.update(square)
    before = (env.copy(), env.rng.bit_generator.state)
    env.render(heat={"f4": 1.0}, text=np.arange(64).reshape(8, 8), marks=["a1"])
    env._repr_png_()
    assert env == before[0]
    assert env.history == before[0].history
    assert env.rng.bit_generator.state == before[1]


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
    state = scene.read(GAMES[name]())
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


def test_the_text_form_of_a_picture_has_no_memory_address():
    assert repr(othello.make().render()).startswith("<othello8, Black to move: 400 x ")


SCRIPT = """
import hashlib
from coursekit import othello, ultimate
from coursekit.display import gif, grid
env = othello.from_moves("f5d6c3d3c4f4f6f3e6e7")
heat = {a: a.index / 7 for a in env.legal_actions()}
pictures = [env, env.render(heat=heat, text=heat, marks=["a1"]), grid([env, ultimate.make()])]
data = b"".join(p._repr_png_()[0] for p in pictures) + gif("f5d6c3").data
print(hashlib.sha256(data).hexdigest())
"""


def test_bytes_are_the_same_in_every_process():
    digests = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(digests) == 1
    env = othello.from_moves(OPENING)
    assert env._repr_png_() == env._repr_png_()
    assert len(digests.pop().strip()) == hashlib.sha256().digest_size * 2


def test_importing_the_room_loads_no_drawing_library():
    code = (
        "import sys, coursekit.display; print({'PIL', 'matplotlib'} & "
        "{m.split('.')[0] for m in sys.modules})"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.strip() == "set()"


@pytest.mark.parametrize("size", [0, -5, 159, 4001, "big", 300.5, None, True])
def test_a_size_that_is_none_is_refused(size):
    with pytest.raises(ValueError, match=r"^size: .*400"):
        othello.make().render(size=size)


def test_a_game_of_ones_own_is_drawn_as_a_plain_grid():
    class Move:
        is_pass, row, col = False, 4, 4

    class Gomoku:
        """The least that the display asks for."""

        board = np.zeros((5, 5), dtype=np.int8)
        player = -1
        last_action = None

        def legal_actions(self):
            return [Move()]

        def is_done(self):
            return False

        def is_win(self, player):
            return False

    Gomoku.board[2, 2] = 1
    picture = board.render(Gomoku())
    assert repr(picture).startswith("<board, White to move")
    layout = lay_out(5, 400, 1, 0, True, False, False)
    x, y = layout.corner((2, 2))
    pixel = picture.getpixel((x + layout.cell // 2, y + layout.cell // 2))
    assert pixel[:3] == theme.BLACK_DISC[0]

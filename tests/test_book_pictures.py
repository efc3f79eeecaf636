"""How the book fits pictures to its pages."""

from io import BytesIO
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from _ext.dark import dark
from _ext.pictures import fit
from coursekit import display, othello, ultimate
from coursekit.display.pictures.theme import BLACK_DISC, FRAME, INK, WHITE_DISC

LINK = '<a class="reference internal image-reference" href="../_images/{0}">{1}\n</a>'
IMAGE = '<img alt="what is seen" src="../_images/{0}" style="width: 418px;" />'


def fitted(tmp_path, name, link=True):
    """A page with one picture, after it was fitted."""
    picture = IMAGE.format(name)
    body = LINK.format(name, picture) if link else picture
    context = {"body": f"<p>before</p>{body}<p>after</p>"}
    (tmp_path / "out").mkdir(exist_ok=True)
    builder = SimpleNamespace(images={str(tmp_path / name): name})
    app = SimpleNamespace(outdir=str(tmp_path / "out"), builder=builder)
    fit(app, "a page", "page.html", context, None)
    return context["body"]


@pytest.mark.parametrize("link", [True, False])
def test_boards_side_by_side_become_pictures_of_their_own(tmp_path, link):
    boards = display.grid([othello.make(), othello.make(6)])
    (tmp_path / "grid.png").write_bytes(boards._repr_png_()[0])
    body = fitted(tmp_path, "grid.png", link)
    assert body.startswith('<p>before</p><span class="panels panels-2">')
    assert body.endswith("</span><p>after</p>")
    assert body.count("<a ") == body.count("</a>") == 2
    for part in (1, 2):
        assert body.count(f'alt="what is seen ({part} of 2)"') == 2
        assert f'src="../_images/grid-{part}-dark.png"' in body
        assert f'href="../_images/grid-{part}.png"' in body
    halves = [Image.open(tmp_path / "out" / "_images" / f"grid-{part}.png") for part in (1, 2)]
    whole = Image.open(tmp_path / "grid.png")
    assert [half.size for half in halves] == [(whole.width // 2, whole.height)] * 2


def test_rows_of_boards_and_single_boards_get_a_dark_twin_in_their_link(tmp_path):
    rows = display.grid([othello.make()] * 4, columns=2)
    for picture in (rows, othello.make().render()):
        (tmp_path / "one.png").write_bytes(picture._repr_png_()[0])
        light = IMAGE.format("one.png").replace("<img", '<img class="only-light"')
        twin = IMAGE.format("one-dark.png").replace("<img", '<img class="only-dark"')
        assert LINK.format("one.png", light + twin) in fitted(tmp_path, "one.png")
        assert (tmp_path / "out" / "_images" / "one-dark.png").exists()


def test_a_chart_is_marked(tmp_path):
    figure, _ = plt.subplots()
    figure.savefig(tmp_path / "chart.png")
    plt.close(figure)
    assert '<img class="chart" alt="what is seen"' in fitted(tmp_path, "chart.png")


def test_a_tree_is_marked_as_wide(tmp_path):
    tree = display.tree(display.Node.nested([[n] * 8 for n in range(3)]))
    (tmp_path / "tree.png").write_bytes(tree._repr_png_()[0])
    assert '<img class="only-light wide" alt="what is seen"' in fitted(tmp_path, "tree.png")


def test_a_picture_of_elsewhere_stays(tmp_path):
    context = {"body": '<img src="../_images/other.png">'}
    app = SimpleNamespace(outdir=str(tmp_path), builder=SimpleNamespace(images={}))
    fit(app, "a page", "page.html", context, None)
    assert context["body"] == '<img src="../_images/other.png">'


def test_on_a_dark_page_the_frame_is_dark_and_the_board_as_it_was():
    game = othello.from_moves("f5d6c3")
    scores = np.arange(64).reshape(8, 8) - 32
    boards = [
        game.render(),
        display.heat_map(scores, "scores"),
        ultimate.make().render(),
        display.grid([game, game, game, game], columns=2, titles=["one", "two", "three", "four"]),
    ]
    for board in boards:
        card = Image.open(BytesIO(board._repr_png_()[0])).convert("RGBA")
        light, twin = np.asarray(card).astype(int), np.asarray(dark(card)).astype(int)
        assert (light[..., 3] == twin[..., 3]).all()
        assert (light[8, card.width // 2, :3] == FRAME).all()
        assert (twin[8, card.width // 2, :3] < 20).all()
        same = (light == twin).all(axis=2)
        assert same[card.height // 4 : card.height // 3, card.width // 4].all()
        assert same.mean() > 0.6


def test_a_black_disc_beside_its_count_stays_black_on_a_dark_page():
    card = Image.open(BytesIO(othello.make().render()._repr_png_()[0])).convert("RGBA")
    twin = np.asarray(dark(card))
    below = twin[-40:]
    for face in (BLACK_DISC[0], WHITE_DISC[0]):
        assert (below[..., :3] == face).all(2).sum() > 100
    assert (np.asarray(card)[-40:, :, :3] == INK).all(2).any()
    assert not (below[..., :3] == INK).all(2).any()


def test_a_tree_turns_dark_as_a_whole_and_keeps_its_hues():
    tree = display.tree(display.Node.nested([[1, 2], [3, 4]]))
    card = Image.open(BytesIO(tree._repr_png_()[0])).convert("RGBA")
    light, twin = (np.asarray(one)[..., :3].astype(int) for one in (card, dark(card)))
    assert light.mean() > 200
    assert twin.mean() < 60
    blue = light[..., 2] - light[..., 0] > 100
    assert blue.any()
    assert (twin[blue][:, 2] > twin[blue][:, 0]).all()

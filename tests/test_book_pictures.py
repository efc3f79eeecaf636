"""How the book fits pictures to its pages."""

from types import SimpleNamespace

import matplotlib.pyplot as plt
import pytest
from PIL import Image

from _ext.pictures import fit
from coursekit import display, othello

LINK = '<a class="reference internal image-reference" href="../_images/{0}">{1}\n</a>'
IMAGE = '<img alt="what is seen" src="../_images/{0}" style="width: 418px;" />'


def fitted(tmp_path, name, link=True):
    """A page with one picture, after it was fitted."""
    picture = IMAGE.format(name)
    body = LINK.format(name, picture) if link else picture
    context = {"body": f"<p>before</p>{body}<p>after</p>"}
    builder = SimpleNamespace(images={str(tmp_path / name): name})
    app = SimpleNamespace(outdir=str(tmp_path / "out"), builder=builder)
    fit(app, "a page", "page.html", context, None)
    return context["body"]


@pytest.mark.parametrize("link", [True, False])
def test_boards_side_by_side_become_pictures_of_their_own(tmp_path, link):
    boards = display.grid([othello.make(), othello.make(6)])
    (tmp_path / "grid.png").write_bytes(boards._repr_png_()[0])
    (tmp_path / "out").mkdir()
    body = fitted(tmp_path, "grid.png", link)
    assert body.startswith('<p>before</p><span class="panels panels-2">')
    assert body.endswith("</span><p>after</p>")
    assert body.count("<a ") == body.count("</a>") == 2
    for part in (1, 2):
        assert f'alt="what is seen ({part} of 2)"' in body
        assert f'href="../_images/grid-{part}.png"' in body
    halves = [Image.open(tmp_path / "out" / "_images" / f"grid-{part}.png") for part in (1, 2)]
    whole = Image.open(tmp_path / "grid.png")
    assert [half.size for half in halves] == [(whole.width // 2, whole.height)] * 2


def test_rows_of_boards_and_single_boards_stay(tmp_path):
    rows = display.grid([othello.make()] * 4, columns=2)
    for picture in (rows, othello.make().render()):
        (tmp_path / "one.png").write_bytes(picture._repr_png_()[0])
        assert LINK.format("one.png", IMAGE.format("one.png")) in fitted(tmp_path, "one.png")


def test_a_chart_is_marked(tmp_path):
    figure, _ = plt.subplots()
    figure.savefig(tmp_path / "chart.png")
    plt.close(figure)
    assert '<img class="chart" alt="what is seen"' in fitted(tmp_path, "chart.png")


def test_a_tree_is_marked_as_wide(tmp_path):
    tree = display.tree(display.Node.nested([[n] * 8 for n in range(3)]))
    (tmp_path / "tree.png").write_bytes(tree._repr_png_()[0])
    assert '<img class="wide" alt="what is seen"' in fitted(tmp_path, "tree.png")


def test_a_picture_of_elsewhere_stays(tmp_path):
    context = {"body": '<img src="../_images/other.png">'}
    app = SimpleNamespace(outdir=str(tmp_path), builder=SimpleNamespace(images={}))
    fit(app, "a page", "page.html", context, None)
    assert context["body"] == '<img src="../_images/other.png">'

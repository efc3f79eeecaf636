"""The figure around what moves: one page, the same every time, small, with a picture beside it."""

import json
from html import unescape
from xml.etree import ElementTree

import pytest

from coursekit import othello
from coursekit.display import Film, Node, steps, traced
from tests.display.figures import searches


def data_of(page):
    return json.JSONDecoder().raw_decode(page.partition("const DATA=")[2])[0]


def search():
    searches.alpha_beta(othello.make(4), 3)
    return steps(searches.alpha_beta, ask="cut")


def large():
    """Returns a figure of over 500 steps of a tree of 200 nodes, with boards."""
    root = Node(value=0.0)
    env = othello.make()
    family, games = [root], [env]
    for node, game in zip(family, games, strict=True):
        for action in game.legal_actions():
            if len(family) < 200:
                family.append(node.add(action, value=0.0))
                games.append(game.clone())
                games[-1].update(action)
    film = Film()
    for step in range(500):
        for node in family[step % 190 : step % 190 + 4]:
            node.value, node.note = step / 1000, str(step)
        film.tree(root, f"Simulation {step}: selection, expansion, playout, backup.", env=env)
    return steps(film)


def test_the_same_search_gives_the_same_bytes():
    assert search()._repr_html_() == search()._repr_html_()


def test_it_is_a_frame_beside_a_still_picture():
    figure = search()
    around = ElementTree.fromstring(figure._repr_html_())
    style, still, frame = around
    assert (style.tag, still.get("class"), frame.tag) == ("style", "ck-still", "iframe")
    assert unescape(figure._repr_html_().split("srcdoc='")[1].split("'")[0]) == figure.page
    assert frame.get("title") == figure.title == "alpha_beta: 32 calls in 44 steps"
    image, words = still
    assert image.get("src", "").startswith("data:image/png;base64,")
    assert image.get("alt") == figure.title
    assert "Trust Notebook" in (words.text or "")
    assert repr(figure) == f"<{figure.title}>"


def test_five_hundred_steps_of_two_hundred_nodes_weigh_under_400_kb():
    figure = large()
    data = data_of(figure.page)
    assert (len(data["nodes"]), len(data["steps"])) == (200, 500)
    assert all(row[7] for row in data["nodes"])
    assert len(figure._repr_html_().encode()) < 400_000


def test_names_cannot_break_out_of_the_page():
    film = Film()
    film.bars({"</script><img src='x'>": 1}, "</script>'\"&")
    figure = steps(film)
    assert figure.page.count("</script>") == 1
    assert data_of(figure.page)["steps"][0][0] == "</script>'\"&"
    assert unescape(figure._repr_html_().split("srcdoc='")[1].split("'")[0]) == figure.page


@pytest.mark.parametrize("wrong", [5, None, [], "text", [othello.make(), 3]])
def test_what_does_not_move_is_refused(wrong):
    with pytest.raises(TypeError, match="steps shows a traced function, a film, a list of envs"):
        steps(wrong)


def test_a_function_without_a_record_is_told_what_to_do():
    with pytest.raises(TypeError, match="keeps no record: write @display"):
        steps(large)

    @traced
    def unseen(env):
        return 0

    with pytest.raises(ValueError, match=r"call it first, unseen\(env, …\)"):
        steps(unseen)


def test_a_question_that_does_not_fit_is_refused():
    search()
    film = Film()
    film.bars({"a": 1})
    for source, ask, words in (
        (searches.alpha_beta, "cover", "for a tree of nodes"),
        (searches.alpha_beta, "cuts", "none of 'cut', 'value' and 'cover'"),
        (film, "cut", "not for a film"),
        (Node.nested([1, 2]), None, 'ask="cover" makes it a puzzle'),
    ):
        with pytest.raises(ValueError, match=words):
            steps(source, ask=ask)


def test_it_opens_at_the_step_that_is_asked_for():
    search()
    film = Film()
    for pull in range(3):
        film.bars({"left": pull})
    for source, most in ((searches.alpha_beta, 43), (film, 2)):
        assert data_of(steps(source, at=most).page)["at"] == most
        assert "at" not in data_of(steps(source).page)
        for at in (-1, most + 1, 0.5):
            with pytest.raises(
                ValueError, match=f"at is a whole number from 0 to {most}, not {at}"
            ):
                steps(source, at=at)
    with pytest.raises(ValueError, match="at is a whole number from 0 to 0"):
        steps(Node.nested([1, 2]), ask="cover", at=1)

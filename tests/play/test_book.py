"""How the book makes places for boards to play on of what the notebooks say."""

import json
from html import escape
from types import SimpleNamespace

from _ext.play import book
from coursekit import othello, players
from coursekit.display import play, replay
from coursekit.display.pages.without_kernel import PLAYED
from tests.play.core import FOLDER
from tests.support.sessions import first


def notebook(*outputs, **metadata):
    cell = {"cell_type": "code", "metadata": metadata, "outputs": list(outputs)}
    return json.dumps({"cells": [{"cell_type": "markdown", "metadata": {}}, cell]})


def output(board):
    data, _ = board._repr_mimebundle_()
    return {"output_type": "execute_result", "data": {PLAYED: data[PLAYED], "image/png": "iVBOR"}}


def shown(source):
    """Returns the outputs of the notebook's code cell as the book reads them."""
    text = [source]
    book.show_boards(None, "notebooks/00", text)
    return json.loads(text[0])["cells"][1]["outputs"]


def played(html):
    """Returns what a place for a board says is played."""
    return json.loads(html.partition('json">')[2].partition("</script>")[0])


def test_a_place_for_the_board_comes_before_its_picture():
    place, picture = shown(notebook(output(play(othello.from_moves("f5d6")))))
    assert place["data"]["text/html"].startswith('<div class="ck-book">')
    assert played(place["data"]["text/html"])["moves"] == ["f5", "d6"]
    assert picture["data"] == {"image/png": "iVBOR"}
    named = book.place({"opponents": [["</script><b>", "random"]]}, {})
    assert named.count("</script>") == 1  # nothing in the data ends the script


def test_other_notebooks_stay_as_they_are():
    text = [notebook({"output_type": "stream", "text": "4"})]
    before = text[0]
    book.show_boards(None, "notebooks/00", text)
    assert text[0] is before


def test_a_function_of_the_readers_has_a_twin_by_its_name_or_by_the_cells_metadata():
    def alpha_beta_player(env):
        return first(env)

    opponents = {"mine": first, "alpha_beta_player": alpha_beta_player, "weak": players.random()}
    board = output(play(othello.make(), opponents))
    (place, _) = shown(notebook(board, coursekit={"twins": {"mine": "uct:500"}}))
    assert played(place["data"]["text/html"])["twins"] == {
        "mine": "uct:500",
        "alpha_beta_player": "alpha_beta:3",
    }
    (place, _) = shown(notebook(board))
    assert list(played(place["data"]["text/html"])["twins"]) == ["alpha_beta_player"]


def test_a_game_that_no_script_knows_is_a_replay():
    page = replay(othello.from_moves("f5d6")).page
    data = {PLAYED: {"replay": page}, "image/png": "iVBOR"}
    (place,) = shown(notebook({"output_type": "execute_result", "data": data}))
    assert escape(page) in place["data"]["text/html"]
    assert "can be watched" in place["data"]["text/html"]


def loaded_on(body):
    found = []
    app = SimpleNamespace(
        add_css_file=found.append, add_js_file=lambda name, **how: found.append(name)
    )
    book.add_scripts(app, "notebooks/00", "page.html", {"body": body}, None)
    return found


def test_only_pages_with_a_board_load_the_scripts():
    assert loaded_on(f"<div {book.HOLDER}></div>") == ["play/play.css", "play/play.js"]
    assert loaded_on("<p>ck-book</p>") == []


def test_the_script_is_small_and_leaves_no_names():
    script = book.page_script()
    assert script.startswith("(() => {")
    assert script.endswith("})();")
    assert len(script.encode()) < 150_000
    assert "https://" not in script


def test_the_core_is_short_enough_to_be_read():
    """It is the course's algorithms once more."""
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in [*book.CORE, "worker.js"]]
    assert sum(text.count("\n") for text in texts[:-1]) < 900
    assert max(len(line) for text in texts for line in text.splitlines()) <= 100

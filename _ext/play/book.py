"""Lets the book play: a board of the lessons stands there as one, with its game and opponents.

A notebook's output says what :func:`coursekit.display.play` played, beside the board's picture.
This extension of Sphinx hands that to the scripts beside this file, which need neither a kernel
nor a server: the package's own pages draw, and a worker made of the core thinks. Where scripts are
off, and on paper, the picture stays.

A function of the reader's cannot play in the book: its twin in the package does, by the name that
the cell's metadata gives, ``{"coursekit": {"twins": {"my_player": "uct:1000"}}}``, or else by what
the function is called.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from _ext.play import weights
from coursekit.display import replay
from coursekit.display.pages.assets import script, style
from coursekit.display.pages.board_data import game_data
from coursekit.display.pages.without_kernel import PLAYED
from coursekit.display.pictures import scales
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games import registry

TITLES = {
    "othello8": "Othello",
    "othello6": "Othello 6×6",
    "othello4": "Othello 4×4",
    "tictactoe": "Tic-tac-toe",
    "ultimate": "Ultimate tic-tac-toe",
}
TWINS = {
    "random": "random",
    "greedy": "most_flips",
    "cell_score": "cell_scores",
    "minimax": "alpha_beta:3",
    "alpha_beta": "alpha_beta:3",
    "monte_carlo": "monte_carlo:1000",
    "uct": "uct:1000",
    "alphazero": "alphazero:100",
}
CORE = ("games.js", "search.js", "network.js", "opponents.js")
PAGE = ("words.js", "session.js", "records.js", "page.js")
HOLDER = 'class="ck-book"'


def show_boards(app: Sphinx, docname: str, source: list[str]) -> None:
    """Puts a place for the board before the picture of one, in the text of a notebook."""
    if PLAYED not in source[0]:
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        outputs = []
        for output in cell.get("outputs", []):
            played = output.get("data", {}).pop(PLAYED, None)
            if played is not None:
                shown = {"text/html": place(played, cell["metadata"].get("coursekit", {}))}
                outputs.append({"output_type": "display_data", "data": shown, "metadata": {}})
            if played is None or "replay" not in played:
                outputs.append(output)
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs
    source[0] = json.dumps(notebook)


def place(played: dict[str, Any], metadata: dict[str, Any]) -> str:
    """Returns where a board is to stand or, for a game that no script knows, its replay."""
    if "replay" in played:
        return (
            "<p>In the book this game can be watched; to play it, run the cell in JupyterLab.</p>"
            f'<iframe title="replay" srcdoc="{escape(played["replay"])}" width="100%" height="600" '
            'style="border: 0; color-scheme: inherit"></iframe>'
        )
    own = [name for name, key in played["opponents"] if key is None]
    named = {name: key for name in own for begin, key in TWINS.items() if name.startswith(begin)}
    data = json.dumps(played | {"twins": named | metadata.get("twins", {})}).replace("<", "\\u003c")
    return f'<div {HOLDER}><script type="application/json">{data}</script></div>'


def add_scripts(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Loads the scripts and the styles on a page that has a board."""
    if HOLDER in context.get("body", ""):
        app.add_css_file("play/play.css")
        app.add_js_file("play/play.js", loading_method="defer")


def write_scripts(app: Sphinx) -> None:
    """Writes the scripts, the styles and the networks beside the book's static files."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "play"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "play.js").write_text(page_script(), encoding="utf-8")
    own = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    (folder / "play.css").write_text(style("board.css", "play.css") + own, encoding="utf-8")
    weights.write(folder)


def page_script() -> str:
    """Returns all that a page with boards needs, as one script with no names of its own."""
    view = script("board.js", "play.js").replace("export default { render };", "")
    return "\n".join(["(() => {", constants(), core_script(), view, *map(_read, PAGE), "})();"])


def constants() -> str:
    """Returns what the scripts take from the package: looks, colours, the replay's page."""
    before, _, rest = replay(registry.spec("othello8").make()).page.partition("const DATA=")
    end = json.JSONDecoder().raw_decode(rest)[1]
    title = before.partition("<title>")[2].partition("</title>")[0]
    values = {
        "LOOKS": {
            name: game_data(registry.spec(name).make()) | {"title": said}
            for name, said in TITLES.items()
        },
        "SCALES": {"sequential": scales.SEQUENTIAL, "diverging": scales.DIVERGING},
        "WIN": WIN,
        "REPLAY": [before.replace(title, "review") + "const DATA=", rest[end:]],
    }
    return "\n".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())


def core_script() -> str:
    """Returns the rules and the players as a function, whose text makes a worker, too."""
    return "\n".join(
        [
            "function courseCore(isWorker) {",
            *map(_read, CORE),
            f"if (isWorker) {{\n{_read('worker.js')}\n}}",
            "return { makeGame, opponentsOf, labelOf, judgeOf };",
            "}",
            "const { makeGame, opponentsOf, labelOf, judgeOf } = courseCore(false);",
        ]
    )


def _read(name: str) -> str:
    return (files("_ext.play") / name).read_text(encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects all of it to Sphinx."""
    app.connect("source-read", show_boards)
    app.connect("html-page-context", add_scripts)
    app.connect("builder-inited", write_scripts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

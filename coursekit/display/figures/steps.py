"""``display.steps``: one component for whatever moves step by step."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from types import FunctionType
from typing import Any, Literal

from coursekit.checks import checked_whole
from coursekit.display.figures.covering import puzzle
from coursekit.display.figures.films import Film
from coursekit.display.figures.searches import search_tree
from coursekit.display.figures.stills import still_of_film, still_png
from coursekit.display.figures.tracing import Trace
from coursekit.display.pages.assets import script, style
from coursekit.display.pages.page import Page, document
from coursekit.display.pages.sentences import played
from coursekit.display.pictures.picture import Picture
from coursekit.display.trees.nodes import Node
from coursekit.display.trees.picture import tree
from coursekit.games.env import Env
from coursekit.strangers import shown

Ask = Literal["cut", "value", "cover"]

_SCRIPTS = {
    "tree": ("tree.js",),
    "cover": ("tree.js", "cover.js"),
    "boards": (),
    "bars": ("plots.js",),
    "curves": ("plots.js",),
}
_NOUNS = {"tree": "a search", "boards": "a board", "bars": "bars", "curves": "curves"}
# What stands around the frame; a page that removes the frame and its script shows the picture.
_AROUND = (
    ".ck-alive>.ck-still{display:none}@media print{.ck-alive>.ck-still{display:block}"
    ".ck-alive>.ck-still p,.ck-alive>iframe{display:none}}"
)
_TRUST = (
    "This is a still picture of a figure that moves. To see it move in JupyterLab, trust the "
    "notebook: press Ctrl+Shift+C, type “Trust Notebook”, and press Enter."
)


@dataclass(frozen=True, repr=False)
class Figure(Page):
    """A figure to step through; made by :func:`steps`.

    Attributes:
        picture: A still picture of it.
    """

    picture: Picture

    def _repr_html_(self) -> str:
        title = escape(self.title)
        png, width = still_png(self.picture)
        source = f"data:image/png;base64,{b64encode(png).decode()}"
        page = escape(self.page, quote=False).replace("'", "&#39;")
        return (
            f"<div><style>{_AROUND}</style>"
            f'<div class="ck-still"><img alt="{title}" width="{width}" src="{source}"/>'
            f"<p>{_TRUST}</p></div>"
            f'<iframe title="{title}" srcdoc=\'{page}\' width="100%" height="0" '
            f'style="border: 0; color-scheme: inherit"></iframe></div>'
        )


def steps(source: Any, *, ask: Ask | None = None, at: int = 0) -> Figure:
    """Returns a figure that can be stepped through, for the notebook and for the book.

    It is stepped with its buttons, the slider or the arrow keys. The same input gives the same
    page, byte for byte.

    Args:
        source: What moves: a function decorated with :func:`traced`, for the search of its last
            call, or a record of it (``function.trace``), or a list of records; a :class:`Film`;
            a list of envs; or, to ask for ``"cover"``, a tree of :class:`Node`.
        ask: What the reader is asked before it is shown: of a search, whether the rest of a branch
            is ``"cut"`` (at first) or which ``"value"`` a call returns; of a tree, with its leaves
            under ``"cover"``, which move is best.
        at: The step at which it opens, counted from 0.

    Raises:
        TypeError: If ``source`` is nothing that moves.
        ValueError: If there is nothing to show yet, or ``ask`` or ``at`` does not fit.

    >>> from coursekit import othello
    >>> steps([othello.from_moves("f5"), othello.from_moves("f5d6")])
    <a board in 2 steps>
    """
    if ask not in (None, "cut", "value", "cover"):
        raise ValueError(f"ask: {shown(ask)} is none of 'cut', 'value' and 'cover'")
    if isinstance(source, Node):
        return _puzzle(source, ask, at)
    if isinstance(source, Film):
        return _film(source, ask, at)
    if isinstance(source, Sequence) and source and all(isinstance(x, Env) for x in source):
        film = Film()
        for env in source:
            film.board(env, played(env))
        return _film(film, ask, at)
    return _search(_traces(source), ask, at)


def _traces(source: Any) -> list[Trace]:
    if hasattr(source, "trace"):
        if source.trace is None:
            name = getattr(source, "__name__", "the function")
            raise ValueError(f"{name} has not been called yet: call it first, {name}(env, …)")
        return [source.trace]
    found = [source] if isinstance(source, Trace) else source
    if isinstance(found, list) and found and all(isinstance(x, Trace) for x in found):
        return found
    if isinstance(source, FunctionType):
        raise TypeError(f"{source.__name__} keeps no record: write @display.traced above its def")
    raise TypeError(
        "steps shows a traced function, a film, a list of envs or a tree of nodes, not "
        + shown(source)
    )


def _search(traces: list[Trace], ask: Ask | None, at: int) -> Figure:
    if ask == "cover":
        raise ValueError('ask="cover" is for a tree of nodes; ask a search "cut" or "value"')
    grown = search_tree(traces, ask)
    count = sum(trace.total for trace in traces)
    kept = len(grown.steps)
    title = f"{traces[0].calls[0].function}: {count:,} calls in {kept:,} steps"
    return _figure(title, grown.data(), grown.still(), at)


def _film(film: Film, ask: Ask | None, at: int) -> Figure:
    if ask is not None:
        raise ValueError(f'ask="{ask}" is not for a film')
    data = film.data()
    count = len(data["steps"])
    title = f"{_NOUNS[film.kind]} in {count:,} step{'s' * (count > 1)}"
    return _figure(title, data, still_of_film(film), at)


def _puzzle(root: Node, ask: Ask | None, at: int) -> Figure:
    if ask != "cover":
        raise ValueError('a tree of nodes does not move: ask="cover" makes it a puzzle')
    grown, judged = puzzle(root)
    picture = tree(_covered(root))
    return _figure("a puzzle", grown.data() | judged | {"kind": "cover"}, picture, at)


def _covered(node: Node) -> Node:
    """Returns a copy of a tree with its leaves' values covered; a leaf's move stands below it."""
    if not node.children:
        return Node("?", kind=node.kind, note=node.move)
    covered = Node(kind=node.kind, move=node.move)
    covered.children = [_covered(child) for child in node.children]
    return covered


def _figure(title: str, data: dict[str, Any], picture: Picture, at: int) -> Figure:
    if checked_whole(at, "at", 0, max(0, len(data["steps"]) - 1)):
        data["at"] = at
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    styles = "\n".join([style("board.css"), script("steps.css", room="figures")])
    own = script("steps.js", *_SCRIPTS[data["kind"]], room="figures")
    scripts = "\n".join([script("board.js", "frame.js"), own, "begin();"])
    return Figure(title, document(title, styles, text, scripts), picture)

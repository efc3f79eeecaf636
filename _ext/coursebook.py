"""Makes the book from lessons that are plain Markdown: anchors, figures, and solutions.

The notebooks hold nothing that only Sphinx understands, so they read the same in JupyterLab:

- ``<a id="knuth1975"></a>`` is a place that ``[1975](references.md#knuth1975)`` links to;
- a paragraph that begins with ``**Figure 4.2.**`` is the caption of the picture above it, and the
  words "Figure 4.2" anywhere else become a link to it, as do the words "lesson 04";
- with ``COURSEKIT_SOLUTIONS=1`` in the environment, each cell that checks an exercise is followed
  by its solution, folded, taken from ``coursekit.exercises``.
"""

from __future__ import annotations

import html
import importlib
import os
import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

ANCHOR = re.compile(r'<a id="([^"]+)">')
CAPTION = re.compile(r"Figure (\d+\.\d+)\.")
LESSON = re.compile(r"notebooks/(\d\d)_")
MENTION = re.compile(r"\bFigure (\d+\.\d+)\b|\b[Ll]esson (\d\d)\b")
CHECK = re.compile(r"\b(lesson\d\d)\.(\w+)\.check\(")

log = logging.getLogger(__name__)


def note_anchors(app: Sphinx, doctree: nodes.document) -> None:
    """Makes the anchors of a page known to the links of other pages."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for raw in doctree.findall(nodes.raw):
        for name in ANCHOR.findall(raw.astext()):
            slugs[name] = (0, name, name)


def note_figures(app: Sphinx, doctree: nodes.document) -> None:
    """Marks the captions of a page, and remembers the numbers of its figures."""
    numbers = app.env.metadata[app.env.docname].setdefault("figures", [])
    for paragraph in doctree.findall(nodes.paragraph):
        if number := caption_number(paragraph):
            numbers.append(number)
            paragraph["classes"].append("figure-caption")
            paragraph["ids"].append(figure_id(number))


def caption_number(paragraph: nodes.paragraph) -> str | None:
    """Returns the number of the figure that a paragraph is the caption of, if it is one."""
    first = next((child for child in paragraph.children if child.astext()), None)
    found = CAPTION.fullmatch(first.astext()) if isinstance(first, nodes.strong) else None
    return found[1] if found else None


def figure_id(number: str) -> str:
    """Returns the anchor of a figure: ``figure-4-2``."""
    return "figure-" + number.replace(".", "-")


def link_mentions(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Turns each mention of a figure or of another lesson into a link to it."""
    homes = {n: name for name, data in app.env.metadata.items() for n in data.get("figures", ())}
    lessons = {found[1]: name for name in app.env.found_docs if (found := LESSON.match(name))}
    for text in list(doctree.findall(nodes.Text)):
        if any(isinstance(parent, UNLINKED) for parent in _parents(text)):
            continue
        pieces: list[nodes.Node] = []
        end = 0
        for mention in MENTION.finditer(text):
            figure, lesson = mention.groups()
            home = homes.get(figure) if figure else lessons.get(lesson)
            if figure and not home:
                log.warning("there is no Figure %s", figure, location=text.parent)
            if not home or (lesson and home == docname):
                continue
            target = relative(app, docname, home) if home != docname else ""
            target += f"#{figure_id(figure)}" if figure else ""
            link = nodes.reference(mention[0], mention[0], refuri=target, internal=True)
            pieces += [nodes.Text(text[end : mention.start()]), link]
            end = mention.end()
        if pieces:
            text.parent.replace(text, [*pieces, nodes.Text(text[end:])])


UNLINKED = (nodes.strong, nodes.literal, nodes.literal_block, nodes.reference, nodes.title)


def _parents(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def relative(app: Sphinx, docname: str, other: str) -> str:
    """Returns the address of one page as seen from another."""
    assert app.builder is not None
    return app.builder.get_relative_uri(docname, other)


def show_solutions(app: Sphinx, doctree: nodes.document) -> None:
    """Puts its folded solution after each cell that checks an exercise."""
    if not app.config.coursekit_solutions:
        return
    for cell in list(doctree.findall(nodes.container)):
        found = CHECK.search(cell.astext()) if "cell" in cell["classes"] else None
        if found:
            module = importlib.import_module(f"coursekit.exercises.{found[1]}")
            cell.parent.insert(cell.parent.index(cell) + 1, folded(getattr(module, found[2])))


def folded(exercise: Any) -> list[nodes.Node]:
    """Returns a solution that unfolds on a click."""
    summary = f"<summary>A solution of “{html.escape(exercise.title)}”</summary>"
    code = exercise.solution().text
    return [
        nodes.raw("", f'<details class="solution">{summary}', format="html"),
        nodes.literal_block(code, code, language="python"),
        nodes.raw("", "</details>", format="html"),
    ]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects all of it to Sphinx."""
    shown = os.environ.get("COURSEKIT_SOLUTIONS") == "1"
    app.add_config_value("coursekit_solutions", shown, "env", bool)
    for listener in (note_anchors, note_figures, show_solutions):
        app.connect("doctree-read", listener)
    app.connect("doctree-resolved", link_mentions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""Mends the pages that Sphinx, its theme and pandas write: for screen readers, and their weight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

EMPTY_HEADER = re.compile(r"<th[^>]*>(?:<p></p>)?</th>")
PERCENT = re.compile(r"(?<=\d) (?=%)")
CODE = nodes.FixedTextElement, nodes.literal
ICONS = re.compile(r'<script defer src="[^"]*fontawesome\.js[^"]*"></script>')


def fill_corners(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Makes the empty corner of a table a cell: a header without words heads nothing."""
    if "body" in context:
        context["body"] = EMPTY_HEADER.sub("<td></td>", context["body"])


def drop_icons(app: Sphinx, error: Exception | None) -> None:
    """Drops the theme's script of icons, over a third of a page: its font has the same icons."""
    for path in Path(app.outdir).rglob("*.html") if error is None else ():
        page = path.read_text(encoding="utf-8")
        if ICONS.search(page):
            path.write_text(ICONS.sub("", page), encoding="utf-8")


def name_results(app: Sphinx, document: nodes.document) -> None:
    """Says of a folded result that it is one: the words of the configuration are about code."""
    for cell in document.findall(nodes.container):
        if cell.get("hide_mode") == "output":
            cell["prompt_show"], cell["prompt_hide"] = "Show the result", "Hide the result"


def keep_percent(app: Sphinx, document: nodes.document) -> None:
    """Keeps a number and its % on one line."""
    for text in list(document.findall(nodes.Text)):
        if PERCENT.search(text) and not isinstance(text.parent, CODE):
            text.parent.replace(text, nodes.Text(PERCENT.sub("\N{NO-BREAK SPACE}", text)))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects it to Sphinx."""
    app.connect("doctree-read", name_results)
    app.connect("doctree-read", keep_percent)
    app.connect("html-page-context", fill_corners)
    app.connect("build-finished", drop_icons)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

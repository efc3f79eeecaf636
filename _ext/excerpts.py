"""Gives the book's search what the pages say, since a page opened as a file may not fetch others.

``_static/excerpts.js`` shows a piece of it below each result.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def write_texts(app: Sphinx, error: Exception | None) -> None:
    """Writes the prose of all pages as a script."""
    if error is None and app.builder.format == "html":
        texts = {name: prose(app.env.get_doctree(name)) for name in sorted(app.env.found_docs)}
        script = f"const PAGE_TEXTS = {json.dumps(texts, ensure_ascii=False)};\n"
        Path(app.outdir, "_static", "page_texts.js").write_text(script, encoding="utf-8")


def prose(page: nodes.document) -> str:
    """Returns what a page says, without its code and pictures."""
    return " ".join(" ".join(text.astext().split()) for text in page.findall(nodes.paragraph))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects it to Sphinx."""
    app.connect("build-finished", write_texts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""What the book makes of the lessons: anchors, captions, links between them, solutions."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from docutils import nodes
from docutils.utils import new_document

from _ext import coursebook
from coursekit.exercises import lesson03


def app(docname: str, metadata: dict[str, Any] | None = None, solutions: bool = False) -> Any:
    """Returns what the extension uses of Sphinx, reading or writing one page."""
    env = SimpleNamespace(
        docname=docname,
        metadata={docname: {}} | (metadata or {}),
        found_docs={"notebooks/03_minimax", "notebooks/04_alpha_beta", "notebooks/index"},
    )
    builder = SimpleNamespace(get_relative_uri=lambda here, there: Path(there).name + ".html")
    config = SimpleNamespace(coursekit_solutions=solutions)
    return SimpleNamespace(env=env, builder=builder, config=config)


def page(*paragraphs: nodes.Node) -> nodes.document:
    document = new_document("page")
    document.extend(paragraphs)
    return document


def links(document: nodes.document) -> list[tuple[str, str]]:
    return [(link.astext(), link["refuri"]) for link in document.findall(nodes.reference)]


def caption(number: str) -> nodes.paragraph:
    # MyST puts an empty text before bold words.
    return nodes.paragraph(
        "", "", nodes.Text(""), nodes.strong("", f"Figure {number}."), nodes.Text(" A tree.")
    )


def test_captions_get_an_anchor_and_mentions_become_links_here_and_elsewhere():
    sphinx = app("notebooks/04_alpha_beta", {"notebooks/03_minimax": {"figures": ["3.2"]}})
    text = "Figure 4.1 and Figure 3.2, as lesson 03 says; lesson 04 is here, lesson 12 nowhere."
    document = page(nodes.paragraph(text, text), nodes.literal("", "Figure 4.1"), caption("4.1"))
    coursebook.note_figures(sphinx, document)
    assert document[2]["ids"] == ["figure-4-1"]
    coursebook.link_mentions(sphinx, document, "notebooks/04_alpha_beta")
    assert links(document) == [
        ("Figure 4.1", "#figure-4-1"),
        ("Figure 3.2", "03_minimax.html#figure-3-2"),
        ("lesson 03", "03_minimax.html"),
    ]
    assert document[0].astext() == text


def test_a_figure_that_does_not_exist_is_a_warning(caplog):
    document = page(nodes.paragraph("", "See Figure 4.9."))
    coursebook.log.logger.addHandler(caplog.handler)
    coursebook.link_mentions(app("notebooks/index"), document, "notebooks/index")
    coursebook.log.logger.removeHandler(caplog.handler)
    assert "there is no Figure 4.9" in [record.getMessage() for record in caplog.records]
    assert links(document) == []


def cell(source: str) -> nodes.container:
    return nodes.container("", nodes.literal_block(source, source), classes=["cell"])


def test_a_solution_follows_the_cell_that_checks_it():
    check, hint = "lesson03.bug.check(broken)", "lesson03.bug.hint()"
    document = page(cell(check), cell(hint))
    coursebook.show_solutions(app("notebooks/03_minimax", solutions=True), document)
    first, opening, code, closing, last = document.children
    assert (first.astext(), last.astext()) == (check, hint)
    assert lesson03.bug.title in opening.astext()
    assert code.astext() == lesson03.bug.solution().text
    assert closing.astext() == "</details>"

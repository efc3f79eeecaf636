"""What the book makes of the lessons: anchors, captions, links between them, solutions."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from docutils import nodes
from docutils.utils import new_document

from _ext import coursebook, references
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


def test_anchors_are_made_known_to_links():
    anchor = nodes.raw("", '<a id="knuth1975">', format="html")
    sphinx = app("notebooks/references")
    coursebook.note_anchors(sphinx, page(nodes.paragraph("", "", anchor)))
    slugs = sphinx.env.metadata["notebooks/references"]["myst_slugs"]
    assert slugs == {"knuth1975": (0, "knuth1975", "knuth1975")}


def test_captions_get_an_anchor_and_are_remembered():
    sphinx, document = app("notebooks/04_alpha_beta"), page(caption("4.1"), caption("4.2"))
    coursebook.note_figures(sphinx, document)
    assert sphinx.env.metadata["notebooks/04_alpha_beta"]["figures"] == ["4.1", "4.2"]
    assert [paragraph["ids"] for paragraph in document.children] == [["figure-4-1"], ["figure-4-2"]]


def test_mentions_become_links_here_and_elsewhere():
    sphinx = app(
        "notebooks/04_alpha_beta",
        {
            "notebooks/04_alpha_beta": {"figures": ["4.1"]},
            "notebooks/03_minimax": {"figures": ["3.2"]},
        },
    )
    text = "Figure 4.1 and Figure 3.2, as lesson 03 says; lesson 04 is here, lesson 12 nowhere."
    document = page(nodes.paragraph(text, text), nodes.literal("", "Figure 4.1"), caption("4.1"))
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


def test_without_being_asked_for_no_solution_is_shown():
    document = page(cell("lesson03.bug.check(broken)"))
    coursebook.show_solutions(app("notebooks/03_minimax"), document)
    assert len(document) == 1


BIB = r"""
@article{one, author = {van Hasselt, Hado}, title = {A}, journal = {J}, year = 2016}
@article{two, author = {Knuth, Donald E. and Moore, R.}, title = {B_c}, journal = {J}, year = 1975}
@article{three, author = {Auer, P. and B, C and D, E}, title = {C}, journal = {J}, year = 2002}
@article{four, author = {Mnih, V. and others}, title = {D}, journal = {J}, year = 2015}
@misc{five, author = {{The Wiki}}, title = {E}, url = {https://example.org/a_b}}
"""


def test_the_page_of_references(tmp_path, monkeypatch):
    (tmp_path / "references.bib").write_text(BIB, encoding="utf-8")
    monkeypatch.setattr(references, "SOURCE", tmp_path / "references.bib")
    entries = references.page().strip().split("\n\n")[2:]
    starts = [entry.partition(".** ")[0] for entry in entries]
    assert starts == [
        '<a id="three"></a>**Auer and others 2002',
        '<a id="two"></a>**Knuth and Moore 1975',
        '<a id="four"></a>**Mnih and others 2015',
        '<a id="five"></a>**The Wiki',
        '<a id="one"></a>**van Hasselt 2016',
    ]
    assert "B\\_c. *J*, 1975." in entries[1]
    assert "(https://example.org/a_b)" in entries[3]

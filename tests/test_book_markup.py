"""What the book mends in its pages, and what it keeps of them for the search."""

from types import SimpleNamespace
from typing import Any

from docutils import nodes
from docutils.utils import new_document

from _ext import excerpts, markup


def test_an_empty_corner_of_a_table_is_no_header() -> None:
    table = '<tr><th></th><th class="head"><p></p></th><th>wins</th></tr>'
    context: dict[str, Any] = {"body": table}
    markup.fill_corners(SimpleNamespace(), "page", "page.html", context, None)
    assert context["body"] == "<tr><td></td><td></td><th>wins</th></tr>"


def test_the_script_of_icons_is_dropped(tmp_path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<p>A</p><script defer src="../_static/scripts/fontawesome.js?digest=1"></script>'
    )
    markup.drop_icons(SimpleNamespace(outdir=tmp_path), None)
    assert page.read_text() == "<p>A</p>"


def test_a_folded_result_is_called_so_and_folded_code_is_not() -> None:
    page = new_document("page")
    page += [nodes.container(hide_mode=mode, prompt_show="") for mode in ("output", "input")]
    markup.name_results(SimpleNamespace(), page)
    assert [cell["prompt_show"] for cell in page] == ["Show the result", ""]


def test_a_number_keeps_its_percent_sign_and_code_stays_as_it_is() -> None:
    page = new_document("page")
    page += nodes.paragraph("", "It won 40 % of them.")
    page += nodes.literal_block("", "7 % 2")
    markup.keep_percent(SimpleNamespace(), page)
    assert page.astext() == "It won 40\N{NO-BREAK SPACE}% of them.\n\n7 % 2"


def test_the_search_is_given_prose_without_code_and_pictures() -> None:
    page = new_document("page")
    page += nodes.paragraph("", "Two\nlines.")
    page += nodes.literal_block("", "code = 1")
    page += nodes.raw("", "<svg></svg>", format="html")
    page += nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "An item.")))
    assert excerpts.prose(page) == "Two lines. An item."

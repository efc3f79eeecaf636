"""The built book reads well without a network, and shows what the package draws."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from _ext import book
from coursekit import othello
from tests.notebooks.lessons import PATHS, check_cells
from tests.support.book import needs_the_book

ROOT = Path(__file__).resolve().parent.parent
FOLDER = book.BOOK.parent


class References(HTMLParser):
    """Collects what a page makes the browser fetch, its images without words, and its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.wordless: list[str] = []
        self.links: list[str] = []
        self.script = ""
        self._in_script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._in_script = tag == "script"
        if tag == "a":
            self.links.append(values.get("href", ""))
        elif tag == "link":
            if values.get("rel") not in ("canonical", "next", "prev", "search", "index"):
                self.fetched.append(values.get("href", ""))
        else:
            self.fetched += [values[name] for name in ("src", "srcset", "data") if name in values]
        if tag == "img" and not values.get("alt"):
            self.wordless.append(values.get("src", ""))

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.script += data

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False


def pages() -> Iterator[tuple[Path, References]]:
    paths = sorted(FOLDER.rglob("*.html"))
    # The pages of the book proper; _static holds fragments of the theme.
    for path in (path for path in paths if "_static" not in path.parts):
        yield path, References(path.read_text(encoding="utf-8"))


def is_outside(address: str) -> bool:
    return address.startswith(("http:", "https:", "//"))


@needs_the_book
def test_no_page_or_style_sheet_fetches_anything_from_outside():
    for path, page in pages():
        assert not list(filter(is_outside, page.fetched)), path
        assert "https://" not in page.script, path
    for sheet in FOLDER.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8").replace("'", "").replace('"', "")
        assert "url(http" not in text, sheet
        assert "url(//" not in text, sheet


@needs_the_book
def test_every_fetched_file_linked_page_and_place_in_a_page_is_there():
    assert "notebooks/index.html" in book.BOOK.read_text(encoding="utf-8")
    for path, page in pages():
        for address in page.fetched + page.links:
            file, _, place = address.partition("#")
            file = file.partition("?")[0]
            if is_outside(file) or ":" in file:
                continue
            target = (path.parent / file) if file else path
            assert target.exists(), f"{path}: {address}"
            if place and address in page.links and file.endswith((".html", "")):
                assert f'id="{place}"' in target.read_text(encoding="utf-8"), f"{path}: {address}"


@needs_the_book
def test_every_picture_has_words_and_no_page_for_students_a_solution():
    assert {path.name: page.wordless for path, page in pages() if page.wordless} == {}
    for path, _ in pages():
        assert 'class="solution"' not in path.read_text(encoding="utf-8"), path


def test_the_book_for_instructors_has_every_solution(tmp_path, monkeypatch):
    monkeypatch.setattr(book, "SOLUTIONS", tmp_path / "_build" / "html" / "index.html")
    monkeypatch.setattr(book, "LOG", tmp_path / "book.log")
    assert book.main(["--solutions"]) == 0, book.LOG.read_text(encoding="utf-8")
    for path in PATHS:
        page = book.SOLUTIONS.parent / "notebooks" / f"{path.stem}.html"
        solutions = page.read_text(encoding="utf-8").count('<details class="solution">')
        assert solutions == len(check_cells(path, f"lesson{path.name[:2]}"))


@pytest.mark.parametrize(
    ("page", "outside"),
    [
        ('<script src="https://cdn.example/x.js"></script>', 1),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', 1),
        ('<img src="http://example/x.png">', 1),
        ('<a href="https://example.org">a link is not fetched</a>', 0),
        ('<script src="../_static/x.js"></script>', 0),
    ],
)
def test_the_parser_sees_what_is_fetched(page, outside):
    assert len(list(filter(is_outside, References(page).fetched))) == outside


def test_the_picture_on_the_first_page_is_the_one_that_is_drawn_now():
    committed = Image.open(ROOT / "notebooks" / "images" / "board.png").convert("RGBA")
    # CONTRIBUTING.md has the line that makes it anew.
    drawn = othello.from_moves("f5d6c3d3c4f4f6f3e6e7d7").render(size=800).convert("RGBA")
    assert committed.size == drawn.size
    assert ImageChops.difference(committed, drawn).getbbox() is None

"""What a lesson's sentences claim, asserted beside the notebook and out of the reader's sight.

``notebooks/claims/lesson01.py`` holds a function for each claim of lesson 01 that no compared
output holds. Its docstring quotes the words of the lesson that it stands for; its body asserts them
with the names that the notebook has defined, in the notebook's kernel, after its last cell.

Run as ``python -m tests.notebooks.claims 01`` to see the sentences with a number or a comparison
that neither an output nor a claim holds.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbval.plugin import IPyNbCell, IPyNbFile

from tests.notebooks import learned
from tests.notebooks.lessons import PATHS, code_cells, prose


class Claim(NamedTuple):
    """A claim: its name, the words of the lesson that it quotes, and the code that asserts them."""

    name: str
    quote: str
    source: str


def file_of(notebook: Path) -> Path:
    """Returns where the claims of a lesson stand."""
    return notebook.parent / "claims" / f"lesson{notebook.name[:2]}.py"


def claims_of(notebook: Path) -> list[Claim]:
    """Returns the claims of a lesson, none where there is no file of them."""
    path = file_of(notebook)
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return [
        Claim(node.name, words(ast.get_docstring(node) or ""), f"{text}\n\n{node.name}()")
        for node in functions
        if not node.name.startswith("_")
    ]


def words(text: str) -> str:
    """Returns a text on one line, without the marks of Markdown.

    >>> words("**White** wins\\n_more_ often in `othello`")
    'White wins more often in othello'
    """
    return " ".join(re.sub(r"[*`_]|\]\([^)]*\)|\[", "", text).split())


# As tests


class ClaimItem(IPyNbCell):
    """A claim as pytest runs it: a cell after the last one, whose output is not compared."""

    def __init__(self, parent: IPyNbFile, claim: Claim, number: int) -> None:
        cell = nbformat.v4.new_code_cell(claim.source)
        options: dict[str, bool] = defaultdict(bool)
        super().__init__(claim.name, parent, number, cell, options)
        self.claim = claim

    def reportinfo(self) -> tuple[Path, int, str]:
        """Returns where a failed claim is looked for, and its name."""
        return file_of(self.path), 0, self.nodeid


def items(collector: IPyNbFile) -> list[ClaimItem]:
    """Returns the claims of a notebook as tests, in the order of their file."""
    found = claims_of(collector.path)
    return [
        ClaimItem.from_parent(collector, claim=claim, number=number)
        for number, claim in enumerate(found)
    ]


# As a list of what nothing holds

_COMPARES = re.compile(
    r"\b(more|less|fewer|most|least|better|worse|best|worst|larger|smaller|stronger|weaker|faster|"
    r"slower|longer|shorter|twice|half|times|never|always|every|all|none|no)\b"
)


def sentences(notebook: Path) -> Iterator[str]:
    """Yields the sentences of a lesson's prose, without its headings, tables, lists of works."""
    text = prose(notebook).partition("## Exercises")[0]
    text = re.sub(r"^(#|\||!\[|<).*$|\$\$[^$]*\$\$", "", text, flags=re.MULTILINE)
    for paragraph in re.split(r"\n\s*\n|\n- ", text):
        yield from filter(None, re.split(r"(?<=[.?!:])\s+(?=[A-Z*`\"])", words(paragraph)))


def unheld(notebook: Path) -> list[str]:
    """Returns the sentences with a number or a comparison that neither output nor claim holds."""
    quotes = [claim.quote for claim in claims_of(notebook)]
    compared = [c for c in code_cells(notebook) if "nbval-ignore-output" not in _tags(c)]
    printed = {n for cell in compared for n in learned.numbers_of(learned.text_of(cell.outputs))}
    return [
        sentence
        for sentence in sentences(notebook)
        if (_numbers(sentence) - printed or _COMPARES.search(sentence))
        and not any(quote in sentence or sentence in quote for quote in quotes)
    ]


def _numbers(sentence: str) -> set[str]:
    named = re.sub(r"\b(Figure \d+\.\d+|[Ll]essons? \d\d|[a-h][1-8])\b", "", sentence)
    return set(learned.numbers_of(named))


def _tags(cell: Any) -> list[str]:
    tags: list[str] = cell.metadata.get("tags", [])
    return tags


if __name__ == "__main__":
    for lesson in PATHS:
        if lesson.name[:2] in (sys.argv[1:] or [lesson.name[:2]]):
            print(f"{lesson.stem}: {len(claims_of(lesson))} claims; held by nothing:")
            print("".join(f"  - {sentence}\n" for sentence in unheld(lesson)))

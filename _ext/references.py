"""Writes notebooks/references.md from references.bib: ``python -m _ext.references``.

A plain Markdown page with an anchor for each key, so that ``[1975](references.md#knuth1975)`` leads
to the same entry in JupyterLab, on GitHub and in the book.
"""

from __future__ import annotations

from pathlib import Path

from pybtex.backends.markdown import Backend
from pybtex.database import Entry, parse_file
from pybtex.style.formatting.plain import Style

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "references.bib"
PAGE = ROOT / "notebooks" / "references.md"

HEAD = """# References

What the lessons cite, in alphabetical order. (This page is made from `references.bib`.)
"""


class Markdown(Backend):  # type: ignore[misc]
    """Escapes only what would change the look of a reference."""

    def format_str(self, text: str) -> str:
        """Returns plain text as Markdown."""
        for sign in "\\*_[]<":
            text = text.replace(sign, "\\" + sign)
        return text


def label(entry: Entry) -> str:
    """Returns how a lesson names a work: ``Knuth and Moore 1975``, ``Auer and others 2002``."""
    names = [
        " ".join(str(part) for part in (*person.rich_prelast_names, *person.rich_last_names))
        for person in entry.persons.get("author", [])
    ]
    many = len(names) > 2 or "others" in names
    who = f"{names[0]} and others" if many else " and ".join(names)
    return f"{who} {entry.fields['year']}" if "year" in entry.fields else who


def page() -> str:
    """Returns the whole page."""
    database = parse_file(str(SOURCE))
    formatted = Style().format_entries(database.entries.values())
    lines = {}
    for work in formatted:
        name = label(database.entries[work.key])
        text = " ".join(work.text.render(Markdown()).split())
        lines[name.casefold(), work.key] = f'<a id="{work.key}"></a>**{name}.** {text}'
    return "\n\n".join([HEAD.strip(), *(lines[key] for key in sorted(lines))]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

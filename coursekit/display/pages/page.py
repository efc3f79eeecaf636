"""A page that stands by itself: what replays and figures that move have in common."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path


@dataclass(frozen=True, repr=False)
class Page:
    """A page to step through.

    Attributes:
        title: What is seen, in one line.
        page: The whole page, an HTML document that fetches nothing.
    """

    title: str
    page: str

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file that any browser opens."""
        Path(path).write_text(self.page, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<{self.title}>"


def document(title: str, styles: str, data: str, scripts: str) -> str:
    """Returns an HTML document whose scripts find some JSON in the constant ``DATA``."""
    data = data.replace("<", "\\u003c")  # so that nothing in it ends the script
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{styles}</style></head><body>"
        f"<script>const DATA={data};\n{scripts}</script></body></html>"
    )

"""A page that stands by itself: what replays and figures that move have in common."""

from __future__ import annotations

from dataclasses import dataclass
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

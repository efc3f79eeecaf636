"""What the pages are made of: scripts and styles beside this file, colours from the theme."""

from __future__ import annotations

import re
from importlib.resources import files

from coursekit.display.pictures import theme
from coursekit.display.pictures.theme import RGB, THEMES, css

_COLOURS = {
    "last": theme.LAST,
    "last-tint": theme.LAST_TINT,
    "forced-tint": theme.FORCED_TINT,
    "forced-edge": theme.FORCED_EDGE,
    "black": theme.BLACK_DISC[0],
    "black-edge": theme.BLACK_DISC[1],
    "white": theme.WHITE_DISC[0],
    "white-edge": theme.WHITE_DISC[1],
    "cross": theme.BLUE,
    "ring": theme.VERMILION,
}


def script(*names: str, room: str = "pages") -> str:
    """Returns files of JavaScript (or style sheets) as one; ``room`` is their folder in display."""
    return "\n".join(_read(name, room) for name in names)


def style(*names: str) -> str:
    """Returns style sheets as one, after the colours of the boards as CSS variables."""
    rules = [_rule("game", _COLOURS)]
    for name, look in THEMES.items():
        colours = {"board": look.board, "line": look.line, "strong": look.strong, "mark": look.mark}
        rules.append(_rule(name, colours))
    return "\n".join([*rules, script(*names)])


def _rule(name: str, colours: dict[str, RGB]) -> str:
    body = " ".join(f"--{name}: {css(colour)};" for name, colour in colours.items())
    return f".ck-{name} {{ {body} }}"


def _read(name: str, room: str) -> str:
    """Returns a file without indentation and comments: what it says goes into many notebooks."""
    text = (files(f"coursekit.display.{room}") / name).read_text(encoding="utf-8")
    lines = (line.strip() for line in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))

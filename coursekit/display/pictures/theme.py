"""Colours of the board pictures: one `Theme` per game, and the palette its plain board needs.

Every flat colour has components divisible by 4. Pillow looks palette colours up on a grid of
that pitch, so these colours survive the step to a 256-colour PNG exactly. Sides are told apart by
shape or by lightness, never by hue alone; X and O use blue and vermilion from the colour-blind
safe palette of Okabe and Ito (2008).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from coursekit.games import registry

RGB = tuple[int, int, int]

FRAME: RGB = (248, 248, 244)
BORDER: RGB = (204, 204, 196)
INK: RGB = (40, 44, 48)
MUTED: RGB = (104, 108, 112)
LAST: RGB = (240, 116, 24)

BLACK_DISC: tuple[RGB, RGB] = ((32, 36, 40), (8, 12, 16))  # face, edge
WHITE_DISC: tuple[RGB, RGB] = ((252, 252, 248), (164, 176, 168))
BLUE: RGB = (0, 112, 176)
VERMILION: RGB = (212, 92, 0)
RED: RGB = (212, 40, 48)


@dataclass(frozen=True)
class Theme:
    """How one game looks: board colours, kind of piece, names of the two sides."""

    name: str
    board: RGB
    line: RGB
    strong: RGB  # lines around local boards
    mark: RGB  # rings
    pieces: str = "disc"  # or "cross": black and white discs, or X and O
    sides: tuple[str, str] = ("Black", "White")  # names of the first and the second player
    block: int = 0  # side of a local board; 0: the board has none
    counts: str = "pieces"  # what the status line counts: "pieces", "blocks" or nothing


OTHELLO = Theme("othello", (64, 144, 100), (36, 104, 68), (20, 72, 44), (252, 216, 64))
TICTACTOE = Theme(
    "tictactoe",
    (252, 252, 248),
    (128, 132, 136),
    (56, 60, 64),
    (148, 72, 168),
    pieces="cross",
    sides=("X", "O"),
    counts="",
)
ULTIMATE = replace(TICTACTOE, name="ultimate", line=(188, 192, 192), block=3, counts="blocks")
PLAIN = Theme("plain", (208, 180, 136), (152, 124, 84), (88, 72, 48), (148, 72, 168))
THEMES = {theme.name: theme for theme in (OTHELLO, TICTACTOE, ULTIMATE, PLAIN)}

LAST_TINT: RGB = (252, 224, 164)  # square of the last X or O
FORCED_TINT: RGB = (232, 240, 224)  # local board that the mover must play in
FORCED_EDGE: RGB = (0, 132, 100)


def theme_of(env: Any) -> Theme:
    """Returns the theme that a game is registered with.

    An unknown game gets a plain grid with discs; there the sides have their own names.

    >>> from coursekit import othello
    >>> theme_of(othello.make(6)) is OTHELLO
    True
    """
    name, side = getattr(env, "name", ""), env.player
    theme = THEMES.get(registry.spec(name).theme, PLAIN) if name in registry.names() else PLAIN
    if theme is PLAIN and hasattr(side, "name"):
        first, second = (side, -side) if side > 0 else (-side, side)
        theme = replace(PLAIN, sides=(first.name.capitalize(), second.name.capitalize()))
    return theme


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """Returns the colour that lies `share` of the way from `a` to `b`.

    >>> mix((0, 0, 0), (200, 100, 40), 0.5)
    (100, 50, 20)
    """
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def css(colour: RGB) -> str:
    """Returns a colour as CSS and SVG write it.

    >>> css(LAST)
    '#f07418'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


@lru_cache(maxsize=16)
def palette(theme: Theme) -> tuple[RGB, ...]:
    """Returns the colours of a board without overlays, at most 250.

    These are its flat colours and the blends that anti-aliasing makes between neighbours.
    """
    black, black_edge = BLACK_DISC
    white, white_edge = WHITE_DISC
    pairs = [(FRAME, INK), (FRAME, MUTED), (FRAME, BORDER), (theme.board, theme.line)]
    if theme.pieces == "disc":
        pairs += [(theme.board, ink) for ink in (black_edge, white_edge, black, white)]
        pairs += [(FRAME, edge) for edge in (black_edge, white_edge)]
        pairs += [(black_edge, black), (white_edge, white), (black, LAST), (white, LAST)]
    else:
        grounds = (theme.board, LAST_TINT, FRAME)
        pairs += [(ground, ink) for ground in grounds for ink in (BLUE, VERMILION)]
        pairs += [(FORCED_TINT, ink) for ink in (BLUE, VERMILION, theme.line, FORCED_EDGE)]
    steps = 240 // len(pairs)
    colours = {colour: None for pair in pairs for colour in pair}
    for a, b in pairs:
        blends = (mix(a, b, i / (steps - 1)) for i in range(1, steps - 1))
        colours |= {(r & ~3, g & ~3, blue & ~3): None for r, g, blue in blends}
    return tuple(colours)

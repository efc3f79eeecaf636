"""What a board picture shows, read from an env once and then independent of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coursekit.display.pictures.overlays import (
    Shape,
    Square,
    read_heat,
    read_marks,
    read_text,
    square_of,
)
from coursekit.display.pictures.scales import Scale
from coursekit.display.pictures.theme import FORCED_TINT, LAST_TINT, RGB, Theme, theme_of
from coursekit.games.env import Env, checked_env


@dataclass(frozen=True, eq=False)
class Scene:
    """One board with everything on it, as plain data."""

    theme: Theme
    shape: Shape
    pieces: dict[Square, int]  # +1 first player, -1 second
    mover: int = 1
    dots: tuple[Square, ...] = ()  # legal moves
    last: Square | None = None
    status: str = ""  # "" leaves the status line out
    status_side: int = 0  # whose piece stands before the status: +1, -1, or 0 for none
    heat: dict[Square, float] = field(default_factory=dict)
    ends: tuple[float, ...] = ()  # numbers that the colours of the heat span in any case
    text: dict[Square, str] = field(default_factory=dict)
    marks: tuple[Square, ...] = ()
    forced: Square | None = None  # local board that the mover must play in
    local_winners: dict[Square, int] = field(default_factory=dict)
    title: str = ""

    @property
    def scale(self) -> Scale | None:
        """The colours of the heat."""
        return Scale.of([*self.heat.values(), *self.ends]) if self.heat else None

    @property
    def is_plain(self) -> bool:
        """Whether the picture needs only the colours of the theme's own palette."""
        return not (self.heat or self.text or self.marks or self.local_winners)

    def tints(self) -> dict[Square, RGB]:
        """Returns the ground of each square that differs from the bare board."""
        found: dict[Square, RGB] = {}
        if self.theme.block and self.forced is not None:
            row, col = (self.theme.block * place for place in self.forced)
            around = range(self.theme.block)
            found = {(row + r, col + c): FORCED_TINT for r in around for c in around}
        if self.last is not None and self.theme.pieces == "cross":
            found[self.last] = LAST_TINT
        return found


def read(
    env: Env,
    heat: Any = None,
    text: Any = None,
    marks: Any = None,
    reach: float | None = None,
) -> Scene:
    """Returns the scene of `env` with its overlays; the env is not changed.

    Raises:
        ValueError: an overlay that does not fit the board; see `overlays`.
    """
    board = np.asarray(checked_env(env).board)
    shape: Shape = (len(board), board.shape[1])
    legal = list(env.legal_actions())
    squares = (square_of(action, shape, "legal_actions") for action in legal)
    dots = [square for square in squares if square is not None]
    done = env.is_done()
    theme = theme_of(env)
    mover = 1 if int(env.player) > 0 else -1
    last = env.last_action
    side = mover
    if done:
        side = next((player for player in (1, -1) if env.is_win(player)), 0)
    status = "Draw"
    if side:
        verb = "wins" if done else "to move" if dots else "must pass"
        status = f"{theme.sides[side < 0]} {verb}"
    forced = getattr(env, "forced", None)
    winners = getattr(env, "local_winners", None)
    return Scene(
        theme=theme,
        shape=shape,
        pieces=_nonzero(board),
        mover=mover,
        dots=tuple(dots),
        last=None if last is None else square_of(last, shape, "last_action"),
        status=status,
        status_side=side,
        heat={} if heat is None else read_heat(heat, shape, legal),
        ends=() if reach is None else (-reach, reach),
        text={} if text is None else read_text(text, shape, legal),
        marks=() if marks is None else read_marks(marks, shape),
        forced=None if forced is None or done else (int(forced[0]), int(forced[1])),
        local_winners={} if winners is None else _nonzero(np.asarray(winners)),
    )


def _nonzero(board: np.ndarray[Any, Any]) -> dict[Square, int]:
    rows = board.tolist()
    return {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row) if v}

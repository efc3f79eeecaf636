"""What a board picture shows, read from an env once and then independent of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from .overlays import Square, read_heat, read_marks, read_text
from .theme import Theme, theme_of


class Drawable(Protocol):
    """What the display asks of a game: any object with these names can be drawn."""

    @property
    def board(self) -> Any:
        """The (n, n) board: +1 first player, -1 second, 0 empty."""

    @property
    def player(self) -> Any:
        """The side to move, 1 or -1."""

    @property
    def last_action(self) -> Any:
        """The last action, or None."""

    def legal_actions(self) -> Sequence[Any]:
        """Returns the actions with `row`, `col` and `is_pass`; none when the game is over."""

    def is_done(self) -> bool:
        """Returns whether the game is over."""

    def is_win(self, player: Any, /) -> bool:
        """Returns whether `player` has won."""


@dataclass(frozen=True, eq=False)
class Scene:
    """One board with everything on it, as plain data."""

    theme: Theme
    n: int
    pieces: dict[Square, int]  # +1 first player, -1 second
    mover: int = 1
    dots: tuple[Square, ...] = ()  # legal moves
    last: Square | None = None
    status: str = ""  # "" leaves the status line out
    status_side: int = 0  # whose piece stands before the status: +1, -1, or 0 for none
    heat: dict[Square, float] = field(default_factory=dict)
    text: dict[Square, str] = field(default_factory=dict)
    marks: dict[Square, str] = field(default_factory=dict)
    forced: Square | None = None  # local board that the mover must play in
    local_winners: dict[Square, int] = field(default_factory=dict)
    title: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the picture needs only the colours of the theme's own palette."""
        return not (self.heat or self.text or self.marks or self.local_winners)


def read(env: Drawable, heat: Any = None, text: Any = None, marks: Any = None) -> Scene:
    """Returns the scene of `env` with its overlays; the env is not changed.

    Raises:
        ValueError: an overlay that does not fit the board; see `overlays`.
    """
    board = np.asarray(env.board)
    n = len(board)
    legal = list(env.legal_actions())
    done = env.is_done()
    theme = theme_of(getattr(env, "name", ""))
    mover = 1 if int(env.player) > 0 else -1
    moves = [action for action in legal if not action.is_pass]
    last = env.last_action
    first, second = theme.sides
    side = mover
    if done:
        side = (
            1 if env.is_win(type(env.player)(1)) else -1 if env.is_win(type(env.player)(-1)) else 0
        )
        status = f"{first if side > 0 else second} wins" if side else "Draw"
    else:
        name = first if mover > 0 else second
        status = f"{name} to move" if moves else f"{name} must pass"
    forced = getattr(env, "forced", None)
    winners = getattr(env, "local_winners", None)
    return Scene(
        theme=theme,
        n=n,
        pieces=_nonzero(board),
        mover=mover,
        dots=tuple((action.row, action.col) for action in moves),
        last=None if last is None or last.is_pass else (last.row, last.col),
        status=status,
        status_side=side,
        heat={} if heat is None else read_heat(heat, n, legal),
        text={} if text is None else read_text(text, n, legal),
        marks={} if marks is None else read_marks(marks, n),
        forced=None if forced is None or done else (int(forced[0]), int(forced[1])),
        local_winners={} if winners is None else _nonzero(np.asarray(winners)),
    )


def retitled(scene: Scene, title: str) -> Scene:
    """Returns the scene with another title."""
    return replace(scene, title=title)


def _nonzero(board: np.ndarray[Any, Any]) -> dict[Square, int]:
    rows = board.tolist()
    return {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row) if v}

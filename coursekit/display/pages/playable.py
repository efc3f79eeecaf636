"""The playable board: a game against a player in the page, by mouse, touch or keyboard."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from coursekit.display.pages.assets import script, style
from coursekit.display.pages.board_data import game_data
from coursekit.display.pages.opponents import read_opponents
from coursekit.display.pages.replays import replay
from coursekit.display.pages.session import Session, person_of
from coursekit.display.pages.without_kernel import PLAYED, played_here
from coursekit.display.pictures.board import png_bytes
from coursekit.games.actions import BLACK
from coursekit.games.env import Env, checked_env
from coursekit.players import AnyPlayer, Move

_PAUSE = 0.45  # seconds from a person's move to the reply, so that the eye can follow


# What the page asks for: methods of the session.
_CHOICES = ("choose_side", "choose_opponent")
_ACTS = ("begin", "take_back", "new_game", "resign", "stop", "go_on", "hint", "review")


class PlayableBoard(anywidget.AnyWidget):
    """A board to play on, made by :func:`play`.

    Where there is no kernel a picture of the position stands in its place; the built book reads
    beside it what is played, and plays it itself.
    """

    _esm = script("board.js", "play.js")
    _css = style("board.css", "play.css")
    view = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    review = traitlets.Unicode().tag(sync=True)

    def __init__(self, session: Session, shows_thoughts: bool) -> None:
        self._session = session
        game = game_data(session.env) | {"showsThoughts": shows_thoughts}
        super().__init__(view=session.view(), game=game)
        session.changed = self._show
        self.on_msg(self._hear)

    @property
    def env(self) -> Env:
        """The game as it stands: an env of its own, with the history."""
        return self._session.env

    def play(self, move: Move) -> None:
        """Plays a move for the person; the opponent replies as if it had been clicked.

        Args:
            move: What :meth:`Env.update` takes.
        """
        self._session.begin()
        self._session.play(move)

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until nobody is thinking; returns whether that is so within ``seconds``."""
        return self._session.wait(seconds)

    def close(self) -> None:
        """Interrupts whoever is thinking and takes the board off every page."""
        self._session.close()
        super().close()

    def _show(self) -> None:
        analysis = self._session.analysis
        with self.hold_sync():
            self.view = self._session.view()
            self.review = replay(self._session.env, analysis).page if analysis else ""

    def _hear(self, widget: Any, content: Any, buffers: Any) -> None:
        act, what, turn = (content.get(name) for name in ("act", "what", "turn"))
        if act == "play":
            self._session.play(what, turn)
        elif act in _CHOICES:
            getattr(self._session, act)(what)
        elif act in _ACTS:
            getattr(self._session, act)()

    def __repr__(self) -> str:
        env = self._session.env
        return f"<playable board of {env.name}, {self._session.view()['status']}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        png, size = png_bytes(self._session.env)
        data["text/plain"] = repr(self)
        data[PLAYED] = played_here(self._session, bool(self.game["showsThoughts"]))
        data["image/png"] = base64.b64encode(png).decode()
        metadata["image/png"] = size
        return data, metadata


def play(
    env: Env,
    opponent: AnyPlayer | Mapping[str, AnyPlayer] | None = None,
    side: int | str | None = BLACK,
    hints: bool = False,
) -> PlayableBoard:
    """Returns a board in the page on which a person plays against a player.

    Click a square, or use the keyboard: arrows move, Enter plays, U takes back, N begins anew,
    H asks for a hint, Escape interrupts the opponent. The opponent thinks in the background; the
    page and the kernel stay responsive. What it raises is shown, and the game goes on. When it is
    over, or given up, *Review* shows below the board what each move was worth.

    Args:
        env: Where the game begins, of any game; it is not changed. The game itself is in
            :attr:`PlayableBoard.env`.
        opponent: A player, such as a function of your own; or a dict from names to players to
            choose from, the first to begin with; by default the course's own players.
        side: The side that the person begins with: ``BLACK`` or ``WHITE``, +1 or −1; ``None`` to
            move for both sides.
        hints: Whether to show from the beginning what the opponent thinks, as a box in the page
            does.

    Raises:
        TypeError: If something is no player.
        ValueError: If the side is none, or the dict of opponents is empty.

    >>> from coursekit import othello, players
    >>> board = play(othello.make(), players.most_flips())
    >>> board
    <playable board of othello8, Black to move>
    >>> board.play("f5")
    >>> board.wait()
    True
    >>> len(board.env.history)
    2
    """
    opponents = read_opponents(opponent, checked_env(env))
    session = Session(env, opponents, person_of(env, side), _PAUSE)
    return PlayableBoard(session, shows_thoughts=hints)

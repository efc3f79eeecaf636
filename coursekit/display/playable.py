"""The playable board: a game against a player in the page, by mouse, touch or keyboard."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from coursekit.games.actions import BLACK
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, Move

from .board import png_bytes
from .opponents import read_opponents
from .pages import script, style
from .session import Session, person_of
from .squares import look

_PAUSE = 0.45  # seconds from a person's move to the reply, so that the eye can follow


class PlayableBoard(anywidget.AnyWidget):
    """A board to play on, made by :func:`play`.

    Where there is no kernel, as in the built book, a picture of the position stands in its place.
    """

    _esm = script("board.js", "play.js")
    _css = style("board.css", "play.css")
    view = traitlets.Dict().tag(sync=True)
    game = traitlets.Dict().tag(sync=True)

    def __init__(self, session: Session, shows_thoughts: bool) -> None:
        self._session = session
        self._acts: dict[str, Callable[[Any, int], None]] = {
            "begin": lambda what, turn: session.begin(),
            "play": lambda what, turn: session.play(what, turn),
            "back": lambda what, turn: session.take_back(),
            "new": lambda what, turn: session.new_game(),
            "stop": lambda what, turn: session.stop(),
            "go on": lambda what, turn: session.go_on(),
            "hint": lambda what, turn: session.hint(),
            "side": lambda what, turn: session.choose_side(what),
            "opponent": lambda what, turn: session.choose_opponent(str(what)),
        }
        game = {**look(session.env), "showsThoughts": shows_thoughts}
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

    def take_back(self) -> None:
        """Goes back to the last position in which the person chose a move."""
        self._session.take_back()

    def new_game(self) -> None:
        """Starts again."""
        self._session.new_game()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until nobody is thinking; returns whether that is so within ``seconds``."""
        return self._session.wait(seconds)

    def close(self) -> None:
        """Interrupts whoever is thinking and takes the board off every page."""
        self._session.close()
        super().close()

    def _show(self) -> None:
        self.view = self._session.view()

    def _hear(self, widget: Any, content: Any, buffers: Any) -> None:
        act = self._acts.get(content.get("act"))
        if act is not None:
            act(content.get("what"), content.get("turn"))

    def __repr__(self) -> str:
        env = self._session.env
        return f"<playable board of {env.name}, {self._session.view()['status']}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        png, size = png_bytes(self._session.env)
        data["text/plain"] = repr(self)
        data["image/png"] = base64.b64encode(png).decode()
        metadata["image/png"] = size
        return data, metadata


def play(
    env: Env,
    opponent: AnyPlayer | Mapping[str, AnyPlayer] | None = None,
    side: int | str | None = BLACK,
    hints: bool | AnyPlayer = False,
) -> PlayableBoard:
    """Returns a board in the page on which a person plays against a player.

    Click a square, or use the keyboard: arrows move, Enter plays, U takes back, N begins anew,
    H asks for a hint, Escape interrupts the opponent. The opponent thinks in the background; the
    page and the kernel stay responsive. What it raises is shown, and the game goes on.

    Args:
        env: Where the game begins, of any game; it is not changed. The game itself is in
            :attr:`PlayableBoard.env`.
        opponent: A player, such as a function of your own; or a dict from names to players to
            choose from, the first to begin with; by default the course's own players.
        side: The side that the person begins with: ``BLACK`` or ``WHITE``, +1 or −1; ``None`` to
            move for both sides.
        hints: ``True`` shows from the beginning what the opponent thinks (a box in the page does
            so too); a player shows it as well, and is asked for hints in place of the opponent.

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
    opponents = read_opponents(opponent, env)
    adviser = None if isinstance(hints, bool) else next(iter(read_opponents(hints, env).values()))
    session = Session(env, opponents, person_of(env, side), adviser, _PAUSE)
    return PlayableBoard(session, shows_thoughts=bool(hints))

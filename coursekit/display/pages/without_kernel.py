"""What a playable board says of itself in a notebook's output, for pages that have no kernel."""

from __future__ import annotations

from typing import Any

from coursekit.display.pages.board_data import board_data
from coursekit.display.pages.opponents import course_opponents
from coursekit.display.pages.replays import replay
from coursekit.display.pages.session import Session
from coursekit.games import registry

PLAYED = "application/vnd.coursekit.play+json"
"""The type of this output, which the book reads."""


def played_here(session: Session, shows_thoughts: bool) -> dict[str, Any]:
    """Returns the game, where it stands, the sides and the opponents, as plain data.

    Returns:
        ``game``; ``start``, the first position as :func:`board_data` gives it, or ``None`` for the
        game's own; ``moves`` since then; ``side``; ``opponents``, a name and a key for each, see
        :class:`Opponent`, and none where they are the course's own; ``hints``. For a game that is
        not the package's, ``replay`` alone: a page with the game so far or, where none was
        played, with one of random moves.
    """
    env = session.env
    history = env.history
    if env.name not in registry.names() or registry.spec(env.name).kernel is None:
        env.seed(0)
        while not (history or env.is_done()):
            actions = env.legal_actions()
            env.update(actions[int(env.rng.random() * len(actions))])
        return {"replay": replay(env).page}
    while env.history:
        env.undo()
    opponents = [[name, opponent.key] for name, opponent in session.opponents.items()]
    has_courses = list(session.opponents) == list(course_opponents(env))
    is_own_start = env.position == registry.spec(env.name).make().position
    return {
        "game": env.name,
        "start": None if is_own_start else board_data(env),
        "moves": [action.name for action in history],
        "side": session.side,
        "opponents": [] if has_courses else opponents,
        "hints": shows_thoughts,
    }

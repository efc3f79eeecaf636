"""Solved endgames of Othello, and the text format that they are passed around in.

A line of an ``.obf`` file: the 64 squares from a1 (``X`` black, ``O`` white, ``-`` empty), a space,
the side to move, then ``; MOVE:score`` for its moves, best first or not. A score is the final disc
difference for the side to move, empty squares to the winner. ``%`` begins a comment.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from coursekit.games import othello
from coursekit.games.actions import Action
from coursekit.games.notation import NotationError
from coursekit.games.othello import Othello

_SCORE = re.compile(r"\s*(\S+?)\s*:\s*([+-]?\d+)\s*")


class Endgame(NamedTuple):
    """A position whose exact scores are known.

    Attributes:
        env: The position.
        scores: The exact value of its moves for the side to move, empty squares to the winner.
    """

    env: Othello
    scores: dict[Action, int]

    @property
    def value(self) -> int:
        """The value of the position for the side to move: its best score."""
        return max(self.scores.values())


def endgames() -> list[Endgame]:
    """Returns twenty endgames with 6 to 10 empty squares and the score of every legal move.

    >>> len(endgames()), endgames()[0].value
    (20, 10)
    """
    path = files("coursekit.truth") / "data" / "othello_endgames.obf"
    return read_endgames(path.read_text(encoding="ascii"))


def read_endgames(text: str) -> list[Endgame]:
    """Returns the endgames of a text in the format above; boards of 16 and 36 squares work too.

    Raises:
        NotationError: If a line cannot be read, with its number.

    >>> read_endgames("-OX-OO---------- X; A1:+6; A3:-2 % a comment")[0].scores
    {BLACK a1: 6, BLACK a3: -2}
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.partition("%")[0].split(";")
        if not "".join(fields).strip():
            continue
        try:
            env = othello.from_string(fields[0])
            scores = _scores(env, [field for field in fields[1:] if field.strip()])
        except ValueError as error:
            raise NotationError(f"line {number}: {error}") from None
        found.append(Endgame(env, scores))
    return found


def _scores(env: Othello, fields: list[str]) -> dict[Action, int]:
    scores: dict[Action, int] = {}
    legal = {action.name: action for action in env.legal_actions()}
    for field in fields:
        match = _SCORE.fullmatch(field)
        if match is None:
            raise NotationError(f"expected MOVE:score, for example F5:+4, not {field.strip()!r}")
        action = legal.get(match[1].lower())
        if action is None:
            raise NotationError(f"{match[1]} is not legal; the legal moves are {', '.join(legal)}")
        if action in scores:
            raise NotationError(f"{match[1]} has two scores")
        if abs(int(match[2])) > env.size**2:
            raise NotationError(f"{match[1]} cannot score {match[2]} on {env.size**2} squares")
        scores[action] = int(match[2])
    if not scores:
        raise NotationError("the position has no move with a score")
    return scores

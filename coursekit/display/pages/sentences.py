"""What happens in a game, in words: for status lines and screen readers."""

from __future__ import annotations

from coursekit.display.pages.board_data import board_data
from coursekit.display.pictures.scene import read
from coursekit.display.pictures.theme import theme_of
from coursekit.games.env import Env


def name_of(env: Env, side: int | None = None) -> str:
    """Returns the name of a side, by default of the side to move."""
    return theme_of(env).sides[(env.player if side is None else side) < 0]


def status(env: Env) -> str:
    """Returns whose turn it is, or how the game ended: the line under the board's picture.

    >>> from coursekit import othello
    >>> status(othello.from_moves("d3c3b3b2f5a3a1c1"))
    'Black must pass'
    """
    return read(env).status


def played(env: Env) -> str:
    """Returns what the last move did, and what comes next.

    >>> from coursekit import othello, ultimate
    >>> played(othello.from_moves("f5d6"))
    'White d6, 1 disc turned. Black to move.'
    >>> played(ultimate.from_moves("e5d4"))
    'O d4. X to move, on local board a1.'
    """
    last = env.last_action
    if last is None:
        return f"{status(env)}."
    done = f"{name_of(env, last.player)} {'passes' if last.is_pass else last.name}"
    turned = len(board_data(env)["flips"])
    if turned:
        done += f", {turned} {'disc' if turned == 1 else 'discs'} turned"
    forced = getattr(env, "forced", None)
    where = ""
    if forced is not None and not env.is_done():
        where = f", on local board {chr(ord('a') + forced[1])}{forced[0] + 1}"
    return f"{done}. {status(env)}{where}."


def result(env: Env) -> str:
    """Returns how a game stands, with the counts that decide it.

    >>> from coursekit import othello, tictactoe
    >>> result(othello.from_moves("f5d6"))
    'Black to move, 3–3'
    >>> result(tictactoe.from_moves("a1b1a2b2a3"))
    'X wins'
    """
    if theme_of(env).counts != "pieces":
        return status(env)
    return f"{status(env)}, {env.count(1)}–{env.count(-1)}"

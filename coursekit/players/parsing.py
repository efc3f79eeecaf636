"""Players by name, as they are typed on a command line: ``alpha_beta:3``, ``uct:1000``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from coursekit.budget import Budget
from coursekit.games import registry
from coursekit.players.base import AnyPlayer, NamedPlayer
from coursekit.players.endgame import exact_endgame
from coursekit.players.network_search import MOST_SIMULATIONS, alphago, alphazero
from coursekit.players.q_network import q_network
from coursekit.players.search import alpha_beta, deepening, minimax
from coursekit.players.simple import cell_scores, mobility, most_flips, random
from coursekit.players.tree_search import monte_carlo, uct
from coursekit.strangers import run_file

MOST = 1_000_000_000
"""Plies, nodes, playouts or simulations that can be asked for."""
EMPTIES = 14
"""Empty squares that a player named ``exact:PLAYER`` leaves to the solver: a few milliseconds."""


class _Kind(NamedTuple):
    """A family of players.

    Attributes:
        argument: What follows the colon, in words; empty for nothing. Square brackets mean that
            it is optional.
        about: What the player is.
        make: Returns a player, given the text after the colon.
    """

    argument: str
    about: str
    make: Callable[[str], AnyPlayer]


def _number(text: str, most: int = MOST) -> int:
    if not text.isdecimal() or not 1 <= len(text) <= 18 or not 1 <= int(text) <= most:
        raise ValueError(f"{text!r} is no whole number from 1 to {most:,}")
    return int(text)


def _budget(text: str, most: int = MOST) -> Budget:
    """Returns a count, or seconds for a number that ends with s."""
    if not text.endswith("s"):
        try:
            return Budget(count=_number(text, most))
        except ValueError as error:
            also = f"; for seconds write {text}s" if re.fullmatch(r"\d*\.\d+", text) else ""
            raise ValueError(f"{error}{also}") from None
    try:
        return Budget(seconds=float(text[:-1]))
    except ValueError:
        raise ValueError(f"{text!r} is no number of seconds above 0") from None


def _alphago(text: str) -> AnyPlayer:
    return alphago(budget=_budget(text or "100", MOST_SIMULATIONS))


def _alphazero(text: str) -> AnyPlayer:
    """Reads ``FOLDER:SIMULATIONS`` (or seconds), both of which are optional."""
    folder, _, last = text.rpartition(":")
    if not re.fullmatch(r"\d+|\d*\.?\d+s", last):
        folder, last = text, "100"
    return alphazero(folder or None, budget=_budget(last, MOST_SIMULATIONS))


_KINDS = {
    "random": _Kind("", "any legal move", lambda _: random()),
    "most_flips": _Kind("", "the move that flips most discs", lambda _: most_flips()),
    "mobility": _Kind("", "leaves the opponent the fewest moves", lambda _: mobility()),
    "cell_scores": _Kind("", "corners first, by a table of scores", lambda _: cell_scores()),
    "minimax": _Kind("DEPTH", "every line so deep", lambda text: minimax(_number(text))),
    "alpha_beta": _Kind("DEPTH", "the same with cuts", lambda text: alpha_beta(_number(text))),
    "deepening": _Kind("NODES", "deeper and deeper", lambda text: deepening(_budget(text))),
    "monte_carlo": _Kind("PLAYOUTS", "random games", lambda text: monte_carlo(_budget(text))),
    "uct": _Kind("SIMULATIONS", "a tree of random games", lambda text: uct(_budget(text))),
    "alphago": _Kind("[SIMULATIONS]", "policy and value networks and playouts", _alphago),
    "alphazero": _Kind("[FOLDER:][SIMULATIONS]", "a network that learned from itself", _alphazero),
    "exact": _Kind(
        "PLAYER",
        f"that player, and exact from {EMPTIES} empty squares",
        lambda text: exact_endgame(read_player(text), EMPTIES),
    ),
    "q_network": _Kind(
        "[FOLDER]", "a Q-network; that of tic-tac-toe", lambda text: q_network(text or None)
    ),
}


def read_players(texts: Sequence[str], game: str) -> list[AnyPlayer]:
    """Returns the players that some texts name, if those of the course can play a game.

    Args:
        texts: See :func:`read_player`.
        game: The game's name; the file of a player may register it.

    Raises:
        ValueError: If there is no such player or game, or a player of the course cannot play it.
    """
    found: list[Any] = [read_player(text) for text in texts]
    env = registry.spec(game).make()
    for text, player in zip(texts, found, strict=True):
        if isinstance(player, NamedPlayer):
            try:
                player.check_game(env)
            except (TypeError, ValueError) as error:
                raise ValueError(f"{text!r}: {error}") from error
    return found


def read_player(text: str) -> AnyPlayer:
    """Returns the player that a text names.

    Args:
        text: A kind of player and, after a colon, its setting: ``"random"``, ``"minimax:3"``
            (plies), ``"uct:1000"`` (simulations), ``"uct:0.5s"`` (seconds for each move). Or
            ``"FILE.py:FUNCTION"``: a function of your own file.

    Raises:
        ValueError: If there is no such player, or its setting cannot be read.

    >>> read_player("uct:1000")
    UCT, 1,000 simulations
    """
    kind, _, setting = text.partition(":")
    if ".py:" in text and kind != "exact":
        return _own(text)
    if kind not in _KINDS:
        near = get_close_matches(kind, _KINDS, n=1)
        guess = f"did you mean {near[0]}? There" if near else "there"
        known = ", ".join([*_KINDS, "FILE.py:FUNCTION"])
        raise ValueError(f"there is no player {text!r}: {guess} are {known}")
    argument = _KINDS[kind].argument
    if setting and not argument:
        raise ValueError(f"{text!r}: {kind} takes no setting")
    if not setting and argument and not argument.startswith("["):
        raise ValueError(f"{text!r} lacks a setting: write {kind}:{argument}")
    try:
        return _KINDS[kind].make(setting)
    except ValueError as error:
        raise ValueError(f"{text!r}: {error}") from error


def known_players() -> str:
    """Returns a line for each kind of player that :func:`read_player` knows."""
    rows = {}
    for name, kind in _KINDS.items():
        colon = "[:]" if kind.argument.startswith("[") else ":" if kind.argument else ""
        rows[f"{name}{colon}{kind.argument}"] = kind.about
    rows["FILE.py:FUNCTION"] = "a function of your own, from an env to an action"
    return "\n".join(f"  {name:<33} {about}" for name, about in rows.items())


def _own(text: str) -> AnyPlayer:
    """Returns a function of a file."""
    file, _, name = text.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"{text!r}: there is no file {file!r}; write FILE.py:FUNCTION")
    sys.path.insert(0, str(path.parent))
    try:
        # Its module is not left behind in sys.modules: joblib then sends its functions whole.
        found = run_file(path)
    finally:
        sys.path.remove(str(path.parent))
    functions = {key: value for key, value in found.items() if callable(value)}
    if name not in functions:
        named = ", ".join(functions) or "no function at all"
        raise ValueError(f"{path} has no function {name!r}, but {named}")
    player: AnyPlayer = functions[name]
    return player

"""Players by name, as they are typed on a command line: ``alpha_beta:3``, ``uct:1000``."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from coursekit.budget import Budget
from coursekit.players.alphago import alphago
from coursekit.players.alphazero import alphazero
from coursekit.players.base import AnyPlayer
from coursekit.players.cells import cell_scores
from coursekit.players.counts import mobility, most_flips
from coursekit.players.q_network import q_network
from coursekit.players.random_moves import random
from coursekit.players.search import alpha_beta, deepening, minimax
from coursekit.players.tree_search import monte_carlo, uct


class _Kind(NamedTuple):
    """A family of players.

    Attributes:
        argument: What may stand after the colon, in words; empty for nothing. Square brackets
            mean that it may be left out.
        about: What the player is.
        make: Returns a player, given the text after the colon.
    """

    argument: str
    about: str
    make: Callable[[str], AnyPlayer]


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"{text!r} is no whole number from 1 up")
    return int(text)


def _budget(text: str) -> Budget:
    """Returns a count, or seconds for a number that ends with s."""
    if not text.endswith("s"):
        return Budget(count=_number(text))
    try:
        return Budget(seconds=float(text[:-1]))
    except ValueError:
        raise ValueError(f"{text!r} is no number of seconds above 0") from None


def _network_search(make: Callable[..., AnyPlayer]) -> Callable[[str], AnyPlayer]:
    """Returns what reads ``FOLDER:SIMULATIONS``, either of which may be left out."""

    def read(text: str) -> AnyPlayer:
        folder, _, last = text.rpartition(":")
        if not last.isdecimal():
            folder, last = text, "100"
        return make(folder or None, simulations=_number(last))

    return read


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
    "alphago": _Kind(
        "[SIMULATIONS]",
        "policy and value networks and playouts",
        lambda text: alphago(simulations=_number(text or "100")),
    ),
    "alphazero": _Kind(
        "[FOLDER:][SIMULATIONS]",
        "a network that learned from itself",
        _network_search(alphazero),
    ),
    "q_network": _Kind(
        "[FOLDER]", "a Q-network; that of tic-tac-toe", lambda text: q_network(text or None)
    ),
}


def read_player(text: str) -> AnyPlayer:
    """Returns the player that a text names.

    Args:
        text: A kind of player and, after a colon, its setting: ``"random"``, ``"minimax:3"``
            (plies), ``"uct:1000"`` (simulations), ``"uct:0.5s"`` (seconds for each move). Or
            ``"FILE.py:FUNCTION"``: a function of a file of one's own.

    Raises:
        ValueError: If there is no such player, or its setting cannot be read.

    >>> read_player("uct:1000")
    UCT, 1,000 simulations
    """
    kind, _, setting = text.partition(":")
    if ".py:" in text:
        return _own(text)
    if kind not in _KINDS:
        raise ValueError(f"there is no player {text!r}; choose from\n{known_players()}")
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
    rows = []
    for name, kind in _KINDS.items():
        may_be_left_out = kind.argument.startswith("[")
        colon = "[:]" if may_be_left_out else ":" if kind.argument else ""
        rows.append((f"{name}{colon}{kind.argument}", kind.about))
    rows.append(("FILE.py:FUNCTION", "a function of your own, from an env to an action"))
    return "\n".join(f"  {name:<33} {about}" for name, about in rows)


def _own(text: str) -> AnyPlayer:
    """Returns a function of a file."""
    file, _, name = text.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"{text!r}: there is no file {file!r}; write FILE.py:FUNCTION")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None  # for a file that ends with .py it never is
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Found here by its own imports, but not left behind: joblib then sends its functions whole.
    shadowed = sys.modules.get(path.stem)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{path} stopped with {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
        del sys.modules[path.stem]
        if shadowed is not None:
            sys.modules[path.stem] = shadowed
    player = getattr(module, name, None)
    if not callable(player):
        functions = [key for key, value in vars(module).items() if callable(value)]
        raise ValueError(
            f"{path} has no function {name!r}, but {', '.join(functions) or 'no function at all'}"
        )
    found: AnyPlayer = player
    return found

"""Who can be played against: the course's own players from weak to strong, or the caller's."""

from __future__ import annotations

import copy
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from typing import Any

from coursekit import players
from coursekit.arena.games import check_player
from coursekit.budget import Budget
from coursekit.games import registry
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.players.base import AnyPlayer, NamedPlayer, player_name


@dataclass
class Opponent:
    """A player that is made when it is first asked: some load kernels or a network.

    Attributes:
        make: Returns the player.
        key: What names a player of the course's on a command line and in the book, which plays by
            scripts of its own; ``None`` for a function of the reader's.
        turn: Held while the player thinks.
    """

    make: Callable[[], AnyPlayer]
    key: str | None = None
    turn: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def player(self) -> AnyPlayer:
        """The player, made when it is first asked for."""
        return self.make()


def read_opponents(given: object, env: Env) -> dict[str, Opponent]:
    """Returns the opponents to choose from, by name; the first is chosen to begin with.

    Args:
        given: A player, a dict from names to players, or ``None`` for :func:`course_opponents`.
        env: Of the game to play.

    Raises:
        TypeError: If it is none of these.
        ValueError: If the dict is empty.
    """
    if given is None:
        return {name: Opponent(make) for name, make in course_opponents(env).items()}
    if not isinstance(given, Mapping):
        check_player("opponent", given)
        player: Any = given
        given = {player_name(player): player}
    if not given:
        raise ValueError("opponent is an empty dict: give at least one name and player")
    for name, player in given.items():
        check_player(f"{name!r}", player)
    return {
        str(name): Opponent(partial(_own, player), _key(player)) for name, player in given.items()
    }


def course_opponents(env: Env) -> dict[str, Callable[[], AnyPlayer]]:
    """Returns the course's players for a game, by name, the one to begin with first.

    >>> from coursekit import othello
    >>> list(course_opponents(othello.make(size=6)))[:3]
    ['alpha-beta, depth 3', 'random', 'most flips']
    """
    is_othello, is_small = isinstance(env, Othello), env.board.size <= 9
    known = env.name in registry.names()
    has_kernels = known and registry.spec(env.name).kernel is not None
    # Looked up as files: the package that loads checkpoints brings torch along.
    shipped = files("coursekit") / "learning" / "checkpoints"
    uct = "UCT, 1,000 simulations", partial(players.uct, Budget(count=1_000))
    choices: list[tuple[bool, str, Callable[[], AnyPlayer]]] = [
        (is_othello, "alpha-beta, depth 3", partial(players.alpha_beta, 3)),
        (has_kernels and not is_othello, *uct),
        (True, "random", players.random),
        (is_othello, "most flips", players.most_flips),
        (is_othello, "cell scores", players.cell_scores),
        (is_othello, "alpha-beta, depth 6", partial(players.alpha_beta, 6)),
        (is_othello, *uct),
        (is_small, "alpha-beta, depth 9", partial(players.alpha_beta, 9)),
        ((shipped / f"{env.name}_q").is_dir(), f"Q network for {env.name}", players.q_network),
        (
            has_kernels and not is_small,
            "UCT, 50,000 simulations",
            partial(players.uct, Budget(count=50_000)),
        ),
        ((shipped / env.name).is_dir(), "AlphaZero, 100 simulations", players.alphazero),
    ]
    return {name: make for wanted, name, make in choices if wanted}


def judge(env: Env) -> AnyPlayer | None:
    """Returns who reviews a game in about a second, where the exact truth is out of reach."""
    if isinstance(env, Othello):
        return players.alpha_beta(8)
    has_kernels = env.name in registry.names() and registry.spec(env.name).kernel is not None
    return players.uct(Budget(count=5_000)) if has_kernels else None


_KEYS = {
    "random": "random",
    "most flips": "most_flips",
    "cell scores": "cell_scores",
    r"Q network for \w+": "q_network",
    r"alpha-beta, depth (\d+)": "alpha_beta:",
    r"Monte Carlo, ([\d,]+) playouts": "monte_carlo:",
    r"UCT, ([\d,]+) simulations": "uct:",
    r"AlphaZero, ([\d,]+) simulations": "alphazero:",
}


def _key(player: AnyPlayer) -> str | None:
    """Returns what names a player of the course's on a command line.

    >>> _key(players.uct(Budget(count=1_000)))
    'uct:1000'
    """
    name = player_name(player) if isinstance(player, NamedPlayer) else ""
    for pattern, key in _KEYS.items():
        if found := re.fullmatch(pattern, name):
            return key + "".join(found.groups()).replace(",", "")
    return None


def _own(player: AnyPlayer) -> AnyPlayer:
    """Returns the player itself or, where it is one of the course's, one that shares no memory.

    The board asks it in a thread of its own, while a cell may be using the original.
    """
    return copy.copy(player) if isinstance(player, NamedPlayer) else player

"""What a player is, what it is called, and how it chooses between equally good actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from coursekit.games.actions import Action, ActionSpace
from coursekit.games.env import Env
from coursekit.games.registry import names, spec
from coursekit.strangers import own_words, plain

Move: TypeAlias = Action | str | tuple[int, int]
"""What :meth:`Env.update` takes."""

AnyPlayer: TypeAlias = Callable[[Env], Move]
"""A player: any callable that is given an env and returns the action to play."""


class NamedPlayer:
    """Base of the ready players: one readable name, also as its ``repr``."""

    name: str

    def __repr__(self) -> str:
        return self.name

    def check_game(self, env: Env) -> None:
        """Checks before a game begins that the player can play it.

        Args:
            env: Of the game.

        Raises:
            TypeError: If the player does not know the game; the message says which it knows.
            ValueError: If its network for the game is missing or damaged.
        """


def player_name(player: AnyPlayer) -> str:
    """Returns what to call a player: its ``name``, or else its function's or class's name.

    >>> def always_first(env): return env.legal_actions()[0]
    >>> player_name(always_first)
    'always_first'
    """
    while type(player) is partial:
        player = player.func
    names = (own_words(partial(getattr, player, key), "") for key in ("name", "__name__"))
    found = (plain(name).strip("<>") for name in (*names, type(player).__name__))
    return next(filter(None, found), "a player")


def pick_best(env: Env, actions: Sequence[Action], values: Sequence[float]) -> Action:
    """Returns an action of the highest value, each of them with the same probability.

    It draws exactly one number from ``env.rng``, also when a single action is best, so that the
    same rule written out elsewhere, ``best[int(env.rng.random() * len(best))]`` with ``best`` in
    index order, plays the same game from the same seed.

    Args:
        env: The env whose ``rng`` decides between equals.
        actions: At least one action, in index order.
        values: The value of each action.
    """
    top = max(values)
    best = [action for action, value in zip(actions, values, strict=True) if value == top]
    return best[int(env.rng.random() * len(best))]


def choices_of(env: Env, name: str) -> list[Action]:
    """Returns the legal actions; ``name`` is the player that has to choose.

    Raises:
        ValueError: If the game is over.
    """
    actions = env.legal_actions()
    if not actions:
        raise ValueError(f"the game is over: {name} has no move to choose\n{env}")
    return actions


def actions_of(space: ActionSpace, numbers: Iterable[int]) -> tuple[Action, ...]:
    """Returns a line of play from the numbers by which kernels call its moves.

    Args:
        space: The actions of the side that moves first; the sides alternate.
        numbers: See :attr:`Action.number`.
    """
    line = []
    for number in numbers:
        line.append(space.numbered(number))
        space = space.opponent
    return tuple(line)


def kernel_of(game: str) -> int:
    """Returns the number by which kernels call a game.

    Raises:
        TypeError: If it has no kernels.
    """
    kernel = spec(game).kernel
    if kernel is None:
        known = ", ".join(name for name in names() if spec(name).kernel is not None)
        raise TypeError(f"{game} has no kernels, so no compiled search can play it, only {known}")
    return kernel

"""What a player thought when it chose its move, as far as it tells, for the playable board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeGuard

from coursekit.engine.evaluation import WIN
from coursekit.games.actions import Action, Player
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, QNetworkPlayer, SearchPlayer, player_name

from .scales import Scale, compact, ink_on
from .theme import css

KINDS = {
    "visits": ("visits",),
    "value": ("root_values", "values"),
    "policy": ("policy", "priors"),
}
"""What can be written on the squares, and the names under which players tell it."""


@dataclass(frozen=True)
class Thought:
    """What a player thought about a position.

    Attributes:
        by: Name of the player.
        side: The side to move in the position.
        action: The action that it chose.
        value: What it expects for that side, in its own unit; ``None`` if it tells nothing.
        is_result: Whether the value is an expected result, from −1 to +1.
        numbers: For each of :data:`KINDS` that it tells, a number for each action.
        bounds: Whether the values of actions other than the chosen one are upper bounds.
        line: The play that it expects.
    """

    by: str
    side: Player
    action: Action
    value: float | None
    is_result: bool
    numbers: dict[str, dict[Action, float]]
    bounds: bool
    line: tuple[Action, ...]

    @property
    def share(self) -> float | None:
        """What the first player can expect, from 0 to 1; ``None`` if the value is no result."""
        if self.value is None or not self.is_result:
            return None
        return (1 + int(self.side) * min(1.0, max(-1.0, self.value))) / 2

    def sentence(self, side: str) -> str:
        """Returns the thought in words; ``side`` is the name of the side to move."""
        text = f"{self.by}: {self.action.name} for {side}"
        if self.value is not None and abs(self.value) >= WIN / 2:
            text += ", and a win" if self.value > 0 else ", and a loss"
        elif self.value is not None:
            text += f", value {compact(self.value, signed=True)}"
        if len(self.line) > 1:
            text += "; it expects " + " ".join(action.name for action in self.line[:8])
        return text

    def labels(self) -> dict[str, dict[int, tuple[str, str, str]]]:
        """Returns text, colour and colour of the text for each square, for each kind of number."""
        shown = {}
        for kind, numbers in self.numbers.items():
            drawn = {a: x for a, x in numbers.items() if not a.is_pass}
            if not drawn:
                continue
            scale = Scale.of(min(max(x, -WIN / 2), WIN / 2) for x in drawn.values())
            signed = min(drawn.values()) < 0
            colours = {action: scale.colour(x) for action, x in drawn.items()}
            shown[kind] = {
                a.index: (self._label(kind, a, x, signed), css(colours[a]), css(ink_on(colours[a])))
                for a, x in drawn.items()
            }
        return shown

    def _label(self, kind: str, action: Action, number: float, signed: bool) -> str:
        if kind == "policy":
            return f"{100 * number:.0f}%"
        if abs(number) >= WIN / 2:
            return "won" if number > 0 else "lost"
        bound = "≤" if kind == "value" and self.bounds and action != self.action else ""
        return bound + compact(number, signed)


def read_thought(player: AnyPlayer, env: Env, action: Action) -> Thought:
    """Returns what a player thought when it chose ``action`` in the position of ``env``.

    It is read from the player's ``info`` or, for a network without a search, from its values. A
    player that tells nothing has only chosen.
    """
    info = getattr(player, "info", None)
    told: dict[str, Any] = {}
    if getattr(info, "action", None) == action:
        told = {name: getattr(info, name, None) for name in (*_NAMES, "value", "variation")}
    elif isinstance(player, QNetworkPlayer):
        told = {"values": player.values(env)}
    legal = set(env.legal_actions())
    numbers = {}
    for kind, names in KINDS.items():
        for name in names:
            if found := _numbers(told.get(name), legal):
                numbers[kind] = found
    values = numbers.get("value", {})
    value = told.get("value")
    line = told.get("variation")
    return Thought(
        by=player_name(player),
        side=env.player,
        action=action,
        value=float(value) if _is_number(value) else values.get(action),
        is_result=not isinstance(player, SearchPlayer),
        numbers=numbers,
        bounds=isinstance(player, SearchPlayer) and player.algorithm != "minimax",
        line=line if isinstance(line, tuple) and _are_actions(line) else (),
    )


_NAMES = tuple(name for names in KINDS.values() for name in names)


def _numbers(told: object, legal: set[Action]) -> dict[Action, float]:
    """Returns the numbers that are told of legal actions; a student's player may tell anything."""
    if not isinstance(told, Mapping):
        return {}
    return {
        action: float(number)
        for action, number in told.items()
        if isinstance(action, Action) and action in legal and _is_number(number)
    }


def _is_number(value: object) -> TypeGuard[float]:
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def _are_actions(line: tuple[object, ...]) -> bool:
    return all(isinstance(action, Action) for action in line)

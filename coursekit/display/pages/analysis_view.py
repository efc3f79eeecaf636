"""What a player thought when it chose its move, as far as it tells, for the playable board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from coursekit.checks import is_number
from coursekit.display.pages.sentences import name_of
from coursekit.display.pictures.scales import Scale, compact, contrast
from coursekit.display.pictures.theme import css
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players.base import AnyPlayer, player_name
from coursekit.players.q_network import QNetworkPlayer
from coursekit.players.search import SearchPlayer

KINDS = {"visits": "visits", "value": "root_values", "policy": "priors"}
"""What can be written on the squares, and the name under which players tell it."""


@dataclass(frozen=True)
class Thought:
    """What a player thought about a position.

    Attributes:
        action: The action that it chose.
        view: What a page shows of it, as plain data: ``sentence``; ``share``, what the first
            player can expect, from 0 to 1 (``None`` where the player gives no expected result);
            and ``labels``, for each of :data:`KINDS` that it tells and each square a text, its
            ground and its colour.
    """

    action: Action
    view: dict[str, Any]


def read_thought(player: AnyPlayer, env: Env, action: Action) -> Thought:
    """Returns what a player thought when it chose ``action`` in the position of ``env``.

    It is read from the player's ``info`` or, for a network without a search, from its values. A
    player that tells nothing has only chosen.
    """
    info = getattr(player, "info", None)
    told: dict[str, Any] = {}
    if getattr(info, "action", None) == action:
        told = {name: getattr(info, name, None) for name in (*KINDS.values(), "value", "variation")}
    elif isinstance(player, QNetworkPlayer):
        told = {KINDS["value"]: player.values(env)}
    legal = set(env.legal_actions())
    numbers = {kind: _numbers(told.get(name), legal) for kind, name in KINDS.items()}
    value, line = told.get("value"), told.get("variation")
    value = float(value) if _is_finite(value) else numbers["value"].get(action)
    sentence = f"{player_name(player)}: {action.name} for {name_of(env)}"
    if value is not None and abs(value) >= WIN / 2:
        sentence += ", and a win" if value > 0 else ", and a loss"
    elif value is not None:
        sentence += f", value {compact(value, signed=True)}"
    if isinstance(line, tuple) and len(line) > 1 and all(isinstance(a, Action) for a in line):
        sentence += "; it expects " + " ".join(a.name for a in line[:8])
    share, exact = None, None
    if not isinstance(player, SearchPlayer):  # its values are expected results, from −1 to +1
        share = None if value is None else (1 + int(env.player) * min(1.0, max(-1.0, value))) / 2
    elif player.algorithm != "minimax":
        exact = action  # of the other actions alpha-beta knows only upper bounds
    labels = {kind: _labels(kind, found, exact) for kind, found in numbers.items()}
    shown = {kind: found for kind, found in labels.items() if found}
    return Thought(action, {"sentence": sentence, "share": share, "labels": shown})


def _labels(
    kind: str, numbers: dict[Action, float], exact: Action | None
) -> dict[int, tuple[str, str, str]]:
    """Returns text, colour and colour of the text for each square."""
    drawn = {action: x for action, x in numbers.items() if not action.is_pass}
    if not drawn:
        return {}
    scale = Scale.of(min(max(x, -WIN / 2), WIN / 2) for x in drawn.values())
    signed = min(drawn.values()) < 0
    labels = {}
    for action, x in drawn.items():
        bound = "≤" if kind == "value" and exact not in (None, action) else ""
        text = bound + compact(x, signed)
        if kind == "policy":
            text = f"{100 * x:.0f}%"
        elif abs(x) >= WIN / 2:
            text = "won" if x > 0 else "lost"
        colour = scale.colour(x)
        # Small digits need one of these: always 4.5 or more, which ink_on does not promise.
        ink = "#000000" if contrast(colour, (0, 0, 0)) > 4.6 else "#ffffff"
        labels[action.index] = text, css(colour), ink
    return labels


def _numbers(told: object, legal: set[Action]) -> dict[Action, float]:
    """Returns the numbers that are told of legal actions; a student's player may tell anything."""
    if not isinstance(told, Mapping):
        return {}
    return {
        action: float(number)
        for action, number in told.items()
        if isinstance(action, Action) and action in legal and _is_finite(number)
    }


def _is_finite(value: object) -> TypeGuard[float]:
    return is_number(value) and math.isfinite(value)

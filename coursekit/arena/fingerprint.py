"""Fingerprints players, so that saved games are never credited to other settings."""

from __future__ import annotations

import functools
import hashlib
import inspect
import textwrap
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

from coursekit.players import AnyPlayer

_DEEPEST = 6


def player_key(player: AnyPlayer, game: str = "") -> str:
    """Returns a short text that changes when the player's settings do.

    It is made of the player's public attributes (numbers, texts, arrays, weights of networks, and
    what is built of them), or of the source of a function. ``info``, where players keep what they
    found last, does not count. A player whose attributes change while it plays, or whose strength
    depends on more than they say, has an attribute ``version``, a text which then counts alone, or
    a method ``version_for`` that returns it for the name of a game.

    Args:
        player: The player.
        game: Name of the game that it plays, for example ``"othello8"``.

    >>> from coursekit import players
    >>> player_key(players.minimax(2)) == player_key(players.minimax(2))
    True
    >>> player_key(players.minimax(2)) == player_key(players.minimax(3))
    False
    """
    digest = hashlib.sha256()
    _add(digest, player, game, 0)
    return digest.hexdigest()[:12]


def _add(digest: Any, value: Any, game: str, depth: int) -> None:
    """Adds what a value is to a digest; what cannot be read counts by its type alone."""
    digest.update(type(value).__name__.encode() + b":")
    if isinstance(value, bool | int | float | complex | str | bytes | None):
        digest.update(repr(value).encode())
    elif isinstance(value, np.ndarray | np.generic):
        array = np.ascontiguousarray(value)
        digest.update(f"{array.dtype.str}{array.shape}".encode() + array.tobytes())
    elif isinstance(value, types.FunctionType):
        digest.update(_source(value).encode())
    elif depth == _DEEPEST:
        return
    elif isinstance(value, functools.partial):
        for part in (value.func, value.args, value.keywords):
            _add(digest, part, game, depth + 1)
    elif isinstance(value, list | tuple):
        for part in value:
            _add(digest, part, game, depth + 1)
    elif isinstance(value, Mapping):
        for key in sorted(value, key=repr):
            _add(digest, key, game, depth + 1)
            _add(digest, value[key], game, depth + 1)
    elif callable(getattr(value, "version_for", None)):
        digest.update(value.version_for(game).encode())
    elif isinstance(getattr(value, "version", None), str):
        digest.update(value.version.encode())
    elif callable(getattr(value, "state_dict", None)):  # a network of torch
        for name, tensor in sorted(value.state_dict().items()):
            digest.update(name.encode())
            _add(digest, tensor.detach().cpu().numpy(), game, depth + 1)
    else:
        # Dataclasses with slots have no __dict__.
        fields = [*getattr(value, "__dataclass_fields__", ()), *getattr(value, "__dict__", ())]
        for name in sorted(set(fields)):
            if not name.startswith("_") and name != "info":
                digest.update(name.encode())
                _add(digest, getattr(value, name, None), game, depth + 1)
    digest.update(b";")


def _source(function: types.FunctionType) -> str:
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):  # typed at a prompt that keeps no source
        return repr((function.__code__.co_code, function.__code__.co_names))

"""A position as the pages draw it: plain numbers, read from an env."""

from __future__ import annotations

from typing import Any

from coursekit.games.env import Env

from .theme import theme_of


def squares(env: Env) -> dict[str, Any]:
    """Returns what is on the board.

    Squares are numbered row by row from a1.

    Returns:
        ``cells`` (+1, −1, 0 for each square), ``last`` (the square of the last move, or −1),
        ``flips`` (squares that it turned over), ``mover`` (+1 or −1), ``forced`` (the local board
        to play on, row by row, or −1) and ``winners`` (of the local boards; empty without any).
    """
    cells = env._cells().ravel().tolist()
    last = env.last_action
    forced = getattr(env, "forced", None)
    winners = getattr(env, "local_winners", None)
    return {
        "cells": cells,
        "last": -1 if last is None or last.is_pass else last.index,
        "flips": _flips(env, cells),
        "mover": int(env.player),
        "forced": -1 if forced is None or env.is_done() else 3 * forced[0] + forced[1],
        "winners": [] if winners is None else winners.ravel().tolist(),
    }


def _flips(env: Env, cells: list[int]) -> list[int]:
    last = env.last_action
    if last is None or last.is_pass:
        return []
    env.undo()
    before = env._cells().ravel().tolist()
    env.update(last)
    return [i for i, (old, new) in enumerate(zip(before, cells, strict=True)) if old and old != new]


def look(env: Env) -> dict[str, Any]:
    """Returns how the game's board looks: its size, local boards, pieces and the sides' names."""
    theme = theme_of(env.name)
    return {
        "n": len(env._cells()),
        "block": theme.block,
        "pieces": theme.pieces,
        "counts": theme.counts,
        "sides": theme.sides,
        "style": next((s for s in ("othello", "tictactoe", "ultimate") if s in env.name), "plain"),
    }

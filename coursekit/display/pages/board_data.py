"""A position as the pages draw it: plain numbers, read from an env."""

from __future__ import annotations

from typing import Any

from coursekit.display.pictures.theme import theme_of
from coursekit.games.env import Env


def game_data(env: Env) -> dict[str, Any]:
    """Returns how the game's board looks: its size, local boards, pieces and the sides' names."""
    theme = theme_of(env)
    return {
        "rows": env.shape[0],
        "cols": env.shape[1],
        "block": theme.block,
        "pieces": theme.pieces,
        "counts": theme.counts,
        "sides": theme.sides,
        "style": theme.name,
    }


def board_data(env: Env) -> dict[str, Any]:
    """Returns what is on the board.

    Squares are numbered row by row from a1.

    Returns:
        ``cells`` (+1, −1, 0 for each square), ``last`` (the square of the last move, or −1),
        ``flips`` (squares that it turned over), ``mover`` (+1 or −1), ``forced`` (the local board
        to play on, row by row, or −1) and ``winners`` (of the local boards; empty without any).
    """
    cells = before = env.board.ravel().tolist()
    last = env.last_action
    if last is not None:
        env.undo()
        before = env.board.ravel().tolist()
        env.update(last)
    winners: Any = getattr(env, "local_winners", None)
    forced = None if winners is None or env.is_done() else getattr(env, "forced", None)
    return {
        "cells": cells,
        "last": -1 if last is None or last.is_pass else last.index,
        "flips": [i for i, old in enumerate(before) if old and old != cells[i]],
        "mover": int(env.player),
        "forced": -1 if forced is None else winners.shape[1] * forced[0] + forced[1],
        "winners": [] if winners is None else winners.ravel().tolist(),
    }

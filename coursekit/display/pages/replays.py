"""A finished or unfinished game as a page that replays it, with no kernel and no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from coursekit.arena.analysis import Analysis
from coursekit.arena.result import MatchResult
from coursekit.display.pages.assets import script, style
from coursekit.display.pages.board_data import board_data, game_data
from coursekit.display.pages.evaluations import from_analysis, from_values
from coursekit.display.pages.page import Page, document
from coursekit.display.pages.sentences import name_of, result
from coursekit.games import registry
from coursekit.games.env import Env
from coursekit.strangers import shown

Evaluations = Analysis | Sequence[float | None]

_SCRIPTS = ("frame.js", "board.js", "review.js", "replay.js")
_HEIGHT = 600  # of the frame in CSS pixels, until the page inside says how high it is


@dataclass(frozen=True, repr=False)
class Replay(Page):
    """A game, or several, to step through; made by :func:`replay`."""

    def _repr_html_(self) -> str:
        # A frame keeps the page's styles and keys from the notebook's, and several from each other.
        title = escape(self.title)
        return (
            f'<iframe title="{title}" srcdoc="{escape(self.page)}" width="100%" '
            f'height="{_HEIGHT}" style="border: 0; color-scheme: inherit">{title}</iframe>'
        )


def replay(
    game: Env | MatchResult, evaluations: Evaluations | None = None, games: int = 50
) -> Replay:
    """Returns a page in which a game can be stepped through, for the notebook and for the book.

    With an analysis it is a review: the value of each position, the mistakes with the moves that
    would have been better ringed on the board, the worst one, and what each side lost. The same
    game gives the same page, byte for byte.

    Args:
        game: An env with its history, or a match result, whose games can be chosen.
        evaluations: For a single game, what its positions are worth: an analysis by
            :func:`coursekit.arena.analyse`; or one number for each position from the first on,
            each for the side to move, ``None`` where there is none.
        games: How many games of a match to take, from its first.

    Raises:
        TypeError: If ``game`` is neither.
        ValueError: If the evaluations do not fit the game.

    >>> from coursekit import arena, othello, tictactoe
    >>> replay(othello.from_moves("f5d6c3d3c4"))
    <replay of othello8: 5 plies, White to move, 6–3>
    >>> lost = tictactoe.from_moves("b2b1a1c3a3")
    >>> replay(lost, arena.analyse(lost))
    <replay of tictactoe: 5 plies, O to move>
    """
    if isinstance(game, MatchResult):
        if evaluations is not None:
            raise ValueError("evaluations belong to one game: replay the games of a match without")
        return _replay_of_match(game, games)
    if not isinstance(game, Env):
        raise TypeError(f"a replay shows an env or a match result, not {shown(game)}")
    values = {}
    if isinstance(evaluations, Analysis):
        values = from_analysis(game, evaluations)
    elif evaluations is not None:
        values = from_values(game, evaluations)
    end = result(game)
    title = f"replay of {game.name}: {len(game.history)} plies, {end}"
    return Replay(title, _page(title, game, [_record(game, end) | values]))


def _replay_of_match(match: MatchResult, games: int) -> Replay:
    if games < 1:
        raise ValueError(f"games={games}: expected a number of games from 1 up")
    records = []
    for number, transcript in enumerate(match.transcripts[:games], start=1):
        env = registry.spec(match.game).from_moves(transcript.moves)
        first, second = (match.a, match.b) if transcript.side > 0 else (match.b, match.a)
        players = f"{first} ({name_of(env, 1)}) v {second} ({name_of(env, -1)})"
        records.append(_record(env, f"{number}. {players}: {result(env)}"))
    all_games = f"{len(match.transcripts):,} games"
    taken = all_games if len(records) == match.games else f"the first {games} of {all_games}"
    title = f"replay of {match.game}: {match.a} v {match.b}, {taken}"
    return Replay(title, _page(title, env, records))


def _record(env: Env, title: str) -> dict[str, Any]:
    """Returns a game as the page's script reads it: the first position, then what changes.

    A move is its name, the squares that it turns, and in ultimate tic-tac-toe the local board to
    play on and the one that it won. What a review adds stands in ``review.js``.
    """
    env, history, end = env.clone(), env.history, result(env)
    while env.history:
        env.undo()
    start = before = board_data(env)
    moves = []
    for action in history:
        env.update(action)
        after = board_data(env)
        move: list[Any] = [action.name, after["flips"]]
        if after["winners"]:
            won = [i for i, x in enumerate(after["winners"]) if x != before["winners"][i]]
            move += [after["forced"], won]
        moves.append(move)
        before = after
    return {"title": title, "start": start, "moves": moves, "result": end}


def _page(title: str, env: Env, records: list[dict[str, Any]]) -> str:
    data = json.dumps({"game": game_data(env), "records": records}, separators=(",", ":"))
    return document(title, style("board.css", "replay.css"), data, script(*_SCRIPTS))

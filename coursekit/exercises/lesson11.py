"""Exercises of lesson 11: the league."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import ceil
from typing import Any

import numpy as np
import pandas as pd

from coursekit import arena, players
from coursekit.arena.leagues.ratings import expected_score
from coursekit.exercises.answers import Wrong, described, legal_action, listed, shown
from coursekit.exercises.exercise import Compared, Tried
from coursekit.games import bank
from coursekit.games.env import Env

_GAMES = 60


def expected_points(rating: float, opponents: Sequence[float], games: int) -> float:
    """Returns the points that a player should win in ``games`` games with each opponent."""
    total = 0.0
    for opponent in opponents:
        total += games / (1 + 10 ** ((opponent - rating) / 400))
    return total


points = Compared(
    "what a rating promises",
    expected_points,
    [(0, [0], 10), (400, [0], 11), (0, [400], 11), (120, [-300, 50, 250], 100), (30, [], 100)],
    "Rated {rating}, a player should win {right:.2f} points in {games} games with each of "
    "{opponents}",
    "The lesson has a function for one opponent; add up over all of them.",
    "One game brings `1 / (1 + 10 ** ((opponent - rating) / 400))` points on average.",
    praise="From ratings to results: that is what ratings are for.",
    within=1e-6,
    relative=1e-6,
)


def games_for(lead: float) -> int:
    """Returns how many games show that a player is ahead, if it leads by ``lead`` Elo points."""
    difference = 1 / (1 + 10 ** (-lead / 400)) - 0.5
    return ceil((1.96 / (2 * difference)) ** 2)


def _wrong_games(given: float, right: int, lead: float) -> str:
    note = ""
    if abs(given - right) < 1:
        note = " A part of a game cannot be played: round up."
    elif given in (4 * right, ceil(right / 4)):
        note = " The half width of the interval is z / (2√n)."
    return (
        f"A lead of {lead} Elo points is a score of {expected_score(lead):.2%}. It shows "
        f"after {right:,} games; your function says {shown(given)}.{note}"
    )


games = Compared(
    "how many games show it",
    games_for,
    (100, 50, 20, 10, 200, 400, 15),  # here the z of 1.96 and a more exact one give the same
    _wrong_games,
    "What score does the lead promise? How far from one half is that?",
    "Lesson 01: a difference d from one half shows once d ≥ 1.96 / (2√n). Solve this for n.",
    "`math.ceil` rounds up.",
    praise="Half the lead needs four times the games.",
    before="from math import ceil",
)


def circles_of(table: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Returns the triples (a, b, c) in which a beats b, b beats c, and c beats a."""
    named = []
    for a, b, c in combinations(table.index, 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            if table.loc[x, y] > 0.5 and table.loc[y, z] > 0.5 and table.loc[z, x] > 0.5:
                named.append((x, y, z))
    return named


def _rotated(triple: Sequence[str]) -> tuple[str, ...]:
    """Returns a triple beginning with the first of its names: (b, c, a) is (a, b, c)."""
    start = list(triple).index(min(triple))
    return (*triple[start:], *triple[:start])


def _table(names: str, *scores: float) -> pd.DataFrame:
    """Returns a cross table from the scores above its diagonal, row by row."""
    table = pd.DataFrame(np.nan, index=list(names), columns=list(names))
    for (a, b), score in zip(combinations(names, 2), scores, strict=True):
        table.loc[a, b], table.loc[b, a] = score, 1 - score
    return table


def _random_table(names: str, seed: int) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    return _table(names, *(rng.integers(0, 21) / 20 for _ in combinations(names, 2)))


_TABLES = [
    _table("ABC", 0.6, 0.4, 0.6),
    _table("ABC", 0.4, 0.6, 0.4),
    _table("ABC", 0.6, 0.6, 0.6),
    _table("ABC", 0.6, 0.5, 0.6),
    _table("ABC", 0.6, np.nan, 0.6),
    *(_random_table("ABCDEFGH"[:count], seed) for count, seed in ((4, 0), (5, 1), (6, 2), (8, 3))),
]


def _triples(given: Any) -> list[tuple[str, ...]]:
    """Returns the triples that a function named, each rotated, in alphabetical order."""
    triples = listed(given, "triples")
    for triple in triples:
        if not isinstance(triple, tuple | list) or len(triple) != 3:
            raise Wrong(f"Each triple has three names; {described(triple)}.")
        if not set(triple) <= set("ABCDEFGH"):
            raise Wrong(f"A triple holds names of players; {described(triple)}.")
    return sorted(map(_rotated, triples))


def _wrong_triples(given: Any, right: Any, table: pd.DataFrame) -> str:
    told = f"\n{table.to_string(na_rep='', float_format='{:.2f}'.format)}"
    for triple in given:
        a, b, c = triple
        if triple not in right:
            untrue = f"it is not true that {a} beats {b}, {b} beats {c} and {c} beats {a}"
            return f"In this table you name {a}, {b}, {c}, but {untrue}:{told}"
        if (times := given.count(triple)) > 1:
            return f"You name {a}, {b}, {c} {times} times, begun with different players:{told}"
    a, b, c = next(triple for triple in right if triple not in given)
    return f"In this table {a} beats {b}, {b} beats {c} and {c} beats {a}: you lack it.{told}"


triples = Compared(
    "who beats whom in a circle",
    circles_of,
    _TABLES,
    _wrong_triples,
    "`table.loc[a, b] > 0.5` says whether a beats b. It is False for NaN.",
    "`itertools.combinations(table.index, 3)` gives each three players once: try both ways round.",
    praise="Every circle, and each of them once.",
    read=_triples,
    right=lambda table: _triples(circles_of(table)),
    before="from itertools import combinations",
)


def my_player(env: Env) -> Any:
    """Returns the action after which the opponent's best reply leaves the most cell scores."""
    table, side = players.default_table(len(env.board)), int(env.player)

    def worst_reply(action: Any) -> int:
        env.update(action)
        values = []
        for reply in env.legal_actions():
            env.update(reply)
            values.append(int(side * (table * env.board).sum()))
            env.undo()
        if env.is_done():
            values = [int(1000 * side * env.board.sum())]
        env.undo()
        return min(values)

    actions = env.legal_actions()
    values = [worst_reply(action) for action in actions]
    best = [action for action, value in zip(actions, values, strict=True) if value == max(values)]
    return best[int(env.rng.random() * len(best))]


def _judge_match(answer: Any) -> str:
    try:
        found = arena.match(answer, players.cell_scores(), games=_GAMES)
    except arena.PlayerError as error:
        raise Wrong(f"In a match {str(error).splitlines()[0]}.", error.env) from error
    told = f"{found.score:.0%} of {_GAMES} games against cell scores (95 %: {found.interval})"
    if found.interval.low <= 0.5:
        think = "think of what the opponent can do after your move"
        raise Wrong(f"Your player won {told}. The interval must leave 50 % out: {think}.")
    return f"Your player won {told}. Now let it enter the league."


player = Tried(
    "enter your own player",
    my_player,
    lambda: bank.unfinished(8),
    legal_action,
    "Any player of the earlier lessons is a start. What does cell scores never look at?",
    "Play an action, look at every reply, judge by the worst for you; take back what you play.",
    "`(players.default_table(8) * env.board).sum()` are black's cell scores minus white's.",
    praise=_judge_match,
)

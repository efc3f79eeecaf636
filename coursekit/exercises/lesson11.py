"""Exercises of lesson 11: the league."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import ceil
from typing import Any

import numpy as np
import pandas as pd

from coursekit import arena, players
from coursekit.exercises.answers import described, legal_action, number, shown
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank
from coursekit.games.env import Env

_GAMES = 60


def expected_points(rating: float, opponents: Sequence[float], games: int) -> float:
    """Returns the points that a player should win in so many games with each opponent."""
    total = 0.0
    for opponent in opponents:
        total += games / (1 + 10 ** ((opponent - rating) / 400))
    return total


def _judge_points(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of a rating, the opponents' ratings and a number is asked for.")
    cases: list[tuple[float, list[float], int]] = [
        (0, [0], 10),
        (400, [0], 11),
        (0, [400], 11),
        (120, [-300, 50, 250], 100),
        (-80, [500, 500, -80, 10], 40),
        (30, [], 100),
    ]
    for rating, opponents, games in cases:
        right = expected_points(rating, opponents, games)
        given = number(answer(rating, list(opponents), games))
        if abs(given - right) > 1e-6 * max(1.0, right):
            raise Wrong(
                f"A player rated {rating} that plays {games} games with each of {opponents} should "
                f"win {right:.2f} points; your function says {shown(given)}."
            )
    return "From ratings to results: that is what ratings are for."


points = Exercise(
    title="what a rating promises",
    judge=_judge_points,
    answer=expected_points,
    hints=(
        "The lesson has a function for one opponent; add up over all of them.",
        "One game with an opponent that is `opponent - rating` points stronger brings "
        "`1 / (1 + 10 ** ((opponent - rating) / 400))` points on average.",
    ),
)


def games_for(lead: float) -> int:
    """Returns how many games show that a player is ahead, if it leads by so many Elo points."""
    difference = 1 / (1 + 10 ** (-lead / 400)) - 0.5
    return ceil((1.96 / (2 * difference)) ** 2)


def _judge_games(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of a lead in Elo points is asked for.")
    for lead in (100, 50, 20, 10, 200, 400, 5):
        right, given = games_for(lead), number(answer(lead))
        # The normal distribution's own z is a little below 1.96.
        exact = arena.games_needed(arena.expected_score(lead) - 0.5)
        if given not in (right, exact):
            reason = ""
            if abs(given - right) < 1:
                reason = " A part of a game cannot be played: round up."
            elif given in (4 * right, ceil(right / 4)):
                reason = " The half width of the interval is z / (2√n)."
            raise Wrong(
                f"A lead of {lead} Elo points is a score of {arena.expected_score(lead):.2%}. It "
                f"shows after {right:,} games; your function says {shown(given)}.{reason}"
            )
    return "Half the lead needs four times the games."


games = Exercise(
    title="how many games show it",
    judge=_judge_games,
    answer=games_for,
    before="from math import ceil",
    hints=(
        "What score does the lead promise? How far from one half is that?",
        "Lesson 01: a difference d from one half shows when d is at least 1.96 / (2√n). Solve "
        "this for n.",
        "`math.ceil` rounds up.",
    ),
)


def circles_of(table: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Returns the triples (a, b, c) in which a beats b, b beats c, and c beats a."""
    named = []
    for a, b, c in combinations(table.index, 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            if table.loc[x, y] > 0.5 and table.loc[y, z] > 0.5 and table.loc[z, x] > 0.5:
                named.append((x, y, z))
    return named


def _turned(triple: Sequence[str]) -> tuple[str, ...]:
    """Returns a triple beginning with the first of its names: (b, c, a) is (a, b, c)."""
    start = list(triple).index(min(triple))
    return (*triple[start:], *triple[:start])


def _table(rows: dict[str, list[float]]) -> pd.DataFrame:
    return pd.DataFrame(rows, index=list(rows)).T.rename_axis(None)


def _random_table(count: int, seed: int) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    scores = np.full((count, count), np.nan)
    for i, j in combinations(range(count), 2):
        scores[i, j] = rng.integers(0, 21) / 20
        scores[j, i] = 1 - scores[i, j]
    names = list("ABCDEFGH")[:count]
    return pd.DataFrame(scores, index=names, columns=names)


_NONE = np.nan
_TABLES = [
    _table({"A": [_NONE, 0.6, 0.4], "B": [0.4, _NONE, 0.6], "C": [0.6, 0.4, _NONE]}),
    _table({"A": [_NONE, 0.4, 0.6], "B": [0.6, _NONE, 0.4], "C": [0.4, 0.6, _NONE]}),
    _table({"A": [_NONE, 0.6, 0.6], "B": [0.4, _NONE, 0.6], "C": [0.4, 0.4, _NONE]}),
    _table({"A": [_NONE, 0.6, 0.5], "B": [0.4, _NONE, 0.6], "C": [0.5, 0.4, _NONE]}),
    _table({"A": [_NONE, 0.6, _NONE], "B": [0.4, _NONE, 0.6], "C": [_NONE, 0.4, _NONE]}),
    *(_random_table(count, seed) for count, seed in ((4, 0), (5, 1), (6, 2), (8, 3))),
]


def _judge_circles(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of a cross table is asked for.")
    for table in _TABLES:
        right = {_turned(triple) for triple in circles_of(table)}
        given = answer(table.copy())
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise Wrong(f"A list of triples is asked for; {described(given)}.")
        triples = list(given)
        for triple in triples:
            if not isinstance(triple, tuple | list) or len(triple) != 3:
                raise Wrong(f"Each triple has three names; {described(triple)}.")
            if not set(triple) <= set(table.index):
                raise Wrong(f"A triple holds names of players; {described(triple)}.")
        turned = [_turned(triple) for triple in triples]
        shown_table = f"\n{table.to_string(na_rep='', float_format='{:.2f}'.format)}"
        for triple in turned:
            a, b, c = triple
            if triple not in right:
                raise Wrong(
                    f"In this table you name {a}, {b}, {c}, but it is not true that {a} beats {b}, "
                    f"{b} beats {c} and {c} beats {a}:{shown_table}"
                )
            if turned.count(triple) > 1:
                raise Wrong(
                    f"You name {a}, {b}, {c} {turned.count(triple)} times, begun with different "
                    f"players. Once is enough:{shown_table}"
                )
        if missing := sorted(right - set(turned)):
            a, b, c = missing[0]
            raise Wrong(
                f"In this table {a} beats {b}, {b} beats {c} and {c} beats {a}, and your list "
                f"lacks it:{shown_table}"
            )
    return "Every circle, and each of them once."


triples = Exercise(
    title="who beats whom in a circle",
    judge=_judge_circles,
    answer=circles_of,
    before="from itertools import combinations",
    hints=(
        "`table.loc[a, b] > 0.5` says whether a beats b. It is False for NaN.",
        "`itertools.combinations(table.index, 3)` gives each three players once. In how many ways "
        "round can three players beat each other in a circle?",
        "There are two: a, b, c and a, c, b.",
    ),
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


def _judge_player(answer: Any) -> str:
    for env in bank.unfinished(8):
        legal_action(call(answer, env), env)
    try:
        found = arena.match(answer, players.cell_scores(), games=_GAMES)
    except arena.PlayerError as error:
        raise Wrong(f"In a match {str(error).splitlines()[0]}.", error.env) from error
    told = f"{found.score:.0%} of {_GAMES} games against cell scores (95 %: {found.interval})"
    if found.interval.low <= 0.5:
        raise Wrong(
            f"Your player won {told}. The interval must leave 50 % out: think of what the opponent "
            "can do after your move."
        )
    return f"Your player won {told}. Now let it enter the league."


player = Exercise(
    title="enter your own player",
    judge=_judge_player,
    answer=my_player,
    hints=(
        "Any player of the earlier lessons is a start. What does the player by cell scores never "
        "look at?",
        "Play an action, look at every reply of the opponent, and judge by the worst for you. "
        "Take back what you play.",
        "`(players.default_table(8) * env.board).sum()` are black's cell scores minus white's.",
    ),
)

"""Exercises of lesson 01: random play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from coursekit import arena, players
from coursekit.arena import stats
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, tictactoe, ultimate
from coursekit.games.env import Env

_ALARM = 4.5  # standard errors: a right answer fails once in 150,000 checks


def corner_lover(env: Env) -> Any:
    """Takes a corner when it can, and a random move otherwise."""
    actions = env.legal_actions()
    last = len(env.board) - 1
    corners = [action for action in actions if {action.row, action.col} <= {0, last}]
    choices = corners or actions
    return choices[int(env.rng.random() * len(choices))]


def _judge_corner_lover(answer: Any) -> str:
    for env in [*bank.unfinished(), *(tw for tw in bank.twins(bank.position("endgame")))]:
        last = env.size - 1
        legal = env.legal_actions()
        corners = [a for a in legal if not a.is_pass and {a.row, a.col} <= {0, last}]
        wanted = corners or legal
        names = {action.name for action in wanted}
        chosen = {str(getattr(call(answer, env), "name", "")) for _ in range(60 * len(wanted))}
        if "" in chosen:
            raise Wrong("Your player must return one of env.legal_actions().", env)
        if chosen - names:
            why = "a corner is free to take" if corners else "that is not legal"
            raise Wrong(f"Your player chose {sorted(chosen - names)[0]} here, though {why}.", env)
        if names - chosen:
            raise Wrong(
                f"In {60 * len(wanted)} tries your player never chose {sorted(names - chosen)[0]}: "
                "where it has a choice, every one should be possible.",
                env,
            )
    return "Corners first, chance otherwise, and a pass where it must."


corners = Exercise(
    title="a player who loves corners",
    judge=_judge_corner_lover,
    answer=corner_lover,
    hints=(
        "Make a list of the legal actions that are corners. If it is empty, use all of them.",
        "On a board of n rows, a corner has row and column both in {0, n − 1}; "
        "`len(env.board)` is n. A pass has row None.",
        "Choose from a list as the lesson does: `actions[int(env.rng.random() * len(actions))]`.",
    ),
)


def mean_length(make: Any, games: int) -> float:
    """Returns the mean number of actions in random games."""
    total = 0
    for seed in range(games):
        env = make(seed=seed)
        while not env.is_done():
            actions = env.legal_actions()
            env.update(actions[int(env.rng.random() * len(actions))])
        total += len(env.history)
    return total / games


def _judge_mean_length(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of a game's make and a number of games is asked for.")
    chance = players.random()
    for make, games in ((tictactoe.make, 400), (ultimate.make, 100)):
        given = answer(make, games)
        played = [arena.play_game(chance, chance, make(), seed) for seed in range(games)]
        lengths = np.array([len(env.history) for env in played])
        slack = _ALARM * float(lengths.std()) * (2 / games) ** 0.5
        if not isinstance(given, int | float) or abs(given - lengths.mean()) > slack:
            raise Wrong(
                f"Over {games} games of {make().name} your function returned {given!r}; random "
                f"games take about {lengths.mean():.1f} actions.",
                make(),
            )
    return "Random games of both kinds have the right length: your loop knows no rules, only Env."


lengths = Exercise(
    title="one loop for every game",
    judge=_judge_mean_length,
    answer=mean_length,
    hints=(
        "Begin each game with `env = make(seed=number)`, so that the games differ.",
        "The loop of the lesson works for every game: nothing in it is about Othello.",
        "The number of actions of a finished game is `len(env.history)`.",
    ),
)


def enough_games(difference: float) -> int:
    """Returns how many games make the interval of a score near one half that narrow."""
    games = 1
    while 1.96 * (0.25 / games) ** 0.5 > difference:
        games += 1
    return games


def _judge_enough_games(answer: Any) -> str:
    if not callable(answer):
        raise Wrong("A function of the difference is asked for.")
    for difference in (0.1, 0.05, 0.02, 0.01):
        expected, given = stats.games_needed(difference), answer(difference)
        if not isinstance(given, int | float) or abs(given - expected) > 0.02 * expected + 1:
            raise Wrong(
                f"To tell a score of {0.5 + difference:.0%} from 50 % takes about {expected:,} "
                f"games; your function says {given!r}."
            )
    return "Half the difference takes four times the games: your function knows it."


needed = Exercise(
    title="how many games are enough?",
    judge=_judge_enough_games,
    answer=enough_games,
    hints=(
        "Near one half, one game's result has a standard deviation of about 0.5.",
        "The mean of n games has standard error 0.5 / √n; the interval reaches 1.96 of them.",
        "Solve 1.96 · 0.5 / √n = difference for n.",
    ),
)


def chances(env: Env) -> tuple[Fraction, Fraction, Fraction]:
    """Returns the exact chances that X wins, that nobody does and that O wins, by random play."""
    if env.is_done():
        won, lost = env.is_win(1), env.is_lose(1)
        return Fraction(won), Fraction(not won and not lost), Fraction(lost)
    total = [Fraction(0), Fraction(0), Fraction(0)]
    actions = env.legal_actions()
    for action in actions:
        env.update(action)
        total = [old + new / len(actions) for old, new in zip(total, chances(env), strict=True)]
        env.undo()
    return total[0], total[1], total[2]


def _judge_chances(answer: Any) -> str:
    envs = [tictactoe.from_moves(moves) for moves in ("b2a1c3b3b1", "b2a1c3b3b1a3", "b2a1c3")]
    known = [chances(env) for env in envs]
    envs.append(tictactoe.make())
    known.append((Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420)))
    for env, expected in zip(envs, known, strict=True):
        given = call(answer, env)
        values = list(given) if isinstance(given, tuple | list) else [given]
        if len(values) != 3 or any(
            abs(float(v) - float(e)) > 1e-9 for v, e in zip(values, expected, strict=True)
        ):
            exact = ", ".join(str(part) for part in expected)
            raise Wrong(f"The chances here are {exact}; your function returned {given!r}.", env)
    return "X wins 737/1260 of all random games: no sample needed, and no interval."


exact = Exercise(
    title="no luck needed",
    judge=_judge_chances,
    answer=chances,
    hints=(
        "What are the chances in a finished position? That is where the function stops.",
        "Before the end: the mean of the chances after each legal action, since all are equally "
        "likely.",
        "The function calls itself: `env.update(action)`, `chances(env)`, `env.undo()`.",
    ),
)

"""Exercises of lesson 01: random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from coursekit import arena, players
from coursekit.arena import stats
from coursekit.exercises.answers import described, legal_action, number
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, othello, tictactoe, ultimate
from coursekit.games.actions import Action
from coursekit.games.env import Env

_ALARM = 5.0  # standard errors: a right answer fails once in a million checks


def corner_lover(env: Env) -> Action:
    """Takes a corner when it can, and a random move otherwise."""
    actions = env.legal_actions()
    last = len(env.board) - 1
    corners = [action for action in actions if {action.row, action.col} <= {0, last}]
    choices = corners or actions
    return choices[int(env.rng.random() * len(choices))]


def _judge_corner_lover(answer: Any) -> str:
    small = [othello.from_moves("a2a3", size=4), othello.from_moves("b1c1d4", size=4)]
    middle = othello.from_moves("b3d2e5b4b5", size=6)
    for env in [*small, middle, *bank.twins(bank.position("endgame")), *bank.unfinished()]:
        corners, wanted = _wanted(env)
        chosen = {legal_action(call(answer, env), env) for _ in range(60 * len(wanted))}
        if chosen - set(wanted):
            other = min(action.name for action in chosen - set(wanted))
            free = " or ".join(action.name for action in corners)
            raise Wrong(f"Your player chose {other} here, though it can take {free}.", env)
        if set(wanted) - chosen:
            never = min(action.name for action in set(wanted) - chosen)
            raise Wrong(
                f"In {60 * len(wanted)} tries your player never chose {never}: where it has a "
                "choice, every one should be possible.",
                env,
            )
    for env in (othello.make(), bank.position("endgame")):
        _demand_even_chances(answer, env)
    return "Corners first, chance otherwise, and a pass where it must."


def _wanted(env: Env) -> tuple[list[Action], list[Action]]:
    """Returns the corners that can be taken, and the actions to choose from."""
    legal, last = env.legal_actions(), len(env.board) - 1
    corners = [action for action in legal if {action.row, action.col} <= {0, last}]
    return corners, corners or legal


def _demand_even_chances(answer: Any, env: Env) -> None:
    wanted = _wanted(env)[1]
    tries = 400 * len(wanted)
    slack = _ALARM * (400 * (1 - 1 / len(wanted))) ** 0.5
    times = Counter(legal_action(call(answer, env), env).name for _ in range(tries))
    if any(abs(count - 400) > slack for count in times.values()):
        told = ", ".join(f"{name} {count} times" for name, count in sorted(times.items()))
        raise Wrong(f"In {tries} tries your player chose {told}: not the same chance.", env)


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
        raise Wrong(f"A function of make and a number of games is asked for; {described(answer)}.")
    for make, games in ((tictactoe.make, 400), (ultimate.make, 100), (othello.make, 100)):
        name, made = make().name, _Maker(make)
        given = number(answer(made, games))
        own = [len(env.history) for env in made.envs]
        if len(own) == games and all(env.is_done() for env in made.envs):
            if len({env.history for env in made.envs}) == 1:
                raise Wrong(
                    f"All your {games} games of {name} are the same game. Is every action drawn, "
                    "and has every game its own seed?"
                )
            if abs(given - np.mean(own)) > 1e-3:
                raise Wrong(
                    f"Your {games} games of {name} had {np.mean(own):.2f} actions on average, "
                    f"passes included, but your function returned {given:g}."
                )
        _demand_random_length(given, make, games)
    return "The length is right in all three games: your loop knows no rules, only Env."


class _Maker:
    """A game's ``make`` that remembers the envs it made."""

    def __init__(self, make: Any) -> None:
        self.make = make
        self.envs: list[Env] = []

    def __call__(self, *arguments: Any, **named: Any) -> Env:
        env: Env = self.make(*arguments, **named)
        self.envs.append(env)
        return env


def _demand_random_length(given: float, make: Any, games: int) -> None:
    chance = players.random()
    played = [arena.play_game(chance, chance, make(), seed) for seed in range(games)]
    lengths = np.array([len(env.history) for env in played])
    slack = _ALARM * float(lengths.std()) * (2 / games) ** 0.5
    if abs(given - lengths.mean()) > slack:
        raise Wrong(
            f"Over {games} games of {make().name} your function returned {given:g}; random "
            f"games take about {lengths.mean():.1f} actions."
        )


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
        raise Wrong(f"A function of the difference is asked for; {described(answer)}.")
    for difference in (0.1, 0.05, 0.02, 0.01):
        expected, given = stats.games_needed(difference), number(answer(difference))
        if abs(given - expected) > 0.05 * expected + 1:  # two standard errors are near enough
            raise Wrong(
                f"To tell a score of {0.5 + difference:.0%} from 50 % takes about {expected:,} "
                f"games; your function says {given:,.10g}.{_slip(given, expected)}"
            )
    return "Half the difference takes four times the games: your function knows it."


def _slip(given: float, expected: float) -> str:
    """Returns a word on the slips that are easily made on the way."""
    known = {
        "Did a square root or a square get lost?": expected**0.5,
        "The interval of 95 % reaches 1.96 standard errors to each side.": expected / 4,
        "What is the standard deviation of one game's result, near one half?": expected * 4,
    }
    for word, value in known.items():
        if abs(given - value) <= 0.06 * value + 1:
            return f" {word}"
    return ""


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


_FINISHED = ("a1a2b1b2c1", "a1a2b1b2c3c2", "a1b1c1b2a2c2b3a3c3")  # X won, O won, nobody did
_UNFINISHED = ("a1a2b1b2c3", "a1b1c1b2a2c2b3a3", "b2a1c3b3b1", "b2a1c3b3b1a3", "b2a1c3")
_AT_THE_START = (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


def _judge_chances(answer: Any) -> str:
    for moves in (*_FINISHED, *_UNFINISHED):
        env = tictactoe.from_moves(moves)
        _demand_chances(answer, env, chances(env.copy()))
    _demand_chances(answer, tictactoe.make(), _AT_THE_START)
    return "X wins 737/1260 of all random games: no sample needed, and no interval."


def _demand_chances(answer: Any, env: Env, expected: Sequence[Fraction]) -> None:
    given = call(answer, env)
    if not isinstance(given, tuple | list | np.ndarray) or len(given) != 3:
        raise Wrong(f"Three chances are asked for: X, nobody, O; {described(given)}.", env)
    values, right = [number(value, env) for value in given], [float(part) for part in expected]
    if np.allclose(values, right, rtol=0, atol=1e-9):
        return
    note = ""
    if np.allclose(sorted(values), sorted(right), rtol=0, atol=1e-9):
        note = " The order is: X wins, nobody does, O wins."
    elif np.allclose(values, right, rtol=0, atol=0.1) and not env.is_done():
        note = " Near is not exact: no game need be played at random, every action can be tried."
    exact = ", ".join(str(part) for part in expected)
    told = ", ".join(str(value) for value in given)
    raise Wrong(f"The chances here are {exact}; your function returned {told}.{note}", env)


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
    before="from fractions import Fraction",
)

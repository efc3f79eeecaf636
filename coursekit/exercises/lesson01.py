"""Exercises of lesson 01: random play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from numbers import Rational
from statistics import NormalDist
from typing import Any

import numpy as np

from coursekit.exercises.answers import Wrong, call, legal_action, number
from coursekit.exercises.exercise import Compared, Exercise
from coursekit.games import bank, othello, tictactoe, ultimate
from coursekit.games.actions import Action
from coursekit.games.env import Env

_TRIES = 200  # for each choice that a player has


def corner_lover(env: Env) -> Action:
    """Takes a corner when it can, and a random move otherwise."""
    actions = env.legal_actions()
    last = len(env.board) - 1
    corners = [action for action in actions if {action.row, action.col} <= {0, last}]
    choices = corners or actions
    return choices[int(env.rng.random() * len(choices))]


def _judge_corner_lover(answer: Any) -> str:
    small = [othello.from_moves(moves, size=4) for moves in ("a2a3", "b1c1d4")]
    middle = othello.from_moves("b3d2e5b4b5", size=6)
    endgame = bank.position("endgame")
    for env in [*small, middle, *bank.twins(endgame), *bank.unfinished(), endgame, othello.make()]:
        legal, last = env.legal_actions(), len(env.board) - 1
        corners = [action for action in legal if {action.row, action.col} <= {0, last}]
        wanted = [action.name for action in corners or legal]
        tries = _TRIES * len(wanted)
        chosen = Counter(legal_action(call(answer, env), env).name for _ in range(tries))
        if others := sorted(set(chosen) - set(wanted)):
            free = " or ".join(wanted)
            raise Wrong(f"Your player chose {others[0]} here, though it can take {free}.", env)
        slack = (
            6 * (_TRIES * (1 - 1 / len(wanted))) ** 0.5
        )  # refuses less than one right answer in a million
        if any(abs(chosen[name] - _TRIES) > slack for name in wanted):
            told = ", ".join(f"{name} {chosen[name]} times" for name in sorted(wanted))
            raise Wrong(f"In {tries} tries your player chose {told}: not the same chance.", env)
    return "Corners first, chance otherwise, and a pass where it must."


corners = Exercise(
    "a player who loves corners",
    corner_lover,
    _judge_corner_lover,
    "Make a list of the legal actions that are corners. If it is empty, use all of them.",
    "In a corner, row and column are both 0 or `len(env.board) - 1`. A pass has row None.",
    "Choose from a list as the lesson does: `actions[int(env.rng.random() * len(actions))]`.",
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


_LENGTHS = (
    (tictactoe.make, 400, 7.63, 0.35),
    (ultimate.make, 100, 58.9, 3.5),
    (othello.make, 100, 60.41, 1.75),
)
"""Games to play of each kind, their mean length, and how far a right answer may be from it.

All three together refuse less than one right answer in a million; the test works this out from the
lengths of ten million games. Othello needs its room for wipe-outs, which end from nine plies on.
"""


def _judge_mean_length(answer: Any) -> str:
    for make, games, mean, slack in _LENGTHS:
        name, finished = make().name, list[tuple[Action, ...]]()
        given = number(answer(_noting(make, finished), games))
        if len(finished) == games:
            own = np.mean([len(history) for history in finished])
            if len(set(finished)) == 1:
                same = f"All your games of {name} are the same game"
                raise Wrong(f"{same}. Is every action drawn, and every env new, with its own seed?")
            if abs(given - own) > 0.0051:  # it may be rounded
                had = f"Your games of {name} had {own:.4f} actions on average, passes included"
                raise Wrong(f"{had}; your function returned {given:g}.")
        if len(finished) == 1:
            raise Wrong(f"Of {games} games of {name} you play one: make a new env for each.")
        if abs(given - mean) > slack:
            told = f"For {games} games of {name} your function returned {given:g}"
            raise Wrong(f"{told}; random games take about {mean:.1f} actions.")
    return "Othello is the longest, by 1.5 actions; two hundred games of each show it."


def _noting(make: Any, finished: list[tuple[Action, ...]]) -> Any:
    """Returns a game's ``make`` whose envs append each game that is finished on them."""
    game: Any = type(make())

    class Noting(game):  # type: ignore[misc]
        def update(self, action: Any) -> None:
            super().update(action)
            if self.is_done():
                finished.append(self.history)

    def noting_make(*arguments: Any, **named: Any) -> Any:
        env = make(*arguments, **named)
        env.__class__ = Noting
        return env

    return noting_make


lengths = Exercise(
    "one loop for every game",
    mean_length,
    _judge_mean_length,
    "Begin each game with `env = make(seed=number)`, so that the games differ.",
    "The loop of the lesson works for every game.",
    "The number of actions of a finished game is `len(env.history)`.",
)


def enough_games(difference: float) -> float:
    """Returns how many games find a difference from one half in 80 % of the matches.

    From 50 % to the edge of the funnel are 0.98 / √n. In 80 % of the matches the score is no more
    than 0.42 / √n below the true one, as a coin shows. So the difference has to be 1.4 / √n.
    """
    return (1.4 / difference) ** 2


def _wrong_number_of_games(given: float, right: float, difference: float) -> str:
    slips = {
        "Did a square root or a square get lost?": right**0.5,
        "A difference of 5 points is 0.05 here, not 5: where do per cent come in?": right * 100**2,
    }
    note = "".join(f" {word}" for word, n in slips.items() if abs(given - n) <= 0.06 * n + 1)
    if not note and given > 0:
        found = NormalDist().cdf(2 * difference * given**0.5 - 1.96)
        note = f" That many find it in about {found:.0%} of the matches."
    return (
        f"To tell a score of {0.5 + difference:.0%} from 50 % in 80 % of the matches takes about "
        f"{right:,.0f} games; your function says {given:,.10g}.{note}"
    )


needed = Compared(
    "how many games are enough?",
    enough_games,
    (0.1, 0.05, 0.02, 0.01),
    _wrong_number_of_games,
    "`coin.binomial(games, 0.5 + difference, size=10_000) / games` are the scores of ten thousand "
    "matches. In how many of them is the score beyond the funnel's edge, 0.5 + 0.98 / √games?",
    "Begin with what `arena.games_needed` says, and raise it by a few per cent until 80 % are.",
    "Do that for two differences: half the difference takes four times the games. So the number is "
    "something / difference²; find the something.",
    praise="Half the difference takes four times the games; and 80 % of the matches, not half of "
    "them, about twice what `arena.games_needed` says.",
    within=1,
    relative=0.08,  # a loaded coin finds it, too, with what chance adds
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


def _games(env: Env) -> tuple[int, int, int]:
    """Returns how many games X wins, nobody does and O wins from here on."""
    if env.is_done():
        won, lost = env.is_win(1), env.is_lose(1)
        return int(won), int(not won and not lost), int(lost)
    total = [0, 0, 0]
    for action in env.legal_actions():
        env.update(action)
        total = [old + new for old, new in zip(total, _games(env), strict=True)]
        env.undo()
    return total[0], total[1], total[2]


def _wrong_chances(given: Any, right: tuple[Fraction, ...], env: Env) -> str:
    exact, note = [float(part) for part in right], ""
    if np.allclose(sorted(given), sorted(exact), rtol=0, atol=1e-9):
        note = " The order is: X wins, nobody does, O wins."
        if int(env.player) < 0 and np.allclose(given, exact[::-1], rtol=0, atol=1e-9):
            note += " (`env.result()` is seen from the side to move, which is O here.)"
    elif not env.is_done() and abs(sum(given) - 1) > 0.01:
        note = f" Yours add up to {sum(given):g}, chances to 1: take the mean over the actions."
    elif np.allclose(given, np.divide(_games(env), sum(_games(env))), rtol=0, atol=1e-9):
        note = " You count every game once; but a game with fewer choices on its way is likelier."
    elif np.allclose(given, exact, rtol=0, atol=0.1) and not env.is_done():
        note = " Near is not exact: no game need be played at random, every action can be tried."
    told = ", ".join(map(str, given))
    return f"The chances here are {', '.join(map(str, right))}; your function says {told}.{note}"


def _praise_of_chances(answer: Any) -> str:
    praise = "X wins 737/1260 of all random games: no sample needed, and no interval."
    if all(isinstance(part, Rational) for part in call(answer, tictactoe.from_moves("b2a1c3"))):
        return praise
    return f"{praise} (Yours are floats, right to their last digits; `Fraction` is exact.)"


exact = Compared(
    "no luck needed",
    chances,
    lambda: map(tictactoe.from_moves, (*_FINISHED, *_UNFINISHED, "")),
    _wrong_chances,
    "What are the chances in a finished position? That is where the function stops.",
    "Before the end: the mean of the chances after each legal action, all equally likely.",
    "The function calls itself: `env.update(action)`, `chances(env)`, `env.undo()`.",
    before="from fractions import Fraction",
    praise=_praise_of_chances,
    right=lambda env: chances(env) if env.history else _AT_THE_START,
    within=1e-9,
)

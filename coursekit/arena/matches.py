"""A match: two players, both sides equally, one seed, on any number of workers."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np

from coursekit.arena.errors import PlayerError
from coursekit.arena.games import Game, check_player
from coursekit.arena.openings import default_plies, random_openings
from coursekit.arena.playing import Plan, play
from coursekit.arena.result import MatchResult, Transcript
from coursekit.checks import checked_whole, is_whole
from coursekit.games import othello
from coursekit.games.env import Env
from coursekit.players.base import AnyPlayer, player_name
from coursekit.strangers import shown

_MOST_GAMES = 1_000_000


def match(
    a: AnyPlayer,
    b: AnyPlayer,
    games: int = 1000,
    seed: int = 0,
    n_jobs: int | None = None,
    make: Callable[[], Env] = othello.make,
    openings: int | None = None,
) -> MatchResult:
    """Plays a match and returns what it shows, from the side of ``a``.

    The games come in pairs: the same random opening, then each player once on each side. Every
    game has its own seed, drawn from the match's, and gives each side a chance of its own. So
    players that draw from ``env.rng``, or from Python's ``random`` or NumPy's ``np.random``, play
    the same games with any number of workers and cannot touch the luck of the other. A match of
    fewer games is the beginning of a longer one.

    The package's players with networks play a hundred games side by side, since a network answers
    many positions at once an order of magnitude faster.

    Args:
        a: A player: any callable that takes an env and returns an action.
        b: The other player.
        games: Number of games, even.
        seed: Seed of everything in the match.
        n_jobs: Number of worker processes, as in joblib: ``None`` is 1 unless
            ``joblib.parallel_config`` says otherwise, −1 is one for each core. A player is
            copied to the workers, so what it remembers from game to game stays there.
        make: Returns the env that every game starts from, for example ``tictactoe.make``.
        openings: Random plies before the players take over; by default as many as suit the game.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed. The
            games that had ended are in its attribute ``finished``.
        ValueError: If a number is out of range, or ``openings`` does not fit the game.
        TypeError: If a player or ``make`` is not what it should be.

    Warns:
        UserWarning: If nearly all games repeat one another.

    >>> from coursekit import players
    >>> match(players.most_flips(), players.random(), games=100)
    most flips v random: 54 wins, 8 draws, 38 losses of 100; score 58.0 % (95 %: 48.2–67.2 %)
    """
    check_player("a", a)
    check_player("b", b)
    start, plies = checked_start(make, games, openings)
    names = player_name(a), player_name(b)
    if names[0] == names[1]:
        names = f"{names[0]} (a)", f"{names[1]} (b)"
    plan = Plan(a, b, start, schedule(start, games, seed, plies))
    transcripts: list[Transcript] = []
    try:
        for _, chunk in play([plan], n_jobs, f"{names[0]} v {names[1]}"):
            transcripts += [game.transcript for game in chunk]
    except PlayerError as error:
        error.finished = (*transcripts, *error.finished)
        raise
    result = MatchResult(*names, start.name, seed, tuple(transcripts))
    if result.repetition:
        warnings.warn(result.repetition, stacklevel=2)
    return result


def checked_start(make: object, games: int, openings: int | None) -> tuple[Env, int]:
    """Returns the env that all games start from, and the random plies of their openings.

    Args:
        make: What should return that env.
        games: Number of games of a pair of players.
        openings: Random plies, or ``None`` for as many as suit the game.

    Raises:
        ValueError: If a number is out of range, or the game is over before it begins.
        TypeError: If ``make`` does not return an env.
    """
    if not is_whole(games) or not 2 <= games <= _MOST_GAMES or games % 2:
        raise ValueError(
            f"games={shown(games)}: expected an even number from 2 to {_MOST_GAMES:,}, since each "
            "opening is played twice, once with each player on each side"
        )
    start = make() if callable(make) else None
    if not isinstance(start, Env):
        given = f"returns {shown(start)}" if callable(make) else f"is {shown(make)}"
        raise TypeError(
            f"make {given}: expected a function that returns an env, such as othello.make"
        )
    if start.is_done():
        raise ValueError("make gives a finished game: there is nothing to play")
    start = start.clone()  # whoever made it may still hold it
    if openings is None:
        return start, default_plies(start.name)
    return start, checked_whole(openings, "openings", least=0)


def schedule(start: Env, games: int, seed: int, plies: int) -> list[Game]:
    """Returns the games to play; every seed and opening follows from the match's seed alone."""
    for_openings, for_games = np.random.SeedSequence(checked_whole(seed, "seed", 0)).spawn(2)
    pairs = random_openings(start, games // 2, plies, for_openings)
    seeds = [int(child.generate_state(1)[0]) for child in for_games.spawn(games)]
    return [
        Game(number, seeds[number], pairs[number // 2], a_first=number % 2 == 0)
        for number in range(games)
    ]

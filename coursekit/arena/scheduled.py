"""The games of a match before they are played, and the playing of some of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from coursekit.arena.errors import Failure, PlayerError
from coursekit.arena.games import borrowed_chance, play_to_end
from coursekit.arena.openings import DEFAULT_PLIES, OTHER_GAMES_PLIES, random_openings
from coursekit.arena.result import Transcript
from coursekit.games.env import Env
from coursekit.players import AnyPlayer


class Game(NamedTuple):
    """A game of a match that is to be played.

    Attributes:
        number: Its place in the match, from 0.
        seed: Its seed.
        opening: Names of the moves that it begins with.
        a_first: Whether player a has the first side.
    """

    number: int
    seed: int
    opening: tuple[str, ...]
    a_first: bool


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
    if games < 2 or games % 2:
        raise ValueError(
            f"games={games}: expected an even number from 2 up, since each opening is played "
            "twice, once with each player on each side"
        )
    start = make() if callable(make) else None
    if not isinstance(start, Env):
        given = f"returns {start!r}" if callable(make) else f"is {make!r}"
        raise TypeError(
            f"make {given.splitlines()[0]}: expected a function that returns an env, such as "
            "othello.make"
        )
    if start.is_done():
        raise ValueError("make gives a finished game: there is nothing to play")
    plies = DEFAULT_PLIES.get(start.name, OTHER_GAMES_PLIES) if openings is None else openings
    if plies < 0:
        raise ValueError(f"openings={plies}: expected a number of plies, from 0 up")
    return start, plies


def schedule(make: Callable[[], Env], games: int, seed: int, plies: int) -> list[Game]:
    """Returns the games to play; every seed and opening follows from the match's seed alone."""
    for_openings, for_games = np.random.SeedSequence(seed).spawn(2)
    pairs = random_openings(make, games // 2, plies, for_openings)
    seeds = [int(child.generate_state(1)[0]) for child in for_games.spawn(games)]
    return [
        Game(number, seeds[number], pairs[number // 2], a_first=number % 2 == 0)
        for number in range(games)
    ]


def play_chunk(
    a: AnyPlayer, b: AnyPlayer, make: Callable[[], Env], games: list[Game]
) -> list[Transcript] | Failure:
    """Plays some games and returns them, or what stopped one of them."""
    with borrowed_chance():
        try:
            return [_play_scheduled(a, b, make, game) for game in games]
        except PlayerError as error:
            return Failure.of(error)


def _play_scheduled(a: AnyPlayer, b: AnyPlayer, make: Callable[[], Env], game: Game) -> Transcript:
    env = make()
    side = env.player if env.player > 0 else -env.player
    if not game.a_first:
        side = -side
    for name in game.opening:
        env.update(name)
    try:
        play_to_end(*((a, b) if game.a_first else (b, a)), env, game.seed)
    except PlayerError as error:
        error.game = game.number
        raise
    result = env.result() if env.player == side else -env.result()
    return Transcript(env.to_moves(), side, len(game.opening), result, game.seed)

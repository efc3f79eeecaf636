"""A match: two players, both sides equally, one seed, on as many cores as one likes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

import joblib
import numpy as np

from coursekit.arena.errors import Failure, PlayerError
from coursekit.arena.games import borrowed_chance, check_player, play_to_end
from coursekit.arena.openings import DEFAULT_PLIES, OTHER_GAMES_PLIES, random_openings
from coursekit.arena.progress import progress
from coursekit.arena.result import MatchResult, Transcript
from coursekit.arena.workers import in_order
from coursekit.games import othello
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, player_name

_LARGEST_CHUNK = 100
_PROGRESS_AFTER = 2.0  # seconds


class _Game(NamedTuple):
    number: int
    seed: int
    opening: tuple[str, ...]
    a_first: bool


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
    game has its own seed, drawn from the match's, so players that take chance from ``env.rng``,
    or from Python's ``random`` or NumPy's ``np.random``, play the same games with any number of
    workers. A match of fewer games is the beginning of a longer one.

    Args:
        a: A player: any callable that takes an env and returns an action.
        b: The other player.
        games: Number of games, even.
        seed: Seed of everything in the match.
        n_jobs: Number of worker processes, as in joblib: ``None`` is 1 unless
            ``joblib.parallel_config`` says otherwise, −1 is one for each core. A player is
            copied to the workers, so what it remembers from game to game stays there.
        make: Returns the env that every game starts from, for example ``tictactoe.make``.
        openings: Random plies before the players take over; by default as many as suit the game
            (:data:`coursekit.arena.openings.DEFAULT_PLIES`).

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
        ValueError: If ``games`` is odd or below 2, or ``openings`` does not fit the game.
        TypeError: If a player or ``make`` is not what it should be.

    Warns:
        UserWarning: If nearly all games repeat one another.

    >>> from coursekit import players
    >>> match(players.most_flips(), players.random(), games=100)
    most flips v random: 62 wins, 1 draw, 37 losses of 100; score 62.5 % (95 %: 52.7–71.4 %)
    """
    start = _checked_start(a, b, games, make)
    plies = DEFAULT_PLIES.get(start.name, OTHER_GAMES_PLIES) if openings is None else openings
    if plies < 0:
        raise ValueError(f"openings={plies}: expected a number of plies, from 0 up")
    schedule = _schedule(make, games, seed, plies)
    names = player_name(a), player_name(b)
    if names[0] == names[1]:
        names = f"{names[0]} (a)", f"{names[1]} (b)"
    transcripts = _play_all(a, b, make, schedule, n_jobs, f"{names[0]} v {names[1]}")
    result = MatchResult(*names, start.name, seed, tuple(transcripts))
    if result.repetition:
        warnings.warn(result.repetition, stacklevel=2)
    return result


def _checked_start(a: object, b: object, games: int, make: object) -> Env:
    check_player("a", a)
    check_player("b", b)
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
    return start


def _schedule(make: Callable[[], Env], games: int, seed: int, plies: int) -> list[_Game]:
    """Returns the games to play; every seed and opening follows from the match's seed alone."""
    for_openings, for_games = np.random.SeedSequence(seed).spawn(2)
    pairs = random_openings(make, games // 2, plies, for_openings)
    seeds = [int(child.generate_state(1)[0]) for child in for_games.spawn(games)]
    return [
        _Game(number, seeds[number], pairs[number // 2], a_first=number % 2 == 0)
        for number in range(games)
    ]


def _play_all(
    a: AnyPlayer,
    b: AnyPlayer,
    make: Callable[[], Env],
    schedule: list[_Game],
    n_jobs: int | None,
    title: str,
) -> list[Transcript]:
    """Plays the scheduled games on joblib's workers and shows the progress of a long match."""
    workers = joblib.effective_n_jobs(n_jobs)
    # Large enough that sending a player costs little, small enough that progress is seen; in this
    # process nothing is sent.
    size = 2 if workers == 1 else min(_LARGEST_CHUNK, max(2, len(schedule) // (8 * workers)))
    chunks = [schedule[first : first + size] for first in range(0, len(schedule), size)]
    tasks = (joblib.delayed(_play_chunk)(a, b, make, chunk) for chunk in chunks)
    transcripts: list[Transcript] = []
    with (
        progress(len(schedule), title, "game", _PROGRESS_AFTER) as advance,
        closing(in_order(tasks, n_jobs)) as outcomes,
    ):
        for played in outcomes:
            if isinstance(played, Failure):
                played.throw()
            else:
                transcripts += played
                advance(len(played))
    return transcripts


def _play_chunk(
    a: AnyPlayer, b: AnyPlayer, make: Callable[[], Env], games: list[_Game]
) -> list[Transcript] | Failure:
    """Plays some games and returns them, or what stopped one of them."""
    with borrowed_chance():
        try:
            return [_play_scheduled(a, b, make, game) for game in games]
        except PlayerError as error:
            return Failure.of(error)


def _play_scheduled(a: AnyPlayer, b: AnyPlayer, make: Callable[[], Env], game: _Game) -> Transcript:
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

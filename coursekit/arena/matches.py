"""A match: two players, both sides equally, one seed, on as many cores as one likes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import closing

import joblib

from coursekit.arena.errors import Failure
from coursekit.arena.games import check_player
from coursekit.arena.result import MatchResult, Transcript
from coursekit.arena.scheduled import Game, checked_start, play_chunk, schedule
from coursekit.games import othello
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, player_name
from coursekit.progress import progress
from coursekit.workers import in_order

_LARGEST_CHUNK = 100
_PROGRESS_AFTER = 2.0  # seconds


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
    check_player("a", a)
    check_player("b", b)
    start, plies = checked_start(make, games, openings)
    names = player_name(a), player_name(b)
    if names[0] == names[1]:
        names = f"{names[0]} (a)", f"{names[1]} (b)"
    scheduled = schedule(make, games, seed, plies)
    transcripts = _play_all(a, b, make, scheduled, n_jobs, f"{names[0]} v {names[1]}")
    result = MatchResult(*names, start.name, seed, tuple(transcripts))
    if result.repetition:
        warnings.warn(result.repetition, stacklevel=2)
    return result


def _play_all(
    a: AnyPlayer,
    b: AnyPlayer,
    make: Callable[[], Env],
    scheduled: list[Game],
    n_jobs: int | None,
    title: str,
) -> list[Transcript]:
    """Plays the scheduled games on joblib's workers and shows the progress of a long match."""
    workers = joblib.effective_n_jobs(n_jobs)
    # Large enough that sending a player costs little, small enough that progress is seen; in this
    # process nothing is sent.
    size = 2 if workers == 1 else min(_LARGEST_CHUNK, max(2, len(scheduled) // (8 * workers)))
    chunks = [scheduled[first : first + size] for first in range(0, len(scheduled), size)]
    tasks = (joblib.delayed(play_chunk)(a, b, make, chunk) for chunk in chunks)
    transcripts: list[Transcript] = []
    with (
        progress(len(scheduled), title, "game", _PROGRESS_AFTER) as advance,
        closing(in_order(tasks, n_jobs)) as outcomes,
    ):
        for played in outcomes:
            if isinstance(played, Failure):
                played.throw()
            else:
                transcripts += played
                advance(len(played))
    return transcripts

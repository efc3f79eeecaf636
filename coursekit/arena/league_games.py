"""The games of a league that are still to be played, on as many cores as one likes."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache

import joblib

from coursekit.arena.clock import Clocked, milliseconds_alone
from coursekit.arena.errors import Failure, PlayerError
from coursekit.arena.league_files import Pairing, Record
from coursekit.arena.lockstep import play_side_by_side
from coursekit.arena.result import Transcript
from coursekit.arena.scheduled import Game, play_chunk
from coursekit.games.env import Env
from coursekit.games.notation import split_moves
from coursekit.players import AnyPlayer, NamedPlayer
from coursekit.progress import progress
from coursekit.workers import as_finished

_PROGRESS_AFTER = 2.0  # seconds
_SIDE_BY_SIDE = 100  # games


def chunks(a: AnyPlayer, b: AnyPlayer, games: list[Game]) -> list[list[Game]]:
    """Returns the games of a pairing as they are to be handed out."""
    size = _SIDE_BY_SIDE if _side_by_side(a, b) else 1
    return [games[first : first + size] for first in range(0, len(games), size)]


def _side_by_side(a: AnyPlayer, b: AnyPlayer) -> bool:
    """Returns whether two players play their games side by side.

    They do where one of them is faster on many positions, and where both are the package's own:
    these take chance from ``env.rng`` alone, and one game does not disturb another.
    """
    pair = (a, b)
    own = all(isinstance(player, NamedPlayer) for player in pair)
    return own and any(hasattr(player, "choose_all") for player in pair)


def play_missing(
    entrants: Mapping[str, AnyPlayer],
    missing: list[tuple[Pairing, list[Game]]],
    make: Callable[[], Env],
    n_jobs: int | None,
) -> Iterator[tuple[Pairing, list[Record]]]:
    """Plays games on joblib's workers and yields them as soon as they are over."""
    if not missing:
        return
    in_process = joblib.effective_n_jobs(n_jobs) == 1
    taking_part = {name for pairing, _ in missing for name in (pairing.a, pairing.b)}
    sent: dict[str, AnyPlayer | bytes] = {
        name: entrants[name] if in_process else _packed(entrants[name]) for name in taking_part
    }
    tasks = (
        joblib.delayed(_play_some)(pairing, sent[pairing.a], sent[pairing.b], make, games)
        for pairing, games in missing
    )
    total = sum(len(games) for _, games in missing)
    with (
        progress(total, "league", "game", _PROGRESS_AFTER) as advance,
        closing(as_finished(tasks, n_jobs)) as outcomes,
    ):
        for pairing, outcome in outcomes:
            if isinstance(outcome, Failure):
                outcome.throw()
            else:
                yield pairing, outcome
                advance(len(outcome))


def _play_some(
    pairing: Pairing,
    a: AnyPlayer | bytes,
    b: AnyPlayer | bytes,
    make: Callable[[], Env],
    games: list[Game],
) -> tuple[Pairing, list[Record] | Failure]:
    """Plays some games of a pairing: side by side, or one after the other on a clock."""
    one, other = (_unpacked(player) if isinstance(player, bytes) else player for player in (a, b))
    if _side_by_side(one, other):
        try:
            played = play_side_by_side(one, other, make, games)
        except PlayerError as error:
            return pairing, Failure.of(error)
        a_ms, b_ms = _alone(one, other, make, played[0])
    else:
        clocks = Clocked(one, pairing.a), Clocked(other, pairing.b)
        outcome = play_chunk(*clocks, make, games)
        if isinstance(outcome, Failure):
            return pairing, outcome
        played = outcome
        a_ms, b_ms = (clock.milliseconds for clock in clocks)
    return pairing, [
        Record(
            number=game.number,
            result=transcript.result,
            opening=transcript.opening,
            seed=transcript.seed,
            moves=transcript.moves,
            a_ms=round(a_ms, 4),
            b_ms=round(b_ms, 4),
        )
        for game, transcript in zip(games, played, strict=True)
    ]


def _alone(
    a: AnyPlayer, b: AnyPlayer, make: Callable[[], Env], played: Transcript
) -> tuple[float, float]:
    """Returns what two players take for a move when each is asked for one at a time."""
    env = make()
    before = len(split_moves(env.to_moves()))
    env._play_moves(split_moves(played.moves)[before:])
    return (
        milliseconds_alone(a, env, played.side),
        milliseconds_alone(b, env, -played.side),
    )


def _packed(player: AnyPlayer) -> bytes:
    # Functions of a notebook are taken along whole, as joblib does with its arguments.
    return pickle.dumps(joblib.wrap_non_picklable_objects(player, keep_wrapper=False))


@lru_cache(maxsize=64)
def _unpacked(player: bytes) -> AnyPlayer:
    """Returns a player that was sent to this worker, the same one for all of its games."""
    found: AnyPlayer = pickle.loads(player)
    return found

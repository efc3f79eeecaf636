"""The games of matches, on workers or in this process."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from typing import NamedTuple, final

import joblib

from coursekit import workers
from coursekit.arena.errors import Failure, PlayerError, blaming
from coursekit.arena.games import Game, Played, play_games, side_by_side
from coursekit.checks import checked_whole
from coursekit.cluster import Shared
from coursekit.games.env import Env
from coursekit.players.base import AnyPlayer, player_name
from coursekit.progress import Progress

_LARGEST_CHUNK = 100  # games
_MOST_JOBS = 1000


class Plan(NamedTuple):
    """A match that is to be played, or what is missing of it.

    Attributes:
        a: A player.
        b: The other player.
        start: What every game starts from.
        games: The games.
    """

    a: AnyPlayer
    b: AnyPlayer
    start: Env
    games: Sequence[Game]


def play(
    plans: Sequence[Plan], n_jobs: int | None, title: str, at_once: bool = False
) -> Iterator[tuple[int, list[Played]]]:
    """Plays matches, and yields the number of one with the next of its finished games.

    Args:
        plans: The matches.
        n_jobs: Number of worker processes, as in joblib.
        title: What is going on, for the progress bar of a long match.
        at_once: Whether to yield each game as soon as it is over; otherwise they are in order.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
    """
    if n_jobs is not None:
        n_jobs = checked_whole(n_jobs, "n_jobs", -_MOST_JOBS, _MOST_JOBS)
    here = workers.in_this_process(n_jobs)
    alone, count = here and workers.count(n_jobs) == 1, workers.count(n_jobs)
    sent: dict[int, AnyPlayer | Shared] = {}
    for plan in plans:
        for player in (plan.a, plan.b):
            if id(player) not in sent:
                sent[id(player)] = player if here else Shared(_packed(player, plan.start))
    with Progress(title, sum(len(plan.games) for plan in plans), "game") as bar:
        advance = bar.advance if alone else None
        tasks = (
            joblib.delayed(_play_chunk)(
                number, sent[id(plan.a)], sent[id(plan.b)], plan.start, games, advance
            )
            for number, plan in enumerate(plans)
            for games in _chunks(plan, count, at_once)
        )
        begin = workers.as_finished if at_once else workers.in_order
        with closing(begin(tasks, n_jobs)) as outcomes:
            for number, outcome in outcomes:
                if isinstance(outcome, Failure):
                    outcome.throw()
                if advance is None:
                    bar.advance(len(outcome))
                yield number, outcome


def _chunks(plan: Plan, count: int, at_once: bool) -> Iterator[Sequence[Game]]:
    """Yields a match's games as they are handed out."""
    if side_by_side(plan.a, plan.b):
        size = _LARGEST_CHUNK  # on any number of workers: how a network rounds depends on the batch
    elif at_once:
        size = 1
    else:
        # Large enough that sending a player costs little, small enough that progress is seen.
        size = min(_LARGEST_CHUNK, max(2, len(plan.games) // (8 * count)))
    for first in range(0, len(plan.games), size):
        yield plan.games[first : first + size]


def _play_chunk(
    number: int,
    a: AnyPlayer | _Packed,
    b: AnyPlayer | _Packed,
    start: Env,
    games: Sequence[Game],
    advance: Callable[[int], object] | None,
) -> tuple[int, list[Played] | Failure]:
    """Plays some games of match ``number``; runs on a worker."""
    try:
        one, other = (_unpacked(player, side, start) for side, player in enumerate((a, b)))
        return number, play_games(one, other, start, games, advance or (lambda _: None))
    except PlayerError as error:
        return number, Failure.of(error)


@final
class _Packed(NamedTuple):
    """A player on its way to a worker."""

    name: str
    data: bytes


def _packed(player: AnyPlayer, start: Env) -> _Packed:
    name = player_name(player)
    with blaming("cannot be pickled for a worker", name, start):
        # Functions of a notebook are taken along whole, as joblib does with its arguments.
        whole = joblib.wrap_non_picklable_objects(player, keep_wrapper=False)
        return _Packed(name, pickle.dumps(whole))


def _unpacked(player: AnyPlayer | _Packed, side: int, start: Env) -> AnyPlayer:
    if type(player) is not _Packed:
        return player
    with blaming("cannot be unpickled for a worker", player.name, start):
        return _loaded(player.data, side)


@lru_cache(maxsize=64)
def _loaded(data: bytes, side: int) -> AnyPlayer:
    """Returns a player that was sent to this worker, the same one for all of its games."""
    found: AnyPlayer = pickle.loads(data)
    return found

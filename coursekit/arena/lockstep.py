"""A match whose games are played side by side, for players that are faster on many positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from coursekit.arena.errors import PlayerError
from coursekit.arena.games import check_player, play_move
from coursekit.arena.result import MatchResult, Transcript
from coursekit.arena.scheduled import Game, checked_start, schedule
from coursekit.games import othello
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.players import AnyPlayer, player_name
from coursekit.progress import progress

_PROGRESS_AFTER = 2.0  # seconds


class ManyAtOnce(Protocol):
    """A player that can choose in many positions at once, as ``alphazero()`` and ``alphago()``."""

    def __call__(self, env: Env) -> Action:
        """Returns the action to play."""

    def choose_all(self, envs: Sequence[Env]) -> list[Action]:
        """Returns the action for each of some envs."""


def lockstep_match(
    a: ManyAtOnce,
    b: AnyPlayer,
    games: int = 400,
    seed: int = 0,
    make: Callable[[], Env] = othello.make,
    openings: int | None = None,
) -> MatchResult:
    """Plays a match with all its games side by side, and returns what it shows.

    The games are those of :func:`coursekit.arena.match`: the same openings, sides and seeds. But
    player ``a`` is asked for all its moves of a ply together, which a player with a network answers
    an order of magnitude faster; so is ``b`` if it can. Chance must come from ``env.rng``.

    Args:
        a: A player that has a method ``choose_all``.
        b: Any player.
        games: Number of games, even.
        seed: Seed of everything in the match.
        make: Returns the env that every game starts from.
        openings: Random plies before the players take over; by default as many as suit the game.

    Raises:
        PlayerError: If player ``b`` raises, returns no legal action, or leaves the env changed.
        ValueError: If ``games`` is odd or below 2, or ``openings`` does not fit the game.
        TypeError: If a player or ``make`` is not what it should be.
    """
    check_player("a", a)
    check_player("b", b)
    if not hasattr(a, "choose_all"):
        raise TypeError(f"player a, {player_name(a)}, cannot choose in many positions at once")
    start, plies = checked_start(make, games, openings)
    names = player_name(a), player_name(b)
    if names[0] == names[1]:
        names = f"{names[0]} (a)", f"{names[1]} (b)"
    scheduled = schedule(make, games, seed, plies)
    with progress(games, f"{names[0]} v {names[1]}", "game", _PROGRESS_AFTER) as advance:
        transcripts = play_side_by_side(a, b, make, scheduled, advance)
    return MatchResult(*names, start.name, seed, tuple(transcripts))


def play_side_by_side(
    a: AnyPlayer,
    b: AnyPlayer,
    make: Callable[[], Env],
    games: Sequence[Game],
    advance: Callable[[int], object] = lambda _: None,
) -> list[Transcript]:
    """Plays some games of a match side by side, and returns them.

    Args:
        a: A player; one that has a method ``choose_all`` is asked for all its moves of a ply.
        b: The other player.
        make: Returns the env that every game starts from.
        games: The games.
        advance: Called after each ply with the number of games' worth of it: games end together,
            so what counts is how far they all are.

    Raises:
        PlayerError: If a player that is asked one by one raises, returns no legal action, or
            leaves the env changed.
    """
    envs = [_opened(make, game) for game in games]
    start = make()
    first = start.player if start.player > 0 else -start.player
    sides = [first if game.a_first else -first for game in games]
    left, empty, told = list(zip(envs, sides, strict=True)), _empty(envs), 0
    while left:
        mine = [env for env, side in left if env.player == side]
        others = [env for env, side in left if env.player != side]
        _play_all(a, mine)
        _play_all(b, others)
        left = [(env, side) for env, side in left if not env.is_done()]
        worth = int(len(envs) * (1 - _empty([env for env, _ in left]) / empty))
        advance(worth - told)
        told = worth
    return [
        Transcript(
            env.to_moves(),
            side,
            len(game.opening),
            env.result() if env.player == side else -env.result(),
            game.seed,
        )
        for env, side, game in zip(envs, sides, games, strict=True)
    ]


def _empty(envs: Sequence[Env]) -> int:
    return sum(int((env.board == 0).sum()) for env in envs)


def _opened(make: Callable[[], Env], game: Game) -> Env:
    env = make()
    for name in game.opening:
        env.update(name)
    env.seed(game.seed)
    return env


def _play_all(player: AnyPlayer, envs: list[Env]) -> None:
    choose_all = getattr(player, "choose_all", None)
    if choose_all is not None:
        for env, action in zip(envs, choose_all(envs), strict=True):
            env.update(action)
        return
    for env in envs:
        before = env.copy()
        fault = play_move(player, env)
        if fault is not None:
            raise PlayerError(fault.problem, player_name(player), before) from fault.cause

"""One game between two players that cannot be fooled, and many games side by side.

No player ever holds the env of the game itself. At each move it gets a copy, and all that counts
is the move that it returns; the result is that of the moves played again from the start. Each side
draws from a chance of its own, so nothing that a player does with its env, or with the generators
of Python and NumPy, moves the luck of the other. A player that patches the package's classes or
walks the stack is beyond this: in one process, nothing is out of its reach.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from coursekit import players
from coursekit.arena.errors import PlayerError
from coursekit.arena.result import Transcript
from coursekit.checks import checked_whole
from coursekit.games import othello
from coursekit.games.actions import Action, Player
from coursekit.games.chance import Chance
from coursekit.games.env import Env, checked_env
from coursekit.players.base import AnyPlayer, Move, NamedPlayer, player_name
from coursekit.players.endgame import ExactEndgamePlayer
from coursekit.strangers import own_words, plain, raised, shown

# Python's and NumPy's global generators belong to the whole process, so one game at a time may
# seed and use them, also where a match runs in threads.
_global_chance = threading.RLock()

_this_thread = threading.local()


class Game(NamedTuple):
    """A game of a match that is to be played.

    Attributes:
        number: Its place in the match, from 0.
        seed: Its seed.
        opening: The moves that it begins with.
        a_first: Whether player a has the first side.
    """

    number: int
    seed: int
    opening: tuple[Action, ...]
    a_first: bool


class Played(NamedTuple):
    """A finished game.

    Attributes:
        number: Its place in the match.
        transcript: Its moves and its result.
        a_ms: Milliseconds that a took for a move, on average. Side by side, one of the games is
            charged with the moves of all.
        b_ms: The same of b.
    """

    number: int
    transcript: Transcript
    a_ms: float
    b_ms: float


def play_game(
    black: AnyPlayer, white: AnyPlayer, env: Env | None = None, seed: int | None = None
) -> Env:
    """Plays one game to its end and returns the env, with the history of the game.

    Args:
        black: Player of the first side (X in tic-tac-toe).
        white: Player of the second side (O in tic-tac-toe).
        env: Position to play on from, unchanged afterwards; by default the start of 8×8 Othello.
        seed: Seed of both players' ``env.rng`` and, for players that use them, of Python's
            ``random`` and NumPy's ``np.random``, which continue after the game as if nothing had
            happened.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
        TypeError: If a player is not callable.

    >>> from coursekit import players
    >>> play_game(players.most_flips(), players.random(), seed=1).is_done()
    True
    """
    check_player("black", black)
    check_player("white", white)
    if seed is not None:
        seed = checked_whole(seed, "a seed", least=0)
    arbiter = Arbiter(othello.make() if env is None else checked_env(env).copy(), seed)
    if seed is None:
        arbiter.play_to_end(black, white)
    else:
        with borrowed_chance(black, white):
            arbiter.play_to_end(black, white)
    return arbiter.env


def ask(player: AnyPlayer, env: Env) -> Action:
    """Returns the action that a player chooses; the env is not changed, whatever the player does.

    Raises:
        PlayerError: If the player raises, returns no legal action, or leaves its env changed.

    >>> from coursekit import players
    >>> ask(players.minimax(2), othello.from_moves("f5d6c3d3c4"))
    WHITE f3
    """
    after = env.clone()
    play_move(player, after, env.copy())
    return after.history[-1]


def is_asking() -> bool:
    """Returns whether a player is being asked for a move of a game in this thread."""
    return getattr(_this_thread, "asks", False)


def check_player(which: str, player: object) -> None:
    """Raises a ``TypeError`` that names ``which`` unless ``player`` can be a player."""
    name = own_words(partial(getattr, player, "__name__"), "")
    if name and getattr(players, name, None) is player:
        raise TypeError(f"player {which} is players.{name} itself: call it, players.{name}()")
    if not callable(player):
        raise TypeError(
            f"player {which} is {shown(player)}: expected a function from an env to an action, "
            "such as what players.random() returns"
        )


def is_own(player: object) -> bool:
    """Returns whether a player is the package's own, as is whoever it asks.

    These draw from ``env.rng`` alone and leave their env as it was.
    """
    while type(player) is ExactEndgamePlayer:
        player = player.player
    kind = type(player)
    # A class may call itself what it likes: the package's own are found where they say.
    home = sys.modules.get(kind.__module__) if kind.__module__.startswith("coursekit.") else None
    return issubclass(kind, NamedPlayer) and getattr(home, kind.__qualname__, None) is kind


def first_side(env: Env) -> Player:
    """Returns the first side of a game: black in Othello, X in tic-tac-toe."""
    return env.player if env.player > 0 else -env.player


def side_by_side(a: AnyPlayer, b: AnyPlayer) -> bool:
    """Returns whether two players play their games side by side.

    They do where one of them is faster on many positions, and where both are the package's own, so
    that one game does not disturb another.
    """
    many = any(hasattr(type(player), "choose_all") for player in (a, b))
    return many and is_own(a) and is_own(b)


@contextmanager
def borrowed_chance(a: AnyPlayer, b: AnyPlayer) -> Iterator[None]:
    """Gives the state of Python's and NumPy's global generators back after games of two players."""
    with _global_chance:
        if is_own(a) and is_own(b):
            yield
            return
        python_state, numpy_state = random.getstate(), np.random.get_state()  # noqa: NPY002
        try:
            yield
        finally:
            random.setstate(python_state)
            np.random.set_state(numpy_state)  # noqa: NPY002


def play_games(
    a: AnyPlayer,
    b: AnyPlayer,
    start: Env,
    games: Sequence[Game],
    advance: Callable[[int], object] = lambda _: None,
) -> list[Played]:
    """Plays some games of a match: side by side where the players can, or one after the other.

    Args:
        a: A player.
        b: The other player.
        start: What every game starts from.
        games: The games.
        advance: Called with the number of games that were played since the last call. Games that
            are side by side end together, so each ply then counts as its part of them.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
    """
    opened = [(game, _opened(start, game)) for game in games]
    with borrowed_chance(a, b):
        try:
            if side_by_side(a, b):
                _play_side_by_side(a, b, opened, advance)
            else:
                for game, arbiter in opened:
                    arbiter.play_to_end(*((a, b) if game.a_first else (b, a)))
                    advance(1)
        except PlayerError as error:
            ended = [_played(start, *pair) for pair in opened if pair[1].env.is_done()]
            error.finished = tuple(game.transcript for game in ended)
            raise
    return [_played(start, game, arbiter) for game, arbiter in opened]


class Arbiter:
    """Keeps one game: its position, which no player touches, and the chance of each side.

    Args:
        env: The game, which is played on.
        seed: Seed of both sides' chance; without one it follows from the env, and Python's and
            NumPy's global generators are left as they are.
        number: The game's number in its match.
    """

    def __init__(self, env: Env, seed: int | None, number: int | None = None) -> None:
        self.env = env
        self.seconds: tuple[list[float], list[float]] = ([], [])
        self._seed, self._number = seed, number
        chance = Chance(int(env.rng.integers(1 << 63)) if seed is None else seed)
        self._chances = chance.another(), chance.another()  # of the first and of the second side

    def play_to_end(self, first: AnyPlayer, second: AnyPlayer) -> None:
        """Plays the rest of the game."""
        env, sides, own = self.env, (first, second), (is_own(first), is_own(second))
        # A side has the global generators to itself where the other is the package's own.
        seeds = self._seed is not None
        side = env.player < 0
        with self._blaming():
            while not env.is_done():
                if seeds and not own[side]:
                    self._seed_globals()
                    seeds = not own[not side]
                given = env.clone(self._chances[side])
                self.seconds[side].append(play_move(sides[side], env, given, own[side]))
                side = not side

    def given(self) -> Env:
        """Returns the copy that the side to move may do with as it likes."""
        return self.env.clone(self._chances[self.env.player < 0])

    def play(self, player: AnyPlayer, choose: AnyPlayer) -> None:
        """Plays the move of one of the package's players that ``choose`` returns."""
        seconds = self.seconds[self.env.player < 0]
        with self._blaming():
            seconds.append(play_move(choose, self.env, self.given(), True, player))

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Lets the fault of a player tell its game and seed."""
        try:
            yield
        except PlayerError as error:
            error.seed, error.game = self._seed, self._number
            raise

    def _seed_globals(self) -> None:
        random.seed(((self._seed or 0) << 10) + len(self.env.history))
        np.random.seed(random.getrandbits(32))  # noqa: NPY002


def play_move(
    choose: AnyPlayer, env: Env, given: Env, own: bool = False, player: AnyPlayer | None = None
) -> float:
    """Plays on ``env`` the move that is chosen on ``given``, a copy.

    Args:
        choose: Returns the move.
        env: The game.
        given: What ``choose`` gets.
        own: Whether the player is the package's own, which is trusted to undo its updates.
        player: The player to blame, if it is not ``choose`` itself.

    Returns:
        The time for the choice in seconds.

    Raises:
        PlayerError: If the player raises, returns no legal action, or leaves the copy changed.
    """
    began = time.perf_counter()
    asked_already, _this_thread.asks = is_asking(), True
    try:
        move = choose(given)
        seconds = time.perf_counter() - began
        after = () if own else tuple(given.history)
        changed = not own and (after != env.history or bool(given.state != env.state))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a player that exits must not end the match in silence
        problem = f"raised {raised(error)}"
        raise PlayerError(problem, player_name(player or choose), env.clone()) from error
    finally:
        _this_thread.asks = asked_already
    if changed:
        problem = (
            f"left the env changed: it had {len(env.history)} plies before the player was asked "
            f"and {len(after)} afterwards; undo every update, or play on env.copy()"
        )
        raise PlayerError(problem, player_name(player or choose), env.clone())
    try:
        env.update(move)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # The board comes below.
        reason = plain(own_words(partial(str, error)).partition("\n")[0])
        problem = f"returned {shown(move)}: {reason}"
        raise PlayerError(problem, player_name(player or choose), env.clone()) from error
    return seconds


def _opened(start: Env, game: Game) -> Arbiter:
    env = start.clone()
    for action in game.opening:
        env.update(action)
    return Arbiter(env, game.seed, game.number)


def _played(start: Env, game: Game, arbiter: Arbiter) -> Played:
    """Returns a finished game; its moves, played again, say who has won."""
    again = start.clone()
    for action in arbiter.env.history[len(again.history) :]:
        again.update(action)
    side = first_side(start) if game.a_first else -first_side(start)
    result = again.result() if again.player == side else -again.result()
    transcript = Transcript(again.to_moves(), side, len(game.opening), result, game.seed)
    times = arbiter.seconds if game.a_first else arbiter.seconds[::-1]
    a_ms, b_ms = (round(1000 * sum(some) / max(len(some), 1), 4) for some in times)
    return Played(game.number, transcript, a_ms, b_ms)


def _play_side_by_side(
    a: AnyPlayer,
    b: AnyPlayer,
    games: Sequence[tuple[Game, Arbiter]],
    advance: Callable[[int], object],
) -> None:
    """Plays some games ply by ply; a player that can chooses in all of its positions at once."""
    empty, told = max(1, _empty(games)), 0
    left = games
    while left:
        mine = [arbiter for game, arbiter in left if game.a_first == (arbiter.env.player > 0)]
        others = [arbiter for game, arbiter in left if game.a_first != (arbiter.env.player > 0)]
        for player, arbiters in ((a, mine), (b, others)):
            choices = _choices(player, arbiters)
            for arbiter in arbiters:
                arbiter.play(player, choices)
        left = [(game, arbiter) for game, arbiter in left if not arbiter.env.is_done()]
        worth = int(len(games) * (1 - _empty(left) / empty))
        advance(worth - told)
        told = worth


def _choices(player: AnyPlayer, arbiters: Sequence[Arbiter]) -> AnyPlayer:
    """Returns what gives a player's moves in some games, one after the other.

    They are found when the first is asked for, so that the player is blamed for what goes wrong.
    """
    if not hasattr(type(player), "choose_all"):
        return player

    chooser: Any = player

    def found() -> Iterator[Move]:
        yield from chooser.choose_all([arbiter.given() for arbiter in arbiters])

    moves = found()
    return lambda _: next(moves)


def _empty(games: Iterable[tuple[Game, Arbiter]]) -> int:
    return sum(int((arbiter.env.board == 0).sum()) for _, arbiter in games)

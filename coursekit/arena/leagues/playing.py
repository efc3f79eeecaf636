"""A league: every player against every other, played once and then kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import TypeAlias

from coursekit.arena.errors import blaming
from coursekit.arena.fingerprint import player_key
from coursekit.arena.games import Game, Played, check_player, side_by_side
from coursekit.arena.leagues.files import LeagueFolder, Pairing
from coursekit.arena.leagues.standings import LeagueResult
from coursekit.arena.matches import checked_start, schedule
from coursekit.arena.playing import Plan, play
from coursekit.arena.result import MatchResult
from coursekit.checks import checked_text, checked_whole
from coursekit.games import othello
from coursekit.games.actions import Player
from coursekit.games.env import Env
from coursekit.players.base import AnyPlayer, player_name
from coursekit.strangers import plain, shown

_TIMED = 5  # moves of a game, where a player is timed alone

Players: TypeAlias = Iterable[AnyPlayer] | Mapping[str, AnyPlayer]


def league(
    players: Players,
    games: int = 100,
    seed: int = 0,
    n_jobs: int | None = None,
    make: Callable[[], Env] = othello.make,
    openings: int | None = None,
    folder: Path | str | None = None,
    fresh: bool = False,
) -> LeagueResult:
    """Plays a match between every two players and returns what all of them together show.

    Each pairing is a :func:`coursekit.arena.match` whose seed follows from the league's seed and
    the names of the two, so it does not depend on who else takes part, on the order of the
    players, or on the number of workers. What a player takes for a move is measured in all of its
    games; where they are played side by side, in some positions of one of them, asked alone.

    With a folder, every game is written down as soon as it is over, and games found there are not
    played again: an interrupted league resumes where it stopped, a league with one more player
    plays that player's games, and one that is complete is only read.

    Args:
        players: The players, each with a name of its own; or players by name.
        games: Number of games of each pair, even.
        seed: Seed of everything in the league.
        n_jobs: Number of worker processes, as in joblib; see :func:`coursekit.arena.match`.
        make: Returns the env that every game starts from.
        openings: Random plies before the players take over; by default as many as suit the game.
        folder: Where games are kept.
        fresh: Whether to play again what the folder holds of these players.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
        LeagueError: If the folder holds games of a player of the same name with other settings,
            or of another league, or is damaged; a ``ValueError``.
        ValueError: If there are fewer than two players, two have the same name, or a number is
            out of range.
        TypeError: If a player or ``make`` is not what it should be.

    >>> from coursekit import players
    >>> found = league([players.random(), players.most_flips(), players.mobility()], games=20)
    >>> list(found.ratings.index)
    ['mobility', 'most flips', 'random']
    """
    entrants = _named(players)
    if len(entrants) < 2:
        raise ValueError(f"a league needs at least two players, and got {list(entrants)}")
    pairs = list(combinations(entrants, 2))
    return _played(entrants, pairs, games, seed, n_jobs, make, openings, folder, fresh)


def add_player(
    found: LeagueResult,
    player: AnyPlayer,
    opponents: Players,
    games: int = 20,
    n_jobs: int | None = None,
    make: Callable[[], Env] = othello.make,
) -> LeagueResult:
    """Lets one more player play some of a league's, and returns the league with it.

    Nothing is written down, and no other games are played. The new player need not meet everyone:
    ratings are found from whatever games there are.

    Args:
        found: The league.
        player: The new player.
        opponents: Players of the league, under the names that they have there.
        games: Number of games with each, even.
        n_jobs: Number of worker processes, as in joblib.
        make: Returns the env that every game starts from.

    Raises:
        PlayerError: If a player raises, returns no legal action, or leaves the env changed.
        ValueError: If the new player's name is taken, an opponent does not belong to the league,
            the league is of another game, or ``games`` is out of range.

    >>> from coursekit import players
    >>> two = league([players.random(), players.most_flips()], games=20)
    >>> three = add_player(two, players.mobility(), [players.random()])
    >>> three.players, three.games
    (('random', 'most flips', 'mobility'), 40)
    """
    if not isinstance(found, LeagueResult):
        raise TypeError(f"found is what league() returned, not {shown(found)}")
    known = _named(opponents)
    strangers = [name for name in known if name not in found.players]
    if strangers or not known:
        raise ValueError(
            f"opponents: {', '.join(strangers) or 'nobody'}; choose from the league's players: "
            f"{', '.join(found.players)}"
        )
    (name,) = _named([player])
    if name in found.players:
        raise ValueError(f"the league has a player {name!r} already: give yours another name")
    pairs = [(name, opponent) for opponent in known]
    new = _played({**known, name: player}, pairs, games, found.seed, n_jobs, make)
    if new.game != found.game:
        raise ValueError(f"the league plays {found.game}, and make gives {new.game}")
    return replace(
        found,
        players=(*found.players, name),
        matches=found.matches + new.matches,
        milliseconds={**found.milliseconds, name: new.milliseconds[name]},
    )


def _named(players: Players) -> dict[str, AnyPlayer]:
    """Returns the players by their names, which must differ."""
    if isinstance(players, Mapping):
        for name, player in players.items():
            if plain(checked_text(name, "a player's name")) != name or not name:
                raise ValueError(
                    f"a player's name is a line of text that prints, not {shown(name)}"
                )
            check_player(shown(name), player)
        return dict(players)
    named: dict[str, AnyPlayer] = {}
    for place, player in enumerate(players):
        check_player(str(place), player)
        name = player_name(player)
        if name in named:
            raise ValueError(
                f"two players are called {name!r}: give names, as in league({{'mine': player, …}})"
            )
        named[name] = player
    return named


def _played(
    entrants: Mapping[str, AnyPlayer],
    pairs: Iterable[tuple[str, str]],
    games: int,
    seed: int,
    n_jobs: int | None,
    make: Callable[[], Env],
    openings: int | None = None,
    folder: Path | str | None = None,
    fresh: bool = False,
) -> LeagueResult:
    """Plays those games of some pairs that a folder does not hold, and returns all of them."""
    start, plies = checked_start(make, games, openings)
    seed = checked_whole(seed, "seed", least=0)
    keys = {}
    for name, player in entrants.items():
        with blaming("has settings that cannot be read", name, start):
            keys[name] = player_key(player, start.name)
    pairings = [Pairing(a, b, keys[a], keys[b]) for a, b in (sorted(pair) for pair in pairs)]
    shelf = None if folder is None else LeagueFolder(folder, start, seed, plies)
    if shelf is not None and fresh:
        for pairing in pairings:
            shelf.forget(pairing)
    known = {pairing: {} if shelf is None else shelf.read(pairing) for pairing in pairings}
    seeds = {pairing: _pair_seed(seed, pairing) for pairing in pairings}
    plans = []
    for pairing, found in known.items():
        missing: list[Game] = []
        if any(number not in found for number in range(games)):  # else no openings are needed
            scheduled = schedule(start, games, seeds[pairing], plies)
            missing = [game for game in scheduled if game.number not in found]
        plans.append(Plan(entrants[pairing.a], entrants[pairing.b], start, missing))
    for place, played in play(plans, n_jobs, "league", at_once=True):
        if side_by_side(plans[place].a, plans[place].b):
            played = _timed_alone(plans[place], played)
        known[pairings[place]].update({game.number: game for game in played})
        if shelf is not None:
            shelf.add(pairings[place], played)
    matches = (
        MatchResult(
            pairing.a,
            pairing.b,
            start.name,
            seeds[pairing],
            tuple(found[number].transcript for number in range(games)),
        )
        for pairing, found in known.items()
    )
    milliseconds = {
        name: median(
            game.a_ms if name == pairing.a else game.b_ms
            for pairing, found in known.items()
            if name in (pairing.a, pairing.b)
            for game in found.values()
        )
        for name in entrants
    }
    return LeagueResult(tuple(entrants), start.name, seed, tuple(matches), milliseconds)


def _timed_alone(plan: Plan, played: list[Played]) -> list[Played]:
    """Returns games with what the players take for a move when they are asked one at a time."""
    game = plan.start.clone()
    game.play_moves(played[0].transcript.moves.removeprefix(game.to_moves()))
    side = played[0].transcript.side
    a_ms, b_ms = _alone(plan.a, game, side), _alone(plan.b, game, -side)
    return [one._replace(a_ms=a_ms, b_ms=b_ms) for one in played]


def _alone(player: AnyPlayer, game: Env, side: Player) -> float:
    """Returns the median processor time of a player's move, in milliseconds.

    Args:
        player: One of the package's players.
        game: A finished game.
        side: The player is asked about positions from all over the game with this side to move.
    """
    plies = [ply for ply, action in enumerate(game.history) if action.player == side]
    asked = set(plies[:: max(1, len(plies) // _TIMED)])
    env, times = game.clone(), []
    while env.history:
        env.undo()
        if len(env.history) in asked:
            given = env.copy()
            began = time.process_time()  # not the clock's: the workers play on meanwhile
            player(given)
            times.append(time.process_time() - began)
    return round(1000 * median(times), 4) if times else 0.0


def _pair_seed(seed: int, pairing: Pairing) -> int:
    """Returns the seed of a pairing's match: its own, whoever else plays."""
    text = f"{seed}\n{pairing.a}\n{pairing.b}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")

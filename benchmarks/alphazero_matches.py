"""Matches of the shipped AlphaZero networks, their losses by wipe-out, and strength over time."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import NamedTuple

import joblib

from benchmarks.alphazero_truth import own_game
from benchmarks.table import verdict
from coursekit import Budget, othello, players
from coursekit.arena import match, strength
from coursekit.arena.result import MatchResult, Transcript
from coursekit.arena.strength import FILE
from coursekit.engine.endgame.wipe_outs import wipe_out
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.learning.loading import SHIPPED
from coursekit.players.base import AnyPlayer, player_name
from coursekit.progress import Progress
from coursekit.truth.exact import exact_result
from coursekit.workers import as_finished

SIMULATIONS = 100
PLIES = (6, 7, 8)
EMPTIES, OPENING = 14, 7
GAMES, FEW_GAMES = 400, 20
OWN_GAMES = (100, 1_000, 10_000)
KNOWN_6X6 = "white wins 20–16"
CURVE_OPPONENTS = (
    players.alpha_beta(3),
    players.alpha_beta(5),
    players.uct(Budget(count=1_000)),
    players.uct(Budget(count=10_000)),
)


class Opponent(NamedTuple):
    """A player to be beaten, and by how much of the points at least.

    Attributes:
        player: The player.
        target: The score to reach.
        exact: Whether the network leaves the end of the game to the solver.
    """

    player: AnyPlayer
    target: float
    exact: bool = False


class Pace(NamedTuple):
    """A match at equal time: seconds a move, games, and the score to reach, if there is one."""

    seconds: float
    games: int
    target: float | None


PACES = (Pace(0.025, 400, 0.85), Pace(0.25, 100, 0.6), Pace(1.0, 20, None))


def opponents() -> list[Opponent]:
    """Returns who is met on 8×8 squares."""
    return [
        Opponent(players.random(), 1.0),
        Opponent(players.cell_scores(), 0.99),
        Opponent(players.alpha_beta(3), 0.97),
        Opponent(players.alpha_beta(5), 0.97),
        Opponent(players.uct(Budget(count=1_000)), 0.98),
        Opponent(players.uct(Budget(count=20_000)), 0.85),
        Opponent(players.uct(Budget(count=20_000)), 0.97, exact=True),
    ]


def othello8(quick: bool) -> str:
    """Plays the shipped 8×8 network against the players of the course."""
    met = opponents()
    results = matches(met, FEW_GAMES if quick else GAMES, 8, PLIES)
    alone = [result for one, result in zip(met, results, strict=True) if not one.exact]
    lost = [game for result in alone for game in result.transcripts if wiped_out(game)]
    fated = sum(unavoidable(game) for game in lost)
    return "\n".join(
        [
            f"Othello 8×8, the shipped network with {SIMULATIONS} simulations, "
            f"{PLIES[0]}–{PLIES[-1]} random plies, both colours from each opening:\n",
            *rows(met, results),
            f"\n- Losses by wipe-out: {len(lost)}, of which {fated} could not be avoided any more "
            "when the network first moved (target no other: "
            f"{verdict(len(lost) == fated)}).",
            *(f"  - {_story(game)}" for game in lost),
        ]
    )


def equal_time(quick: bool) -> str:
    """Plays the shipped 8×8 network against deepening alpha-beta, at equal time for each move."""
    lines = [
        "Othello 8×8 at equal time a move, against deepening alpha-beta, both exact from "
        f"{EMPTIES} empty squares on, {OPENING} random plies, as many games at once as cores:\n",
        "| seconds a move | games | score (95 %) | won, drawn, lost | target |",
        "|---|---|---|---|---|",
    ]
    for pace in PACES[: 1 if quick else None]:
        budget = Budget(seconds=pace.seconds)
        pair = (
            players.exact_endgame(player, EMPTIES)
            for player in (players.alphazero(budget=budget), players.deepening(budget))
        )
        games = FEW_GAMES if quick else pace.games
        result = match(*pair, games, seed=OPENING, n_jobs=-1, openings=OPENING)
        total = f"{result.total.wins}, {result.total.draws}, {result.total.losses}"
        aim = "none"
        if pace.target is not None:
            aim = f"{pace.target:.0%}: {verdict(result.score >= pace.target)}"
        lines.append(
            f"| {pace.seconds:g} | {games} | {result.score:.1%} ({result.interval}) | {total} "
            f"| {aim} |"
        )
    return "\n".join(lines)


def othello6(quick: bool) -> str:
    """Plays the shipped 6×6 network against alpha-beta, and once against itself."""
    if not (SHIPPED / "othello6").exists():
        return "Othello 6×6: no network for it comes with the package yet, so nothing was measured."
    met = [Opponent(players.alpha_beta(5), 0.9)]
    results = matches(met, FEW_GAMES if quick else GAMES, 6, (6,))
    best = {count: own_game(6, count) for count in OWN_GAMES[: 1 if quick else None]}
    reached = any(text.startswith(KNOWN_6X6) for text in best.values())
    missed = [game for game in results[0].transcripts if game.result <= 0]
    fates = list(as_finished((joblib.delayed(fate)(game, 6) for game in missed), -1))
    return "\n".join(
        [
            f"Othello 6×6, the shipped network with {SIMULATIONS} simulations, 6 random plies:\n",
            *rows(met, results, 6),
            f"\n- Games not won: {len(missed)}. With best play from where the network first moved, "
            f"{fates.count(-1)} of them were lost already, {fates.count(0)} drawn and "
            f"{fates.count(1)} won.",
            *(f"- Against itself, {count:,} simulations: {text}." for count, text in best.items()),
            f"- Best play is known: {KNOWN_6X6}; reached by one of these: {verdict(reached)}.",
        ]
    )


def rows(met: list[Opponent], results: list[MatchResult], size: int = 8) -> list[str]:
    """Returns the lines of a table of matches."""
    lines = [
        "| opponent | games | score (95 %) | won, drawn, lost | as black | as white "
        "| lost by wipe-out (unavoidable) | target |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one, result in zip(met, results, strict=True):
        lost = [game for game in result.transcripts if wiped_out(game, size)]
        fated = sum(unavoidable(game, size) for game in lost)
        total, black, white = (
            f"{tally.wins}, {tally.draws}, {tally.losses}"
            for tally in (result.total, result.as_black, result.as_white)
        )
        also = f", the network exact from {EMPTIES} empty squares" if one.exact else ""
        lines.append(
            f"| {player_name(one.player)}{also} | {result.games} | {result.score:.2%} "
            f"({result.interval}) | {total} | {black} | {white} | {len(lost)} ({fated}) "
            f"| {one.target:.0%}: {verdict(result.score >= one.target)} |"
        )
    return lines


def matches(
    met: list[Opponent], games: int, size: int, plies: tuple[int, ...]
) -> list[MatchResult]:
    """Plays matches against some opponents, on all cores, and returns them in order.

    Args:
        met: The opponents.
        games: Games against each, even, shared among the numbers of random plies.
        size: Squares in a row.
        plies: Numbers of random plies.
    """
    share, rest = divmod(games // 2, len(plies))
    calls = (
        joblib.delayed(_part)((number, place), met[number], 2 * pairs, size, plies[place])
        for number in reversed(range(len(met)))  # the slowest first
        for place in range(len(plies))
        if (pairs := share + (place < rest))
    )
    parts: dict[tuple[int, int], MatchResult] = {}
    with (
        Progress(f"othello{size}", len(met) * len(plies), "part of a match") as bar,
        closing(as_finished(calls, -1)) as finished,
    ):
        for key, result in finished:
            parts[key] = result
            bar.advance(1)
    return [
        _joined([parts[key] for key in sorted(parts) if key[0] == number])
        for number in range(len(met))
    ]


def _part(
    key: tuple[int, int], opponent: Opponent, games: int, size: int, plies: int
) -> tuple[tuple[int, int], MatchResult]:
    """Plays the games of a match that begin with ``plies`` random plies; runs on a worker."""
    player: AnyPlayer = players.alphazero(simulations=SIMULATIONS)
    if opponent.exact:
        player = players.exact_endgame(player, EMPTIES)
    make = partial(othello.make, size=size)
    return key, match(player, opponent.player, games, seed=plies, make=make, openings=plies)


def _joined(parts: list[MatchResult]) -> MatchResult:
    first = parts[0]
    games = tuple(game for part in parts for game in part.transcripts)
    return MatchResult(first.a, first.b, first.game, first.seed, games)


def wiped_out(game: Transcript, size: int = 8) -> bool:
    """Returns whether player a lost the game with no disc left."""
    return game.result < 0 and othello.from_moves(game.moves, size).count(game.side) == 0


def unavoidable(game: Transcript, size: int = 8) -> bool:
    """Returns whether player a could not escape a wipe-out any more when it first moved.

    That is so if after each of its moves the other side can wipe it out by force, in at most three
    moves of its own.
    """
    env = _first_choice(game, size)
    return all(_wipes_out(env, action) for action in env.legal_actions())


def fate(game: Transcript, size: int) -> int:
    """Returns the exact result for player a of the position in which it first moved."""
    return exact_result(_first_choice(game, size), max_empties=size * size)


def _first_choice(game: Transcript, size: int) -> Env:
    """Returns the position in which player a first moved."""
    env: Env = othello.make(size=size)
    for ply, action in enumerate(othello.from_moves(game.moves, size).history):
        if ply >= game.opening and env.player == game.side:
            break
        env.update(action)
    return env


def _wipes_out(env: Env, action: Action) -> bool:
    """Returns whether the side to move after an action has a forced wipe-out."""
    after = env.copy()
    after.update(action)
    words = after.words()
    return bool(wipe_out(*words, 3))


def _story(game: Transcript) -> str:
    env = othello.from_moves(game.moves)
    when = "unavoidable" if unavoidable(game) else "avoidable"
    return f"as {'black' if game.side > 0 else 'white'}, {when}: {env.to_moves()}"


def curve() -> str:
    """Tabulates what was measured of the shipped 8×8 network while it learned."""
    if not (SHIPPED / "othello8" / FILE).exists():
        return (
            "Strength against training time: nothing was measured of the shipped 8×8 network yet."
        )
    record = strength("othello8")
    ratings = record.curve()
    met = [player_name(player) for player in CURVE_OPPONENTS]
    scores = {name: record.scores(name) for name in met}
    heads = ["snapshot", "positions", "processor minutes", "rating (95 %)", *met]
    lines = [
        "Strength of the 8×8 network against training time "
        f"(`coursekit strength`, {record.simulations} simulations, {record.games} games a match)"
        ":\n",
        "| " + " | ".join(heads) + " |",
        "|---" * len(heads) + "|",
    ]
    for name in ratings.index.tolist():
        row = ratings.loc[name]
        cells = [
            name,
            f"{row['positions']:,.0f}",
            f"{60 * row['cpu_hours']:.0f}",
            f"{row['elo']:.0f} ({row['low']:.0f}–{row['high']:.0f})",
        ]
        for opponent in met:
            table = scores[opponent]
            cells.append(f"{table.loc[name, 'score']:.0%}" if name in table.index else "")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)

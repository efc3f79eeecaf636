"""Games between two policy networks, by the thousand: all advance by one ply together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coursekit.engine.bulk import lockstep
from coursekit.engine.rules.constants import GOES_ON, OTHELLO, OTHELLO8_START, PASS, board_mask
from coursekit.learning.alphago.examples import Examples, Words
from coursekit.learning.inference import Evaluator
from coursekit.learning.networks import PolicyNetwork

Results: TypeAlias = npt.NDArray[np.int8]
_MOST_PLIES = 128
_AT_ONCE = 4096  # games


@dataclass(frozen=True)
class Played:
    """Games that are over.

    Attributes:
        result: (games,) +1, 0 or −1 for the side that made the first of the moves.
        moves: For each side, the positions in which it chose among several moves, with what it
            played as targets; ``game`` is the place in ``result``.
    """

    result: Results
    moves: tuple[Examples, Examples]


def random_positions(games: int, plies: int, seed: int, first: int = 0) -> tuple[Words, Words]:
    """Returns positions after uniformly random plies from the start, none of them finished.

    Args:
        games: How many.
        plies: How many plies; up to 8 cannot end a game.
        seed: Seed of the moves.
        first: Number of the first game; each has random numbers of its own.

    Returns:
        (games,) discs of the side to move, and of the other.
    """
    positions = np.empty((games, 3), np.uint64)
    rows, states = np.arange(games), lockstep.streams(seed, first, games)
    start = np.array([*OTHELLO8_START, board_mask(8)], np.uint64)
    lockstep.open_games(OTHELLO, start, positions, rows, np.full(games, plies), states)
    return positions[:, 0].copy(), positions[:, 1].copy()


def play_games(
    policies: tuple[Evaluator, Evaluator],
    own: Words,
    opp: Words,
    states: Words,
    second: npt.NDArray[np.bool_] | None = None,
    temperature: float = 1.0,
) -> Played:
    """Plays games between two policies from given positions to the end.

    Args:
        policies: The two policies.
        own: (games,) discs of the side to move; none of the games is over.
        opp: (games,) discs of the other side.
        states: (games,) states of the games' random numbers.
        second: (games,) whether the second policy makes the first move; none if not given.
        temperature: What logits are divided by; at 0 the highest is played.

    Returns:
        The results for the first policy, and the positions in which each of the two chose.
    """
    games = len(own)
    board = np.full(games, board_mask(8), np.uint64)
    positions, states = np.stack([own, opp, board], axis=1), states.copy()
    turn = np.zeros(games, np.int64) if second is None else second.astype(np.int64)
    place = np.arange(games)
    results: Results = np.zeros(games, np.int8)
    chosen: tuple[list[Examples], list[Examples]] = ([], [])
    for ply in range(_MOST_PLIES):
        if not place.size:
            break
        own, opp = positions[:, 0], positions[:, 1]
        legal = lockstep.legal_moves(own, opp)
        moves = np.full(place.size, PASS, np.int16)
        for side in (0, 1):
            some = np.flatnonzero((turn ^ (ply & 1) == side) & (legal != 0))
            if not some.size:
                continue
            mine, other, allowed, drawn = own[some], opp[some], legal[some], states[some]
            logits = policies[side].single(mine, other, allowed)
            played = np.empty(some.size, np.int64)
            lockstep.choose(allowed, logits, temperature, drawn, played)
            moves[some], states[some] = played, drawn
            free = (allowed & (allowed - np.uint64(1))) != 0
            chosen[side].append(Examples(mine, other, played, place[some])[free])
        ended = np.empty(place.size, np.int8)
        lockstep.play_moves(OTHELLO, positions, np.arange(place.size), moves, ended)
        going = ended == GOES_ON
        if not going.all():
            # After this ply the first policy is to move where it was not before it.
            first_to_move = turn ^ (ply & 1) == 1
            results[place[~going]] = np.where(first_to_move, ended, -ended)[~going]
            positions, states = positions[going], states[going]
            place, turn = place[going], turn[going]
    return Played(results, (joined(chosen[0]), joined(chosen[1])))


def self_played(
    policy: PolicyNetwork, games: int, openings: int = 8, temperature: float = 1.0, seed: int = 0
) -> Examples:
    """Returns every choice of a policy in games against itself, with the results to learn.

    A small fully connected policy plays thousands of games a second.

    Args:
        policy: A policy network for 8×8 Othello.
        games: Number of games.
        openings: Random plies before the policy takes over, up to 8.
        temperature: 1 for moves drawn with the network's probabilities, 0 for the likeliest ones.
        seed: Seed of everything in the games.

    Returns:
        About 52 positions a game, those of a game one after the other, with its result for the side
        to move.
    """
    evaluator = Evaluator(policy)
    parts = []
    for first in range(0, games, _AT_ONCE):
        count = min(_AT_ONCE, games - first)
        own, opp = random_positions(count, openings, seed, first)
        states = lockstep.streams(seed, games + first, count)
        played = play_games((evaluator, evaluator), own, opp, states, temperature=temperature)
        moves = joined(list(played.moves))
        results = np.concatenate(
            [
                sign * played.result[side.game]
                for sign, side in zip((1, -1), played.moves, strict=True)
            ]
        )
        told = Examples(moves.own, moves.opp, results.astype(np.float32), moves.game + first)
        parts.append(told[np.lexsort((told.discs, told.game))])
    return joined(parts)


def policy_match(
    a: PolicyNetwork,
    b: PolicyNetwork,
    games: int = 1000,
    temperature: float = 1.0,
    openings: int = 8,
    seed: int = 0,
) -> float:
    """Returns the score of a policy network in games against another, thousands in seconds.

    Each opening is played twice, once from each side. This is what a training measures itself by;
    players of all kinds meet in :func:`coursekit.arena.match`.

    Args:
        a: A policy network for 8×8 Othello.
        b: Another one.
        games: Number of games, even.
        temperature: 1 for moves drawn with the networks' probabilities, 0 for the likeliest ones.
        openings: Random plies before the policies take over, up to 8.
        seed: Seed of everything in the match.

    Returns:
        The share of the points that ``a`` makes: 1 for a win, ½ for a draw.

    Raises:
        ValueError: If ``games`` is not even, or below 2.
    """
    if games < 2 or games % 2:
        raise ValueError(f"a match has an even number of games from 2 up, not {games}")
    own, opp = (np.repeat(words, 2) for words in random_positions(games // 2, openings, seed))
    second = np.arange(games) % 2 == 1
    states = lockstep.streams(seed, games, games)
    played = play_games((Evaluator(a), Evaluator(b)), own, opp, states, second, temperature)
    return float(1 + played.result.mean()) / 2


def joined(parts: list[Examples]) -> Examples:
    """Returns several examples as one."""
    if not parts:
        none = np.zeros(0, np.int64)
        return Examples(none.view(np.uint64), none.view(np.uint64), none, none)
    names = ("own", "opp", "target", "game")
    return Examples(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

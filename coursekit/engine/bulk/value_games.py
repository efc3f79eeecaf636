"""Games from which a value network learns, thousands side by side, each ready for its policy.

Silver et al., "Mastering the game of Go with deep neural networks and tree search" (2016), Methods:
a number of discs N is drawn; the first policy plays to N discs; one uniformly random legal move
follows; the second policy plays to the end; one position of the game is kept. Games are 8×8
Othello, where numbers of bits are those of actions.

Rules of the procedure where the sources say nothing: a pass is played at once and is no move, so
the random move always places a disc. A game that ends before it has N discs is drawn anew, N
included. Where there is a single legal move, it is played and no policy is asked.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numba
import numpy as np
from numba import int64, uint64

from coursekit.engine.bulk.lockstep import drawn_move
from coursekit.engine.rules import rng
from coursekit.engine.rules._jit import (
    ONE,
    Bits,
    FloatRows,
    Int,
    IntRows,
    Ints,
    Real,
    WordBlocks,
    kernel,
    lowest_bit_index,
    popcount,
)
from coursekit.engine.rules.constants import OTHELLO8_START
from coursekit.engine.rules.othello import random_bit
from coursekit.engine.rules.vectors import flips, legal_moves

FIRST, SECOND = 0, 1
"""The queues: of games before their random move, and after it."""

FEWEST, MOST = 4, 63
"""The numbers of discs that may be drawn."""

GAME = np.dtype(
    [
        ("own", np.uint64),  # the position before the random move …
        ("opp", np.uint64),
        ("move", np.int64),  # … that move …
        ("after_own", np.uint64),  # … and the position after it
        ("after_opp", np.uint64),
        ("discs", np.int64),  # to play to before it
        ("difference", np.int64),  # at the end, for the side that made it
        ("side", np.int64),  # +1 if that side is to move, −1 if not, 0 before the move
        ("random", np.uint64),  # the state of the game's random numbers
    ]
)

GameRow: TypeAlias = Annotated[Any, numba.from_dtype(GAME)[::1]]

# Rows of what waits: the discs of the side to move, those of the other, the legal moves.
MINE, THEIRS, LEGAL = range(3)


class Arrays(NamedTuple):
    """Games, and the two queues in which they wait for their policies.

    Attributes:
        games: (games,) the games.
        waiting: (2, 3, games) the positions in each queue, by the rows named above.
        queues: (2, games) the games that they belong to.
        lengths: (2,) how many there are.
    """

    games: GameRow
    waiting: WordBlocks
    queues: IntRows
    lengths: Ints


def make(games: int) -> Arrays:
    """Returns room for games."""
    return Arrays(
        np.zeros(games, GAME),
        np.zeros((2, 3, games), np.uint64),
        np.zeros((2, games), np.int64),
        np.zeros(2, np.int64),
    )


_START_OWN, _START_OPP = (np.uint64(discs) for discs in OTHELLO8_START)
_CHOICES = np.uint64(MOST - FEWEST + 1)


@kernel
def _go_on(own: Bits, opp: Bits, number: Int, arrays: Arrays) -> None:
    """Plays a game on until a policy has to choose, then queues it; or to its end."""
    game = arrays.games[number]
    state, side = game.random, game.side
    while True:
        legal = legal_moves(own, opp, ~(own | opp))
        if not legal:
            if legal_moves(opp, own, ~(own | opp)):
                own, opp = opp, own
                side = -side
                continue
            if side != 0:
                game.difference = side * (int64(popcount(own)) - int64(popcount(opp)))
                return
            own, opp = _START_OWN, _START_OPP
            state = rng.step(state)
            game.discs = FEWEST + int64(rng.below(state, _CHOICES))
            continue
        is_random = side == 0 and int64(popcount(own | opp)) == game.discs
        if not is_random and legal & (legal - ONE):
            break
        move = legal
        if is_random:
            state = rng.step(state)
            move = random_bit(legal, state)
            game.own, game.opp, game.move = own, opp, lowest_bit_index(move)
            side = 1
        flipped = flips(own, opp, move)
        own, opp = opp ^ flipped, own ^ flipped ^ move
        side = -side
        if is_random:
            game.after_own, game.after_opp = own, opp
    game.random, game.side = state, side
    queue = FIRST if side == 0 else SECOND
    place = arrays.lengths[queue]
    arrays.waiting[queue, MINE, place], arrays.waiting[queue, THEIRS, place] = own, opp
    arrays.waiting[queue, LEGAL, place], arrays.queues[queue, place] = legal, number
    arrays.lengths[queue] = place + 1


@kernel
def begin(seed: Bits, first: Int, arrays: Arrays) -> None:
    """Begins games; each has its own random numbers, by seed and number.

    Args:
        seed: Seed of the random numbers.
        first: Number of the first game.
        arrays: Room for the games.
    """
    arrays.lengths[:] = 0
    for number in range(arrays.games.size):
        game = arrays.games[number]
        game.random = rng.step(rng.stream(seed, uint64(first + number)))
        game.discs = FEWEST + int64(rng.below(game.random, _CHOICES))
        game.side = 0
        _go_on(_START_OWN, _START_OPP, number, arrays)


@kernel
def play(logits: FloatRows, queue: Int, start: Int, temperature: Real, arrays: Arrays) -> None:
    """Draws the moves of some games of a queue, plays them, and queues the games again.

    The places of the queue before them are free already: what is queued again goes there.

    Args:
        logits: (N, 65) of the positions from place ``start`` of the queue on.
        queue: Which queue.
        start: The place of the first.
        temperature: What logits are divided by; at 0 the highest is played.
        arrays: The games and the queues.
    """
    weights, places = np.empty(64, np.float32), np.empty(64, np.uint8)
    for i in range(logits.shape[0]):
        number = arrays.queues[queue, start + i]
        own, opp = arrays.waiting[queue, MINE, start + i], arrays.waiting[queue, THEIRS, start + i]
        legal = arrays.waiting[queue, LEGAL, start + i]
        game = arrays.games[number]
        game.random, game.side = rng.step(game.random), -game.side
        place = drawn_move(legal, logits, i, temperature, game.random, weights, places)
        move = ONE << uint64(place)
        flipped = flips(own, opp, move)
        _go_on(opp ^ flipped, own ^ flipped ^ move, number, arrays)

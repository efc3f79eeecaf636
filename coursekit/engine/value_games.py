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

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, types, uint64

from coursekit.engine import rng
from coursekit.engine._jit import Bits, kernel, lowest_bit_index, popcount
from coursekit.engine.othello import random_bit
from coursekit.engine.othello_lockstep import START_OPP, START_OWN
from coursekit.engine.sampling import drawn_move
from coursekit.engine.vectors import flips, legal_moves

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

FIRST, SECOND = 0, 1
"""The queues: of games before their random move, and after it."""

FEWEST, MOST = 4, 63
"""The numbers of discs that may be drawn."""

# Rows of a game's words: the position before the random move, that after it, its random numbers …
OWN, OPP, AFTER_OWN, AFTER_OPP, STREAM = range(5)
WORDS = 5
# … and of its numbers: discs to play to, random move, and final difference for who made it; +1 or
# −1 for whether that is the side to move, 0 before.
DISCS, MOVE, DIFFERENCE, SIDE = range(4)
NUMBERS = 4
# Rows of a queue's words.
MINE, THEIRS, LEGAL = range(3)

_ONE = np.uint64(1)
_START_OWN, _START_OPP = np.uint64(START_OWN), np.uint64(START_OPP)
_CHOICES = np.uint64(MOST - FEWEST + 1)


@kernel(
    types.void(
        uint64,
        uint64,
        int64,
        uint64[:, ::1],
        int64[:, ::1],
        uint64[:, :, ::1],
        int64[:, ::1],
        int64[::1],
    ),
    inline=True,
)
def _go_on(
    own: Bits,
    opp: Bits,
    game: int,
    words: Words,
    numbers: Numbers,
    waiting: Words,
    queues: Numbers,
    lengths: Numbers,
) -> None:
    """Plays a game on until a policy has to choose, then queues it; or to its end."""
    state, side = words[STREAM, game], numbers[SIDE, game]
    while True:
        empty = ~(own | opp)
        legal = legal_moves(own, opp, empty)
        if not legal:
            if legal_moves(opp, own, empty):
                own, opp = opp, own
                side = -side
                continue
            if side != 0:
                numbers[DIFFERENCE, game] = side * (int64(popcount(own)) - int64(popcount(opp)))
                return
            own, opp = _START_OWN, _START_OPP
            state = rng.step(state)
            numbers[DISCS, game] = FEWEST + int64(rng.below(state, _CHOICES))
            continue
        is_random = side == 0 and int64(popcount(own | opp)) == numbers[DISCS, game]
        if not is_random and legal & (legal - _ONE):
            break
        move = legal
        if is_random:
            state = rng.step(state)
            move = random_bit(legal, state)
            words[OWN, game], words[OPP, game] = own, opp
            numbers[MOVE, game] = int64(lowest_bit_index(move))
            side = 1
        turned = flips(own, opp, move)
        own, opp = opp ^ turned, own ^ turned ^ move
        side = -side
        if is_random:
            words[AFTER_OWN, game], words[AFTER_OPP, game] = own, opp
    words[STREAM, game], numbers[SIDE, game] = state, side
    queue = FIRST if side == 0 else SECOND
    place = lengths[queue]
    waiting[queue, MINE, place], waiting[queue, THEIRS, place] = own, opp
    waiting[queue, LEGAL, place], queues[queue, place] = legal, game
    lengths[queue] = place + 1


@kernel(
    types.void(
        uint64, int64, uint64[:, ::1], int64[:, ::1], uint64[:, :, ::1], int64[:, ::1], int64[::1]
    )
)
def begin(
    seed: Bits,
    first: int,
    words: Words,
    numbers: Numbers,
    waiting: Words,
    queues: Numbers,
    lengths: Numbers,
) -> None:
    """Begins games; each has its own random numbers, by seed and number.

    Args:
        seed: Seed of the random numbers.
        first: Number of the first game.
        words: (WORDS, games) to be filled, by the rows named above.
        numbers: (NUMBERS, games) likewise.
        waiting: (2, 3, games) for the positions in each queue: discs of the side to move, of the
            other, and the legal moves.
        queues: (2, games) for the games in each queue.
        lengths: (2,) for how many there are.
    """
    lengths[:] = 0
    for game in range(words.shape[1]):
        state = rng.step(rng.stream(seed, uint64(first + game)))
        words[STREAM, game] = state
        numbers[DISCS, game] = FEWEST + int64(rng.below(state, _CHOICES))
        numbers[SIDE, game] = 0
        _go_on(_START_OWN, _START_OPP, game, words, numbers, waiting, queues, lengths)


@kernel(
    types.void(
        float32[:, ::1],
        int64,
        int64,
        float64,
        uint64[:, ::1],
        int64[:, ::1],
        uint64[:, :, ::1],
        int64[:, ::1],
        int64[::1],
    )
)
def play(
    logits: npt.NDArray[np.float32],
    queue: int,
    start: int,
    temperature: float,
    words: Words,
    numbers: Numbers,
    waiting: Words,
    queues: Numbers,
    lengths: Numbers,
) -> None:
    """Draws the moves of some games of a queue, plays them, and queues the games again.

    The places of the queue before them are free already: what is queued again goes there.

    Args:
        logits: (N, 65) of the positions from place ``start`` of the queue on.
        queue: Which queue.
        start: The place of the first.
        temperature: What logits are divided by; at 0 the highest is played.
        words: As in :func:`begin`, as is all that follows.
        numbers: The same.
        waiting: The same.
        queues: The same.
        lengths: The same.
    """
    weights, places = np.empty(64, np.float32), np.empty(64, np.uint8)
    for i in range(logits.shape[0]):
        game = queues[queue, start + i]
        own, opp = waiting[queue, MINE, start + i], waiting[queue, THEIRS, start + i]
        legal = waiting[queue, LEGAL, start + i]
        state = rng.step(words[STREAM, game])
        words[STREAM, game] = state
        place = drawn_move(legal, logits, i, temperature, state, weights, places)
        move = _ONE << uint64(place)
        turned = flips(own, opp, move)
        numbers[SIDE, game] = -numbers[SIDE, game]
        _go_on(
            opp ^ turned,
            own ^ turned ^ move,
            game,
            words,
            numbers,
            waiting,
            queues,
            lengths,
        )

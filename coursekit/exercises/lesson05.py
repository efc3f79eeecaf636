"""Exercises of lesson 05: iterative deepening, and the exact truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Integral
from typing import Any

import numpy as np

from coursekit import arena, players, truth
from coursekit.budget import Budget
from coursekit.exercises.answers import ALARM, Wrong, call, described, listed, number, shown
from coursekit.exercises.counted import Endless
from coursekit.exercises.exercise import Compared, Exercise, Tried
from coursekit.exercises.lesson03 import evaluate
from coursekit.games import bank, othello
from coursekit.games.env import Env


def new_key(key: int, flipped: Any, placed: int, numbers: Any, turn: int) -> int:
    """Returns the key after a move of +1 from the key before it."""
    key ^= int(numbers[0, placed])
    for square in flipped:
        key ^= int(numbers[1, square]) ^ int(numbers[0, square])
    return key ^ turn


_NUMBERS = np.random.default_rng(5).integers(0, 1 << 63, size=(2, 64))
_TURN, _KEY = 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179  # any two numbers do
_FLIPS = (([27], 19), ([36], 44), ([43], 50), ([19, 28], 20), ([28, 29], 30), ([35, 43], 51))


def _key(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise Wrong(f"A whole number is asked for; {described(given)}.")
    return int(given)


def _wrong_key(given: int, right: int, key: int, flipped: list[int], placed: int, *_: Any) -> str:
    black, white = (int(np.bitwise_xor.reduce(_NUMBERS[row, flipped])) for row in (0, 1))
    slips = {
        white: " As if the white discs that are flipped had not been taken out.",
        black: " As if the flipped discs had not been put in as black ones.",
        white ^ black: " As if nothing had been flipped.",
        _TURN: " As if the side to move had not changed.",
        int(_NUMBERS[0, placed]): " As if no disc had been placed.",
        int(_NUMBERS[0, placed] ^ _NUMBERS[1, placed]): f" As if the new disc on {placed} were "
        "white: row 0 of `numbers` is Black's, row 1 White's.",
        key ^ right: " The key has not changed at all.",
    }
    told = f"A disc on {placed} flips the squares {flipped}; from {key} the key should become"
    return f"{told} {right}; your function returned {given}.{slips.get(given ^ right, '')}"


zobrist = Compared(
    "a key that follows the moves",
    new_key,
    [(_KEY, flipped, placed, _NUMBERS, _TURN) for flipped, placed in _FLIPS],
    _wrong_key,
    "XOR takes a number away as it brings it in: `key ^ a ^ a == key`.",
    "XOR in the number of the new disc; of a flipped disc, the white number and the black one.",
    "And the side to move changes: one more XOR, with `turn`.",
    praise="A handful of XORs instead of 64 squares: that is why keys cost next to nothing.",
    read=_key,
)


class Questions:
    """Asks of a position whether it is worth at least a bound, and counts how often.

    Attributes:
        env: The position.
        depth: Plies to search.
        asked: Number of questions so far.
        last: The last bound that was asked about, and the answer.
    """

    def __init__(self, env: Env, depth: int) -> None:
        self.env, self.depth, self.asked, self.last = env, depth, 0, (0.0, float("nan"))

    def __call__(self, bound: float) -> float:
        """Returns what alpha-beta finds with the window from ``bound - 1`` to ``bound``."""
        if self.asked >= _MOST_QUESTIONS:
            raise Endless(
                f"You asked all {_MOST_QUESTIONS:,} questions and returned no value; the next was "
                f"`ask({bound!r})`. Ours needs {_FEW}: does each answer move your next question "
                "far enough?"
            )
        self.asked += 1
        try:
            bound = number(bound)
        except Wrong as wrong:
            raise Endless(f"In `ask(bound)`: {wrong}") from None
        self.last = bound, self._value(self.depth, bound - 1, bound)
        return self.last[1]

    def __deepcopy__(self, memo: object) -> Questions:
        return self  # so that what is asked in a call is counted here

    def _value(self, depth: int, alpha: float, beta: float) -> float:
        if self.env.is_done() or depth == 0:
            return evaluate(self.env)
        best = -float("inf")
        for action in self.env.legal_actions():
            self.env.update(action)
            best = max(best, -self._value(depth - 1, -beta, -max(alpha, best)))
            self.env.undo()
            if best >= beta:
                break
        return best


_MOST_QUESTIONS, _FEW = 1000, "2.8 on average"  # those of `by_questions` below; a test counts


def by_questions(ask: Callable[[float], float], guess: float) -> float:
    """Returns the value that ``ask`` asks about, with a guess to begin with."""
    least, most = -float("inf"), float("inf")
    while least < most:
        bound = guess + 1 if guess == least else guess
        guess = ask(bound)
        if guess >= bound:
            least = guess
        else:
            most = guess
    return guess


def _questions() -> Iterator[tuple[Questions, float]]:
    """Yields questions about ordinary values and about won and lost endings, and guesses."""
    for env in bank.unfinished(8):
        for depth in (1, 3):
            yield from ((Questions(env.copy(), depth), guess) for guess in (0, evaluate(env)))
    yield from ((Questions(game.env, 12), 0) for game in truth.endgames()[:3])


def _demand_value(given: Any, ask: Questions, guess: float) -> None:
    value, right = number(given), players.alpha_beta(ask.depth).analyse(ask.env).value
    if value != right:
        found = f"With a guess of {shown(guess)} you found {shown(value)} (questions: {ask.asked})"
        plies = f"{ask.depth} plies" if ask.depth > 1 else "one ply"
        (bound, answer), told = map(shown, ask.last), ""
        if value == ask.last[1]:  # the answer was no proof of the other side
            side = "less" if value < ask.last[0] else "more"
            told = f" `ask({bound})` returned {answer}, so it is {answer} *or {side}*: ask again."
        raise Wrong(f"{found}; {plies} deep this position is worth {shown(right)}.{told}")
    if not ask.asked:
        raise Wrong("Right, but you asked nothing, and `ask` is all that may search here.")


def _count_questions(answer: Any) -> str:
    means = []
    for ours in (answer, by_questions):
        cases = [(ours(*case), case[0]) for case in _questions()]
        means.append(np.mean([ask.asked for _, ask in cases]))
    wasted = " `ask` returns a number, often the value, not only yes or no: does yours use it?"
    return (
        f"Every value is found, with {means[0]:.1f} questions on average; ours needs "
        f"{means[1]:.1f}.{wasted if means[0] > 1.5 * means[1] else ''}"
    )


questions = Tried(
    "only yes and no",
    by_questions,
    _questions,
    _demand_value,
    "Keep two numbers: what the value is at least, and what it is at most.",
    "An answer that reaches the bound raises the first, to the answer; else it lowers the second.",
    "Ask next about the answer itself, or one more if the value is already known to reach it.",
    praise=_count_questions,
    at=lambda ask, guess: ask.env,
)


def exact_moves(env: Env) -> list[Any]:
    """Returns all actions with the best final disc difference for the side to move."""

    def value() -> int:
        if env.is_done():
            own, opp = env.count(env.player), env.count(-env.player)
            empty = env.board.size - own - opp
            return own - opp + (empty if own > opp else -empty if own < opp else 0)
        return max(after(action) for action in env.legal_actions())

    def after(action: Any) -> int:
        env.update(action)
        found = -value()
        env.undo()
        return found

    values = {action: after(action) for action in env.legal_actions()}
    return [action for action, found in values.items() if found == max(values.values())]


# Squares stay empty at the end of these games, and it matters for whom they count.
_EMPTY_AT_THE_END = (
    "e6d6c6f6f4d7g7b7c7g6c4c8b8e3f2h8a7d3e7g4f3d2f5e8c3f1d8e2h3a8d1g5g3b2c2b6f8b4h7g2g1b1e1c1h6a6"
    "b5h4b3a4c5h5a5a3",
    "c4c5c6c3e6f4f3f2g4c7d3h5b6f5h4b5b4a5g6e3c2f7g8g3h3e2h6b2g5b1h7d6b8d7e7f6c1e8a3d8a6a1b3d1g1f1"
    "a2f8c8h2h1d2a4b7",
)

# Endings where moves look as good as the best to a search whose window was narrowed at the root.
_FALSE_TIES = (
    "f5f6d3g5e6c5g6e3g4c2c4c6e2f7b6h3g3f3f4b3d7c3h2e8g8e7b4a4a2f8h4e1b5a7d6h8b1a3g2a1c7c8b7d2b8h5"
    "f2a6a5b2a8g1h1f1",
    "e6d6c7f3c4c6c5b6b5d7c8f6f5b8a8f4e7e8e3a4f7f8a7e2a5d3g4g6d2b3g3b4g8h4b2h8h3c3g5e1b7a6d1c2a2b1"
    "f1d8g7h2g2c1a3h5",
)


def _endgames() -> Iterator[Env]:
    yield from (game.env for game in truth.endgames() if (game.env.board == 0).sum() <= 6)
    yield from (bank.position("last move"), bank.position("forced pass 6x6"))
    yield from map(othello.from_moves, (*_EMPTY_AT_THE_END, *_FALSE_TIES))


def _names(actions: Any) -> list[str]:
    return sorted({str(getattr(action, "name", action)) for action in listed(actions, "actions")})


def _wrong_moves(given: list[str], right: list[str], env: Env) -> str:
    """Returns what the moves are worth, and which known mistake they look like, if any."""
    values = {action.name: value for action, value in truth.move_values(env).items()}
    if strange := sorted(set(given) - set(values)):
        return f"Legal actions are asked for; in your list is {strange[0]!r}, which is none."
    best, theirs = (", ".join(f"{m} ({values[m]:+d})" for m in moves) for moves in (right, given))
    slip, for_nobody = "", given == _names(truth.best_moves(env, empties="nobody"))
    if given and set(given) < set(right):
        winner = ", with the empty squares for the winner" * for_nobody
        slip = f" What is left out is as good{winner}: return all the best moves."
    elif for_nobody:
        slip = " As if empty squares counted for nobody; they count for the winner."
    elif set(given) == {m for m in values if np.sign(values[m]) == np.sign(values[right[0]])}:
        slip = " As if only who wins counted; the number of discs counts."
    elif given and max(values[m] for m in given) == min(values.values()):
        slip = " These are the worst. Is a minus sign missing, or one too many?"
    elif set(given) > set(right):
        slip = " Keep only the best. (Is a minus missing? A narrow window says only *at most*.)"
    return f"The best moves here are {best}; your function found {theirs or 'none'}.{slip}"


exact = Compared(
    "your own referee",
    exact_moves,
    _endgames,
    _wrong_moves,
    "It is minimax to the end of the game, with the final difference in discs as the value.",
    "At the end, empty squares go to the winner; a draw gives them to nobody.",
    "Return *every* action whose value is the largest, not only the first.",
    praise="Exact on all these endgames: nothing is left to opinion.",
    read=_names,
    right=lambda env: _names(truth.best_moves(env)),
)


_STOCK, _GAMES, _OPENING = 9_000, 200, 8
_OURS = "54.5 % (47.6–61.3 %)"  # the score of `enough` below; a test plays it again
_Found = list[tuple[int, float, Any]]


class _Saver:
    """Deepening with a stock of nodes for the whole game.

    Attributes:
        unspent: What was left at the last turn of each game.
    """

    def __init__(self, enough: Callable[[_Found, int, int], Any] | None, name: str) -> None:
        self.enough, self.name = enough, name
        self.left, self.seen, self.unspent = _STOCK, (), [_STOCK]

    def __call__(self, env: Env) -> Any:
        if env.history[: len(self.seen)] != self.seen:
            self.left = _STOCK
            self.unspent.append(_STOCK)
        action, spent = self._choose(env)
        self.left -= spent
        self.seen, self.unspent[-1] = (*env.history, action), self.left
        return action

    def _choose(self, env: Env) -> tuple[Any, int]:
        actions = env.legal_actions()
        turns = (int((env.board == 0).sum()) + 1) // 2
        share = self.left // turns
        if len(actions) == 1 or share < 1:
            return actions[0], 0
        if self.enough is None:
            info = players.deepening(Budget(count=share)).analyse(env)
            return info.action, info.nodes
        for allowed in (2 * share, self.left):  # few searches need the whole stock
            info = players.deepening(Budget(count=allowed)).analyse(env)
            found = [(step.nodes, step.value, step.action) for step in info.iterations]
            for count in range(1, len(found) + 1):
                if self.enough(found[:count], self.left, turns):
                    return found[count - 1][2], found[count - 1][0]
        return info.action, info.nodes


def enough(found: _Found, left: int, turns: int) -> bool:
    """Returns whether to play now: sooner where the last two iterations agree on the move."""
    nodes, _, move = found[-1]
    is_settled = len(found) > 1 and found[-2][2] == move
    return nodes > (0.4 if is_settled else 0.8) * left / turns


def _judge_clock(answer: Any) -> str:
    for env in bank.unfinished(8):
        steps = players.deepening(Budget(count=300)).analyse(env).iterations
        found = [(step.nodes, step.value, step.action) for step in steps]
        for count in range(1, len(found) + 1):
            given = call(answer, found[:count], 3_000, 10)
            if not isinstance(given, bool | np.bool_):
                raise Wrong(f"True or False is asked for; {described(given)}.", env)
    saver, evenly = _Saver(answer, "your clock"), _Saver(None, "equal shares")
    match = arena.match(saver, evenly, games=_GAMES, openings=_OPENING, n_jobs=1)
    told = f"{100 * match.score:.1f} % ({match.interval}) against equal shares"
    if match.interval.high < 0.5:
        probably = "" if match.score < 0.5 - ALARM * 0.5 / _GAMES**0.5 else "probably "
        yours, theirs = (sum(side.unspent) / _GAMES for side in (saver, evenly))
        slip = "stops too soon" if yours > theirs else "seems to think too long in the first turns"
        raise Wrong(
            f"Your clock is {probably}worse than equal shares: it scores {told}, and the whole "
            f"interval lies below 50 %. It {slip}: when a game ends, yours is left with "
            f"{yours:,.0f} of its {_STOCK:,} nodes on average, equal shares with {theirs:,.0f}."
        )
    verdict = "which is better" if match.interval.low > 0.5 else "which cannot be told from 50 %"
    return (
        f"Your clock scores {told}, {verdict}. Ours scores {_OURS}. {_GAMES} games pin a score "
        "to about ±7 points; ±1 would take thousands."
    )


saving = Exercise(
    "your own clock",
    enough,
    _judge_clock,
    "`left / turns` is an equal share of what is left. What would be a good reason to exceed it?",
    "An iteration costs two or three times the nodes of all before it: when is it too late?",
    "`len(found) > 1 and found[-1][2] == found[-2][2]`: two in a row agree. Does more pay?",
)

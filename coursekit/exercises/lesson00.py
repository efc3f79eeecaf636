"""Exercises of lesson 00: the board and the course."""

from __future__ import annotations

from typing import Any

from coursekit.exercises.answers import described, number
from coursekit.exercises.exercise import Exercise, Wrong, call
from coursekit.games import bank, othello
from coursekit.games.env import Env
from coursekit.games.errors import IllegalActionError, NotationError

_OPENING = "f5d6c3d3c4"


def _judge_replies(answer: Any) -> str:
    env = othello.from_moves(_OPENING)
    if isinstance(answer, list | tuple):
        raise Wrong("That is a list. How long is it?", env)
    given = number(answer, env)
    if given == len(env.history):
        raise Wrong("That is the number of moves played. How many can be played next?", env)
    if given != len(env.legal_actions()):
        raise Wrong(f"White does not have {answer} moves here: count the dots.", env)
    return f"White has {answer} moves."


replies = Exercise(
    title="read a position",
    judge=_judge_replies,
    answer=len(othello.from_moves(_OPENING).legal_actions()),
    hints=(
        "`othello.from_moves` makes the env; the dots on its picture are what you look for.",
        "The length of the list that `legal_actions()` returns is the answer.",
    ),
    code=f'env = othello.from_moves("{_OPENING}")\nanswer = len(env.legal_actions())',
)


def flips_of(env: Env, square: str) -> int:
    """Returns how many discs turn when the side to move plays on the square."""
    opponent = -env.player
    before = env.count(opponent)
    env.update(square)
    after = env.count(opponent)
    env.undo()
    return before - after


def _judge_flips(answer: Any) -> str:
    for env in [*bank.unfinished(), *bank.twins(bank.position("opening"))]:
        for action in env.legal_actions():
            if action.is_pass:
                continue
            expected = flips_of(env.copy(), action.name)
            given = number(call(answer, env, action.name), env)
            if given != expected:
                placed = " The disc that is placed does not turn." if given == expected + 1 else ""
                raise Wrong(
                    f"{action} turns {_counted(expected, 'disc')} here, but your function "
                    f"returned {given:g}.{placed}",
                    env,
                )
    return "It counts right on the whole position bank, for both sides, and leaves the env alone."


flipped = Exercise(
    title="count the flips",
    judge=_judge_flips,
    answer=flips_of,
    hints=(
        "What does a flip change in `env.count(...)`?",
        "The discs of the *opponent* become fewer by exactly the discs that turn.",
        "Count before `env.update(square)`, count after, and `env.undo()` before you return.",
    ),
)


def passes(moves: str) -> int:
    """Returns how many passes the game of a transcript holds."""
    env = othello.from_moves(moves)
    return sum(action.is_pass for action in env.history)


def _judge_passes(answer: Any) -> str:
    _demand_function(answer)
    for entry in bank.ENTRIES:
        if entry.size != 8:
            continue
        env = entry.env()
        expected, given = passes(entry.moves), number(answer(entry.moves), env)
        if given != expected:
            to_come = any(action.is_pass for action in env.legal_actions())
            note = " The pass that is still to come is not played yet." if to_come else ""
            raise Wrong(
                f"The game that leads to this position has {_counted(expected, 'pass', 'passes')}, "
                f"but your function returned {given:g}.{note}",
                env,
            )
    return "Every pass of the position bank is found."


passed = Exercise(
    title="find the passes",
    judge=_judge_passes,
    answer=passes,
    hints=(
        "A transcript leaves forced passes out, so counting letters will not do.",
        "`othello.from_moves` puts them back: look at the `history` of the env that it returns.",
        "Every action of the history knows whether it `is_pass`.",
    ),
)


def mirrored(moves: str) -> str:
    """Returns the transcript of the same game, mirrored along the diagonal from a1 to h8."""
    turned = []
    for column, row in zip(moves[::2], moves[1::2], strict=True):
        turned.append("abcdefgh"[int(row) - 1] + str("abcdefgh".index(column) + 1))
    return "".join(turned)


def _judge_mirrored(answer: Any) -> str:
    _demand_function(answer)
    for entry in bank.ENTRIES:
        if entry.size != 8 or not entry.moves:
            continue
        env, given = entry.env(), answer(entry.moves)
        if not isinstance(given, str):
            raise Wrong(f'A transcript is one text, such as "c4e3"; {described(given)}.', env)
        where = _first_difference(entry.moves, given)
        try:
            other = othello.from_moves(given)
        except (IllegalActionError, NotationError) as error:
            first = str(error).splitlines()[0]
            raise Wrong(
                f"Your mirror image of the game below cannot be replayed: {first}. {where}", env
            ) from error
        if (other.board != env.board.T).any():
            raise Wrong(
                "Your mirror image of the game below ends in another position than the mirror "
                f"image of this one. {where}",
                env,
            )
    return "The mirror images are legal games, and they end in mirrored positions."


def _first_difference(moves: str, given: str) -> str:
    """Returns the first move that is not mirrored right, or what is wrong with the length."""
    if len(given) != len(moves):
        return f"It has {len(given)} characters, and the game has {len(moves)}."
    right = mirrored(moves)
    for at in range(0, len(moves), 2):
        if given[at : at + 2] != right[at : at + 2]:
            return f"Look at move {at // 2 + 1}: {moves[at : at + 2]} became {given[at : at + 2]}."
    return ""


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _demand_function(answer: Any) -> None:
    if not callable(answer):
        raise Wrong(f"A function of a transcript is asked for; {described(answer)}.")


mirror = Exercise(
    title="the board in a mirror",
    judge=_judge_mirrored,
    answer=mirrored,
    hints=(
        "The mirror exchanges rows and columns: d3 becomes c4.",
        "Go through the text two characters at a time: `zip(moves[::2], moves[1::2])`.",
        '`"abcdefgh".index(letter) + 1` is the number of a letter, and `"abcdefgh"[number - 1]` '
        "the letter of a number.",
    ),
)

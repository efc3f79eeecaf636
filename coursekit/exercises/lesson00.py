"""Exercises of lesson 00: the board and the course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coursekit.exercises.answers import Wrong, described, drawn, number
from coursekit.exercises.exercise import Compared, Exercise
from coursekit.games import bank, othello
from coursekit.games.env import Env

_OPENING = "f5d6c3d3c4f4"
_TRANSCRIPTS = sorted((e.moves for e in bank.ENTRIES if e.size == 8), key=lambda moves: not moves)


def _judge_moves(answer: Any) -> str:
    with drawn(env := othello.from_moves(_OPENING)):
        if isinstance(answer, list | tuple):
            raise Wrong("That is a list. How long is it?")
        if (given := number(answer)) == len(env.history):
            raise Wrong("That is the number of moves played. How many can be played next?")
        if given != len(env.legal_actions()):
            raise Wrong(f"Black does not have {answer} moves here: count the dots.")
    return f"Black has {given:g} moves."


moves = Exercise(
    "read a position",
    len(othello.from_moves(_OPENING).legal_actions()),
    _judge_moves,
    "`othello.from_moves` makes the env; the dots on its picture are what you look for.",
    "The length of the list that `legal_actions()` returns is the answer.",
    code=f'env = othello.from_moves("{_OPENING}")\nanswer = len(env.legal_actions())',
)


def flipped_back(env: Env, square: str) -> int:
    """Returns how many discs the opponent can flip at most with its answer to a move."""
    env.update(square)
    me = -env.player
    before, most = env.count(me), 0
    for reply in env.legal_actions():
        env.update(reply)
        most = max(most, before - env.count(me))
        env.undo()
    env.undo()
    return most


def _moves_to_try() -> Iterator[tuple[Env, str]]:
    passes_next = (othello.from_moves("d3c3b3b2f5a3a1"), othello.from_moves("b1c1d1a1", 4))
    mirror = othello.from_moves(mirrored(_OPENING))  # with its history: an answer may read it
    for env in [mirror, *bank.unfinished(), *passes_next]:
        yield from ((env, action.name) for action in env.legal_actions() if not action.is_pass)


def _wrong_flips(given: float, right: int, env: Env, square: str) -> str:
    after = env.copy()
    after.update(square)
    note = " Is it the most? Whose discs do you count, and from which board on?"
    note = " Did you add up what several replies flip?" if given > right else note
    note = " That is how many replies there are." if given == len(after.legal_actions()) else note
    note = " Did you count the disc that is placed?" if given == right + 1 else note
    note = " Did you count by how much the lead changes?" if given == 2 * right + 1 else note
    note = " The opponent must pass there, or the game is over." if right == 0 else note
    return f"After {env.player} {square} at most {right} flip; your function says {given:g}.{note}"


reply = Compared(
    "the reply that hurts most",
    flipped_back,
    _moves_to_try,
    _wrong_flips,
    "The loop that counts two plies does most of it. Whose discs do you count, and when?",
    "After `env.update(square)`, `env.player` is the opponent, and flips discs of `-env.player`.",
    "Undo each reply, and in the end the move itself.",
    praise="It is right on the whole position bank, for both sides, and leaves the env alone.",
)


def endings(env: Env, depth: int) -> int:
    """Returns how many games that go on from here are over after so many plies or sooner."""
    if env.is_done() or depth == 0:
        return int(env.is_done())
    found = 0
    for action in env.legal_actions():
        env.update(action)
        found += endings(env, depth - 1)
        env.undo()
    return found


def _games_to_count() -> Iterator[tuple[Env, int]]:
    # Small boards before 8x8, where a search that forgets `depth` would walk a whole game.
    over, near = (othello.from_moves("e6f4e3f6g5d6e7" + more) for more in ("f5c5", ""))
    late = [othello.from_moves(m, 4) for m in ("c4d2c1b4a2b1a3d3", "b1a1c4b4a2d2a4c1", "b1c1d1a1")]
    for env in (over, *late, near):
        yield from ((env, depth) for depth in range(5 if env.size == 4 else 4))


ended = Compared(
    "games that end early",
    endings,
    _games_to_count,
    lambda given, right, env, depth: (
        f"At depth {depth} the right count is {right}; your function says {given:g}."
        + (" Ask `is_done` first." if env.is_done() else " The game goes on." * (not depth))
        + " Does `depth` shrink from call to call?" * (depth > 0 and given > right)
    ),
    "It is `perft` with another stop. What does a game that is over return, and one that goes on?",
    "Look whether the game is over first: it may be so with plies left, and with none.",
    praise="If yours calls itself, you have written the kind of search that lesson 03 needs.",
    read=lambda given: number(int(given) if isinstance(given, bool) else given),
)


def mirrored(moves: str) -> str:
    """Returns the transcript of the same game, mirrored along the diagonal from a1 to h8."""
    # Always legal: the start looks the same in this mirror, and catching works in every direction.
    moved = []
    for column, row in zip(moves[::2], moves[1::2], strict=True):
        moved.append("abcdefgh"[int(row) - 1] + str("abcdefgh".index(column) + 1))
    return "".join(moved)


def _transcript(given: Any) -> str:
    if not isinstance(given, str):
        raise Wrong(f'A transcript is one text, such as "c4e3"; {described(given)}.')
    return "".join(given.split()).lower()


def _wrong_mirror(given: str, right: str, moves: str) -> str:
    if len(given) != len(moves):
        return f"The transcript has {len(moves)} characters, and your text {len(given)}."
    at = next(at for at in range(0, len(moves), 2) if given[at : at + 2] != right[at : at + 2])
    became = f"{moves[at : at + 2]} became {given[at : at + 2]}, not {right[at : at + 2]}"
    return f"This is not the mirror image of the game. Look at move {at // 2 + 1}: {became}."


mirror = Compared(
    "the board in a mirror",
    mirrored,
    _TRANSCRIPTS,
    _wrong_mirror,
    "The mirror exchanges rows and columns: d3 becomes c4.",
    "Go through the text two characters at a time: `zip(moves[::2], moves[1::2])`.",
    '`"abcdefgh".index("c") + 1` is the number of a letter, `"abcdefgh"[3 - 1]` the way back.',
    praise="All are legal games: the start mirrors itself, and discs are caught in all directions.",
    read=_transcript,
    at=othello.from_moves,
)

"""The error that stops a match, and the original traceback that it carries home."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from coursekit.games.env import Env
from coursekit.strangers import raised

if TYPE_CHECKING:
    from coursekit.arena.result import Transcript


class PlayerError(RuntimeError):
    """A player raised, returned no legal action, or left the env changed; the game stopped.

    What the player itself raised is chained to this error as its cause.

    Attributes:
        problem: What the player did wrong.
        player: Name of the player.
        env: The position that the player was given, with its history.
        seed: Seed of the game, or ``None`` if it had none.
        game: Number of the game in its match, from 0; ``None`` outside a match.
        finished: In a match, its games that had ended.
    """

    seed: int | None = None
    game: int | None = None
    finished: tuple[Transcript, ...] = ()

    def __init__(self, problem: str, player: str, env: Env) -> None:
        super().__init__(problem, player, env)  # what pickle gives back to this method
        self.problem = problem
        self.player = player
        self.env = env

    def __str__(self) -> str:
        game = "the game" if self.game is None else f"game {self.game}"
        seed = "" if self.seed is None else f" (seed {self.seed})"
        moves = self.env.to_moves()
        after = f"after {moves}" if moves else "before any move"
        count = len(self.finished)
        ended = f"\n{count:,} of the match's games had ended (see .finished)" if count else ""
        return (
            f"the player {self.player!r} {self.problem}\n"
            f"In {game}{seed}, {self.env.player} to move, {after}:\n{self.env}{ended}"
        )


@contextmanager
def blaming(problem: str, name: str, env: Env) -> Iterator[None]:
    """Blames a player for what its own code raises where it does not move.

    Args:
        problem: What the player did wrong.
        name: What it is called.
        env: What it was to play.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PlayerError(f"{problem}: {raised(error)}", name, env) from error


class WorkerTraceback(Exception):
    """The traceback of an exception that was raised in another process."""


class Failure(NamedTuple):
    """A :class:`PlayerError` on its way from a worker process, which cannot send the traceback."""

    error: PlayerError
    frames: list[tuple[str, int, str]]
    last_lines: str

    @classmethod
    def of(cls, error: PlayerError) -> Failure:
        """Returns the error with the frames and the message of its cause."""
        cause = error.__cause__
        stack = traceback.extract_tb(cause.__traceback__) if cause else []
        frames = [(frame.filename, frame.lineno or 0, frame.name) for frame in stack]
        return cls(error, frames, "".join(traceback.format_exception_only(cause)) if cause else "")

    def throw(self) -> None:
        """Raises the error, its cause chained to it.

        The lines of code are looked up here and not in the worker: this process knows the cells
        of a notebook.
        """
        if self.error.__cause__ is None and self.last_lines:
            stack = traceback.StackSummary.from_list([(*frame, None) for frame in self.frames])
            text = f"\nTraceback (most recent call last):\n{''.join(stack.format())}"
            self.error.__cause__ = WorkerTraceback(text + self.last_lines)
        raise self.error

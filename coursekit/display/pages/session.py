"""A game that a person plays against a player, without any page: whose turn, what is allowed.

The env in here is the only truth. Whoever shows the game sends what the person wants and draws
:meth:`Session.view`; it never decides what a rule allows.
"""

from __future__ import annotations

import functools
import threading
import traceback
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from coursekit.arena.analysis import Analysis, analyse
from coursekit.arena.errors import PlayerError
from coursekit.arena.games import ask
from coursekit.display.pages.analysis_view import Thought, read_thought
from coursekit.display.pages.background import Thinking
from coursekit.display.pages.board_data import board_data
from coursekit.display.pages.opponents import Opponent, judge
from coursekit.display.pages.sentences import name_of, played, status
from coursekit.games.actions import IllegalActionError
from coursekit.games.env import Env
from coursekit.games.notation import NotationError
from coursekit.players import Move
from coursekit.progress import heard
from coursekit.strangers import raised, shown

P = ParamSpec("P")
T = TypeVar("T")


def _alone(
    method: Callable[Concatenate[Session, P], T],
) -> Callable[Concatenate[Session, P], T]:
    """Lets one thread at a time into a method of a session."""

    @functools.wraps(method)
    def locked(self: Session, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


BOTH = 0
"""The side of a person who moves for both."""


class Session:
    """One game at one board; every method may be called from any thread.

    Attributes:
        turn: A number that grows with every change of the position, of the side or of the
            opponent, and when thinking is stopped.
        side: +1 or −1 for the side that the person plays, 0 for both.
        opponents: Those the person can choose from, by name.
        opponent: The name of the one chosen.
        thought: What the opponent thought last.
        analysis: The review of the game that is over, once it is made.
        changed: Called after every change.
    """

    def __init__(
        self,
        env: Env,
        opponents: dict[str, Opponent],
        side: int,
        pause: float = 0.0,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._env, self._first = env.clone(), env.clone()
        self.opponents = opponents
        self.opponent = next(iter(opponents))
        self.side = side
        self.turn = 0
        self.thought: Thought | None = None
        self.analysis: Analysis | None = None
        self.changed = changed
        self._pause = pause
        self._lock = threading.RLock()
        self._thinking: Thinking | None = None
        self._begun = False
        self._resigned = 0
        self._score = [0, 0, 0]
        self._counts = True
        self._hinted = -1
        self._reviewed: float | None = None
        self._message = self._details = self._said = ""

    # What there is to see

    @property
    def env(self) -> Env:
        """A copy of the env, with the history of the game; changing it changes nothing here."""
        with self._lock:
            return self._env.clone()

    @_alone
    def view(self) -> dict[str, Any]:
        """Returns all that a page needs to draw the game, as plain data."""
        env, yours, is_over = self._env, self._is_persons_turn(), self._is_over()
        is_asked = self._thinking is not None and self._reviewed is None
        return {
            "turn": self.turn,
            "position": board_data(env),
            "legal": [a.index for a in env.legal_actions() if yours and not a.is_pass],
            "status": self._status(),
            "hinted": self._hinted,
            "over": is_over,
            "moves": [action.name for action in env.history],
            "yours": yours,
            "mustPass": yours and env.must_pass(),
            "canTakeBack": bool(self._resigned) or self._ply_to_return_to() is not None,
            "side": self.side,
            "opponent": self.opponent,
            "opponents": list(self.opponents),
            "asked": self.opponent if is_asked else "",
            "stopped": self._begun and not (is_asked or yours or is_over),
            "canReview": is_over and bool(env.history),
            "score": self._scored(),
            "reviewing": self._reviewed,
            "message": self._message,
            "details": self._details,
            "said": self._said,
            "thought": None if self.thought is None else self.thought.view,
        }

    # What the person does

    @_alone
    def begin(self) -> None:
        """Lets the opponent think if it is its turn; before, nothing happens by itself."""
        if not self._begun:
            self._begun = True
            self._go_on()

    @_alone
    def play(self, move: Move, turn: int | None = None) -> None:
        """Plays the person's move; what is not allowed is answered with a message.

        Args:
            move: What :meth:`Env.update` takes.
            turn: The turn that the person saw; a move for another is dropped.
        """
        if turn is not None and turn != self.turn:
            return
        if not self._is_persons_turn():
            self._say_whose_turn()
            return
        try:
            self._play(move)
        except (IllegalActionError, NotationError):
            self._complain(f"{name_of(self._env)} cannot play {move}.")

    @_alone
    def take_back(self) -> None:
        """Takes a resignation back, or goes back to where the person last chose a move."""
        if self._resigned:
            self._resigned = 0
            self._go_on("The game goes on.")
            return
        ply = self._ply_to_return_to()
        if ply is None:
            self._complain("There is no move of yours to take back.")
            return
        taken = self._env.history[ply:]
        while len(self._env.history) > ply:
            self._env.undo()
        self._go_on(f"Taken back: {' '.join(action.name for action in taken)}.")

    @_alone
    def new_game(self) -> None:
        """Starts again from the position that the session was given."""
        # The same position, but not the same game again from an opponent that draws lots.
        seed = int(self._env.rng.integers(2**63))
        self._score, self._counts = self._scored(), True
        self._env = self._first.clone()
        self._env.seed(seed)
        self._resigned = 0
        self._go_on("New game.")

    @_alone
    def resign(self) -> None:
        """Gives the game up: for the person's side, or the side to move if that is both."""
        if not self._is_over():
            self._resigned = self.side or int(self._env.player)
            self._go_on(f"{name_of(self._env, self._resigned)} resigns.", self.thought)

    @_alone
    def choose_side(self, side: int) -> None:
        """Lets the person play the side from now on: +1, −1, or 0 for both."""
        if side in (1, -1, BOTH) and side != self.side:
            self.side, self._counts = side, self._is_fresh()
            self._go_on(self._said, self.thought)

    @_alone
    def choose_opponent(self, name: str) -> None:
        """Lets the opponent of that name play from now on."""
        if name in list(self.opponents) and name != self.opponent:
            self.opponent, self._score, self._counts = name, [0, 0, 0], self._is_fresh()
            self._go_on(self._said, self.thought)

    @_alone
    def stop(self) -> None:
        """Interrupts whoever is thinking; the position stays."""
        if self._thinking is not None:
            asked = "The review" if self._reviewed is not None else self.opponent
            self._stop_thinking()
            self._message = self._details = ""  # what it said of whoever was thinking
            self._said = f"{asked} was interrupted."
            self.changed()

    @_alone
    def go_on(self) -> None:
        """Asks the opponent again, after it was interrupted or failed."""
        if self._thinking is None:
            self._go_on(self._said, self.thought)

    @_alone
    def hint(self) -> None:
        """Asks the opponent what it thinks of the position."""
        if not self._is_persons_turn():
            self._say_whose_turn()
        elif self._thinking is None:
            self._ask()
            self.changed()

    @_alone
    def review(self) -> None:
        """Judges the moves of a game that is over, in the background."""
        if not self._is_over() or not self._env.history or self._thinking is not None:
            return
        env = self._env.clone()

        def told(share: float) -> None:
            with self._lock:
                if self._thinking is thread:
                    self._reviewed = share
                    self.changed()

        def work() -> Analysis:
            with heard(told):
                return analyse(env, judge(env))

        def done(analysis: Analysis | None, error: BaseException | None) -> None:
            with self._lock:
                if self._thinking is not thread:
                    return
                self._thinking, self._reviewed = None, None
                if error is not None:
                    self._complain(f"The review failed: {raised(error)}", _trace(error))
                    return
                self.analysis, self._said = analysis, "The review is below the board."
                self.changed()

        self._reviewed = 0.0
        self._thinking = thread = Thinking(work, done, threading.Lock())
        thread.start()
        self.changed()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until nobody is thinking; returns whether that is so within the time.

        Args:
            seconds: Time to wait at most; without limit if not given.
        """
        if thinking := self._thinking:
            thinking.join(seconds)
        return self._thinking is None

    @_alone
    def close(self) -> None:
        """Interrupts whoever is thinking, for good."""
        self._stop_thinking()

    # How it goes on

    def _is_over(self) -> bool:
        return bool(self._resigned) or self._env.is_done()

    def _is_fresh(self) -> bool:
        return len(self._env.history) == len(self._first.history) and not self._resigned

    def _scored(self) -> list[int]:
        """Returns the games won, drawn and lost against the one opponent of a whole game."""
        score = list(self._score)
        if self.side and self._counts and self._is_over():
            loser = self._resigned or -int(self._env.result() * self._env.player)
            score[1 + loser * self.side] += 1
        return score

    def _is_persons_turn(self) -> bool:
        return not self._is_over() and self.side in (BOTH, int(self._env.player))

    def _status(self) -> str:
        if not self._resigned:
            return status(self._env)
        loser, winner = (name_of(self._env, s) for s in (self._resigned, -self._resigned))
        return f"{loser} resigned, {winner} wins"

    def _play(self, move: Move, thought: Thought | None = None) -> None:
        """Plays a move and says so; the thought behind it stays to be looked at."""
        self._env.update(move)
        self._go_on(played(self._env), thought)

    def _go_on(self, said: str = "", thought: Thought | None = None) -> None:
        """Asks the opponent if it is its turn, and shows what changed."""
        self._stop_thinking()
        self.turn += 1
        self.thought, self.analysis, self._said = thought, None, said
        self._message = self._details = ""
        self._hinted = -1
        if self._begun and not self._is_over() and not self._is_persons_turn():
            self._ask()
        self.changed()

    def _ask(self) -> None:
        """Asks the opponent for its move or, where the person is to move, for a hint."""
        opponent, given = self.opponents[self.opponent], self._env.copy()
        is_hint = self._is_persons_turn()

        def work() -> Thought:
            player = opponent.player
            return read_thought(player, given, ask(player, given))

        def done(thought: Thought | None, error: BaseException | None) -> None:
            with self._lock:
                if self._thinking is not thread:
                    return  # interrupted in the last moment
                self._thinking = None
                if thought is None:
                    self._complain(*_failure(self.opponent, error))
                elif is_hint:
                    self.thought, self._said = thought, f"Hint: {thought.action.name}."
                    self._hinted = -1 if thought.action.is_pass else thought.action.index
                    self.changed()
                else:
                    self._play(thought.action, thought)

        self._thinking = thread = Thinking(
            work, done, opponent.turn, 0.0 if is_hint else self._pause
        )
        thread.start()

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.interrupt()
            self._thinking, self._reviewed = None, None
            self.turn += 1

    def _say_whose_turn(self) -> None:
        is_thinking = self._thinking is not None
        waiting = f"{self.opponent} is to move." if is_thinking else "Let the opponent go on first."
        self._complain("The game is over." if self._is_over() else waiting)

    def _complain(self, message: str, details: str = "") -> None:
        self._message, self._details, self._said = message, details, ""
        self.changed()

    def _ply_to_return_to(self) -> int | None:
        """Returns the ply at which the person last chose a move, ``None`` if there is none."""
        given, history = len(self._first.history), self._env.history
        chosen = [
            n for n, a in enumerate(history) if not a.is_pass and self.side in (BOTH, a.player)
        ]
        return chosen[-1] if chosen and chosen[-1] >= given else None


def _failure(name: str, error: BaseException | None) -> tuple[str, str]:
    """Returns in words what a player did wrong, and the details."""
    if not isinstance(error, PlayerError):  # it could not even be made
        return f"{name} failed: {error}", _trace(error)
    raised = error.problem.startswith("raised")
    return f"{name} {error.problem}", _trace(error.__cause__) if raised else str(error)


def _trace(error: BaseException | None) -> str:
    """Returns the traceback below the frame that asked the player."""
    if error is None or error.__traceback__ is None:
        return ""
    frames = error.__traceback__.tb_next or error.__traceback__
    return "".join(traceback.format_exception(type(error), error, frames))


def person_of(env: Env, side: object) -> int:
    """Returns a side to play as +1, −1 or 0 for both.

    Args:
        env: Of the game to play.
        side: ``BLACK`` or ``WHITE`` (+1 or −1), a side's name, or ``None`` for both.

    Raises:
        ValueError: If it is no side.
    """
    if side is None:
        return BOTH
    for player in (env.player, -env.player):
        if side in (player, player.name, player.name.lower()):
            return int(player)
    raise ValueError(f"side={shown(side)}: expected {env.player}, {-env.player}, or None for both")

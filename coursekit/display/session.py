"""A game that a person plays against a player, without any page: whose turn, what is allowed.

The env in here is the only truth. Whoever shows the game sends what the person wants and draws
:meth:`Session.view`; it never decides what a rule allows.
"""

from __future__ import annotations

import pickle
import threading
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

from coursekit.arena import PlayerError
from coursekit.arena.games import ask
from coursekit.games.env import Env
from coursekit.games.errors import IllegalActionError, NotationError
from coursekit.players import Move

from .opponents import Opponent
from .sentences import name_of, played, sides_of, status
from .squares import squares
from .thinking import Thinking
from .thoughts import Thought, read_thought

BOTH = 0
"""The side of a person who moves for both."""


class _Trouble(NamedTuple):
    message: str
    details: str = ""


class Session:
    """One game at one board; every method may be called from any thread.

    Attributes:
        turn: A number that grows with every change of the position, of the side or of the
            opponent, and when thinking is stopped. An answer to an older turn is dropped.
        side: +1 or −1 for the side that the person plays, 0 for both.
        opponents: Whom the person can choose, by name.
        opponent: The name of the one chosen.
        thought: What was thought last, by the opponent or by the adviser.
    """

    def __init__(
        self,
        env: Env,
        opponents: dict[str, Opponent],
        side: int,
        adviser: Opponent | None = None,
        pause: float = 0.0,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._env = twin(env)
        self._first = twin(env)
        self._plies_given = len(env.history)
        self.opponents = opponents
        self.opponent = next(iter(opponents))
        self.side = side
        self.turn = 0
        self.thought: Thought | None = None
        self._adviser = adviser
        self._pause = pause
        self.changed = changed
        self._lock = threading.RLock()
        self._thinking: Thinking | None = None
        self._is_hint = False
        self._begun = self._stopped = False
        self._trouble = _Trouble("")
        self._said = ""

    # What there is to see

    @property
    def env(self) -> Env:
        """A twin of the env, with the history of the game; changing it changes nothing here."""
        with self._lock:
            return twin(self._env)

    @property
    def is_thinking(self) -> bool:
        """Whether a player is asked at this moment."""
        return self._thinking is not None

    def view(self) -> dict[str, Any]:
        """Returns all that a page needs to draw the game, as plain data."""
        with self._lock:
            env = self._env
            yours = self._is_persons_turn()
            asked = self._asked_name() if self._thinking else ""
            return {
                "turn": self.turn,
                "position": squares(env),
                "legal": [a.index for a in env.legal_actions() if yours and not a.is_pass],
                "sides": sides_of(env),
                "status": status(env),
                "moves": [action.name for action in env.history],
                "over": env.is_done(),
                "yours": yours,
                "mustPass": yours and env.legal_actions()[0].is_pass,
                "canTakeBack": self._ply_to_return_to() is not None,
                "side": self.side,
                "opponent": self.opponent,
                "opponents": list(self.opponents),
                "asked": asked,
                "stopped": self._stopped,
                "message": self._trouble.message,
                "details": self._trouble.details,
                "said": self._said,
                "thought": self._thought_view(),
            }

    def _thought_view(self) -> dict[str, Any] | None:
        if self.thought is None:
            return None
        side = name_of(self._env, self.thought.side)
        return {
            "sentence": self.thought.sentence(side),
            "share": self.thought.share,
            "labels": self.thought.labels(),
        }

    # What the person does

    def begin(self) -> None:
        """Lets the opponent think if it is its turn; before, nothing happens by itself."""
        with self._lock:
            if not self._begun:
                self._begun = True
                self._go_on()

    def play(self, move: Move, turn: int | None = None) -> None:
        """Plays the person's move; what is not allowed is answered with a message.

        Args:
            move: What :meth:`Env.update` takes.
            turn: The turn that the person saw; a move for another is dropped.
        """
        with self._lock:
            if turn is not None and turn != self.turn:
                return
            if not self._is_persons_turn():
                self._say_whose_turn()
                return
            try:
                self._play(move)
            except (IllegalActionError, NotationError):
                self._complain(f"{name_of(self._env)} cannot play {move}.")

    def take_back(self) -> None:
        """Goes back to the last position in which the person chose a move."""
        with self._lock:
            ply = self._ply_to_return_to()
            if ply is None:
                self._complain("There is no move of yours to take back.")
                return
            self._stop_thinking()
            taken = self._env.history[ply:]
            while len(self._env.history) > ply:
                self._env.undo()
            self.thought = None
            self._said = f"Taken back: {' '.join(action.name for action in taken)}."
            self._go_on()

    def new_game(self) -> None:
        """Starts again from the position that the session was given."""
        with self._lock:
            self._stop_thinking()
            chance = self._env.rng
            self._env = twin(self._first)
            # The same position, but not the same game again from an opponent that draws lots.
            self._env.seed(int(chance.integers(2**63)))
            self.thought = None
            self._said = "New game."
            self._go_on()

    def choose_side(self, side: int) -> None:
        """Lets the person play the side from now on: +1, −1, or 0 for both."""
        with self._lock:
            if side in (1, -1, BOTH) and side != self.side:
                self._stop_thinking()
                self.side = side
                self._go_on()

    def choose_opponent(self, name: str) -> None:
        """Lets the opponent of that name play from now on."""
        with self._lock:
            if name in self.opponents and name != self.opponent:
                self._stop_thinking()
                self.opponent = name
                self._go_on()

    def stop(self) -> None:
        """Interrupts whoever is thinking; the position stays."""
        with self._lock:
            if self._thinking is None:
                return
            waiting = not self._is_hint
            self._said = f"{self._asked_name()} was interrupted."
            self._stop_thinking()
            self._stopped = waiting
            self.changed()

    def go_on(self) -> None:
        """Asks the opponent again, after it was interrupted or failed."""
        with self._lock:
            if self._thinking is None:
                self._go_on()

    def hint(self) -> None:
        """Asks the adviser, or else the opponent, what it thinks of the position."""
        with self._lock:
            if not self._is_persons_turn():
                self._say_whose_turn()
            elif self._thinking is None:
                self._ask(self._adviser or self.opponents[self.opponent], is_hint=True)
                self.changed()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until nobody is thinking; returns whether that is so within the time.

        Args:
            seconds: Time to wait at most; without limit if not given.
        """
        thinking = self._thinking
        if thinking is not None:
            thinking.join(seconds)
        return self._thinking is None

    def close(self) -> None:
        """Interrupts whoever is thinking, for good."""
        with self._lock:
            self._stop_thinking()

    # How it goes on

    def _is_persons_turn(self) -> bool:
        if self._env.is_done():
            return False
        return self.side == BOTH or int(self._env.player) == self.side

    def _play(self, move: Move, thought: Thought | None = None) -> None:
        """Plays a move and says so; the thought behind it stays to be looked at."""
        self._env.update(move)
        self._stop_thinking()
        self.thought = thought
        self._said = played(self._env)
        self._go_on()

    def _go_on(self) -> None:
        """Asks the opponent if it is its turn, and shows what changed."""
        self.turn += 1
        self._trouble = _Trouble("")
        self._stopped = False
        if self._begun and not self._env.is_done() and not self._is_persons_turn():
            self._ask(self.opponents[self.opponent], is_hint=False)
        self.changed()

    def _ask(self, opponent: Opponent, is_hint: bool) -> None:
        turn, given = self.turn, self._env.copy()

        def work() -> Thought:
            player = opponent.player
            return read_thought(player, given, ask(player, given))

        def done(thought: Thought | None, error: Exception | None) -> None:
            with self._lock:
                if self._thinking is not thread:
                    return  # interrupted in the last moment
                self._thinking = None
                if thought is None:
                    self._fail(error)
                    return
                assert turn == self.turn
                if is_hint:
                    self.thought = thought
                    self._said = f"Hint: {thought.action.name}."
                    self.changed()
                else:
                    self._play(thought.action, thought)

        thread = Thinking(work, done, opponent.turn, 0.0 if is_hint else self._pause)
        self._thinking, self._is_hint = thread, is_hint
        thread.start()

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.interrupt()
            self._thinking = None
            self.turn += 1

    def _asked_name(self) -> str:
        if self._is_hint and self._adviser is not None:
            return "the adviser"
        return self.opponent

    def _fail(self, error: Exception | None) -> None:
        """Shows what a player did wrong; it stays that player's turn."""
        self._stopped = not self._is_hint
        if not isinstance(error, PlayerError):  # it could not even be made
            self._complain(f"{self._asked_name()} failed: {error}", _trace(error))
        elif error.problem.startswith("raised"):
            self._complain(f"{self._asked_name()} {error.problem}", _trace(error.__cause__))
        else:
            self._complain(f"{self._asked_name()} {error.problem}", str(error))

    def _say_whose_turn(self) -> None:
        if self._env.is_done():
            self._complain("The game is over.")
        elif self._thinking:
            self._complain(f"{self._asked_name()} is to move.")
        else:
            self._complain("It is not your turn: let the opponent go on, or take back.")

    def _complain(self, message: str, details: str = "") -> None:
        self._trouble = _Trouble(message, details)
        self._said = ""
        self.changed()

    def _ply_to_return_to(self) -> int | None:
        """Returns the ply at which the person last chose a move, ``None`` if there is none."""
        for ply in range(len(self._env.history) - 1, self._plies_given - 1, -1):
            action = self._env.history[ply]
            if not action.is_pass and self.side in (BOTH, int(action.player)):
                return ply
        return None


def _trace(error: BaseException | None) -> str:
    """Returns the traceback below the frame that asked the player."""
    if error is None or error.__traceback__ is None:
        return ""
    frames = error.__traceback__.tb_next or error.__traceback__
    return "".join(traceback.format_exception(type(error), error, frames))


def twin(env: Env) -> Env:
    """Returns an equal env with the same chance; ``env.copy()`` would draw another one."""
    same: Env = pickle.loads(pickle.dumps(env))
    return same


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
    raise ValueError(f"side={side!r}: expected {env.player}, {-env.player}, or None for both")

"""``python -m coursekit play``: a game against a player, in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from coursekit import Env, Player
from coursekit.commands.common import GAMES, add_game, guarded, players_help

if TYPE_CHECKING:
    from coursekit.commands.common import Commands
    from coursekit.players import AnyPlayer

_WORDS = {
    "moves": "list the legal moves",
    "hint": "ask a player what it would do",
    "undo": "take back your last move, and the answer to it",
    "board": "show the board again",
    "help": "show these words",
    "quit": "end the game",
}


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "play",
        help="play against a player, in the terminal",
        description="Plays a game in the terminal: type a move such as f5, or help.",
        epilog=players_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "opponent",
        nargs="?",
        default="alpha_beta:3",
        metavar="PLAYER",
        help="default: %(default)s",
    )
    add_game(parser)
    parser.add_argument(
        "--second", action="store_true", help="let the player begin (it is then black, or X)"
    )
    parser.add_argument("--hints", metavar="PLAYER", help="whose hints (default: the opponent's)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the player's chance")
    parser.set_defaults(run=lambda options: guarded("play", lambda: run(options)))


def run(options: argparse.Namespace) -> int:
    """Plays the game with what is typed on stdin; returns the exit status."""
    from coursekit.players.naming import read_player

    opponent = read_player(options.opponent)
    adviser = opponent if options.hints is None else read_player(options.hints)
    env = GAMES[options.game]()
    env.seed(options.seed)
    human = -env.player if options.second else env.player
    Table(env, human, opponent, adviser).play(_typed(env))
    return 0


def _typed(env: Env) -> Iterable[str]:
    """Yields the lines that are typed, until the end of the input."""
    while True:
        try:
            yield input(f"{env.player}> ")
        except EOFError:
            print()
            return


class Table:
    """A person and a player at one board.

    Args:
        env: The game.
        human: The side of the person.
        opponent: The player.
        adviser: Who is asked for hints.
        show: What shows a text.
    """

    def __init__(
        self,
        env: Env,
        human: Player,
        opponent: AnyPlayer,
        adviser: AnyPlayer,
        show: Callable[[str], object] = print,
    ) -> None:
        self.env = env
        self.human = human
        self.opponent = opponent
        self.adviser = adviser
        self.show = show

    def play(self, lines: Iterable[str]) -> None:
        """Plays until the game is over, or until the lines are, or one of them says quit."""
        from coursekit.players import player_name

        self.show(f"You play {player_name(self.opponent)}. Type a move such as f5, or help.")
        self._answer()
        self.show(f"\n{self.env}")
        if self.env.is_done():
            return
        for line in lines:
            word = line.strip().lower()
            if word == "quit":
                break
            if word:
                self._obey(word)
            if self.env.is_done():
                self.show(self._outcome())
                break
        if self.env.history:
            self.show(f"Transcript: {self.env.to_moves()}")

    def _obey(self, word: str) -> None:
        """Does what a word says, or plays the move that it is."""
        if word == "help":
            width = max(map(len, _WORDS))
            self.show("\n".join(f"  {name:<{width}}  {what}" for name, what in _WORDS.items()))
        elif word == "moves":
            self.show(" ".join(action.name for action in self.env.legal_actions()))
        elif word == "board":
            self.show(str(self.env))
        elif word == "hint":
            self.show(self._hint())
        elif word == "undo":
            self._undo()
        else:
            try:
                self.env.update(word)
            except ValueError as error:
                self.show(f"{str(error).splitlines()[0]} (or type help)")
                return
            self._answer()
            self.show(f"\n{self.env}")

    def _answer(self) -> None:
        """Lets the opponent move, as long as it is its turn; passes are played for the person."""
        from coursekit.arena import PlayerError
        from coursekit.arena.games import play_move
        from coursekit.players import player_name

        while not self.env.is_done():
            if self.env.player == self.human:
                (first, *others) = self.env.legal_actions()
                if not first.is_pass or others:
                    return
                self.env.update(first)
            else:
                fault = play_move(self.opponent, self.env)
                if fault is not None:
                    name = player_name(self.opponent)
                    raise PlayerError(fault.problem, name, self.env.copy()) from fault.cause
            self.show(str(self.env.last_action))

    def _hint(self) -> str:
        from coursekit.arena.games import ask
        from coursekit.players import player_name

        choice = ask(self.adviser, self.env)
        info = getattr(self.adviser, "info", None)
        value = "" if info is None else f", value {info.value:+.3g} for {self.env.player}"
        return f"{player_name(self.adviser)} would play {choice.name}{value}"

    def _undo(self) -> None:
        """Takes back to where the person chose last."""
        plies = len(self.env.history)
        mine = [
            ply
            for ply, action in enumerate(self.env.history)
            if action.player == self.human and not action.is_pass
        ]
        if not mine:
            self.show("There is no move of yours to take back.")
            return
        for _ in range(plies - mine[-1]):
            self.env.undo()
        self.show(f"\n{self.env}")

    def _outcome(self) -> str:
        if self.env.is_draw():
            return "A draw."
        return "You win." if self.env.is_win(self.human) else "You lose."

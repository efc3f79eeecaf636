"""Plays a game in the terminal: type a move such as f5, or help."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from coursekit import Env, Player
from coursekit.commands.common import add_game, add_number, describe, players_help
from coursekit.games import registry

if TYPE_CHECKING:
    from coursekit.players import AnyPlayer

_WORDS = {
    "moves": "list the legal moves",
    "hint": "ask a player what it would do",
    "undo": "take back your last move, and the answer to it",
    "board": "show the board again",
    "help": "show these words",
    "quit": "end the game",
}


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the command's options."""
    describe(parser, run, __doc__, players_help())
    parser.add_argument(
        "opponent", nargs="?", default="alpha_beta:3", metavar="PLAYER", help="default: %(default)s"
    )
    add_game(parser)
    parser.add_argument(
        "--second", action="store_true", help="let the player begin (it is then black, or X)"
    )
    parser.add_argument("--hints", metavar="PLAYER", help="whose hints (default: the opponent's)")
    add_number(parser, "--seed", None, "seed of the player's chance")


def run(options: argparse.Namespace) -> int:
    """Plays the game with what is typed on stdin; returns the exit status."""
    from coursekit.players.parsing import read_players

    if sys.stdin is None:
        raise ValueError("the input, from which your moves are read, is closed")
    names = [options.opponent] + [options.hints] * (options.hints is not None)
    opponent, *others = read_players(names, options.game)
    adviser = others[0] if others else opponent
    env = registry.spec(options.game).make(seed=options.seed)
    human = -env.player if options.second else env.player
    Table(env, human, opponent, adviser).play()
    return 0


class Table:
    """A person and a player at one board.

    Args:
        env: The game.
        human: The side of the person.
        opponent: The player.
        adviser: The player that is asked for hints.
    """

    def __init__(self, env: Env, human: Player, opponent: AnyPlayer, adviser: AnyPlayer) -> None:
        self.env, self.human = env, human
        self.opponent, self.adviser = opponent, adviser

    def play(self) -> None:
        """Plays until the game or the input is over, or quit is typed, and prints the transcript.

        Raises:
            KeyboardInterrupt: After Ctrl-C, with the transcript printed.
        """
        from coursekit.players.base import player_name

        print(f"You play {player_name(self.opponent)}. Type a move such as f5, or help.")
        try:
            self._play_on()
        except KeyboardInterrupt:
            print()
            raise
        finally:
            if self.env.history:
                print(f"Transcript: {self.env.to_moves()}")

    def _play_on(self) -> None:
        self._answer()
        while not self.env.is_done():
            print(end="", flush=True)  # input() would not say that nobody reads the output any more
            try:
                word = input(f"{self.env.player}> ").strip().lower()
            except EOFError:
                print()
                break
            if word == "quit":
                break
            if word:
                self._obey(word)
        if self.env.is_draw():
            print("A draw.")
        elif self.env.is_done():
            print("You win." if self.env.is_win(self.human) else "You lose.")

    def _obey(self, word: str) -> None:
        """Does what a word says, or plays the move that it is."""
        if word == "help":
            width = max(map(len, _WORDS))
            print("\n".join(f"  {name:<{width}}  {what}" for name, what in _WORDS.items()))
        elif word == "moves":
            print(" ".join(action.name for action in self.env.legal_actions()))
        elif word == "board":
            print(str(self.env))
        elif word == "hint":
            print(self._hint())
        elif word == "undo":
            self._undo()
        else:
            try:
                self.env.update(word)
            except ValueError as error:
                print(f"{str(error).splitlines()[0]} (or type help)")
                return
            self._answer()

    def _answer(self) -> None:
        """Lets the opponent move while it is its turn, passes for the person, shows the board."""
        from coursekit.arena.games import ask

        while not self.env.is_done():
            if self.env.player != self.human:
                self.env.update(ask(self.opponent, self.env))
            elif self.env.must_pass():
                self.env.turn_change()
            else:
                break
            print(str(self.env.last_action))
        print(f"\n{self.env}")

    def _hint(self) -> str:
        from coursekit.arena.errors import PlayerError
        from coursekit.arena.games import ask
        from coursekit.players.base import player_name

        try:
            choice = ask(self.adviser, self.env)
        except PlayerError as error:  # the game goes on without
            return f"no hint: the player {error.player!r} {error.problem}"
        info = getattr(self.adviser, "info", None)
        value = "" if info is None else f", value {info.value:+.3g} for {self.env.player}"
        return f"{player_name(self.adviser)} would play {choice.name}{value}"

    def _undo(self) -> None:
        """Takes back to where the person chose last."""
        mine = [
            ply
            for ply, action in enumerate(self.env.history)
            if action.player == self.human and not action.is_pass
        ]
        if not mine:
            print("There is no move of yours to take back.")
            return
        while len(self.env.history) > mine[-1]:
            self.env.undo()
        print(f"\n{self.env}")

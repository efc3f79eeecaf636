"""A league's games in a folder: one file for each pairing, and every game in it at once.

The first line of a file says who plays, with which settings; each further line is one game. Lines
are only ever added, so an interrupted league loses at most the game that was being written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from coursekit.arena.games import Played, first_side
from coursekit.arena.result import Transcript
from coursekit.files import json_lines, replace
from coursekit.games.env import Env

FORMAT = 1


class LeagueError(ValueError):
    """A folder's games are not those of this league, or cannot be read; the message says why."""


class Pairing(NamedTuple):
    """Two players of a league, in the order of their names.

    Attributes:
        a: Name of the one.
        b: Name of the other.
        a_key: What else tells the one from another player, see
            :func:`coursekit.arena.fingerprint.player_key`.
        b_key: The same of the other.
    """

    a: str
    b: str
    a_key: str
    b_key: str


# Of a line: number, result, plies of the opening, seed, moves, and milliseconds a move of a and b.
_KINDS: tuple[Any, ...] = (int, int, int, int, str, int | float, int | float)


class LeagueFolder:
    """The folder of a league.

    Args:
        path: Where it is; made with the first game.
        start: What every game starts from.
        seed: Seed of the league.
        openings: Random plies that the games begin with.
    """

    def __init__(self, path: Path | str, start: Env, seed: int, openings: int) -> None:
        self.path = Path(path)
        self.settings = {"game": start.name, "seed": seed, "openings": openings}
        self._start = start
        self._begun: set[Path] = set()  # the files that hold games

    def file(self, pairing: Pairing) -> Path:
        """Returns the path of a pairing's file."""
        words = [re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in pairing[:2]]
        # Names that differ in other signs only must not share a file.
        code = hashlib.sha256("\n".join(pairing[:2]).encode()).hexdigest()[:6]
        return self.path / f"{words[0][:40]}-v-{words[1][:40]}-{code}.jsonl"

    def read(self, pairing: Pairing) -> dict[int, Played]:
        """Returns the finished games of a pairing by their numbers.

        Raises:
            LeagueError: If the file is damaged, a game's moves do not lead to its result, or it
                holds games of other players or settings.
        """
        path = self.file(pairing)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise LeagueError(f"{path} cannot be read: {error.strerror}") from None
        values = json_lines(path, data, LeagueError)
        if values:
            self._demand(path, pairing, values[0])
        games: dict[int, Played] = {}
        for place, value in enumerate(values[1:], start=2):
            try:
                game = self._game(value)
                if game.number in games:
                    raise ValueError(f"game {game.number} has been there already")
            except ValueError as error:
                reason = str(error).partition("\n")[0]
                raise LeagueError(f"{path} is damaged in line {place}: {reason}") from None
            games[game.number] = game
        if games:
            self._begun.add(path)
        if data and not data.endswith(b"\n"):  # the program was stopped while it wrote this line
            replace(path, "".join(map(_line, values)).encode())
        return games

    def add(self, pairing: Pairing, games: Iterable[Played]) -> None:
        """Writes finished games down.

        Raises:
            LeagueError: If the pairing's file was removed since.
        """
        path = self.file(pairing)
        if not path.exists() or path.stat().st_size == 0:
            if path in self._begun:
                raise LeagueError(f"{path} was removed while its games were played")
            self.path.mkdir(parents=True, exist_ok=True)
            replace(path, _line(self._header(pairing)).encode())
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write("".join(map(_line_of, games)))
        self._begun.add(path)

    def forget(self, pairing: Pairing) -> None:
        """Removes the games of a pairing."""
        self.file(pairing).unlink(missing_ok=True)
        self._begun.discard(self.file(pairing))

    def _header(self, pairing: Pairing) -> dict[str, Any]:
        return {"format": FORMAT, **self.settings, **pairing._asdict()}

    def _demand(self, path: Path, pairing: Pairing, found: Any) -> None:
        """Demands that a file's first line is the one that would be written now."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise LeagueError(f"{path} is no file of league games of format {FORMAT}")
        for name, wanted in self._header(pairing).items():
            if found.get(name) == wanted:
                continue
            if name in ("a_key", "b_key"):
                raise LeagueError(
                    f"{path} holds games of a player {found[name[0]]!r} with other settings or "
                    f"code (key {found.get(name)}, now {wanted}): give the new player another "
                    "name, delete its files, or play everything again with fresh=True"
                )
            raise LeagueError(
                f"{path} holds games of a league with {name}={found.get(name)!r}, and this one "
                f"has {name}={wanted!r}: name another folder"
            )

    def _game(self, values: Any) -> Played:
        """Returns the game of a line, whose result its moves prove."""
        fits = isinstance(values, list) and len(values) == len(_KINDS)
        if not fits or not all(isinstance(v, k) for v, k in zip(values, _KINDS, strict=True)):
            raise ValueError("it is no game")
        number, result, opening, seed, moves, a_ms, b_ms = values
        if number < 0 or opening != self.settings["openings"]:
            raise ValueError(f"there is no game {number} with an opening of {opening} plies")
        env = self._start.clone()
        env.play_moves(moves.removeprefix(env.to_moves()))
        if not env.is_done():
            raise ValueError("the game is not over")
        side = -first_side(self._start) if number % 2 else first_side(self._start)
        proved = env.result() if env.player == side else -env.result()
        if result != proved:
            raise ValueError(f"the result is {result}, but its moves give {proved}")
        return Played(number, Transcript(moves, side, opening, result, seed), a_ms, b_ms)


def _line_of(game: Played) -> str:
    moves, _, opening, result, seed = game.transcript
    return _line([game.number, result, opening, seed, moves, game.a_ms, game.b_ms])


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"

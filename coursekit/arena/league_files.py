"""A league's games in a folder: one file for each pairing, and every game in it at once.

The first line of a file says who plays, with which settings; each further line is one game. Lines
are only ever added, so whatever interrupts a league costs no game but the one that was being
written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from coursekit.files import replace

FORMAT = 1


class LeagueError(ValueError):
    """A folder's games are not those of this league, or cannot be read; the message says why."""


class Pairing(NamedTuple):
    """Two players of a league, in the order of their names.

    Attributes:
        a: Name of the one.
        b: Name of the other.
        a_key: What else tells the one from another player, see
            :func:`coursekit.arena.identity.player_key`.
        b_key: The same of the other.
    """

    a: str
    b: str
    a_key: str
    b_key: str


class Record(NamedTuple):
    """A finished game of a pairing.

    Attributes:
        number: Its place in the pairing's match, from 0; a has the first side in even games.
        result: +1 if a won, 0 if the game was drawn, −1 if b won.
        opening: How many of the plies, counted from the first, were the random opening.
        seed: The game's seed.
        moves: The moves, as the game's ``from_moves`` reads them.
        a_ms: Milliseconds that a took for a move, on average.
        b_ms: The same of b.
    """

    number: int
    result: int
    opening: int
    seed: int
    moves: str
    a_ms: float
    b_ms: float


_KINDS: tuple[Any, ...] = (int, int, int, int, str, int | float, int | float)


class LeagueFolder:
    """The folder of a league.

    Args:
        path: Where it is; made with the first game.
        game: Name of the game that is played.
        seed: Seed of the league.
        openings: Random plies that the games begin with.
    """

    def __init__(self, path: Path | str, game: str, seed: int, openings: int) -> None:
        self.path = Path(path)
        self.settings = {"game": game, "seed": seed, "openings": openings}

    def file(self, pairing: Pairing) -> Path:
        """Returns the path of a pairing's file."""
        words = [re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in pairing[:2]]
        # Names that differ in other signs only must not share a file.
        code = hashlib.sha256("\n".join(pairing[:2]).encode()).hexdigest()[:6]
        return self.path / f"{words[0][:40]}-v-{words[1][:40]}-{code}.jsonl"

    def read(self, pairing: Pairing) -> dict[int, Record]:
        """Returns the finished games of a pairing by their numbers.

        Raises:
            LeagueError: If the file is damaged, or holds games of other players or settings.
        """
        path = self.file(pairing)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            raise LeagueError(f"{path} cannot be read: {error}") from None
        if not text.endswith("\n"):  # the program was stopped while it wrote this line
            text = text[: text.rfind("\n") + 1]
            replace(path, text.encode())
        lines = text.splitlines()
        if not lines:
            return {}
        self._demand(path, pairing, _read_line(path, 1, lines[0]))
        games: dict[int, Record] = {}
        for place, line in enumerate(lines[1:], start=2):
            record = _record(path, place, line)
            games.setdefault(record.number, record)
        return games

    def add(self, pairing: Pairing, records: Iterable[Record]) -> None:
        """Writes finished games down."""
        path = self.file(pairing)
        if not path.exists() or path.stat().st_size == 0:
            self.path.mkdir(parents=True, exist_ok=True)
            replace(path, _line(self._header(pairing)).encode())
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write("".join(_line(list(record)) for record in records))

    def forget(self, pairing: Pairing) -> None:
        """Removes the games of a pairing."""
        self.file(pairing).unlink(missing_ok=True)

    def _header(self, pairing: Pairing) -> dict[str, Any]:
        return {"format": FORMAT, **self.settings, **pairing._asdict()}

    def _demand(self, path: Path, pairing: Pairing, found: Any) -> None:
        """Demands that a file's first line is the one that would be written now."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise LeagueError(f"{path} is no file of league games of format {FORMAT}")
        wanted = self._header(pairing)
        for name, value in self.settings.items():
            if found.get(name) != value:
                raise LeagueError(
                    f"{path} holds games of a league with {name}={found.get(name)!r}, and this one "
                    f"has {name}={value!r}: name another folder"
                )
        for side in ("a", "b"):
            if found.get(side) != wanted[side]:
                raise LeagueError(f"{path} holds games of {found.get(side)!r}: name another folder")
            if found.get(f"{side}_key") != wanted[f"{side}_key"]:
                raise LeagueError(
                    f"{path} holds games of a player {wanted[side]!r} with other settings or code "
                    f"(key {found.get(f'{side}_key')}, now {wanted[f'{side}_key']}): give the new "
                    "player another name, delete its files, or play everything again with "
                    "fresh=True"
                )


def _record(path: Path, place: int, line: str) -> Record:
    values = _read_line(path, place, line)
    fits = isinstance(values, list) and len(values) == len(_KINDS)
    if not fits or not all(isinstance(v, k) for v, k in zip(values, _KINDS, strict=True)):
        raise LeagueError(f"{path} is damaged: line {place} is no game")
    return Record(*values)


def _read_line(path: Path, place: int, line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise LeagueError(f"{path} is damaged in line {place}: {error}") from None


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"

"""Command lines by chance: right, nearly right, and wrong in every way that people find."""

import random
from collections.abc import Callable, Sequence
from typing import Any


def _words(text: str, *others: str) -> tuple[str, ...]:
    return *text.split(), *others


NUMBERS = _words(
    "2 1 0 -1 -3 1.5 1e3 x ٣ ½ 99999999999 nan 0x10 +4 1_0 -- \udcff İ",
    *("", " 2", "2\n3", "9" * 25, "9" * 5000),
)
GAMES = _words("othello4 tictactoe othello8")
NO_GAMES = _words("othello6 ultimate chess İ", "", "a\x1b[31m")
PLAYERS = _words(
    """random most_flips mobility cell_scores minimax:1 alpha_beta:1 uct:2 deepening:9 own.py:good
    own.py:bad monte_carlo:9 alphazero:2 alphazero:az:2 q_network"""
)
NO_PLAYERS = _words(
    """: uct uct:0 uct:0.5 uct:xs uct:-1s alpha_bta:3 random:1 İ:3 uct:\udcff uct:٣٣ alphago:0
    alphazero:no:2 alphazero:damaged:2 alphazero:format alphazero:afile:2 alphazero:q
    alphazero:data:2 alphazero:99999999 alphazero:az:0.5 q_network:az q_network:folder no.py:good
    own.py:none own.py: broken.py:f folder.py:f""",
    *("", "a\nb:1", "x\u2028y", "deepening:" + "9" * 25, "minimax:" + "9" * 5000),
)
PLACES = _words(
    """new newer newest new/est az q data . folder damaged format no/such afile afile/x /proc/x
    /dev/null \udcff own.py""",
    *("", "n" * 300, "a\nb", "a\0b"),
)
MOVES = _words(
    "f5d6c3 f5 a1 b1a1 b2a1c1 f5f5 zz İ1 X -- \udcff",
    *("", "-OX-OO---------- X", "X---O---- X", "XO X", "-" * 64 + " X", "f5" * 999, "-O\n"),
)
TYPED = _words(
    "a1 b2 c3 b1 d3 f5 hint undo moves board help zz İ1 \udcff quit pass 0 \x1b[A",
    *("", "hint hint", "a" * 3000),
)
SETTINGS = _words(
    "seed=1 seed=2 depth=1 sed=1 width=0 width=x games=-1 = game=chess games=true İ=1",
    *("updates=null", "updates=1.5", "games=[1]", "seed=-1", "", "seed=" + "9" * 25),
)
OPTIONS = _words("--no -h --help --games --out --seed=x --game=ultimate")
COMMANDS = _words("solve train data play match league render strength doctor")
KINDS = _words("policy policy check check value polisy", "")


class CommandLines:
    """Makes command lines whose work, where there is any, is small.

    Args:
        seed: What they follow from.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def next(self) -> list[str]:
        """Returns the words of one."""
        command = self._one(COMMANDS)
        words = [command, *getattr(self, f"_{command}")()]
        if self._maybe(0.15):
            place = self._random.randrange(len(words) + 1)
            junk = self._one(self._one((NUMBERS, NO_PLAYERS, OPTIONS, COMMANDS)))
            words[place : place + self._random.randrange(2)] = [junk]
        return words

    def typed(self) -> str:
        """Returns what is typed in a game."""
        return "\n".join(self._one(TYPED) for _ in range(self._random.randrange(9)))

    def _one(self, pieces: Sequence[Any]) -> Any:
        return self._random.choice(pieces)

    def _maybe(self, share: float = 0.25) -> bool:
        return self._random.random() < share

    def _right(self, right: Sequence[str], wrong: Sequence[str], share: float = 0.85) -> str:
        return str(self._one(right if self._maybe(share) else wrong))

    def _number(self, right: str = "2") -> str:
        return self._right([right], NUMBERS)

    def _player(self) -> str:
        return self._right(PLAYERS, NO_PLAYERS, 0.92)

    def _place(self) -> str:
        return self._right(PLACES[:7], PLACES, 0.7)

    def _setting(self) -> str:
        return self._right(SETTINGS[:2], SETTINGS, 0.5)

    def _some(self, **options: Callable[[], str]) -> list[str]:
        """Returns some options, each with a piece of its own kind."""
        found = [(f"--{name}", piece()) for name, piece in options.items() if self._maybe()]
        return [word for pair in found for word in pair]

    def _game(self) -> list[str]:
        return ["--game", self._right(GAMES, NO_GAMES)] if self._maybe(0.6) else []

    def _games(self) -> list[str]:
        more = self._some(seed=self._number, jobs=lambda: self._number("1"))
        return ["--games", self._number(), *more]

    def _doctor(self) -> list[str]:
        return [self._one(("--quite", "x", "--quiet=1", "-x", "İ"))]

    def _solve(self) -> list[str]:
        few = {"max-empties": lambda: self._right(("0", "5", "10"), ("-1", "x", "1.5", "٣"))}
        empties = {"empties": lambda: self._right(("nobody", "winner"), ("winer", ""))}
        more = {"size": lambda: self._number("4"), "from-empties": self._number}
        return [
            self._one(MOVES),
            *self._some(**few, **empties, **more),
            *["--line"] * self._maybe(),
        ]

    def _train(self) -> list[str]:
        kind = self._one(("tictactoe-q", "tictactoe-q", "tictactoe", "othello8-policy", "othelo8"))
        tiny = {"tictactoe-q": "updates=1 games=1 width=1", "tictactoe": "games=2 positions=4"}
        words = [f"--set={word}" for word in tiny.get(kind, "updates=1 batch=2").split()]
        if kind == "tictactoe":
            words += ["--preset=smoke", "--set=simulations=2", "--set=generations=1", "--workers=1"]
        if (kind == "othello8-policy") != self._maybe(0.05):
            words += ["--data", "data" if self._maybe(0.8) else self._place()]
        if self._maybe():
            words += self._some(after=self._place, until=self._number, set=self._setting)
        words += ["--out", self._place(), *self._some(seed=self._number)]
        return [kind, *words, *["--resume"] * self._maybe(0.2)]

    def _data(self) -> list[str]:
        kind = self._one(KINDS)
        if kind == "check":
            return [kind, self._place()]
        words = ["--set=depth=1"] * (kind == "policy") + ["--games", self._number("1")]
        words += ["--out", self._place(), "--jobs", self._number("1")]
        if kind == "value" and self._maybe():
            words += self._some(policy=self._place, improved=self._place)
        return [kind, *words, *self._some(set=self._setting, seed=self._number)]

    def _play(self) -> list[str]:
        words = [self._player(), *self._game(), *self._some(hints=self._player, seed=self._number)]
        return [*words, *["--second"] * self._maybe()]

    def _match(self) -> list[str]:
        words = [self._player(), self._player(), *self._game(), *self._games()]
        return [*words, *self._some(openings=self._number)]

    def _league(self) -> list[str]:
        files = ("league.toml", "bad.toml", "latin.toml", "no.toml", "folder.toml")
        named = [self._player() for _ in range(self._random.randrange(1, 4))]
        words = [self._one(files)] if self._maybe() else named
        words += [*self._game(), *self._games(), *self._some(out=self._place)]
        return [*words, *[self._one(("--table", "--fresh"))] * self._maybe()]

    def _render(self) -> list[str]:
        wrong = ("x.gif", "no/x.png", "folder.png", ".png", *PLACES)
        words = [self._right(MOVES[:5], MOVES, 0.6), "--out", self._right(["x.png"], wrong)]
        return [
            *words,
            *self._game(),
            *self._some(size=lambda: self._number("200"), ply=self._number),
        ]

    def _strength(self) -> list[str]:
        folders = [self._right(["az"], PLACES, 0.6) for _ in range(self._random.randrange(1, 3))]
        return [*folders, "--jobs=1", "--simulations", self._number(), *self._games()]

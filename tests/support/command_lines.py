"""Command lines by chance: right, nearly right, and wrong in every way that people find."""

import random
import re
from collections.abc import Sequence


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
LEAGUES = _words("league.toml bad.toml latin.toml no.toml folder.toml")

# Of each kind of word: those that are right, those that may be wrong, and the share of the first.
KINDS: dict[str, tuple[Sequence[str], Sequence[str], float]] = {
    "ONE": (["1"], NUMBERS, 0.85),
    "TWO": (["2"], NUMBERS, 0.85),
    "FOUR": (["4"], NUMBERS, 0.85),
    "PIXELS": (["200"], NUMBERS, 0.85),
    "GAME": (GAMES, NO_GAMES, 0.85),
    "PLAYER": (PLAYERS, NO_PLAYERS, 0.92),
    "PLACE": (PLACES[:7], PLACES, 0.7),
    "DATA": (["data"], PLACES, 0.8),
    "NETWORK": (["az"], PLACES, 0.6),
    "SETTING": (SETTINGS[:2], SETTINGS, 0.5),
    "MOVES": (MOVES[:5], MOVES, 0.6),
    "EMPTIES": (["0", "5", "10"], ["-1", "x", "1.5", "٣"], 0.85),
    "WHOSE": (["nobody", "winner"], ["winer", ""], 0.85),
    "PICTURE": (["x.png"], ["x.gif", "no/x.png", "folder.png", ".png", *PLACES], 0.7),
    "FIELD": (LEAGUES, PLAYERS, 0.5),
    "ODD": (OPTIONS, ["--quite", "x", "--quiet=1", "-x", "İ"], 0.2),
}
# What stands in brackets is there in one of three.
COMMANDS = """
solve MOVES [--max-empties EMPTIES] [--empties WHOSE] [--size FOUR] [--from-empties TWO] [--line]
train tictactoe-q --set=updates=1 --set=games=1 --set=width=1 --out PLACE [--seed TWO] [--resume]
train tictactoe-q --set=updates=1 --set=games=1 --set=width=1 --out PLACE [--set SETTING]
train tictactoe-q --set=updates=1 --set=games=1 --set=width=1 --out PLACE [--data DATA]
train tictactoe --preset=smoke --set=simulations=2 --set=generations=1 --set=games=2 \
    --set=positions=4 --workers=1 --out PLACE [--after PLACE] [--until TWO] [--resume]
train othello8-policy --set=updates=1 --set=batch=2 [--data DATA] --out PLACE [--set SETTING]
train othelo8 --set=updates=1 --out PLACE
data check PLACE
data policy --set=depth=1 --games ONE --out PLACE --jobs ONE [--set SETTING] [--seed TWO]
data value --games ONE --out PLACE --jobs ONE [--policy PLACE] [--improved PLACE]
data polisy --games ONE --out PLACE
play PLAYER [--game GAME] [--hints PLAYER] [--seed TWO] [--second]
match PLAYER PLAYER [--game GAME] --games TWO [--seed TWO] [--jobs ONE] [--openings TWO]
league FIELD [PLAYER] [PLAYER] [--game GAME] --games TWO [--out PLACE] [--table] [--fresh]
render MOVES --out PICTURE [--game GAME] [--size PIXELS] [--ply TWO]
strength NETWORK [NETWORK] --jobs=1 --simulations TWO --games TWO [--seed TWO]
doctor ODD
""".replace("\\\n", "").strip()


class CommandLines:
    """Makes command lines whose work, where there is any, is small.

    Args:
        seed: What they follow from.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def next(self) -> list[str]:
        """Returns the words of one."""
        form = self._random.choice(COMMANDS.splitlines())
        form = re.sub(r"\[(.*?)\]", lambda found: found[1] if self._maybe(1 / 3) else "", form)
        words = [self._drawn(*KINDS[word]) if word in KINDS else word for word in form.split()]
        if self._maybe(0.15):
            place = self._random.randrange(len(words) + 1)
            junk = self._random.choice(self._random.choice((NUMBERS, NO_PLAYERS, OPTIONS)))
            words[place : place + self._random.randrange(2)] = [junk]
        return words

    def typed(self) -> str:
        """Returns what is typed in a game."""
        return "\n".join(self._random.choices(TYPED, k=self._random.randrange(9)))

    def _maybe(self, share: float) -> bool:
        return self._random.random() < share

    def _drawn(self, right: Sequence[str], wrong: Sequence[str], share: float) -> str:
        return self._random.choice(right if self._maybe(share) else wrong)

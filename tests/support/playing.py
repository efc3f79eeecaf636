"""Random games for the tests: chosen by hypothesis, shrunk to the shortest prefix that fails."""

import random

from hypothesis import strategies as st

from coursekit import Env
from coursekit.games import registry

GAMES = registry.names()
MAKERS = {name: registry.spec(name).make for name in GAMES}
FORCED_PASS = "d3c3b3b2f5a3a1c1"
"""An 8×8 transcript after which the side to move must pass."""
WIPE_OUT = "d3c3b3d2e1d6d7e3f4"
"""An 8×8 transcript after which no white disc is left: 13–0."""


def play_on(env: Env, seed: int, plies: int | None = None) -> Env:
    """Plays uniformly random moves on ``env``, to the end or for a number of plies."""
    chance = random.Random(seed)
    while not env.is_done() and (plies is None or plies > 0):
        env.update(chance.choice(env.legal_actions()))
        plies = None if plies is None else plies - 1
        assert len(env.history) < 200, "a game that never ends"
    return env


def games(*names: str, whole: bool = False) -> st.SearchStrategy[Env]:
    """Returns a strategy of envs of the named games after random moves, mostly unfinished."""
    lengths = st.none() if whole else st.none() | st.integers(0, 81)
    return st.builds(
        lambda name, seed, plies: play_on(MAKERS[name](), seed, plies),
        st.sampled_from(names or GAMES),
        st.integers(0, 2**32 - 1),
        lengths,
    )


def othello_text(cells: list[list[int]], side: int) -> str:
    """Returns a board of lists as the text that ``othello.from_string`` reads."""
    marks = {1: "X", -1: "O", 0: "-"}
    return "".join(marks[cell] for row in cells for cell in row) + " " + marks[side]


@st.composite
def othello_boards(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 6, 8)) -> str:
    """Any board whatever, reachable or not, full or sparse, as text."""
    size = draw(st.sampled_from(sizes))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    empty = draw(st.sampled_from([0.0, 0.05, 0.15, 0.3, 0.6]))
    black = draw(st.sampled_from([0.1, 0.3, 0.5, 0.9]))

    def cell() -> int:
        return 0 if chance.random() < empty else 1 if chance.random() < black else -1

    cells = [[cell() for _ in range(size)] for _ in range(size)]
    return othello_text(cells, draw(st.sampled_from([1, -1])))

"""Perfect games from the literature, replayed: a rule that is off breaks the line."""

import pytest

from coursekit import BLACK, WHITE
from coursekit.games import bank


@pytest.mark.parametrize(
    ("name", "discs", "passes", "plies"),
    [
        ("perfect 6x6", (16, 20), [30], 33),  # Feinstein (1993): white wins
        ("draw", (32, 32), [], 60),  # Takizawa (2023), arXiv 2310.19387, CC BY 4.0
    ],
)
def test_a_perfect_game(name, discs, passes, plies):
    env = bank.position(name)
    assert (env.count(BLACK), env.count(WHITE)) == discs
    assert [number for number, action in enumerate(env.history) if action.is_pass] == passes
    assert (len(env.history), env.is_done()) == (plies, True)

"""What the tests of the display share."""

import pytest

from coursekit.games import registry
from tests.support.row_game import SPEC


@pytest.fixture
def row_game(monkeypatch):
    """A student's own game in progress, on a board of 2 × 4, registered for one test."""
    monkeypatch.setitem(registry._GAMES, "row3", SPEC)
    return registry.spec("row3").from_moves("a1d2b1")

"""The core script stays small enough to be read: it is the course's algorithms once more."""

import pytest

from _ext.play.book import CORE
from tests.play.core import FOLDER

MOST_LINES, MOST_COLUMNS = 900, 100


def lines(name):
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def test_the_core_is_short():
    assert sum(len(lines(name)) for name in CORE) < MOST_LINES


@pytest.mark.parametrize("name", [*CORE, "worker.js"])
def test_lines_are_no_longer_than_the_courses(name):
    assert [line for line in lines(name) if len(line) > MOST_COLUMNS] == []

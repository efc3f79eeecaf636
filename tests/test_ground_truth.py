"""The page of ground truth says what the tests hold: each of its numbers stands in a test."""

import ast
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.truth.test_perft import KNOWN

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "notebooks" / "ground_truth.md").read_text(encoding="utf-8")

# Exactly, for a table of rates in per cent; tests/games/test_random_play.py has the fractions.
TICTACTOE = {"58.5": Fraction(737, 1260), "28.8": Fraction(121, 420), "12.7": Fraction(8, 63)}


def rows() -> list[list[str]]:
    """Returns the cells of each row of a table that ends with the name of a test."""
    lines = [line.strip("|").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in lines if row[-1].strip().startswith("`tests")]


@cache
def constants(path: str) -> frozenset[float]:
    """Returns every number that stands in a test."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return frozenset(abs(value) for value in found if type(value) in (int, float))


def numbers(text: str) -> list[tuple[str, bool]]:
    """Returns the numbers in a cell, and whether they are rates in per cent."""
    text = re.sub(r"\[.*?\]\(.*?\)|\d×\d", "", text)
    return [(number, bool(sign)) for number, sign in re.findall(r"(\d+(?:\.\d+)?)( %)?", text)]


def test_its_perft_is_the_known_one():
    names = {"Othello 8×8": "othello8", "Othello 6×6": "othello6", "Othello 4×4": "othello4"}
    names |= {"Tic-tac-toe": "tictactoe", "Ultimate tic-tac-toe": "ultimate"}
    found = {}
    for row in rows():
        game, _, counting = row[0].rpartition(", ")
        if counting in "ABC":
            found[names[game], counting] = [int(number) for number, _ in numbers(row[1])]
    assert found == KNOWN


def test_every_table_row_names_its_test():
    assert len(rows()) >= 25
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    assert len(lines) == len(rows()) + PAGE.count("|---|\n")  # the rest are the heads of the tables


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_its_numbers_stand_in_the_test_beside_it(row):
    held = constants(row[-1].strip("`"))
    for cell in row[1:-1]:
        for number, is_rate in numbers(cell):
            if row[0] == "Tic-tac-toe" and is_rate:
                assert round(100 * float(TICTACTOE[number]), 1) == float(number)
            elif is_rate:
                assert any(abs(float(number) / 100 - value) < 1e-9 for value in held), number
            else:
                assert float(number) in held, number


def test_the_files_that_it_names_exist():
    for path in re.findall(r"`(tests/.*?)`", PAGE):
        assert (ROOT / path).exists(), path

"""The board of a page, as its labels tell it."""

from playwright.sync_api import FrameLocator, Locator

_SIDES = {"Black": 1, "White": -1, "X": 1, "O": -1, "empty": 0}


def square(board: Locator | FrameLocator, name: str) -> Locator:
    """Returns a square by its name."""
    return board.locator(f'.ck-square[aria-label^="{name},"]')


def cells(board: Locator | FrameLocator) -> list[int]:
    """Returns what stands on the squares, from a1 on."""
    labels = board.locator(".ck-board .ck-square").evaluate_all(
        "squares => squares.map(square => square.getAttribute('aria-label'))"
    )
    return [_SIDES[label.split(", ")[1]] for label in labels]

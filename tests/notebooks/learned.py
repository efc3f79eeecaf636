"""Outputs with learned numbers, which differ from processor to processor within an interval.

A cell tagged ``learned`` is compared strictly on the processor on which it was recorded. On another
one each number with an interval must lie in it; all others, and the words, are the same as ever.
"""

import re
from collections.abc import Iterable
from typing import Any

TAG = "learned"
NUMBER = re.compile(r"(?<![\w.])[-−+]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)")
# An interval reaches so many times the spread of six runs beyond it, on either side. Of numbers
# that vary as a normal distribution does, one in 3,000 lies outside.
_BEYOND = 3


def is_learned(cell: Any) -> bool:
    return TAG in cell.metadata.get("tags", [])


def allowed(cell: Any) -> dict[str, str] | None:
    """Returns a cell's intervals by the places of the numbers; None if none were looked for yet."""
    intervals: dict[str, str] | None = cell.metadata.get("coursekit", {}).get(TAG)
    return intervals


def text_of(outputs: Iterable[Any]) -> str:
    """Returns the words and numbers of a cell's outputs; a table as text, not as HTML."""
    parts = []
    for output in outputs:
        shown = output.get("data", {}).get("text/plain", "")
        parts.append(output.get("text", "") or shown or output.get("evalue", ""))
    return "\n".join(part.rstrip("\n") for part in parts)


def words_of(text: str) -> str:
    """Returns a text without its numbers, and without the spaces that line up its columns."""
    return " ".join(NUMBER.sub("#", text).split())


def numbers_of(text: str) -> list[str]:
    return NUMBER.findall(text)


def value(number: str) -> float:
    return float(number.replace(",", "").replace("−", "-"))


def intervals(texts: list[str]) -> dict[str, str]:
    """Returns the intervals of the numbers that differ between the texts of several runs.

    Args:
        texts: The output of one cell, run on processors that calculate differently.

    Returns:
        By the number's place in the text, such as ``{"3": "97.25 to 99.5"}``.

    Raises:
        ValueError: If more than numbers differ.
    """
    if len(set(map(words_of, texts))) > 1:
        raise ValueError("not only its numbers differ between processors")
    found = {}
    for place, numbers in enumerate(zip(*map(numbers_of, texts), strict=True)):
        if len(set(numbers)) > 1:
            low, high = min(map(value, numbers)), max(map(value, numbers))
            beyond = _BEYOND * (high - low)
            found[str(place)] = f"{low - beyond:.6g} to {high + beyond:.6g}"
    return found


def difference(recorded: str, now: str, within: dict[str, str]) -> str | None:
    """Returns how an output differs by more than its intervals allow, or None."""
    if words_of(recorded) != words_of(now):
        return "more than numbers differs"
    for place, (old, new) in enumerate(zip(numbers_of(recorded), numbers_of(now), strict=True)):
        if interval := within.get(str(place)):
            low, high = map(float, interval.split(" to "))
            if not low <= value(new) <= high:
                return f"{new} is not in {interval}, where {old} was recorded"
        elif old != new:
            return f"{new} is not {old}, and that number is exact"
    return None

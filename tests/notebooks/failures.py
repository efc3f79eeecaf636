"""What a failed cell of a lesson says: old and new numbers, and what has changed since."""

import difflib

from nbval.plugin import IPyNbCell, NbCellError

from tests.notebooks.claims import ClaimItem, file_of
from tests.notebooks.learned import allowed, difference, numbers_of, text_of, words_of
from tests.notebooks.recorded import changes

_MOST_LINES = 20


def told(item: IPyNbCell, error: NbCellError) -> str:
    """Returns which cell of a lesson failed, how its output differs, and why it may."""
    lesson = item.nodeid.partition("::")[0]
    if isinstance(item, ClaimItem):
        untrue = f"{lesson} says “{item.claim.quote}”, which {file_of(item.path).name} denies"
        return f"{untrue}\n{error.inner_traceback}"
    cell, differing = item.cell, []
    if "differ" in str(error):
        old, new = text_of(cell.outputs), text_of(item.test_outputs)
        differing = _differences(old, new)
        if (intervals := allowed(cell)) is not None:
            differing.append(difference(old, new, intervals) or "each number is in its interval")
    lines = [f"{lesson}, cell [{cell.execution_count}]: {cell.source.splitlines()[0]}"]
    lines += [f"    {line}" for line in differing]
    lines += [f"  {change}" for change in changes(item.parent.nb)]
    if not differing:  # it raised, or what differs is no text
        lines += [str(error), error.inner_traceback or ""]
    return "\n".join(lines)


def _differences(old: str, new: str) -> list[str]:
    """Returns the lines that differ, old and new, and the numbers in them side by side."""
    found = []
    matcher = difflib.SequenceMatcher(None, before := old.splitlines(), after := new.splitlines())
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            continue
        found += [f"- {line}" for line in before[a:b]] + [f"+ {line}" for line in after[c:d]]
        was, is_now = "\n".join(before[a:b]), "\n".join(after[c:d])
        if words_of(was) == words_of(is_now):
            pairs = zip(numbers_of(was), numbers_of(is_now), strict=True)
            found.append("  " + ", ".join(f"{x} → {y}" for x, y in pairs if x != y))
    more = len(found) - _MOST_LINES
    return found[:_MOST_LINES] + ([f"… and {more} more lines"] if more > 0 else [])

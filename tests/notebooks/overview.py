"""Writes the table of the lessons into the instructors' page, with the run times of the last test.

Run as ``python -m tests.notebooks.overview`` after ``python course.py test``, or give it the JUnit
report of another run of nbval. A lesson that the report does not have keeps its time.
"""

import ast
import re
import sys
from pathlib import Path

from tests.notebooks.lessons import PATHS, ROOT, code_cells, prose
from tests.notebooks.measured import REPORT, costs, is_lesson

PAGE = ROOT / "notebooks" / "instructors.md"
START, END = "<!-- made by tests.notebooks.overview -->\n\n", "\n<!-- until here -->"

ROOMS = ("games", "truth", "players", "learning", "arena", "display")
GAMES = {"othello", "tictactoe", "ultimate"}


def rooms(path: Path) -> list[str]:
    """Returns the rooms of the package that a lesson imports, the lowest first."""
    found = set()
    for cell in code_cells(path):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("coursekit"):
                names = {alias.name for alias in node.names}
                found |= names | set(str(node.module).split("."))
                found |= {"games"} if names & GAMES else set()
    return [room for room in ROOMS if room in found]


def exercises(path: Path) -> list[int]:
    """Returns the minutes of each exercise of a lesson."""
    return [int(minutes) for minutes in re.findall(r"[★☆]{3}, (\d+) minutes\)", prose(path))]


def title(path: Path) -> str:
    """Returns the name of a lesson without its number."""
    return code_title[1] if (code_title := re.match(r"# \d\d (.+)", prose(path))) else path.stem


def measured(report: Path) -> dict[str, float]:
    """Returns the seconds of each notebook in the JUnit report of a run."""
    return {
        name.split(".")[1]: cost.seconds for name, cost in costs(report).items() if is_lesson(name)
    }


def written() -> dict[str, float]:
    """Returns the seconds of each notebook as the page has them."""
    rows = re.findall(
        r"^\| \[\d\d .+?\]\((.+?)\.ipynb\) \| (\d+) s \|", PAGE.read_text("utf-8"), re.M
    )
    return {name: float(seconds) for name, seconds in rows}


def table(seconds: dict[str, float]) -> str:
    """Returns the table, with a question mark where a time is missing."""
    lines = [
        "| Lesson | Run time | Exercises | Rooms that it uses |",
        "|---|---|---|---|",
    ]
    for path in PATHS:
        time = f"{max(1, round(seconds[path.stem]))} s" if path.stem in seconds else "?"
        minutes = exercises(path)
        lines.append(
            f"| [{path.name[:2]} {title(path)}]({path.name}) | {time} "
            f"| {len(minutes)} ({sum(minutes)} min) | {', '.join(rooms(path))} |"
        )
    return "\n".join(lines) + "\n"


def main(report: Path) -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    made = table({**written(), **measured(report)})
    PAGE.write_text(before + START + made + END + after, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else REPORT)

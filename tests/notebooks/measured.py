"""What each file of the last ``python course.py test`` cost, from its JUnit report."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

REPORT = Path(__file__).resolve().parents[2] / "_build" / "tests.xml"
PROPERTY = "processor"  # the seconds of it that a test used


@dataclass
class Cost:
    """Seconds by the clock and of the processor."""

    seconds: float = 0.0
    processor: float = 0.0


def is_lesson(name: str) -> bool:
    return name.startswith("notebooks.")


def costs(report: Path) -> dict[str, Cost]:
    """Returns the cost of each file in a report, as far as it got; of none without a report."""
    files: defaultdict[str, Cost] = defaultdict(Cost)
    try:
        cases = list(ElementTree.parse(report).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return {}
    for case in cases:
        cost = files[case.get("classname", "")]
        cost.seconds += float(case.get("time", 0))
        cost.processor += sum(
            float(entry.get("value", 0))
            for entry in case.iter("property")
            if entry.get("name") == PROPERTY
        )
    return dict(files)

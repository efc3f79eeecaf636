"""Hooks of pytest: the order of the files, what each test costs, and how lessons are compared."""

from collections.abc import Generator
from functools import partial
from typing import Any

import psutil
import pytest
from nbval import kernel as nbval_kernel
from nbval.plugin import IPyNbCell, IPyNbFile, NbCellError

from tests.notebooks import claims, learned, recorded
from tests.notebooks.failures import told
from tests.notebooks.measured import PROPERTY
from tests.notebooks.overview import written

_BEFORE = pytest.StashKey[float]()
_PNG = r"data:image/png;base64,[A-Za-z0-9+/=]*"
"""A picture inside a page: its bytes are compared no more than those of one that stands alone."""


_start = nbval_kernel.start_new_kernel


def _started(**arguments: Any) -> Any:
    """Starts a kernel; once more if that failed, since another program may have taken its port."""
    try:
        return _start(**arguments)
    except RuntimeError:
        return _start(**arguments)


def pytest_configure() -> None:
    """A kernel's ports are chosen before it starts, and two workers may choose the same one."""
    nbval_kernel.start_new_kernel = _started


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Adds the claims of a lesson after its last cell."""
    report = yield
    if isinstance(collector, IPyNbFile) and report.passed:
        report.result += claims.items(collector)
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the lessons first, the longest before all: each runs on one worker, from top to end."""
    seconds = written()
    items.sort(
        key=lambda item: -seconds.get(item.path.stem, 0.0) if isinstance(item, IPyNbCell) else 1.0
    )


# How a lesson is compared, and what is said when it differs


def pytest_itemcollected(item: pytest.Item) -> None:
    """Compares a cell's learned numbers with their intervals where it is not its own processor."""
    if isinstance(item, IPyNbCell):
        item.parent.sanitize_patterns[_PNG] = "PNG"
    if isinstance(item, IPyNbCell) and learned.is_learned(item.cell):
        origin = item.parent.nb.metadata.get("coursekit", {})
        if origin.get("processor") != recorded.processor():
            item.compare_outputs = partial(_within_intervals, item)


def _within_intervals(item: IPyNbCell, outputs: list[Any], reference: list[Any]) -> bool:
    old, new = learned.text_of(reference), learned.text_of(outputs)
    intervals = learned.allowed(item.cell)
    # Until `refresh` has looked for intervals, only its own processor can be compared.
    found = None if intervals is None else learned.difference(old, new, intervals)
    item.comparison_traceback = [found] if found else []
    return not found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says of a failed cell which numbers differ, and whether anything below it has changed."""
    report = yield
    if report.failed and call.excinfo and isinstance(call.excinfo.value, NbCellError):
        report.longrepr = told(item, call.excinfo.value)
    return report


# What a test costs


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    item.stash[_BEFORE] = _used(psutil.Process())
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Notes the processor seconds of a test; those of a kernel count for its last cell."""
    used = _used(psutil.Process()) - item.stash[_BEFORE]
    if isinstance(item, IPyNbCell) and (nextitem is None or nextitem.parent is not item.parent):
        used += _used_by_kernel(item)
    item.user_properties.append((PROPERTY, f"{used:.2f}"))


def _used_by_kernel(cell: IPyNbCell) -> float:
    """Returns the seconds that a lesson's kernel used, and its workers that are still there."""
    kernel = getattr(cell.parent.kernel, "km", None)
    if kernel is None:  # it died
        return 0.0
    process = psutil.Process(kernel.provisioner.pid)
    return sum(map(_used, [process, *process.children(recursive=True)]))


def _used(process: psutil.Process) -> float:
    """Returns what a process used, and its children that have ended (not on Windows)."""
    return sum(process.cpu_times()[:4])

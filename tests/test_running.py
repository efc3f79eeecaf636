"""``python -m tests``: what it starts, side by side and after each other, prints and returns."""

import sys

import pytest

from tests import __main__ as running
from tests.notebooks.measured import Cost, costs


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """Records what is run; everything passes but what a test makes fail."""
    recorded: dict[str, list[str]] = {}
    failing: set[str] = set()

    def run(name, command, env, live=False):
        recorded[name] = command
        return running.Ended(name, int(name in failing), 2.0, 1.5, f"{name} says so\n")

    monkeypatch.setattr(running, "run", run)
    monkeypatch.setattr(running, "REPORT", tmp_path / "tests.xml")
    return recorded, failing


@pytest.mark.parametrize(
    ("words", "options"), [(["-k", "perft"], []), (["notebooks/00.ipynb", "-x"], running.NBVAL)]
)
def test_arguments_go_to_pytest_alone_and_notebooks_to_nbval(calls, words, options):
    assert running.main(words) == 0
    assert calls[0] == {"pytest": ["-m", "pytest", *options, *words]}


def test_all_stages_run_and_the_failed_ones_are_named(calls, capsys):
    recorded, failing = calls
    failing |= {"mypy", "book"}
    assert running.main([]) == 1
    out, err = capsys.readouterr()
    assert list(recorded)[-1] == "tests, lessons"
    assert set(recorded) == {stage.name for stage in running.SIDE_BY_SIDE} | {"tests, lessons"}
    for name in recorded:
        assert f"{name}: {'FAILED' if name in failing else 'passed'}\n" in out
        assert (f"{name} says so\n" in out) == (name != "tests, lessons")
    assert sorted(err.partition(": ")[2].partition(".")[0].split(", ")) == ["book", "mypy"]


def test_only_all_runs_the_slow_tests_and_the_report_of_an_earlier_run_is_removed(calls):
    running.REPORT.write_text(REPORT, encoding="utf-8")
    running.main([])
    assert not running.REPORT.exists()
    usual = calls[0]["tests, lessons"]
    running.main(["--all"])
    added = [part for part in calls[0]["tests, lessons"] if part not in usual]
    assert added == ["slow or not slow"]


def test_a_stage_begins_after_the_one_that_it_needs(tmp_path):
    made = tmp_path / "made"
    wait = f"import pathlib, time; time.sleep(0.2); pathlib.Path({str(made)!r}).touch()"
    look = f"import pathlib; print(pathlib.Path({str(made)!r}).exists())"
    stages = [running.Stage("first", ["-c", wait]), running.Stage("next", ["-c", look], "first")]
    for cores in (1, 3):
        made.unlink(missing_ok=True)
        ended = list(running.side_by_side(stages, running.environment(), cores))
        assert [(one.name, one.status, one.output) for one in ended] == [
            ("first", 0, ""),
            ("next", 0, "True\n"),
        ]


def test_a_stage_tells_its_status_its_words_and_its_work():
    work = "import sys; print('é', file=sys.stderr); sum(range(3_000_000)); sys.exit(7)"
    ended = running.run("work", ["-c", work], running.environment())
    assert (ended.status, ended.verdict, ended.output) == (7, "FAILED", "é\n")
    assert sys.platform == "win32" or ended.processor > 0


REPORT = """<testsuites><testsuite>
<testcase classname="tests.engine.test_solver" name="a" time="2.5" />
<testcase classname="tests.engine.test_solver" name="b" time="1.0">
<properties><property name="processor" value="9.5" /></properties></testcase>
<testcase classname="notebooks.03_minimax.ipynb" name="Cell 0" time="7.25">
<properties><property name="processor" value="12.25" /></properties></testcase>
</testsuite></testsuites>"""


def test_the_slowest_files_are_printed_and_the_lessons_together(tmp_path):
    report = tmp_path / "tests.xml"
    assert costs(report) == {}
    report.write_text(REPORT, encoding="utf-8")
    files = costs(report)
    assert files["tests.engine.test_solver"] == Cost(3.5, 9.5)
    lines = running.table([running.Ended("mypy", 0, 2.0, 1.5)], files, 20.0).splitlines()
    assert lines[2:5] == [
        "      7.2       12.2  notebooks.03_minimax.ipynb",
        "      3.5        9.5  tests.engine.test_solver",
        "                12.2  all lessons, which may take 800",
    ]
    assert lines[-2:] == ["      2.0        1.5  mypy: passed", "     20.0        1.5  together"]

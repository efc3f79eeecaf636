import os
import subprocess
import sys

import pytest
import tqdm.notebook

from coursekit import progress, truth
from coursekit.engine.endgame import solver
from coursekit.progress import Progress
from tests.support.exact import near_end


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)


def test_short_work_shows_no_bar_and_long_work_does(capfd, monkeypatch):
    with Progress("quick", 10, "game") as bar:
        bar.advance(10)
    truth.move_values(near_end(8, 12, 0))
    assert capfd.readouterr() == ("", "")
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    with Progress("slow", 10, "game") as bar:
        bar.advance(5)
    shown = capfd.readouterr().err
    assert "slow" in shown
    assert "5/10" in shown


def test_long_work_goes_on_without_a_bar_where_tqdm_is_switched_off():
    code = """
from coursekit import progress
progress.QUIET_SECONDS = 0.0
with progress.Progress("slow", 10, "game") as bar:
    bar.advance(5)
    bar.show(1, 20, 30)
"""
    environ = {**os.environ, "TQDM_DISABLE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_long_solve_reports_moves_and_nodes(at_once, capfd, monkeypatch):
    monkeypatch.setattr(solver, "SLICE_NODES", 1000)
    env = near_end(8, 14, 0)
    moves = len(env.legal_actions())
    truth.move_values(env)
    shown = capfd.readouterr().err
    assert "solving othello8" in shown
    assert f"{moves - 1}/{moves}" in shown
    assert "nodes" in shown


def test_in_a_notebook_the_bar_is_a_widget_without_text(at_once, monkeypatch):
    shown = []
    monkeypatch.setattr("tqdm.auto.tqdm", tqdm.notebook.tqdm)
    monkeypatch.setattr(
        "IPython.display.display", lambda widget, **options: shown.append((widget, options))
    )
    with Progress("slow", 10, "game") as bar:
        bar.advance(4)
        bar.advance(4)
    assert len(shown) == 1
    assert shown[0][1] == {"exclude": ["text/plain"]}
    assert shown[0][0].children[1].value == 8
    monkeypatch.setattr(progress, "QUIET_SECONDS", 60.0)
    with Progress("quick", 10, "game") as bar:
        bar.advance(10)
    assert len(shown) == 1


def test_a_listener_hears_the_outermost_bar_in_place_of_a_text(at_once, capfd):
    heard = []
    with progress.heard(heard.append), Progress("outer", 2) as bar:
        truth.move_values(near_end(8, 12, 0))
        bar.advance(1)
        bar.advance(1)
    assert heard == [0.5, 1.0]
    assert capfd.readouterr() == ("", "")

"""The report on long solves: nothing for two seconds, then moves done and nodes."""

from __future__ import annotations

import pytest

from coursekit import truth
from coursekit.engine import solver
from coursekit.truth import progress
from tests.support.exact import near_end


def test_a_short_solve_reports_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    truth.move_values(near_end(8, 12, 0))
    assert capfd.readouterr() == ("", "")


def test_a_long_solve_reports_moves_and_nodes(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_QUIET_SECONDS", 0.0)
    monkeypatch.setattr(solver, "SLICE_NODES", 1000)
    env = near_end(8, 14, 0)
    moves = len(env.legal_actions())
    truth.move_values(env)
    shown = capfd.readouterr().err
    assert "solving othello8" in shown
    assert f"{moves - 1}/{moves}" in shown
    assert "nodes" in shown

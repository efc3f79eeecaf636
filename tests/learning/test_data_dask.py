"""Making data on a real cluster of worker processes, one of which is killed in mid-run."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from distributed import LocalCluster

from coursekit.__main__ import main
from coursekit.learning import data

SETTINGS = ("games=120", "shard=2", "depth=4", "exact=4")


def command(folder: Path, *words: str) -> list[str]:
    settings = [word for setting in SETTINGS for word in ("--set", setting)]
    return ["data", "policy", "--out", str(folder), *settings, *words]


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by a POSIX signal")
def test_a_cluster_that_loses_a_worker_makes_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone, together = tmp_path / "alone", tmp_path / "together"
    assert main(command(alone, "--jobs", "1")) == 0
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    ) as cluster:
        victim = next(iter(cluster.workers.values())).pid

        def kill_in_mid_run() -> None:
            while len(list(together.glob("*.npz"))) < 5:
                time.sleep(0.005)
            finished.append(len(list(together.glob("*.npz"))))
            os.kill(victim, signal.SIGKILL)

        finished: list[int] = []
        killer = threading.Thread(target=kill_in_mid_run, daemon=True)
        killer.start()
        assert main(command(together, "--dask", cluster.scheduler_address)) == 0
        killer.join(timeout=1)
    assert 5 <= finished[0] < 60
    assert data.problems(together) == []
    assert sorted(path.name for path in together.iterdir()) == sorted(
        path.name for path in alone.iterdir()
    )
    checksums = [data.read_manifest(folder).shards for folder in (alone, together)]
    assert checksums[0] == checksums[1]
    assert "120 games" in capsys.readouterr().out

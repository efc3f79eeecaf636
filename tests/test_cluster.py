"""A Dask cluster as workers: the same results as on this machine, or a clear line."""

import os
import random
import signal
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import joblib
import pytest

from coursekit import arena, cluster, players, workers
from coursekit.__main__ import main
from coursekit.cluster import Shared
from coursekit.learning import train
from coursekit.learning.alphazero.workers import play_group
from tests.support.dask_cluster import DaskCluster, dask_cluster
from tests.support.trainings import TINY, alphazero, assert_same

pytest.importorskip("distributed")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills processes by POSIX signals")


@pytest.fixture(scope="module")
def pair() -> Iterator[DaskCluster]:
    with dask_cluster(workers=2, failures=1) as found:
        yield found


@pytest.fixture
def own() -> Iterator[DaskCluster]:
    """A cluster that a test may break."""
    with dask_cluster(workers=1) as found:
        yield found


def _pid() -> int:
    return os.getpid()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _plus(number: int, more: int) -> int:
    return number + more


def calls(function: Any, *arguments: tuple[Any, ...]) -> list[Any]:
    return [joblib.delayed(function)(*given) for given in arguments]


def test_results_come_in_order_or_as_they_are_ready(pair: DaskCluster) -> None:
    more = Shared(1000)
    with workers.on_cluster(pair.address):
        endless = (joblib.delayed(_plus)(number, more) for number in range(10**9))
        results = workers.in_order(endless, 1)
        assert [next(results) for _ in range(100)] == list(range(1000, 1100))
        results.close()
        asked = calls(_plus, (1, 1), (2, more), (3, 1))
        assert sorted(workers.as_finished(asked, 1)) == [2, 4, 1002]
        assert list(workers.in_order([], 1)) == []


def test_games_in_training_are_the_same_when_a_worker_dies(pair: DaskCluster) -> None:
    here, there = alphazero(1, groups=3), alphazero(1, groups=3)
    train(here, until=3, report=None)
    with workers.on_cluster(pair.address):
        pids = set(workers.in_order(calls(_pid, *[()] * 20), 1))
        assert os.getpid() not in pids
        train(there, until=1, report=None)
        os.kill(pids.pop(), signal.SIGKILL)
        train(there, until=3, report=None)
    assert_same(here, there)


class Unreliable:
    """A client of Dask that delays what it is given, and loses some of it, by chance."""

    status = "running"

    def __init__(self, loss: float) -> None:
        self.lost = 0
        self._loss, self._chance = loss, random.Random(0)
        self._pool = ThreadPoolExecutor(4)

    def ncores(self) -> dict[str, int]:
        return {"worker": 4}

    def submit(self, function: Any, *args: Any, pure: bool) -> Any:
        lost = function is play_group and self._chance.random() < self._loss
        how = self._chance.choice([CancelledError, ConnectionResetError])
        delay = self._chance.random() / 50
        self.lost += lost

        def late() -> Any:
            time.sleep(delay)
            if lost:
                raise how
            given = [arg.result() if isinstance(arg, Future) else arg for arg in args]
            return function(*given)

        sent: Any = self._pool.submit(late)
        sent.status = "cancelled" if lost else "finished"
        return sent

    def cancel(self, futures: list[Any], force: bool) -> None:
        for future in futures:
            future.cancel()


def test_games_in_training_are_the_same_when_calls_are_late_or_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = object.__new__(cluster.Cluster)
    found.address, found._shared = "nowhere", weakref.WeakKeyDictionary()
    found._client = client = Unreliable(loss=0.3)
    here, there = alphazero(1, groups=5), alphazero(1, groups=5)
    train(here, until=4, report=None)
    monkeypatch.setattr(workers, "_cluster", found)
    train(there, until=4, report=None)
    assert client.lost > 3
    assert_same(here, there)


def test_a_match_and_a_league_are_the_same(pair: DaskCluster, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "mine.py").write_text("def mine(env):\n    return env.legal_actions()[0]\n")
    line = ["league", f"{tmp_path}/mine.py:mine", "most_flips", "random", "--games", "6"]
    assert main(line) == 0
    here = capsys.readouterr().out
    assert main([*line, "--dask", pair.address]) == 0
    assert capsys.readouterr().out == here
    pair_of_players = players.random(), players.alphazero(simulations=4)
    alone = arena.match(*pair_of_players, games=8, seed=1)
    with workers.on_cluster(pair.address):
        spread = arena.match(*pair_of_players, games=8, seed=1)
    assert spread.transcripts == alone.transcripts


def test_a_task_that_ends_its_workers_ends_in_one_line(pair: DaskCluster) -> None:
    with (
        workers.on_cluster(pair.address),
        pytest.raises(ChildProcessError, match="ended 2 workers"),
    ):
        list(workers.in_order(calls(_die, ()), 1))


def _too_late() -> None:
    raise TimeoutError("too late")


def test_an_error_of_a_call_is_raised_here(pair: DaskCluster) -> None:
    with workers.on_cluster(pair.address):
        with pytest.raises(TypeError, match="unsupported operand"):
            list(workers.in_order(calls(_plus, (1, "a")), 1))
        with pytest.raises(TimeoutError, match="too late"):  # and is not taken for a lost call
            list(workers.in_order(calls(_too_late, ()), 1))


def test_a_scheduler_that_is_not_there(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "tcp://127.0.0.1:9"
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    folder = tmp_path / "new"
    assert main(["train", "othello4", "--out", str(folder), "--dask", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"coursekit train: there is no Dask scheduler at {address}: ")
    assert error.count("\n") == 1
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (
            "train tictactoe-q --out new --dask tcp://a:1",
            "tictactoe-q takes none: leave --dask out",
        ),
        ("match random random --jobs 2 --dask tcp://a:1", "not allowed with argument --jobs"),
    ],
)
def test_who_takes_no_cluster(words: str, right: str, capsys: Any) -> None:
    assert main(words.split()) == 2
    assert right in capsys.readouterr().err


@pytest.mark.slow
def test_one_worker_plays_and_not_this_process(own: DaskCluster) -> None:
    """Regression: joblib played everything here where the cluster had one thread."""
    with workers.on_cluster(own.address):
        assert os.getpid() not in set(workers.in_order(calls(_pid, *[()] * 5), 1))


@pytest.mark.slow
def test_games_in_training_are_the_same_when_the_scheduler_comes_back(own: DaskCluster) -> None:
    here, there = alphazero(1, groups=2), alphazero(1, groups=2)
    train(here, until=4, report=None)
    with workers.on_cluster(own.address):
        train(there, until=2, report=None)
        own.kill_scheduler()
        threading.Timer(2, own.start_scheduler).start()
        own.kill_workers()
        own.start_worker()
        train(there, until=4, report=None)
    assert_same(here, there)


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["scheduler", "workers"])
def test_a_training_that_loses_its_cluster_ends_with_a_line_and_resumes(
    own: DaskCluster, lost: str, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 6.0)
    settings = [f"--set={name}={value}" for name, value in {**TINY, "generations": 10**6}.items()]
    line = ["train", "othello4", "--out", str(tmp_path), "--dask", own.address, *settings]

    def lose() -> None:
        while not (tmp_path / "checkpoint.json").exists():
            time.sleep(0.05)
        getattr(own, f"kill_{lost}")()

    killer = threading.Thread(target=lose)
    killer.start()
    begun = time.monotonic()
    assert main(line) == 2
    killer.join()
    assert time.monotonic() - begun < 60
    last = capsys.readouterr().err.splitlines()[-1]
    why = "did not come back" if lost == "scheduler" else "has had no worker for 6 s"
    assert last.startswith("coursekit train: ")
    assert why in last
    assert last.endswith("continue with --resume")
    again = ["train", "othello4", "--out", str(tmp_path), "--resume", "--until", "1000000"]
    monkeypatch.setattr("coursekit.learning.train", lambda *_, **__: [])
    assert main(again) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("sys.modules['coursekit'] = None", "No module named 'coursekit"),
        ("import importlib.metadata as m; m.version = lambda _: '0.1'", "has coursekit 0.1, but"),
    ],
)
def test_workers_that_cannot_do_the_work(
    source: str, right: str, tmp_path: Path, capsys: Any
) -> None:
    """Regression: where workers had no coursekit, the command waited for ever."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys; {source}\n")
    with dask_cluster(workers=0) as found:
        found.start_worker(tmp_path)
        assert main(["match", "random", "random", "--dask", found.address]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert right in error


@pytest.mark.slow
def test_a_cluster_without_workers(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 3.0)
    with dask_cluster(workers=0) as found:
        assert main(["match", "random", "random", "--dask", found.address]) == 2
    assert "has no worker: start one with" in capsys.readouterr().err

"""Making data: the same whoever makes it, nothing lost by any stop, and damage named."""

import errno
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from coursekit import files
from coursekit.__main__ import main
from coursekit.learning.alphago import data
from coursekit.learning.alphago.data import DataError, PolicyData, PolicyDataConfig, ValueData
from coursekit.learning.alphago.data.shards import MANIFEST, pack
from coursekit.learning.networks import PolicyNetwork

COMMAND = [sys.executable, "-m", "coursekit"]


def policy_data(**changes: Any) -> PolicyData:
    return PolicyData(PolicyDataConfig(**{"games": 20, "shard": 4, "depth": 1, **changes}))


def value_data(seed: int = 0, weights: int = 0) -> ValueData:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(weights)
        networks = [PolicyNetwork(8, 65, "connected") for _ in range(2)]
    return ValueData(data.ValueDataConfig(seed=seed, games=60, shard=20), *networks)


def checksums(folder: Path) -> list[str]:
    manifest = data.read_manifest(folder)
    return [manifest.shards[number].sha256 for number in sorted(manifest.shards)]


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Returns a folder of policy data: twenty games in five shards."""
    data.make(policy_data(), tmp_path / "made")
    return tmp_path / "made"


@pytest.mark.parametrize("maker", [policy_data, value_data])
def test_any_number_of_workers_makes_the_same(
    maker: Callable[[], data.Maker], tmp_path: Path
) -> None:
    for jobs in (1, 2):
        data.make(maker(), tmp_path / str(jobs), n_jobs=jobs)
    assert checksums(tmp_path / "1") == checksums(tmp_path / "2")
    assert len(set(checksums(tmp_path / "1"))) == len(checksums(tmp_path / "1")) > 2


def test_what_is_loaded_is_what_was_made(made: Path) -> None:
    loaded = data.load(made)
    for number, shard in enumerate(data.shards(made)):
        rows = loaded["game"] // 4 == number
        again = policy_data()(number * 4, 4, np.random.SeedSequence(0, spawn_key=(number,)))
        for name, array in shard.items():
            assert np.array_equal(array, loaded[name][rows])
            assert np.array_equal(array, again[name])
            assert array.dtype == again[name].dtype
    assert np.array_equal(np.unique(loaded["game"]), np.arange(20))
    assert data.problems(made) == []


def test_more_games_begin_with_the_same_and_another_seed_makes_others(
    made: Path, tmp_path: Path
) -> None:
    manifest = data.make(policy_data(games=10), tmp_path / "few")
    assert [manifest.shards[number].games for number in range(3)] == [4, 4, 2]
    assert len(np.unique(data.load(tmp_path / "few")["game"])) == 10
    assert checksums(tmp_path / "few")[:2] == checksums(made)[:2]
    data.make(policy_data(seed=1), tmp_path / "other")
    assert not set(checksums(made)) & set(checksums(tmp_path / "other"))


def test_the_manifest_says_what_made_it_and_other_networks_are_refused(tmp_path: Path) -> None:
    maker = value_data()
    data.make(maker, tmp_path)
    about = json.loads((tmp_path / MANIFEST).read_text())
    assert about["kind"] == "value"
    assert about["settings"] == maker.config.to_dict()
    assert about["networks"] == maker.networks
    assert set(about["versions"]) == {"coursekit", "numba", "numpy", "torch"}
    assert [shard["name"] for shard in about["shards"]] == [
        f"shard-0000{number}.npz" for number in range(3)
    ]
    with pytest.raises(DataError, match=r"supervised '[0-9a-f]{64}' there"):
        data.make(value_data(weights=1), tmp_path)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (policy_data(seed=3), "seed 0 there, 3 here"),
        (policy_data(games=24, depth=2), "games 20 there, 24 here; depth 1 there, 2 here"),
        (value_data(), "kind 'policy' there, 'value' here"),
    ],
)
def test_other_settings_are_refused(made: Path, changed: data.Maker, said: str) -> None:
    before = checksums(made)
    with pytest.raises(DataError, match=said):
        data.make(changed, made)
    assert checksums(made) == before
    assert data.problems(made) == []


def test_other_versions_are_refused(made: Path) -> None:
    path = made / MANIFEST
    path.write_text(path.read_text().replace('"numpy": "', '"numpy": "0.'))
    with pytest.raises(DataError, match=r"numpy '0\."):
        data.make(policy_data(), made)


def alter(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.parametrize(
    ("damage", "said"),
    [(alter, "SHA-256"), (Path.unlink, "cannot be read")],
)
def test_a_damaged_shard_is_named(
    made: Path, damage: Callable[[Path], None], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "check", str(made)]) == 0
    assert "is whole: policy data, 20 games" in capsys.readouterr().out
    damage(made / "shard-00003.npz")
    with pytest.raises(DataError, match=rf"shard-00003\.npz .*{said}"):
        data.load(made)
    (problem,) = data.problems(made)
    assert "shard-00003.npz" in problem
    assert main(["data", "check", str(made)]) == 1
    assert capsys.readouterr().out == problem + "\n"


@pytest.mark.parametrize("damage", [alter, Path.unlink])
def test_bug_a_damaged_shard_is_made_anew_and_that_is_said(
    made: Path, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that had made it found nothing to do."""
    before = checksums(made)
    damage(made / "shard-00003.npz")
    data.make(policy_data(), made)
    (line,) = capsys.readouterr().out.splitlines()
    assert "shard-00003.npz" in line
    assert line.endswith("; it is made anew")
    assert data.problems(made) == []
    assert checksums(made) == before


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"count": 10**12}, "20 games of policy are not 1000000000000 shards"),
        ({"count": 0}, "are not 0 shards"),
        ({"count": 4}, "are not 4 shards"),
        ({"count": None}, "are not None shards"),
        ({"kind": "valu"}, "20 games of valu"),
        ({"settings": []}, "TypeError"),
        ({"networks": [1]}, "TypeError"),
        ({"settings": {"games": 10**12, "shard": 0}}, "shard is a whole number from 1 up, not 0"),
    ],
)
def test_bug_a_manifest_of_absurd_numbers_is_damaged(
    made: Path, changes: dict[str, Any], said: str
) -> None:
    """A large count filled the memory, and a small one was whole."""
    about = json.loads((made / MANIFEST).read_text())
    (made / MANIFEST).write_text(json.dumps({**about, **changes}))
    for use in (data.load, data.problems, lambda folder: data.make(policy_data(), folder)):
        with pytest.raises(DataError, match=rf"manifest\.json is damaged: .*{said}"):
            use(made)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"number": 5}, "a shard's number is a whole number from 0 to 4, not 5"),
        ({"number": "0"}, "a shard's number"),
        ({"number": 1}, "a shard is there twice"),
        ({"games": 3}, "shard 0 has 3 games"),
        ({"positions": -1}, "a shard's positions"),
    ],
)
def test_bug_a_manifest_of_wrong_shards_is_damaged(
    made: Path, changes: dict[str, Any], said: str
) -> None:
    about = json.loads((made / MANIFEST).read_text())
    about["shards"][0].update(changes)
    (made / MANIFEST).write_text(json.dumps(about))
    with pytest.raises(DataError, match=rf"manifest\.json is damaged: .*{said}"):
        data.load(made)


def test_many_missing_shards_are_told_in_one_line(made: Path) -> None:
    about = json.loads((made / MANIFEST).read_text())
    about["settings"]["games"] = 4 * 10**10
    (made / MANIFEST).write_text(json.dumps({**about, "count": 10**10}))
    (problem,) = data.problems(made)
    assert "9999999995 of 10000000000 shards are to be made yet, the first is number 5" in problem


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda arrays: arrays.pop("ply"), "its arrays are {"),
        (lambda arrays: arrays.update(own=arrays["own"].astype(float)), "its arrays are {"),
        (lambda arrays: arrays.update(own=arrays["own"][1:]), "its arrays are not of"),
        (lambda arrays: arrays.update(own=arrays["opp"]), "a position or its move is impossible"),
        (lambda arrays: arrays.update(move=arrays["move"] ^ 1), "a position or its move"),
        (lambda arrays: arrays.update(move=arrays["move"] + 64), "a position or its move"),
        (lambda arrays: arrays.update(result=arrays["result"] + 5), "a result is none of"),
    ],
)
def test_bug_a_shard_of_wrong_arrays_is_damaged(
    made: Path, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """Its checksum was right, and so it was whole, and training ended with a loss of inf."""
    arrays = next(data.shards(made))
    change(arrays)
    replaced(made, pack(arrays))
    with pytest.raises(DataError, match=rf"shard-00000\.npz holds no policy data: {said}"):
        data.load(made)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"x" * 99, b"\x93NUMPY"])
def test_a_shard_that_is_no_archive_is_damaged(made: Path, content: bytes) -> None:
    replaced(made, content)
    with pytest.raises(DataError, match=r"shard-00000\.npz holds no policy data"):
        data.load(made)


def replaced(folder: Path, content: bytes) -> None:
    """Puts something else in the place of the first shard, with its right checksum."""
    (folder / "shard-00000.npz").write_bytes(content)
    about = json.loads((folder / MANIFEST).read_text())
    about["shards"][0].update(bytes=len(content), sha256=files.digest(content))
    (folder / MANIFEST).write_text(json.dumps(about))


@pytest.mark.parametrize(
    "text", ["", "[]", "[" * 100_000, '{"format": 1}', '{"format": 2}', "\xff"]
)
def test_a_damaged_manifest_is_named(made: Path, text: str) -> None:
    (made / MANIFEST).write_text(text, encoding="latin-1")
    with pytest.raises(DataError, match=MANIFEST):
        data.load(made)
    with pytest.raises(DataError, match=MANIFEST):
        data.make(policy_data(), made)
    with pytest.raises(DataError, match="holds no data"):
        data.load(made.parent)


def test_a_full_disk_leaves_good_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = os.fsync, 0

    def fsync(file: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 6:  # a manifest, two shards with theirs, and half of a third
            raise OSError(errno.ENOSPC, "No space left on device")
        real(file)

    monkeypatch.setattr(files.os, "fsync", fsync)
    with pytest.raises(DataError, match=r"00002\.npz .*No space left.* 2 are finished"):
        data.make(policy_data(), tmp_path / "full")
    monkeypatch.undo()
    names = sorted(path.name for path in (tmp_path / "full").iterdir())
    assert names == [MANIFEST, "shard-00000.npz", "shard-00001.npz"]
    with pytest.raises(DataError, match="3 of 5 shards are to be made yet, the first is number 2"):
        data.load(tmp_path / "full")
    data.make(policy_data(), tmp_path / "full")
    data.make(policy_data(), tmp_path / "whole")
    assert checksums(tmp_path / "full") == checksums(tmp_path / "whole")


def test_bug_shards_that_are_removed_meanwhile_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data was said to be whole, with half of its files gone."""
    add = data.Manifest.add

    def add_and_remove_the_first(*given: Any) -> None:
        add(*given)
        (tmp_path / "shard-00000.npz").unlink(missing_ok=True)

    with monkeypatch.context() as patch:
        patch.setattr(data.Manifest, "add", add_and_remove_the_first)
        with pytest.raises(DataError, match="1 finished shards were removed meanwhile"):
            data.make(policy_data(), tmp_path)
    data.make(policy_data(), tmp_path)
    assert data.problems(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process by a POSIX signal")
def test_a_cluster_that_loses_a_worker_makes_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    maker = policy_data(games=120, shard=2, depth=4, exact=4)
    alone, together = tmp_path / "alone", tmp_path / "together"
    data.make(maker, alone)
    finished: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    ) as cluster:
        victim = next(iter(cluster.workers.values())).pid

        def kill_in_mid_run() -> None:
            while len(list(together.glob("*.npz"))) < 5:
                time.sleep(0.005)
            finished.append(len(list(together.glob("*.npz"))))
            os.kill(victim, signal.SIGKILL)

        killer = threading.Thread(target=kill_in_mid_run, daemon=True)
        killer.start()
        words = ["data", "policy", "--out", str(together), "--dask", cluster.scheduler_address]
        settings = ("games=120", "shard=2", "depth=4", "exact=4")
        assert main([*words, *(f"--set={setting}" for setting in settings)]) == 0
        killer.join(timeout=1)
    assert 5 <= finished[0] < 60
    assert data.problems(together) == []
    assert {path.name for path in together.iterdir()} == {path.name for path in alone.iterdir()}
    assert checksums(together) == checksums(alone)


def test_the_command_says_what_it_made_and_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["data", "policy", "--out", str(tmp_path / "a"), "--seed", "3", "--games", "9"]
    assert main([*words, "--set", "shard=4", "--set", "depth=1", "--jobs", "1"]) == 0
    assert "policy data, 9 games" in capsys.readouterr().out
    assert data.read_manifest(tmp_path / "a").settings["seed"] == 3
    for setting, said in (("shard=5", "shard 4 there, 5 here"), ("deep=3", "did you mean 'depth'")):
        assert main([*words, "--set", "depth=1", "--set", setting]) == 2
        assert said in capsys.readouterr().err

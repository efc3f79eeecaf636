"""Whatever is typed: a right status, one line of what is wrong, and nothing left behind."""

import io
import shutil
from pathlib import Path

import joblib
import pytest

from coursekit.__main__ import main
from coursekit.learning import SHIPPED, QConfig, QLearning
from coursekit.learning.samples import SAMPLES
from coursekit.learning.training import train
from tests.support.command_lines import CommandLines

LINES = 700
OWN = "def good(env): return env.legal_actions()[0]\ndef bad(env): return 1 / 0\nnone = 3\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Returns the current folder, with files of all kinds, in one where nothing may appear."""
    place = tmp_path / "outside" / "folder"
    place.mkdir(parents=True)
    monkeypatch.chdir(place)
    monkeypatch.setattr(joblib, "cpu_count", lambda: 1)  # no processes
    for name in ("folder", "folder.toml", "folder.png", "folder.py"):
        Path(name).mkdir()
    Path("afile").write_text("no folder")
    Path("own.py").write_text(OWN)
    Path("broken.py").write_text("1 /")
    Path("league.toml").write_text('players = ["random", "mobility"]\ngames = 2\ngame = "othello4"')
    Path("bad.toml").write_text("players = 3")
    Path("latin.toml").write_bytes(b"\xff\xfe")
    shutil.copytree(SHIPPED / "tictactoe", "az")
    shutil.copytree(SAMPLES / "othello8_policy", "data")
    train(QLearning(QConfig(updates=9, games=1, width=1)), "q", until=1, report=None)
    for name, old, new in (("damaged", '"sha256": "', '"sha256": "0'), ("format", ": 1,", ": 7,")):
        shutil.copytree("az", name)
        about = Path(name, "checkpoint.json")
        about.write_text(about.read_text().replace(old, new, 1))
    return place


def seen(place):
    """Returns what lies in a folder, and when it was written."""
    found = ((path, path.stat()) for path in place.rglob("*"))
    return {path: (about.st_size, about.st_mtime_ns) for path, about in found if path.is_file()} | {
        path: None for path in place.rglob("*") if path.is_dir()
    }


def problem(words, status, err, before, after):
    """Returns what is wrong with how a command line ended, or nothing."""
    if status not in (0, 1, 2):
        return f"status {status}"
    if "Traceback" in err and not (status == 1 and "own.py" in err):
        return err
    if status == 2 and (len(err.splitlines()) != 1 or not err.startswith("coursekit")):
        return f"not one line: {err}"
    if status == 2 and before != after:
        return f"left behind: {[*before.items() ^ after.items()]}"
    return None


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))]
)
def test_any_command_line_ends_as_it_should(seed, folder, capsys, monkeypatch):
    lines, wrong = CommandLines(seed), {}
    after = seen(folder)
    for _ in range(LINES):
        words, before = lines.next(), after
        monkeypatch.setattr("sys.stdin", io.StringIO(lines.typed()))
        status = main(words)
        after = seen(folder)
        if found := problem(words, status, capsys.readouterr().err, before, after):
            wrong[" ".join(words)[:300]] = found
    assert wrong == {}
    assert [*folder.parent.iterdir()] == [folder]
    assert [*folder.parent.parent.iterdir()] == [folder.parent]

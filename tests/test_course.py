"""course.py makes one environment, once, and recovers from whatever went wrong."""

import ast
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import course
import course_venv as venv

SOURCES = [Path(module.__file__).read_text(encoding="utf-8") for module in (course, venv)]
POSIX = pytest.mark.skipif(os.name == "nt", reason="uses POSIX signals and links")

MAKE_VENV = """
import os, sys
os.makedirs("BIN")
os.symlink(sys.executable, os.path.join("BIN", "python"))
"""


class Steps:
    """Stands in for `python -m venv` and pip, which says and returns what a test wants."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pip_says = "Successfully installed everything"
        self.pip_returns = 0
        self.names: list[str] = []
        self._start = venv.start

    def start(self, command: list[str], **options: object) -> "subprocess.Popen[str]":
        if "venv" in command:
            self.names.append("venv")
            script = MAKE_VENV.replace("BIN", str(self.root / ".venv" / "bin"))
        else:
            assert command[1:5] == ["-m", "pip", "install", "--no-compile"]
            assert command[5:] == ["-c", "constraints.txt", "-e", ".[dev]"]
            self.names.append("pip")
            script = f"print({self.pip_says!r}); raise SystemExit({self.pip_returns})"
        return self._start([sys.executable, "-c", script], **options)


@pytest.fixture
def steps(tmp_path, monkeypatch):
    """A copy of the course's root in which making `.venv` takes no time."""
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(venv.ROOT / name, tmp_path)
    monkeypatch.setattr(venv, "ROOT", tmp_path)
    monkeypatch.setattr(venv, "VENV", tmp_path / ".venv")
    fake = Steps(tmp_path)
    monkeypatch.setattr(venv, "start", fake.start)
    return fake


@pytest.fixture
def run(steps, monkeypatch, capsys):
    """Returns a function that runs `course.py book`, the building left out."""
    monkeypatch.setattr(course, "book", lambda extra: 0)

    def book() -> tuple[int, str, str]:
        steps.names.clear()
        status = course.main(["book"])
        out, err = capsys.readouterr()
        return status, out, err

    return book


# --- making the environment ----------------------------------------------------------------


def test_the_first_run_installs_and_the_second_does_not(run, steps):
    status, out, err = run()
    assert (status, err, steps.names) == (0, "", ["venv", "pip"])
    making, installing = "Making .venv", "Installing the pinned packages (about two minutes, once)"
    lines = [line.partition(" ...")[0] for line in out.splitlines()]
    assert lines == [making, making, installing, installing]
    assert run() == (0, "", "")
    assert steps.names == []


def test_pips_words_go_to_the_log(run, steps):
    _, out, _ = run()
    assert steps.pip_says not in out
    assert steps.pip_says in (venv.VENV / "coursekit.log").read_text(encoding="utf-8")


def changed(name):
    def change(steps, monkeypatch):
        file = steps.root / name
        file.write_text("# changed\n" + file.read_text(encoding="utf-8"), encoding="utf-8")

    return change


def other_python(steps, monkeypatch):
    other = (3, 12) if sys.version_info[:2] != (3, 12) else (3, 13)
    monkeypatch.setattr(sys, "version_info", (*other, 1, "final", 0))


def moved(steps, monkeypatch):
    steps.root = steps.root.rename(steps.root.with_name("moved"))
    monkeypatch.setattr(venv, "ROOT", steps.root)
    monkeypatch.setattr(venv, "VENV", steps.root / ".venv")


def broken_link(steps, monkeypatch):
    Path(venv.python()).unlink()
    Path(venv.python()).symlink_to("/nowhere/python3")


@pytest.mark.parametrize(
    "change",
    [
        changed("pyproject.toml"),
        changed("constraints.txt"),
        other_python,
        moved,
        pytest.param(broken_link, marks=POSIX),
    ],
)
def test_after_a_change_the_environment_is_made_anew_once(run, steps, monkeypatch, change):
    run()
    change(steps, monkeypatch)
    status, out, _ = run()
    assert (status, steps.names) == (0, ["venv", "pip"])
    assert "Replacing .venv" in out
    run()
    assert steps.names == []


def test_a_changed_style_rule_installs_nothing(run, steps):
    run()
    file = steps.root / "pyproject.toml"
    file.write_text(file.read_text(encoding="utf-8") + "\n[tool.x]\ny = 1\n", encoding="utf-8")
    run()
    assert steps.names == []


def test_a_run_killed_in_mid_install_is_made_anew(run, steps):
    venv.VENV.mkdir()
    (venv.VENV / "coursekit.log").write_text("Collecting torch\n", encoding="utf-8")
    (venv.VENV / "lib").mkdir()
    (venv.VENV / "lib" / "half").write_text("", encoding="utf-8")
    assert "unfinished" in run()[1]
    assert steps.names == ["venv", "pip"]
    assert not (venv.VENV / "lib").exists()


def test_a_venv_that_is_not_ours_is_kept_aside(run, steps):
    venv.VENV.mkdir()
    (venv.VENV / "mine").write_text("precious", encoding="utf-8")
    status, out, _ = run()
    aside = next(steps.root.glob(".venv-old-*"))
    assert (aside / "mine").read_text(encoding="utf-8") == "precious"
    assert status == 0
    assert f"moved to {aside.name}" in out


@POSIX
def test_a_link_to_a_larger_disk_is_kept(run, steps):
    (steps.root / "larger").mkdir()
    venv.VENV.symlink_to(steps.root / "larger")
    assert run()[0] == 0
    (steps.root / "larger" / "coursekit.stamp").unlink()
    assert run()[0] == 0
    assert venv.VENV.is_symlink()


NO_NETWORK = """
WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(
[Errno -3] Temporary failure in name resolution')': /simple/anywidget/
ERROR: Could not find a version that satisfies the requirement anywidget (from versions: none)
ERROR: No matching distribution found for anywidget"""


FAILURES = [
    ("OSError: [Errno 28] No space left on device", 1, "free 3 GB"),
    (NO_NETWORK, 1, "No way to the package index: check the network"),
    ("urllib3.exceptions.ReadTimeoutError: Read timed out.", 2, "check the network"),
    ("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed", 1, "check the network"),
    ("ERROR: [Errno 13] Permission denied: '/x/y'", 1, "to a folder of your own"),
    ("ERROR: No matching distribution found for torch==2", 1, "torch==2 does not exist for this"),
    ("not created successfully because ensurepip is not available.", 1, "python3-venv"),
    ("Building wheel", 137, "lack of memory"),
]


@pytest.mark.parametrize(("says", "returns", "advice"), FAILURES)
def test_a_failed_install_gives_one_line_and_the_next_run_recovers(
    run, steps, says, returns, advice
):
    steps.pip_says, steps.pip_returns = says, returns
    status, out, err = run()
    assert status == 1
    assert err.startswith("course.py: ")
    assert len(err.splitlines()) == 1
    assert advice in err
    assert out.splitlines()[-1].endswith("failed")
    steps.pip_says, steps.pip_returns = "fine", 0
    assert run()[0] == 0
    assert steps.names == ["venv", "pip"]


def test_a_full_disk_is_not_left_fuller(run, steps):
    steps.pip_says, steps.pip_returns = "OSError: [Errno 28] No space left on device", 1
    run()
    assert not venv.VENV.exists()


def test_an_unknown_failure_shows_its_last_errors_and_the_log(run, steps):
    noise = "\n".join(["Collecting a"] * 50)
    steps.pip_says, steps.pip_returns = f"{noise}\nerror: metadata-generation-failed\nhint", 1
    status, out, err = run()
    assert status == 1
    assert "    error: metadata-generation-failed" in out.splitlines()
    assert "Collecting a" not in out
    assert str(venv.VENV / "coursekit.log") in err


def test_too_little_room_is_said_before_anything_is_installed(run, steps, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: types.SimpleNamespace(free=1.2e9))
        status, _, err = run()
    assert (status, steps.names) == (1, [])
    assert "only 1.2 GB are free" in err
    assert run()[0] == 0


def test_a_folder_that_cannot_be_written_gives_one_line(run, steps, monkeypatch):
    def refuse(self: Path, **options: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refuse)
        status, _, err = run()
    assert status == 1
    assert err.startswith(f"course.py: Cannot write {venv.VENV} (Permission denied)")
    assert len(err.splitlines()) == 1
    assert run()[0] == 0


def test_ctrl_c_in_mid_install_ends_the_child_and_the_next_run_recovers(run, steps, monkeypatch):
    children = []
    start = venv.start

    def remember(*command: list[str], **options: object) -> "subprocess.Popen[str]":
        children.append(start(*command, **options))
        return children[-1]

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(venv, "start", remember)
        patch.setattr(venv, "status", interrupt)
        status, _, err = run()
    assert status == 130
    assert "running it again starts over" in err
    assert all(child.poll() is not None for child in children)
    assert run()[0] == 0


@POSIX
def test_only_one_at_a_time_makes_the_environment(steps):
    with venv.one_at_a_time() as lock, open(lock.name, "a") as other:
        assert not venv.try_lock(other)
    with open(lock.name, "a") as other:
        assert venv.try_lock(other)


def test_nothing_of_the_user_reaches_into_the_environment(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/mine")
    monkeypatch.setenv("PIP_TARGET", "/mine")
    monkeypatch.setenv("JUPYTER_PATH", "/mine")
    env = venv.environment()
    assert not {"PYTHONPATH", "PIP_TARGET"} & set(env)
    assert env["JUPYTER_PATH"].split(os.pathsep) == [
        str(venv.VENV / "share" / "jupyter"),
        "/mine",
    ]


# --- the right Python ----------------------------------------------------------------------


@pytest.mark.parametrize("source", SOURCES, ids=["course", "course_venv"])
def test_the_source_can_be_read_by_python_3_6(source):
    tree = ast.parse(source, feature_version=(3, 6))
    # Annotations such as list[str] are evaluated, and fail there.
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not [node.name for node in functions if node.returns is not None]


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14)])
def test_a_right_python_is_no_problem(version):
    assert venv.version_problem(version, "python", [], lambda command: True) is None


def test_an_old_python_names_a_newer_one_that_runs():
    line = venv.version_problem(
        (3, 9), "/usr/bin/python3", ["lab", "--x"], lambda command: command == "python3.12"
    )
    assert line == (
        "The course needs Python 3.11 to 3.14, and /usr/bin/python3 is 3.9: "
        "run `python3.12 course.py lab --x`."
    )


@pytest.mark.parametrize("version", [(3, 6), (3, 10), (3, 15), (4, 0)])
def test_without_a_right_python_the_line_says_where_one_is(version):
    line = venv.version_problem(version, "python", ["lab"], lambda command: False)
    assert line is not None
    assert "https://www.python.org/downloads/" in line


def test_a_command_that_does_not_run_is_no_python():
    assert venv.starts(sys.executable)
    assert not venv.starts("no-such-python")

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
EVERY_STEP = ["venv", "pip", "config", "resolve", "install", "board"]

MAKE_VENV = """
import os, sys
os.makedirs("BIN")
os.symlink(sys.executable, os.path.join("BIN", "python"))
"""


class Steps:
    """Stands in for venv, pip and uv, which say and return what a test wants."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.says = {"install": "Installed 180 packages"}
        self.returns: dict[str, int] = {}
        self.names: list[str] = []
        self.settings: dict[str, str] = {}
        self._start = subprocess.Popen

    def start(self, command: list[str], **options: object) -> "subprocess.Popen[str]":
        name = self.name(command)
        if name is None:
            return self._start(command, **options)
        self.names.append(name)
        self.settings = dict(options["env"])
        script = (
            f"print({self.says.get(name, name)!r}); raise SystemExit({self.returns.get(name, 0)})"
        )
        if name == "venv":
            script = MAKE_VENV.replace("BIN", str(self.root / ".venv" / "bin")) + script
        return self._start([sys.executable, "-c", script], **options)

    def name(self, command: list[str]) -> str | None:
        if command[1:3] == ["-m", "venv"]:
            return "venv"
        if command[1:3] == ["-m", "pip"]:
            return "config" if "config" in command else "pip"
        if command[1:5] == ["-m", "uv", "pip", "install"]:
            assert command[5:9] == ["--python", venv.PYTHON, "-c", "constraints.txt"]
            assert command[9:13] == ["-c", "hashes.txt", "-e", ".[dev]"]
            return "resolve" if "--dry-run" in command else "install"
        return "board" if venv.BOARD in command else None


@pytest.fixture
def steps(tmp_path, monkeypatch):
    """A copy of the course's root in which making `.venv` takes no time."""
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(venv.ROOT / name, tmp_path)
    at(tmp_path, monkeypatch)
    fake = Steps(tmp_path)
    monkeypatch.setattr(subprocess, "Popen", fake.start)
    monkeypatch.setattr(venv.urllib.request, "urlopen", no_network)
    monkeypatch.setattr(venv, "has_nvidia", lambda: False)
    return fake


def at(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = root / ".venv"
    monkeypatch.setattr(venv, "ROOT", root)
    monkeypatch.setattr(venv, "VENV", own)
    monkeypatch.setattr(venv, "PYTHON", str(own / "bin" / "python"))
    monkeypatch.setattr(venv, "LOG", own / "coursekit.log")
    monkeypatch.setattr(venv, "STAMP", own / "coursekit.stamp")


def no_network(*arguments: object, **options: object) -> None:
    raise OSError("no network in a test")


@pytest.fixture
def run(steps, monkeypatch, capsys):
    """Returns a function that runs `course.py book`, the building left out."""
    monkeypatch.setattr(course, "hand_on", lambda command: 0)
    monkeypatch.setattr(os, "chdir", lambda folder: None)

    def book() -> tuple[int, str, str]:
        steps.names.clear()
        status = course.main(["book"])
        out, err = capsys.readouterr()
        return status, out, err

    return book


# --- making the environment ----------------------------------------------------------------


def test_the_first_run_installs_and_the_second_does_not(run, steps):
    status, out, err = run()
    assert (status, err, steps.names) == (0, "", EVERY_STEP)
    assert [line.partition(" ...")[0] for line in out.splitlines()] == [
        "Making .venv",
        "Bringing uv",
        "Installing the pinned packages (up to 0.5 GB to download, 2 GB on the disk)",
        "Compiling the board",
    ]
    assert steps.says["install"] in venv.LOG.read_text(encoding="utf-8")
    file = steps.root / "pyproject.toml"  # a changed rule of style changes no package
    file.write_text(file.read_text(encoding="utf-8") + "\n[tool.x]\ny = 1\n", encoding="utf-8")
    assert run() == (0, "", "")
    assert steps.names == []


PIP_SETTINGS = """
:env:.find-links='/wheels /more'
global.extra-index-url='https://b.example/simple https://c.example/simple'
global.index-url='https://a.example/simple'
global.timeout='60'"""


def test_uv_uses_the_index_that_pip_is_set_up_for(run, steps, monkeypatch):
    for name in venv.PIP_TO_UV.values():
        monkeypatch.delenv(name, raising=False)
    steps.says["config"] = PIP_SETTINGS
    run()
    assert steps.names == EVERY_STEP
    settings = venv.uv_settings(PIP_SETTINGS)
    assert settings == {
        "UV_FIND_LINKS": "/wheels,/more",
        "UV_INDEX": "https://b.example/simple https://c.example/simple",
        "UV_DEFAULT_INDEX": "https://a.example/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://mine.example/simple")
    assert "UV_DEFAULT_INDEX" not in venv.uv_settings(PIP_SETTINGS)


@pytest.mark.parametrize(("card", "backend"), [(False, "cpu"), (True, None)])
def test_torch_is_the_cpu_build_where_there_is_no_card_and_its_index_answers(
    steps, monkeypatch, card, backend
):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("UV_TORCH_BACKEND", raising=False)
    monkeypatch.setattr(venv, "has_nvidia", lambda: card)
    assert venv.uv_settings("") == {}
    answer = types.SimpleNamespace(close=lambda: None)
    monkeypatch.setattr(venv.urllib.request, "urlopen", lambda *a, **k: answer)
    assert venv.uv_settings("").get("UV_TORCH_BACKEND") == backend


def test_the_size_of_torch_for_nvidia_is_said_before_it_is_downloaded(run, steps, monkeypatch):
    steps.says["resolve"] = "Would install\n + nvidia-cublas==13.1\n + torch==2.13.0"
    _, out, _ = run()
    assert "torch comes with much for NVIDIA cards" in out
    assert "(up to 3 GB to download, 6 GB on the disk)" in out
    venv.STAMP.unlink()
    monkeypatch.setattr(venv, "has_nvidia", lambda: True)
    _, out, _ = run()
    assert "cannot be reached" not in out


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
    at(steps.root, monkeypatch)


def broken_link(steps, monkeypatch):
    Path(venv.PYTHON).unlink()
    Path(venv.PYTHON).symlink_to("/nowhere/python3")


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
    assert (status, steps.names) == (0, EVERY_STEP)
    assert "Replacing .venv" in out
    run()
    assert steps.names == []


def test_what_a_killed_run_left_is_made_anew_and_a_venv_that_is_not_ours_kept_aside(run, steps):
    venv.VENV.mkdir()
    (venv.VENV / "mine").write_text("precious", encoding="utf-8")
    status, out, _ = run()
    aside = next(steps.root.glob(".venv-old-*"))
    assert (aside / "mine").read_text(encoding="utf-8") == "precious"
    assert status == 0
    assert f"moved to {aside.name}" in out
    venv.STAMP.unlink()
    (venv.VENV / "half").write_text("", encoding="utf-8")
    assert "unfinished" in run()[1]
    assert steps.names == EVERY_STEP
    assert not (venv.VENV / "half").exists()


@POSIX
def test_a_link_to_a_larger_disk_is_kept(run, steps):
    (steps.root / "larger").mkdir()
    venv.VENV.symlink_to(steps.root / "larger")
    assert run()[0] == 0
    (steps.root / "larger" / "coursekit.stamp").unlink()
    assert run()[0] == 0
    assert venv.VENV.is_symlink()


NO_NETWORK = """
error: Failed to fetch: https://pypi.org/simple/six/
  cause: error sending request for url (https://pypi.org/simple/six/)
  cause: dns error"""
NO_WHEEL = """
error: No solution found when resolving dependencies
  cause: Because torch==2.13.0 has no wheels with a matching platform tag (e.g., `win_arm64`)"""


FAILURES = [
    ("install", "No space left on device (os error 28)", 1, "The disk is full: free 3 GB"),
    ("pip", "OSError: [Errno 28] No space left on device", 1, "The disk is full: free 3 GB"),
    ("resolve", NO_NETWORK, 1, "No way to the package index: check the network"),
    ("pip", "urllib3.exceptions.ReadTimeoutError: Read timed out.", 2, "check the network"),
    ("install", "invalid peer certificate: UnknownIssuer", 2, "check the network"),
    ("install", "failed to remove file `/x/y`: Permission denied (os error 13)", 2, "to another"),
    ("resolve", NO_WHEEL, 1, "does not exist for this machine: see README.md, What it runs on"),
    ("venv", "not created successfully because ensurepip is not available.", 1, "python3-venv"),
    ("install", "Building wheel", 137, "lack of memory"),
]


@pytest.mark.parametrize(("step", "says", "returns", "advice"), FAILURES)
def test_a_failed_install_gives_one_line_and_the_next_run_recovers(
    run, steps, step, says, returns, advice
):
    steps.says[step], steps.returns[step] = says, returns
    status, _, err = run()
    assert status == 2
    assert err.startswith("course.py: ")
    assert len(err.splitlines()) == 1
    assert advice in err
    assert not (venv.VENV.exists() and "disk is full" in advice)  # it is not left fuller
    steps.says[step], steps.returns[step] = "fine", 0
    assert run()[0] == 0
    assert steps.names == EVERY_STEP


def test_an_unknown_failure_shows_its_last_errors_and_the_log(run, steps):
    noise = "\n".join(["Collecting a"] * 50)
    steps.says["install"] = f"{noise}\nerror: metadata-generation-failed\nhint"
    steps.returns["install"] = 1
    status, out, err = run()
    assert status == 2
    assert "    error: metadata-generation-failed" in out.splitlines()
    assert out.count("Collecting a") < 8
    assert str(venv.LOG) in err


def refuse(self: Path, **options: object) -> None:
    raise PermissionError(13, "Permission denied", str(self))


@pytest.mark.parametrize(
    ("place", "name", "change", "begun", "words"),
    [
        (shutil, "disk_usage", lambda _: types.SimpleNamespace(free=1.2e9), 4, "only 1.2 GB free"),
        (Path, "mkdir", refuse, 0, "(Permission denied): make room"),
    ],
)
def test_without_room_nothing_is_brought_and_one_line_says_so(
    run, steps, monkeypatch, place, name, change, begun, words
):
    with monkeypatch.context() as patch:
        patch.setattr(place, name, change)
        status, _, err = run()
    assert (status, steps.names) == (2, EVERY_STEP[:begun])
    assert words in err
    assert len(err.splitlines()) == 1
    assert run()[0] == 0


def test_ctrl_c_in_mid_install_ends_the_child_and_the_next_run_recovers(run, steps, monkeypatch):
    children = []
    start = subprocess.Popen

    def remember(*command: object, **options: object) -> "subprocess.Popen[str]":
        children.append(start(*command, **options))
        return children[-1]

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", remember)
        patch.setattr(venv, "status", interrupt)
        status, _, err = run()
    assert status == 130
    assert "running it again starts over" in err
    assert all(child.wait(10) is not None for child in children)
    assert run()[0] == 0


@POSIX
def test_only_one_at_a_time_makes_the_environment(steps, monkeypatch, capsys):
    holder = "import course_venv as venv, pathlib, sys; venv.ROOT = pathlib.Path(sys.argv[1])\n"
    holder += "with venv.one_at_a_time(): print('held', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", holder, str(venv.ROOT)]
    here = Path(course.__file__).parent
    with subprocess.Popen(
        command, cwd=here, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        monkeypatch.setattr(venv.time, "sleep", lambda seconds: first.communicate())
        with venv.one_at_a_time():
            assert "Waiting: another course.py" in capsys.readouterr().out


def test_nothing_of_the_user_reaches_into_the_environment(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/mine")
    monkeypatch.setenv("PIP_TARGET", "/mine")
    monkeypatch.setenv("JUPYTER_PATH", "/mine")
    env = venv.variables()
    assert not {"PYTHONPATH", "PIP_TARGET"} & set(env)
    assert env["PATH"].startswith(str(Path(venv.PYTHON).parent) + os.pathsep)
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


@pytest.mark.parametrize(
    ("version", "starting", "says"),
    [
        ((3, 9), "python3.12", r"is 3.9: run `python3.12 course.py lab --x`."),
        *(((3, minor), "", r"https://www.python.org/downloads/") for minor in (6, 10, 15)),
        ((4, 0), "", r"https://www.python.org/downloads/"),
    ],
)
def test_a_wrong_python_names_one_that_runs_or_where_one_is(monkeypatch, version, starting, says):
    monkeypatch.setattr(venv, "starts", lambda command: command == starting)
    with pytest.raises(venv.Stop, match=rf"needs Python 3.11 to 3.14, .*{says}"):
        venv.check_version(version, ["lab", "--x"])


def test_a_right_python_is_no_problem():
    for minor in range(11, 15):
        venv.check_version((3, minor), [])
    assert venv.starts(sys.executable)
    assert not venv.starts("no-such-python")

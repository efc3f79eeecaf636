"""Wrong command lines: one line with what would be right, status 2, and nothing left behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import joblib
import pytest

from coursekit import workers
from coursekit.__main__ import main
from coursekit.files import LOCK, claimed
from coursekit.learning import SHIPPED, QConfig, QLearning
from coursekit.learning.samples import SAMPLES
from coursekit.learning.training import train

ROOT = Path(__file__).resolve().parents[2]
Q = "train tictactoe-q --set=updates=1 --set=games=1 --set=width=1"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Returns the current folder, which holds a file and damaged checkpoints."""
    monkeypatch.chdir(tmp_path)
    Path("afile").write_text("no folder")
    shutil.copytree(SHIPPED / "othello4", "bits")
    weights = next(Path("bits").glob("weights*"))
    weights.write_bytes(weights.read_bytes()[:-9] + b"corrupted")
    shutil.copytree(SHIPPED / "othello4", "format")
    about = Path("format", "checkpoint.json")
    about.write_text(about.read_text().replace('"format": 1', '"format": 7'))
    return tmp_path


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("plya", "'plya': did you mean play? There are: doctor, solve, train, "),
        ("pley uct:5", "did you mean play?"),
        ("data polisy --out x", "did you mean policy?"),
        ("train othelo8 --out x", "did you mean othello8?"),
        (
            "match random random --gmaes 4",
            "unrecognized arguments: --gmaes 4 (see coursekit m",
        ),
        ("match random nobody", "there is no player 'nobody': there are random, most_flips, "),
        ("match random random --games 3", "games=3: expected an even number"),
        ("match random random --games 1000000000", "is no whole number from 2 to 1,000,000"),
        ("match random random --games 2 --jobs 0", "'0': a whole number from 1 up, or -1"),
        ("match random random --seed -1", "'-1' is no whole number from 0 up"),
        ("match q_network random", "trained on tictactoe, so it cannot play othello8"),
        ("match random alphazero:bits --game othello4", "its SHA-256 is not the one in"),
        ("play nobody", "there is no player 'nobody'"),
        ("play random --hints q_network", "trained on tictactoe, so it cannot play othello8"),
        ("play alphazero:format:9 --game othello4", "no checkpoint of format 1 (its format: 7)"),
        ("league random", "a league needs at least two players"),
        ("league random random", "'random' is named twice"),
        ("league missing.toml", "there is no league file missing.toml: No such file"),
        ("league random mobility --out afile", "--out afile: no folder to write to: "),
        ("render f5x --out x.png", "coursekit render: "),
        ("render f5 --out x.gif", "the picture is a PNG file"),
        ("render f5 --ply 2 --out x.png", "--ply 2: the transcript has plies 0"),
        ("render f5 --out none/a.png", "--out none/a.png: there is no folder none"),
        (f"strength {SHIPPED}/tictactoe_q", "holds a checkpoint of q-learning, not of alphazero"),
        ("strength bits", "its SHA-256 is not the one in"),
        ("data policy --games 2 --jobs 0 --out new", "'0': a whole number from 1 up, or -1"),
        ("data policy --games 0 --out new", "'0' is no whole number from 1 up"),
        ("data policy --out afile", "--out afile: no folder to write to: "),
        (f"{Q} --out afile", "--out afile: no folder to write to: File exists"),
        (f"{Q} --out afile/x", "--out afile/x: no folder to write to: Not a directory"),
        (f"{Q} --out {'x' * 300}", "no folder to write to: File name too long"),
        (f"{Q} --out=", "--out '': name a folder"),
        (f"{Q} --out new --until -1", "'-1' is no whole number from 1 up"),
        (f"{Q} --out new --after bits", "tictactoe-q takes none: leave --after out"),
        (f"{Q} --out new --workers 1", "tictactoe-q takes none: leave --workers out"),
        (f"{Q} --out new --set=games=99999999999", "needs more memory than there is"),
        (f"{Q} --out new --resume", "new holds no checkpoint"),
        ("train tictactoe --out new --workers -3", "'-3': a whole number from 1 up, or -1"),
        ("train othello4 --out new --after bits", "its SHA-256 is not the one in"),
        pytest.param(
            f"{Q} --out /proc/x",
            "--out /proc/x: no folder to write to: ",
            marks=pytest.mark.skipif(not Path("/proc").exists(), reason="there is no /proc"),
        ),
    ],
    ids=lambda text: text.replace(str(SHIPPED), "")[-40:],
)
def test_it_is_found_before_work_begins(line, right, folder, capsys):
    before = sorted(folder.rglob("*"))
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("coursekit")
    assert right in err
    assert len(err.splitlines()) == 1
    assert sorted(folder.rglob("*")) == before


COMMANDS = [
    f"{Q} --out here",
    "data policy --games 2 --out here",
    "league random mobility --games 2 --out here",
    "strength here",
]


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: line.split()[0])
def test_bug_a_folder_that_another_command_writes_to_is_refused(line, folder, capsys):
    """Of two trainings in one folder, the checkpoint was of the one and the log of both."""
    here = Path("here")
    shutil.copytree(SHIPPED / "othello4", here)
    with claimed(here):
        before = {path: path.read_bytes() for path in here.iterdir()}
        assert main(line.split()) == 2
        assert {path: path.read_bytes() for path in here.iterdir()} == before
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("'here': another command is writing there: wait for its end\n")
    assert len(err.splitlines()) == 1


def test_a_killed_command_leaves_its_folder_free(folder):
    code = "import pathlib, sys, coursekit.files as files\n"
    code += "with files.claimed(pathlib.Path(sys.argv[1])): print(flush=True); input()"
    words = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(ValueError, match="another command is writing there"), claimed(folder):
            pass
        process.kill()
        process.wait()
    with claimed(folder):
        pass
    assert not (folder / LOCK).exists()


def test_bug_a_training_and_data_do_not_share_a_folder(folder, capsys):
    """Each was written beside the other."""
    shutil.copytree(SHIPPED / "othello4", "training")
    shutil.copytree(SAMPLES / "othello8_policy", "samples")
    for line, right in (
        ("data policy --games 2 --out training", "'training': it holds a training: name another"),
        (f"{Q} --out samples", "'samples': it holds data: name another folder"),
    ):
        assert main(line.split()) == 2
        assert right in capsys.readouterr().err


def test_a_training_cannot_stop_before_it_goes_on(folder, capsys):
    train(QLearning(QConfig(updates=4, games=1, width=1)), "half", until=2, report=None)
    assert main(f"{Q} --set=updates=4 --out half --resume --until 2".split()) == 2
    assert "--until 2: 2 updates are done already" in capsys.readouterr().err


def test_resuming_is_not_advised_where_there_is_no_checkpoint(folder, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("coursekit.files.replace", full)
    monkeypatch.setattr("coursekit.learning.checkpoint.replace", full)
    assert main([*Q.split(), "--out", "new"]) == 2
    assert (
        "left on device; there was no checkpoint yet, so begin again\n" in capsys.readouterr().err
    )


def test_no_more_processes_are_started_than_there_is_work_or_cores(folder, capsys, monkeypatch):
    """Regression: --jobs 99 took 45 s for two games, and --jobs 99999999999 was a traceback."""
    started = []
    parallel = joblib.Parallel

    def seen(n_jobs, **options):
        started.append(n_jobs)
        return parallel(n_jobs=1, **options)

    monkeypatch.setattr(workers.joblib, "Parallel", seen)
    monkeypatch.setattr(joblib, "cpu_count", lambda: 64)
    for jobs in ("99", "99999999999"):
        assert main(["match", "random", "mobility", "--games", "4", "--jobs", jobs]) == 0
    assert max(started) <= 4
    monkeypatch.setattr(joblib, "cpu_count", lambda: 3)
    assert main(["match", "random", "mobility", "--games", "400", "--jobs", "99"]) == 0
    assert started[-1] <= 3


# What only a process of its own can show

POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell and its signals")
CLEAN = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def shell(line, folder, **more):
    """Returns the status of a shell's line in which $C is the command, and what it printed."""
    command = f"{sys.executable} -m coursekit"
    env = {**CLEAN, "C": command, "PYTHONPATH": str(ROOT), **more}
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    told = [line for line in done.stderr.splitlines() if "compiling" not in line]
    return done.returncode, done.stdout, told


@POSIX
@pytest.mark.parametrize(
    "line",
    [
        "{ cat closed; $C --help; } | { exec <&-; : >closed; }",
        "{ cat closed; $C match random most_flips --games 2; } | { exec <&-; : >closed; }",
        "yes d3 | $C play random | head -3",
        "{ cat closed; $C plya 2>&1; } | { exec <&-; : >closed; }",
    ],
)
def test_a_closed_pipe_ends_it_quietly(line, folder):
    os.mkfifo(folder / "closed")  # the command waits here: `| true` was at times slower than it
    status, _, told = shell(line, folder)
    assert (status, told) == (141, [])


@POSIX
def test_a_training_whose_output_is_closed_keeps_its_checkpoint(folder):
    status, _, told = shell(
        "$C train tictactoe-q --set=games=1 --set=width=1 --out new | head -1", folder
    )
    assert status == 130
    assert told[-1].endswith("of 2000; continue with --resume")
    assert (folder / "new" / "checkpoint.json").exists()


@POSIX
def test_play_needs_its_input_and_numba_its_compiler(folder):
    status, _, told = shell("$C play <&-", folder)
    assert (status, told) == (
        2,
        ["coursekit play: the input, from which your moves are read, is closed"],
    )
    status, _, told = shell("$C match random uct:5", folder, NUMBA_DISABLE_JIT="1")
    assert status == 2
    assert told == [
        "coursekit match: NUMBA_DISABLE_JIT is set, but the kernels run compiled only: unset it"
    ]


@POSIX
def test_control_c_during_the_imports_gets_one_line(folder):
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "import sys; from coursekit.__main__ import main; print(flush=True); sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "play", "uct:5"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "\ncoursekit play: stopped\n")

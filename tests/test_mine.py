"""The student's own functions: what is kept is whole, and nothing kept earlier changes."""

import ast
import linecache
import runpy
import types

import IPython
import nbformat
import pytest

from coursekit import mine, othello
from tests.notebooks.lessons import PATHS


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder of lessons, in a notebook of a student's and not in a test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTEST_VERSION")
    monkeypatch.delenv("COURSEKIT_MINE", raising=False)
    return tmp_path


@pytest.fixture
def keep(monkeypatch):
    """Returns a function that runs the cells of a notebook and keeps functions of theirs."""

    def run(*cells: str, names: str) -> None:
        space = {"__name__": "__main__"}
        for cell in cells:
            exec(cell, space)
        shell = types.SimpleNamespace(user_ns={**space, "In": ["", *cells, "mine.keep(...)"]})
        monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
        mine.keep(*(space[name] for name in names.split()))

    return run


def kept():
    return runpy.run_path("mine.py")


def text():
    return mine.FILE.read_text(encoding="utf-8")


IMPORTS = "import math\nfrom math import inf as infinity"
HELPER = "# what a number is worth\ndef worth(n):\n    return n + OFFSET  # by lesson 03"
PLAYER = """\
def best(numbers):
    top = -infinity
    for n in numbers:
        top = max(top, worth(n))
    return top"""
COUNT = """\
def count(depth):
    global nodes
    nodes += 1
    if depth:
        count(depth - 1)
    return nodes"""
CLOSURE = """\
def player(depth):
    def choose(env):
        return count(depth) + Node().value
    return choose"""


def test_a_function_is_kept_with_all_that_it_needs_and_nothing_else(keep, capsys):
    keep(IMPORTS, "OFFSET = 10\nboard = [1] * 8", HELPER, PLAYER, names="best")
    assert capsys.readouterr().out == "kept in mine.py: best\n"
    assert kept()["best"]([1, 5]) == 15
    assert "# what a number is worth" in text()
    assert "# by lesson 03" in text()
    assert "board" not in text()
    assert "import math\n" not in text()
    said = "My own functions, kept from the lessons. Change them as you like."
    assert ast.get_docstring(ast.parse(text())) == said


def test_what_was_kept_comes_back_and_what_was_not_is_the_courses(keep, capsys):
    keep("def player(env):\n    return 'f5'", names="player")
    capsys.readouterr()
    assert mine.load("player", None)("env") == "f5"
    assert capsys.readouterr().out == "player: yours, from mine.py\n"
    assert mine.load("other", max) is max
    assert "the course's own is used" in capsys.readouterr().out


def test_the_last_run_of_a_cell_counts_and_keeping_again_leaves_no_remains(keep):
    again = "def worth(n):\n    return OFFSET - n"
    keep(IMPORTS, "OFFSET = 10", HELPER, PLAYER, again, names="best")
    assert kept()["best"]([1, 5]) == 9
    keep("def best(numbers):\n    return min(numbers)", names="best")
    assert kept()["best"]([3, 4]) == 3
    assert "worth" not in text()
    assert "OFFSET" not in text()
    first = text()
    keep("def best(numbers):\n    return min(numbers)", names="best")
    assert text() == first


def test_a_later_lesson_with_a_helper_of_the_same_name_changes_nothing_kept_before(keep):
    keep(IMPORTS, "OFFSET = 10", HELPER, PLAYER, names="best")
    keep(
        "OFFSET = 1000",
        "def worth(n):\n    return f'{n}' + str(OFFSET)",
        "def named(numbers, key=len):\n    return [worth(n) for n in numbers]",
        names="named",
    )
    assert kept()["best"]([1, 5]) == 15
    assert kept()["named"]([7]) == ["71000"]
    keep("def worth(n):\n    return 0", "def named(numbers):\n    return worth(1)", names="named")
    assert kept()["best"]([1, 5]) == 15
    assert kept()["named"]([7]) == 0
    assert "1000" not in text()


def test_of_an_import_only_what_is_needed_is_kept(keep):
    keep("from math import (\n    inf,\n    pi,\n)", "def f():\n    return pi", names="f")
    assert "inf" not in text()
    keep("from math import inf as pi", "def g():\n    return pi", names="g")
    assert kept()["f"]() < 4 < kept()["g"]()


def test_a_helper_that_was_replaced_and_kept_by_another_name_is_kept_as_it_was(keep):
    swap = "slow, worth = worth, lambda n: 2 * slow(n)"
    best = "def best(n):\n    return worth(n)"
    keep("def worth(n):\n    return n", best, swap, names="best")
    assert kept()["best"](3) == 6
    keep("def worth(n):\n    return -n", best.replace("best", "worst"), swap, names="worst")
    assert (kept()["best"](3), kept()["worst"](3)) == (6, -6)


def test_helpers_that_are_the_same_are_shared(keep):
    keep(IMPORTS, "OFFSET = 10", HELPER, PLAYER, names="best")
    keep("OFFSET = 10", HELPER, "def twice(n):\n    return 2 * worth(n)", names="twice")
    assert text().count("def worth") == text().count("OFFSET = 10") == 1
    assert (kept()["best"]([1]), kept()["twice"](1)) == (11, 22)


def test_a_kept_function_that_others_use_is_renewed_for_them(keep):
    worth = "def worth(n):\n    return n"
    keep(worth, "def twice(n):\n    return 2 * worth(n)", names="worth twice")
    keep("def worth(n):\n    return n + 1", names="worth")
    assert kept()["twice"](1) == 4


def test_whatever_the_student_writes_into_the_file_stays_in_its_place(keep):
    keep("def player(env):\n    return 'f5'", names="player")
    own = "# My notes.\nimport random\n\n\ndef dice():  # mine\n    return random.randint(1, 6)\n"
    own += "\nx = 1; y = 2\nprint(player(0))\n\n# The end.\n"
    mine.FILE.write_text(text() + own, encoding="utf-8")
    for _ in range(3):
        keep("def other(env):\n    return 'a1'", names="other")
    assert all(
        text().count(line) == 1 for line in filter(None, own.replace("; ", "\n").split("\n"))
    )
    assert kept()["dice"]() in range(1, 7)
    assert text().index("def player") < text().index("print(") < text().index("# The end.")


def test_bug_where_an_argument_has_a_name_that_clashes_only_the_notebooks_is_renamed(keep):
    keep("def h():\n    return 1", "def f():\n    return h()", names="f")
    called = "def g(é='é', h=h):\n    return h() + (lambda x, h=h: h() + x)(0, h=h)"
    keep("def h():\n    return 2", called, "def k():\n    return g(h=h) + h()", names="k")
    assert (kept()["f"](), kept()["k"]()) == (1, 6)


def test_bug_the_players_of_lessons_02_to_04_are_kept_one_after_the_other(keep):
    players = ("cell_score_player", "minimax_player", "alpha_beta_player")
    lessons = ("02_cell_scores", "03_minimax", "04_alpha_beta")
    for lesson, name in zip(lessons, players, strict=True):
        keep(*definitions(lesson), names=name)
    scores, minimax, alpha_beta = (kept()[name] for name in players)
    moves = [player(othello.make()).name for player in (scores, minimax(2), alpha_beta)]
    assert set(moves) <= {"d3", "c4", "f5", "e6"}


def definitions(lesson):
    """The imports, functions and constants of a lesson, up to where it keeps a player."""
    (path,) = (path for path in PATHS if path.stem == lesson)
    cells = nbformat.read(path, 4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code" and cell.id != "install"]
    for source in code:
        if "mine.keep(" in source:
            return
        for node in ast.parse(source).body:
            name = ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ""
            is_constant = name.isupper() or name in ("evaluate", "infinity", "leaves", "table")
            if is_constant or isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef):
                yield ast.get_source_segment(source, node)


def test_counters_classes_recursion_and_closures_are_kept(keep):
    cells = [
        "from dataclasses import dataclass\nnodes = 0",
        "@dataclass\nclass Node:\n    value: int = 3",
        COUNT,
        CLOSURE,
    ]
    keep(*cells, names="player")
    assert kept()["player"](2)("env") == 6


WRONG = [
    (
        ["for square in 'ab':\n    pass", "def f():\n    return square"],
        "f",
        "f needs square, which no",
    ),
    (["def f(): ...", "def g():\n    return typo"], "f g", "g needs typo, which no cell defines"),
    (["f = lambda env: 1"], "f", "was not written by `def`"),
    (["import math\nf = math.sqrt"], "f", "sqrt was not written by `def`"),
    (["f = 3"], "f", "3 was not written by `def`"),
    (
        ["def make():\n    def g(): ...\n    return g", "f = make()"],
        "f",
        "g was made inside make: keep",
    ),
    (["class A:\n    def m(self): ...", "f = A().m"], "f", "m was made inside A: keep A"),
    (["t = [0]", "t[0] = 5", "def f():\n    return t"], "f", "f needs t, which other lines change"),
    (["n = 0", "n += 5", "def f():\n    return n"], "f", "f needs n, which other lines change"),
    (
        ["import numpy as np\na = np.zeros(3)\na[1] = 2", "def f():\n    return a"],
        "f",
        "f needs a, which",
    ),
    (
        ["y = {}", "y['a'] = 1", "z = y['a']", "def f():\n    return z"],
        "f",
        "f does not run outside of this notebook: .+KeyError: 'a'",
    ),
]


@pytest.mark.parametrize(("cells", "name", "says"), WRONG)
def test_what_cannot_be_kept_is_said_and_the_file_is_as_it_was(keep, folder, cells, name, says):
    keep("def player(env):\n    return 'f5'", names="player")
    before = text()
    with pytest.raises(ValueError, match=says):
        keep(*cells, names=name)
    assert text() == before
    assert [path.name for path in folder.iterdir()] == ["mine.py"]


def test_a_file_that_cannot_be_read_is_said_and_left_alone(keep):
    mine.FILE.write_text("def broken(:\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.py stopped with SyntaxError"):
        keep("def player(env):\n    return 'f5'", names="player")
    with pytest.raises(ValueError, match=r"mine\.py stopped with SyntaxError"):
        mine.load("player", max)
    mine.FILE.write_text("raise SystemExit(3)", encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.py stopped with SystemExit: 3"):
        mine.load("player", max)


@pytest.mark.parametrize(("name", "value"), [("PYTEST_VERSION", "9"), ("COURSEKIT_MINE", "off")])
def test_under_nbval_and_in_the_book_it_is_neither_written_nor_read(
    keep, monkeypatch, capsys, name, value
):
    mine.FILE.write_text("def player(env):\n    return 'a1'\n", encoding="utf-8")
    monkeypatch.setenv(name, value)
    keep("def other(env):\n    return 'f5'", names="other")
    assert "other" not in text()
    assert mine.load("player", max) is max
    assert capsys.readouterr().out.startswith("kept in mine.py: other\nplayer: mine.py has none")


def test_without_a_history_the_cells_are_found_by_their_sources(keep, monkeypatch):
    source = "def player(env):\n    return 'f5'\n"
    entry = len(source), None, source.splitlines(keepends=True), "/tmp/ipykernel_1/2.py"
    monkeypatch.setitem(linecache.cache, "/tmp/ipykernel_1/2.py", entry)
    space = {"__name__": "__main__"}
    exec(source, space)
    shell = types.SimpleNamespace(user_ns={**space, "In": [""]})
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    mine.keep(space["player"])
    assert kept()["player"](0) == "f5"


def test_outside_of_a_notebook_keep_says_so(monkeypatch):
    def player(env): ...

    player.__module__ = "__main__"
    monkeypatch.setattr(IPython, "get_ipython", lambda: None)
    with pytest.raises(ValueError, match="works in a notebook"):
        mine.keep(player)

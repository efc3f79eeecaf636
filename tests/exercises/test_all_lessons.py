"""What holds for the exercises of every lesson; a new lesson is found by its module."""

import copy
import importlib
import pkgutil
import re

import pytest

import coursekit.exercises
from coursekit import tictactoe
from coursekit.exercises import Exercise, lesson00, lesson01, lesson05, lesson07
from tests.exercises.judging import not_yet
from tests.notebooks.lessons import PATHS, check_cells, namespace, notebook_of, verdict_of

LESSONS = sorted(
    name
    for _, name, _ in pkgutil.iter_modules(coursekit.exercises.__path__)
    if re.fullmatch(r"lesson\d\d", name)
)
MODULES = {lesson: importlib.import_module(f"coursekit.exercises.{lesson}") for lesson in LESSONS}
EXERCISES = [
    pytest.param(lesson, name, exercise, id=f"{lesson}.{name}")
    for lesson, module in MODULES.items()
    for name, exercise in vars(module).items()
    if isinstance(exercise, Exercise)
]
each_exercise = pytest.mark.parametrize(("lesson", "name", "exercise"), EXERCISES)


@pytest.fixture(autouse=True)
def _without_what_takes_seconds(monkeypatch):
    """The tests of the lessons themselves begin where tic-tac-toe does, and play long matches."""
    later = (*lesson01._FINISHED, *lesson01._UNFINISHED)
    monkeypatch.setattr(lesson01.exact, "cases", lambda: map(tictactoe.from_moves, later))
    monkeypatch.setattr(lesson05, "_GAMES", 20)


def test_every_lesson_has_a_module_of_exercises():
    assert [f"lesson{path.name[:2]}" for path in PATHS] == LESSONS


@each_exercise
def test_it_has_a_title_and_hints_in_order(lesson, name, exercise):
    assert exercise.title
    assert len(exercise.hints) >= 2
    fresh = copy.copy(exercise)
    fresh._hints_shown = 0
    shown = [repr(fresh.hint()) for _ in exercise.hints]
    total = len(exercise.hints)
    assert shown == [f"Hint {n} of {total}: {h}" for n, h in enumerate(exercise.hints, start=1)]
    assert len(set(shown)) == total
    assert repr(fresh.hint()) == shown[-1]


@each_exercise
def test_the_solution_can_be_shown_and_is_about_the_task(lesson, name, exercise):
    text = repr(exercise.solution())
    compile(text, "<solution>", "exec")
    assert not re.search(r"_judge|Wrong\(|Exercise|Verdict|\.check\(", text)


@each_exercise
def test_nothing_is_no_attempt(lesson, name, exercise):
    for nothing in (exercise.check(), exercise.check(...)):
        assert nothing.outcome == "not attempted"
        assert exercise.title in nothing.message


@each_exercise
def test_the_stub_of_the_notebook_is_no_attempt(lesson, name, exercise):
    stub = check_cell(lesson, name)
    space = {**namespace(notebook_of(lesson), stub), lesson: MODULES[lesson]}
    # Where the task is to mend a program, the stub is that program.
    expected = "not attempted" if "..." in stub else "not yet"
    assert verdict_of(stub, space).outcome == expected


@each_exercise
def test_the_solution_pasted_into_the_notebook_is_correct(lesson, name, exercise):
    solution = repr(exercise.solution())
    stub = check_cell(lesson, name)
    *_, check = stub.strip().splitlines()
    if "..." not in stub:  # the task is to mend a program, and the solution has its true name
        check = re.sub(r"check\(\w+\)", f"check({exercise.answer.__name__})", check)
    space = {**namespace(notebook_of(lesson), solution, check), lesson: MODULES[lesson]}
    exec(solution, space)
    assert repr(verdict_of(check, space)).startswith("Correct. ")


def check_cell(lesson, name):
    path = notebook_of(lesson)
    cells = check_cells(path, lesson)
    assert name in cells, f"{path.name} has no cell with {lesson}.{name}.check(…)"
    return cells[name]


@each_exercise
@pytest.mark.parametrize("odd", ["f5", [], {}, 1j, object(), float("nan"), b""])
def test_an_answer_of_another_kind_is_told_so(lesson, name, exercise, odd):
    verdict = not_yet(exercise, odd, "A function of " if callable(exercise.answer) else "")
    assert len(verdict.message) > 20


@each_exercise
def test_a_function_of_other_arguments_is_told_so(lesson, name, exercise):
    not_yet(exercise, lambda: 0, "TypeError" if callable(exercise.answer) else "is asked for")


# These are to change their arguments, and to return nothing.
IN_PLACE = (lesson07.bugs, lesson07.winning, lesson07.table)


def prints_its_answer(*given):
    print(end="")


@each_exercise
def test_a_function_that_returns_nothing_is_asked_for_its_return(lesson, name, exercise):
    if exercise not in IN_PLACE:
        words = "`return`?" if callable(exercise.answer) else "is asked for"
        not_yet(exercise, prints_its_answer, words)


@each_exercise
@pytest.mark.parametrize(
    "odd", ["f5", 1j, object(), float("nan"), True, [[]], (1, None, "a1"), [], {}]
)
def test_a_function_that_returns_another_kind_is_told_so(lesson, name, exercise, odd):
    verdict = not_yet(exercise, lambda *given: odd)
    is_number = odd is True and exercise is lesson00.ended  # there True counts as one
    is_of_kind = exercise in (lesson00.mirror, *IN_PLACE) or is_number
    if not isinstance(odd, list | tuple | dict) and not is_of_kind:
        assert re.search("is asked for|are asked for|yours is", verdict.message)


def changes(env, *others):
    env.undo() if env.is_done() else env.update(env.legal_actions()[0])


@each_exercise
def test_a_function_leaves_the_env_as_it_was(lesson, name, exercise):
    moves_on = exercise is lesson07.winning  # it is to leave the env one action further
    if "env" in getattr(exercise.answer, "__annotations__", ()) and not moves_on:
        not_yet(exercise, changes, "leaves the env changed", drawn=True)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_notebook_checks_its_exercises_in_their_order(lesson):
    names = [name for at, name, _ in (e.values for e in EXERCISES) if at == lesson]
    assert list(check_cells(notebook_of(lesson), lesson)) == names

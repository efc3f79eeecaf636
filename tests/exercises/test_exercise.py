"""The three outcomes of a check, and what a student sees with each."""

import pytest

from coursekit import othello
from coursekit.exercises import Exercise, Wrong, lesson00, lesson04
from coursekit.exercises.answers import call


def judge(answer):
    if answer != 42:
        raise Wrong("That is not the answer.", othello.make(4))
    return "That is the answer."


@pytest.fixture
def exercise():
    return Exercise("the answer", 42, judge, "Think.", "Between 41 and 43.", code="6 * 7")


def test_not_yet_shows_the_position(exercise):
    verdict = exercise.check(41)
    assert verdict.outcome == "not yet"
    assert "That is not the answer." in repr(verdict)
    assert str(othello.make(4)) in repr(verdict)
    assert "data:image/png;base64," in verdict._repr_html_()


def test_messages_are_escaped():
    def unhappy(answer):
        raise Wrong("1 < 2 & 3")

    assert "1 &lt; 2 &amp; 3" in Exercise("t", 1, unhappy, "h").check(1)._repr_html_()


def test_code_and_stress_are_shown_as_such():
    def unhappy(answer):
        raise Wrong("It *equals* `a < b`, not 2*x*3.")

    told = Exercise("t", 1, unhappy, "h").check(1)._repr_html_()
    assert "It <em>equals</em> <code>a &lt; b</code>, not 2*x*3." in told


def stub(env): ...


def documented_stub(env):
    """Say what it does."""
    ...


@pytest.mark.parametrize("answer", [..., stub, documented_stub, lambda env: ...])
def test_a_stub_is_not_attempted(exercise, answer):
    assert exercise.check(answer).outcome == "not attempted"
    assert exercise.check().outcome == "not attempted"


@pytest.mark.parametrize("exercise", [lesson00.moves, lesson00.ended, lesson04.boxes])
def test_bug_what_a_function_without_return_gave_is_an_attempt(exercise):
    def forgets_its_return(moves):
        moves.reverse()

    verdict = exercise.check(forgets_its_return(["f5", "d6"]))
    assert verdict.outcome == "not yet"
    assert "yours is None: does your function end with `return`?" in verdict.message


def test_a_constant_function_is_an_attempt(exercise):
    assert exercise.check(lambda env: 1).outcome == "not yet"


def test_an_error_is_told_with_its_line():
    def answer(env):
        return env.no_such_name

    broken = Exercise("t", answer, lambda f: f(othello.make(4)), "h")
    verdict = broken.check(answer)
    assert verdict.outcome == "not yet"
    assert "AttributeError in line 2 of answer" in verdict.message


def test_solutions_are_shown_as_code(exercise):
    assert exercise.solution()._repr_markdown_() == "```python\n6 * 7\n```"


def test_call_refuses_a_changed_env():
    with pytest.raises(Wrong, match="leaves the env changed"):
        call(lambda env: env.update("d3"), othello.make())


def test_call_names_the_position_of_an_error():
    with pytest.raises(Wrong, match="ZeroDivisionError") as caught:
        call(lambda env: 1 / 0, othello.make(6))
    assert caught.value.env == othello.make(6)

"""Gives right and wrong answers of students to the judge of an exercise."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from coursekit.exercises import Exercise, Verdict


def not_yet(exercise: Exercise, answer: Any, words: str = "", drawn: bool | None = None) -> Verdict:
    """Demands that an answer is wrong, for a reason that holds these words; returns the verdict."""
    verdict = exercise.check(answer)
    assert verdict.outcome == "not yet", verdict
    assert words in verdict.message, verdict
    assert len(verdict.message) < 800, "a whole tree"
    if drawn is not None:
        assert (verdict.env is not None) == drawn, verdict
    return verdict


def judged(
    exercise: Exercise,
    right: Sequence[Any] = (),
    wrong: Sequence[tuple[Any, ...]] = (),
    drawn: bool | None = None,
) -> Callable[..., None]:
    """Returns the test of one exercise.

    Args:
        exercise: Whose judge is tested.
        right: Answers that are correct.
        wrong: Answers that are not, each with words of the verdict.
        drawn: Whether the position is drawn where an answer is wrong: by default, where the answer
            is a function of an env. A third item of ``wrong`` says otherwise for one.
    """
    if drawn is None:
        drawn = "env" in getattr(exercise.answer, "__annotations__", ())
    cases = [pytest.param(answer, None, id=f"right: {_name(answer)}") for answer in right]
    cases += [pytest.param(answer, case, id=case[0]) for answer, *case in wrong]

    @pytest.mark.parametrize(("answer", "case"), cases)
    def test(answer: Any, case: list[Any] | None) -> None:
        if case is None:
            verdict = exercise.check(answer)
            assert verdict.outcome == "correct", verdict
        else:
            not_yet(exercise, answer, case[0], case[1] if case[1:] else drawn)

    return test


def _name(answer: Any) -> str:
    return str(getattr(answer, "__name__", answer))

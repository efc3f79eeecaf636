"""One exercise: a task, a judge that says how an answer fails, hints, and a solution."""

from __future__ import annotations

import base64
import dis
import html
import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from coursekit.exercises.answers import (
    Wrong,
    call,
    described,
    drawn,
    env_of,
    fresh,
    number,
    numbers,
    shown,
    stopped,
)
from coursekit.exercises.source import notebook_source
from coursekit.games.env import Env


class Text:
    """Text that a notebook shows as it is: a hint, or the code of a solution."""

    def __init__(self, text: str, is_code: bool = False) -> None:
        self.text, self.is_code = text, is_code

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```" if self.is_code else self.text


@dataclass(frozen=True, repr=False)
class Verdict:
    """What :meth:`Exercise.check` found.

    Attributes:
        outcome: ``"correct"``, ``"not yet"`` or ``"not attempted"``.
        message: What is right or wrong, in words.
        env: The position where the answer failed, if there is one.
    """

    outcome: str
    message: str
    env: Env | None = None

    def __repr__(self) -> str:
        board = f"\n{self.env}" if self.env is not None else ""
        return f"{self.outcome.capitalize()}. {self.message}{board}"

    def _repr_html_(self) -> str:
        told = re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(self.message))
        told = re.sub(r"\B\*(\w+(?: \w+)*)\*\B", r"<em>\1</em>", told)
        text = f"<p><b>{self.outcome.capitalize()}.</b> {told}</p>"
        if self.env is None:
            return text
        png = self.env._repr_png_()
        data = base64.b64encode(png[0] if isinstance(png, tuple) else png).decode()
        alt = html.escape(str(self.env))
        return f'{text}<img src="data:image/png;base64,{data}" alt="{alt}" width="320">'


class Exercise:
    """One exercise of a lesson.

    Args:
        title: Its name in the lesson.
        answer: The reference solution: a function, or a value with the code that finds it.
        judge: Takes an answer; raises :class:`Wrong` if it is not right, and returns what to say
            when it is.
        hints: From a nudge to nearly the solution, in order.
        code: The code that finds ``answer``, where that is a value and not a function.
        before: Code that ``answer`` needs and its notebook does not have.
    """

    def __init__(
        self,
        title: str,
        answer: Any,
        judge: Callable[[Any], str],
        *hints: str,
        code: str = "",
        before: str = "",
    ) -> None:
        self.title, self.answer, self.judge, self.hints = title, answer, judge, hints
        self.code, self.before = code, before
        self._hints_shown = 0

    def check(self, answer: Any = ...) -> Verdict:
        """Judges an answer: correct, not yet (with the position that failed), or not attempted.

        An error inside the answer is part of the verdict, so it never stops a notebook.

        Args:
            answer: The value or function asked for; ``...`` or an unchanged stub is no attempt.
                ``None`` is one: it is what a function without ``return`` returns.
        """
        if _is_stub(answer):
            return Verdict(
                "not attempted", f"Replace the … of “{self.title}” by your own code and run again."
            )
        try:
            if callable(self.answer) and not callable(answer):
                given = " and ".join(_given_to(self.answer).rsplit(", ", 1))
                raise Wrong(f"A function of {given} is asked for; {described(answer)}.")
            return Verdict("correct", self.judge(answer))
        except Wrong as wrong:
            return Verdict("not yet", str(wrong), wrong.env)
        except Exception as error:  # whatever the student's code raises is news for the student
            return Verdict("not yet", stopped(error, answer))

    def hint(self) -> Text:
        """Returns the next hint; after the last one, the last again."""
        self._hints_shown = min(self._hints_shown + 1, len(self.hints))
        hint = self.hints[self._hints_shown - 1]
        return Text(f"Hint {self._hints_shown} of {len(self.hints)}: {hint}")

    def solution(self) -> Text:
        """Returns the code of a solution."""
        code = self.code or notebook_source(self.answer)
        return Text(f"{self.before}\n\n\n{code}".strip(), is_code=True)


class Tried(Exercise):
    """An exercise whose answer is a function that is tried on cases, one by one.

    Args:
        title: Its name in the lesson.
        answer: The reference solution.
        cases: The arguments of each call (a tuple, where there are several), or a function that
            makes them, if that takes time.
        demand: Takes what the student's function returned and the arguments of the call; raises
            :class:`Wrong` if it is not right.
        hints: From a nudge to nearly the solution, in order.
        praise: What to say of a right answer; or a judge of what else it should be.
        at: Returns the position to draw for some arguments, where no env is among them.
        before: Code that ``answer`` needs and its notebook does not have.
    """

    def __init__(
        self,
        title: str,
        answer: Callable[..., Any],
        cases: Iterable[Any] | Callable[[], Iterable[Any]],
        demand: Callable[..., object],
        *hints: str,
        praise: str | Callable[[Any], str],
        at: Callable[..., Env] | None = None,
        before: str = "",
    ) -> None:
        super().__init__(title, answer, self._try, *hints, before=before)
        self.cases, self.demand, self.praise, self.at = cases, demand, praise, at

    def _try(self, answer: Any) -> str:
        for case in self.cases() if callable(self.cases) else self.cases:
            arguments = case if isinstance(case, tuple) else (case,)
            with drawn(self.at(*arguments) if self.at else env_of(arguments)):
                self.demand(call(answer, *arguments), *arguments)
        return self.praise if isinstance(self.praise, str) else self.praise(answer)


class Compared(Tried):
    """An exercise whose answer is a function that must agree with the reference, case by case.

    Args:
        title: Its name in the lesson.
        answer: The reference solution.
        cases: As those of :class:`Tried`.
        wrong: What to say where the two differ. Either what is right, for ``str.format`` with the
            names of the arguments and ``right``; what the function returned is added. Or a
            function of the answer given, the right one and the arguments, which returns it all.
        hints: From a nudge to nearly the solution, in order.
        within: Absolute difference that still counts as equal, for numbers.
        relative: The same as a part of the right number.
        read: Reads the answer given, or raises :class:`Wrong`. By default it should be a number,
            or an array of numbers, as the right one is.
        right: What is right, where that is not what ``answer`` returns.
        options: As those of :class:`Tried`: ``praise``, ``at`` and ``before``.
    """

    def __init__(
        self,
        title: str,
        answer: Callable[..., Any],
        cases: Iterable[Any] | Callable[[], Iterable[Any]],
        wrong: str | Callable[..., str],
        *hints: str,
        within: float = 0.0,
        relative: float = 0.0,
        read: Callable[[Any], Any] | None = None,
        right: Callable[..., Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(title, answer, cases, self._agree, *hints, **options)
        self.wrong, self.within, self.relative = wrong, within, relative
        self.read, self.right = read, right or answer

    def _agree(self, returned: Any, *arguments: Any) -> None:
        right = self.right(*map(fresh, arguments))
        given = self._read(returned, right)
        if not self._is_same(given, right):
            raise Wrong(self._said(given, right, arguments))

    def _read(self, given: Any, right: Any) -> Any:
        if self.read:
            return self.read(given)
        return numbers(given, *np.shape(right)) if np.shape(right) else number(given)

    def _is_same(self, given: Any, right: Any) -> bool:
        if not isinstance(given, float | np.ndarray):
            return bool(given == right)
        return np.allclose(given, np.asarray(right, float), rtol=self.relative, atol=self.within)

    def _said(self, given: Any, right: Any, arguments: tuple[Any, ...]) -> str:
        if not isinstance(self.wrong, str):
            return self.wrong(given, right, *arguments)
        plain = [value.tolist() if isinstance(value, np.ndarray) else value for value in arguments]
        names = dict(zip(inspect.signature(self.answer).parameters, plain, strict=False))
        is_number = isinstance(given, Real)
        yours = f"your function says {shown(given)}" if is_number else described(given)
        return f"{self.wrong.format(right=right, **names)}; {yours}."


def arrays(*cases: tuple[Any, ...]) -> list[tuple[npt.NDArray[Any], ...]]:
    """Returns cases whose arguments, given as lists, are arrays."""
    return [tuple(map(np.array, case)) for case in cases]


def _given_to(function: Callable[..., Any]) -> str:
    """Returns the names of the arguments that a function must be given."""
    parameters = inspect.signature(function).parameters.values()
    return ", ".join(one.name for one in parameters if one.default is one.empty)


_IDLE = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


def _is_stub(answer: Any) -> bool:
    """Returns whether an answer is still the ``...`` that the notebook began with."""
    if answer is ...:
        return True
    if not hasattr(answer, "__code__"):
        return False
    steps = list(dis.get_instructions(answer.__code__))
    idle = all(step.opname in _IDLE for step in steps)
    return idle and all(step.argval in (None, ...) for step in steps if "CONST" in step.opname)

"""One exercise: a task, a judge that says how an answer fails, hints, and a solution."""

from __future__ import annotations

import base64
import dis
import html
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from coursekit.exercises.source import notebook_source
from coursekit.games.env import Env


class Wrong(Exception):
    """Raised by a judge: the answer is not right yet.

    Args:
        message: What is wrong, and what would be right, without giving the solution away.
        env: The position where it is wrong, which is then drawn below the message.
    """

    def __init__(self, message: str, env: Env | None = None) -> None:
        super().__init__(message)
        self.env = env.copy() if env is not None else None


class Text:
    """Text that a notebook shows as it is: a hint, or the code of a solution."""

    def __init__(self, text: str, is_code: bool = False) -> None:
        self.text = text
        self.is_code = is_code

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
        parts = [f"<p><b>{self.outcome.capitalize()}.</b> {html.escape(self.message)}</p>"]
        if self.env is not None:
            png = self.env._repr_png_()
            data = base64.b64encode(png[0] if isinstance(png, tuple) else png).decode()
            parts.append(
                f'<img src="data:image/png;base64,{data}" alt="{html.escape(str(self.env))}" '
                'width="320">'
            )
        return "".join(parts)


@dataclass(frozen=True)
class Exercise:
    """One exercise of a lesson.

    Attributes:
        title: Its name in the lesson.
        judge: Takes an answer; raises :class:`Wrong` if it is not right, and returns what to say
            when it is.
        answer: The reference solution: a function, or a value with the code that finds it.
        hints: From a nudge to nearly the solution, in order.
        code: The code that finds ``answer``, where that is a value and not a function.
        before: Code that ``answer`` needs and its notebook does not have.
    """

    title: str
    judge: Callable[[Any], str]
    answer: Any
    hints: tuple[str, ...]
    code: str = ""
    before: str = ""
    _shown: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)

    def check(self, answer: Any = ...) -> Verdict:
        """Judges an answer: correct, not yet (with the position that failed), or not attempted.

        An error inside the answer is part of the verdict, so it never stops a notebook.

        Args:
            answer: The value or function asked for; ``...`` or an unchanged stub is no attempt.
        """
        if _is_stub(answer):
            return Verdict(
                "not attempted", f"Replace the … of “{self.title}” by your own code and run again."
            )
        try:
            return Verdict("correct", self.judge(answer))
        except Wrong as wrong:
            return Verdict("not yet", str(wrong), wrong.env)
        except Exception as error:  # whatever the student's code raises is news for the student
            line = _line_of(error, answer)
            return Verdict(
                "not yet", f"Your code stopped with {type(error).__name__}{line}: {error}"
            )

    def hint(self) -> Text:
        """Returns the next hint; after the last one, the last again."""
        number = min(self._shown[0], len(self.hints) - 1)
        self._shown[0] = number + 1
        return Text(f"Hint {number + 1} of {len(self.hints)}: {self.hints[number]}")

    def solution(self) -> Text:
        """Returns the code of a solution."""
        code = self.code or notebook_source(self.answer)
        return Text(f"{self.before}\n\n\n{code}".strip(), is_code=True)


_IDLE = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


def _is_stub(answer: Any) -> bool:
    """Returns whether an answer is still the ``...`` that the notebook began with."""
    if answer is ... or answer is None:
        return True
    code = getattr(answer, "__code__", None)
    if code is None:
        return False
    steps = list(dis.get_instructions(code))
    idle = all(step.opname in _IDLE for step in steps)
    return idle and all(step.argval in (None, ...) for step in steps if "CONST" in step.opname)


def _line_of(error: BaseException, answer: Any) -> str:
    """Returns where in the student's own code an error came from, as `` in line N``."""
    code = getattr(answer, "__code__", None)
    trace = error.__traceback__
    line = ""
    while code is not None and trace is not None:
        if trace.tb_frame.f_code is code:
            line = f" in line {trace.tb_lineno - code.co_firstlineno + 1} of {answer.__name__}"
        trace = trace.tb_next
    return line


def call(answer: Any, env: Env, *arguments: Any) -> Any:
    """Calls a student's function on an env and demands that it leaves the env as it was.

    Args:
        answer: The function.
        env: The position given to it, as a copy.
        arguments: What else the function is given.

    Raises:
        Wrong: If the answer is no function, or changes the env, or fails on this position.
    """
    if not callable(answer):
        raise Wrong(f"A function is asked for, and {answer!r} cannot be called.")
    given = env.copy()
    try:
        result = answer(given, *arguments)
    except Exception as error:
        line = _line_of(error, answer)
        raise Wrong(f"Your code stopped with {type(error).__name__}{line}: {error}", env) from error
    if given != env:
        raise Wrong(
            "Your function leaves the env changed: take back every action that it plays, "
            "or play on env.copy().",
            env,
        )
    return result

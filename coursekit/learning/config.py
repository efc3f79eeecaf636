"""The settings of a training: a frozen dataclass that refuses what it does not know.

A setting stands in one place: its name, type, default and limits in one line, and what it means in
the comment above.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, field, fields
from math import inf
from typing import Any, Self


def setting(
    default: Any,
    *,
    least: float = -inf,
    most: float = inf,
    choices: Callable[[], Sequence[str]] | Sequence[str] = (),
) -> Any:
    """Returns a field of a :class:`Config`.

    Args:
        default: Its default, whose type is the field's.
        least: Smallest number allowed.
        most: Largest number allowed.
        choices: The texts allowed, or what returns them; any if there are none.
    """
    limits = {"least": least, "most": most, "choices": choices}
    return field(default=default, metadata=limits)


class Config:
    """Base of the settings: refuses unknown names, other types, and what is out of range."""

    def __new__(cls, *args: Any, **given: Any) -> Self:
        """Refuses unknown names before the dataclass would, and suggests the nearest."""
        known = [one.name for one in fields(cls)]  # type: ignore[arg-type]
        for name in given:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1, cutoff=0.0)[0]
                raise ValueError(
                    f"{cls.__name__} has no {name!r}; did you mean {near!r}? "
                    f"It has: {', '.join(known)}"
                )
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for known in fields(self):  # type: ignore[arg-type]
            name, value, wanted = known.name, getattr(self, known.name), type(known.default)
            if wanted is float and type(value) is int:
                object.__setattr__(self, name, float(value))
            elif type(value) is not wanted:
                raise ValueError(f"{name} is of type {wanted.__name__}, not {value!r}")
            _check_limits(name, value, **known.metadata)

    def to_dict(self) -> dict[str, Any]:
        """Returns the settings by name."""
        return asdict(self)  # type: ignore[call-overload]

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """Returns settings by name; those not given have their defaults.

        Raises:
            ValueError: If a name is unknown or a value is invalid.
        """
        return cls(**given)

    def changed(self, settings: Sequence[str]) -> Self:
        """Returns settings changed by words like ``"gamma=1"``, as a command line has them.

        Raises:
            ValueError: If a word has no ``=``, a name is unknown, or a value is invalid.
        """
        changes: dict[str, Any] = {}
        for word in settings:
            name, equals, text = word.partition("=")
            if not equals:
                raise ValueError(f"a setting is NAME=VALUE, not {word!r}")
            try:
                changes[name] = json.loads(text)
            except json.JSONDecodeError:
                changes[name] = text
        return self.from_dict({**self.to_dict(), **changes})


def _check_limits(
    name: str,
    value: Any,
    least: float = -inf,
    most: float = inf,
    choices: Callable[[], Sequence[str]] | Sequence[str] = (),
) -> None:
    if choices:
        allowed = choices() if callable(choices) else choices
        if value not in allowed:
            raise ValueError(f"{name} is {' or '.join(map(repr, allowed))}, not {value!r}")
    elif not isinstance(value, str) and not least <= value <= most:
        span = f"from {least} up" if most == inf else f"from {least} to {most}"
        raise ValueError(f"{name} is {span}, not {value}")

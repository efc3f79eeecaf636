"""How much a search may spend on one move: a time, or a number of steps."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coursekit.checks import is_number, is_whole
from coursekit.strangers import shown


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend on one move: exactly one of the two.

    Steps are counted in the search's own unit: nodes (alpha-beta), playouts (Monte Carlo) or
    simulations (UCT, AlphaZero). A count gives the same move on every machine, seconds do not.

    Attributes:
        seconds: Time in seconds.
        count: Number of steps.

    >>> Budget(count=1000)
    Budget(count=1000)

    Raises:
        ValueError: If both are given, or neither, or the one given is not positive.
        TypeError: If the seconds are no number, or the count is no whole number.
    """

    seconds: float | None = None
    count: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.count is None):
            given = "neither" if self.seconds is None else "both"
            raise ValueError(
                f"a budget is either Budget(seconds=…) or Budget(count=…); {given} given"
            )
        if self.count is not None:
            if not is_whole(self.count):
                raise TypeError(f"a budget's count is a whole number, not {shown(self.count)}")
            if self.count <= 0:
                raise ValueError(f"a budget's count must be at least 1, not {self.count}")
            object.__setattr__(self, "count", int(self.count))
        elif self.seconds is not None:
            if not is_number(self.seconds):
                raise TypeError(f"a budget's seconds are a number, not {shown(self.seconds)}")
            if not 0 < self.seconds < math.inf:
                raise ValueError(
                    f"a budget's seconds must be more than 0 and finite, not {self.seconds}"
                )
            object.__setattr__(self, "seconds", float(self.seconds))

    def __repr__(self) -> str:
        given = f"seconds={self.seconds!r}" if self.count is None else f"count={self.count!r}"
        return f"Budget({given})"

    def words(self, unit: str) -> str:
        """Returns the budget as players' names show it; ``unit`` is a step in the singular.

        >>> Budget(count=1000).words("node"), Budget(seconds=0.5).words("node")
        ('1,000 nodes', '0.5 s')
        """
        if self.count is None:
            return f"{self.seconds:g} s"
        return f"{self.count:,} {unit}" + "s" * (self.count > 1)


def checked_budget(budget: object) -> Budget:
    """Returns an argument that must be a budget.

    Raises:
        TypeError: If it is none.
    """
    if not isinstance(budget, Budget):
        raise TypeError(f"this takes a Budget(seconds=…) or a Budget(count=…), not {shown(budget)}")
    return budget

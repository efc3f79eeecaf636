"""What a number of games can prove: intervals, and the smallest difference they tell apart."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

QUANTILE = NormalDist().inv_cdf(0.975)
"""How many standard errors to either side hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A confidence interval for a share between 0 and 1."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.low:.1f}–{100 * self.high:.1f} %"


def wilson(successes: float, n: int) -> Interval:
    """Returns Wilson's 95 % interval for the share that ``successes`` of ``n`` trials estimate.

    It holds every share from which the observed one is no surprise at this confidence. Unlike
    the textbook's share ± 2 standard errors it stays within 0 and 1 and keeps its promise for
    few trials and for shares near 0 or 1.

    Args:
        successes: From 0 to ``n``; in a match, a win counts 1 and a draw 1/2.
        n: Number of trials, at least 1.

    Raises:
        ValueError: If ``n`` or ``successes`` is outside its range.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927), 209–212.

    >>> print(wilson(81, 263))
    25.5–36.6 %
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError(
            f"{successes} successes of {n} trials: expected n from 1 up, and successes from 0 to n"
        )
    z = QUANTILE
    share = successes / n
    centre = share + z * z / (2 * n)
    half_width = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # Rounding may miss the exact bounds 0 and 1 by one bit.
    low = 0.0 if successes == 0 else (centre - half_width) / scale
    high = 1.0 if successes == n else (centre + half_width) / scale
    return Interval(low, high)


def games_needed(difference: float) -> int:
    """Returns how many games tell a score that differs from 1/2 by ``difference`` apart from it.

    This number of games leaves 1/2 just outside the Wilson interval of such a score; half the
    difference takes four times as many. A player that truly is that much better is detected in
    only about half of all such matches, since its observed score falls below the true one as often
    as above it.

    >>> games_needed(0.1), games_needed(0.01)
    (97, 9604)

    Raises:
        ValueError: If ``difference`` is not above 0 and at most 1/2.
    """
    if not 0 < difference <= 0.5:
        raise ValueError(
            f"difference is {difference}: expected a distance from 0.5, above 0 and at most 0.5"
        )
    return ceil((QUANTILE / (2 * difference)) ** 2)

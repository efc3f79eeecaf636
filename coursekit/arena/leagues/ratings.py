"""Ratings: one number for each player, so that differences say who beats whom, and how often.

The model of R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: I. The
method of paired comparisons", Biometrika 39 (1952), 324–345, which E. Zermelo had found in 1929,
in the units of A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978): 400 points are
odds of ten to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from coursekit.arena.result import Tally
from coursekit.arena.stats import QUANTILE
from coursekit.checks import is_number
from coursekit.strangers import shown

if TYPE_CHECKING:
    from pandas import DataFrame

_ELO = 400 / np.log(10)  # Elo points in one unit of log odds
_STEPS = 200


class Meeting(NamedTuple):
    """The result of a match, from the side of ``a``."""

    a: str
    b: str
    tally: Tally


class EloInterval(NamedTuple):
    """A confidence interval for a rating or for a difference of ratings."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:+.0f} to {self.high:+.0f}"


class Lead(NamedTuple):
    """How far one player is ahead of another, in Elo points."""

    elo: float
    interval: EloInterval

    def __str__(self) -> str:
        return f"{self.elo:+.0f} (95 %: {self.interval})"


@dataclass(frozen=True)
class Ratings:
    """What :func:`bradley_terry` found.

    Attributes:
        names: The players.
        elo: Their ratings; the mean is 0, since only differences mean something.
        covariance: (n, n) covariance of the ratings about their mean.
    """

    names: tuple[str, ...]
    elo: npt.NDArray[np.float64]
    covariance: npt.NDArray[np.float64]

    def lead(self, a: str, b: str) -> Lead:
        """Returns how far ``a`` is ahead of ``b``, with a 95 % interval.

        The interval of a difference is not the difference of two intervals: what the games say
        about the rest of the league cancels.
        """
        i, j = self._place(a), self._place(b)
        spread = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        elo = float(self.elo[i] - self.elo[j])
        reach = QUANTILE * sqrt(max(spread, 0.0))
        return Lead(elo, EloInterval(elo - reach, elo + reach))

    def table(self) -> DataFrame:
        """Returns a row for each player, the strongest first: rating and its 95 % interval."""
        from pandas import DataFrame

        reach = QUANTILE * np.sqrt(np.diag(self.covariance))
        columns = {"elo": self.elo, "low": self.elo - reach, "high": self.elo + reach}
        table = DataFrame(columns, index=list(self.names)).rename_axis("player")
        return table.sort_values("elo", ascending=False, kind="stable")

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"there is no player {shown(name)}, but {', '.join(self.names)}")
        return self.names.index(name)


def rate(meetings: Iterable[Meeting], names: Sequence[str]) -> Ratings:
    """Returns the ratings of the named players, from the results of all their matches together."""
    places = {name: place for place, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for a, b, tally in meetings:
        points[places[a], places[b]] += tally.points
        points[places[b], places[a]] += tally.swapped().points
    return bradley_terry(points, names)


def bradley_terry(
    points: npt.ArrayLike, names: Sequence[str] | None = None, prior: float = 1.0
) -> Ratings:
    """Returns the ratings that make the results of all games together most likely.

    A player that is ``d`` Elo points ahead wins with probability :func:`expected_score` (d); a
    draw counts as half a win and half a loss. Newton's method finds the one maximum of the
    likelihood (D. R. Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of
    Statistics 32 (2004), 384–406, says when it exists and gives a slower way). Intervals come
    from the Fisher information there. Where many games are drawn they are a little too wide, as
    a draw is less variable than a coin.

    A player that won or lost all its games has no finite rating of greatest likelihood.
    Therefore each player also draws ``prior`` imagined games with a player of average rating,
    as in R. Coulom's BayesElo: with hundreds of games that moves a rating by a small part of its
    standard error.

    Args:
        points: (n, n): what the row's player won against the column's; a draw counts 1/2 for
            each. Pairs that never met have 0 both ways.
        names: What the players are called; by default ``"0"``, ``"1"``…
        prior: Imagined games of each player; 0 for the likelihood alone.

    Raises:
        ValueError: If the table is not square, finite and from 0 up, or names do not fit; or
            without a prior, if some players won or lost all their games against the others.

    >>> bradley_terry([[0, 75], [25, 0]], prior=0).elo.round()
    array([ 95., -95.])
    """
    won = _checked(points)
    count = len(won)
    labels = tuple(map(str, range(count))) if names is None else tuple(names)
    if len(labels) != count or len(set(labels)) != count:
        raise ValueError(f"names: {count} different names are needed, got {list(labels)}")
    if not is_number(prior) or not 0 <= prior < inf:
        raise ValueError(f"prior={shown(prior)}: expected a number of games, from 0 up")
    if prior == 0:
        _demand_connected(won, labels)
    games = won + won.T
    theta = np.zeros(count)
    for _ in range(_STEPS):
        gradient, information = _slope(theta, won, games, prior)
        step = np.linalg.solve(information, gradient)
        # A step of more than one unit may overshoot where the likelihood is nearly flat.
        step /= max(1.0, float(np.abs(step).max(initial=0.0)))
        theta += step
        if np.abs(step).max(initial=0.0) < 1e-12:
            break
    _, information = _slope(theta, won, games, prior)
    about_mean = np.eye(count) - 1 / count
    covariance = about_mean @ np.linalg.inv(information) @ about_mean
    return Ratings(labels, _ELO * (theta - theta.mean()), _ELO**2 * covariance)


def expected_score(lead: float) -> float:
    """Returns the share of the points that a lead in Elo points should win.

    >>> [round(expected_score(lead), 3) for lead in (0, 100, 400)]
    [0.5, 0.64, 0.909]
    """
    # Written for the smaller of the two shares, so that no power is too large for a float.
    weaker = 10 ** (-abs(lead) / 400)
    weaker /= 1 + weaker
    return weaker if lead < 0 else 1 - weaker


def elo_lead(score: float) -> float:
    """Returns the lead in Elo points that should win this share of the points.

    It is the inverse of :func:`expected_score`; infinite for 0 and 1.

    Raises:
        ValueError: If the score is not from 0 to 1.

    >>> round(elo_lead(0.64))
    100
    """
    if not 0 <= score <= 1:
        raise ValueError(f"score is {score}: expected a share of the points, from 0 to 1")
    if score in (0, 1):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


def _checked(points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    won = np.array(points, dtype=float)
    if won.ndim != 2 or won.shape[0] != won.shape[1] or not len(won):
        raise ValueError(f"points: expected a square table, got shape {won.shape}")
    if not np.isfinite(won).all() or (won < 0).any():
        raise ValueError("points: expected numbers from 0 up, with 0 where a pair never met")
    np.fill_diagonal(won, 0.0)
    return won


def _slope(
    theta: npt.NDArray[np.float64],
    won: npt.NDArray[np.float64],
    games: npt.NDArray[np.float64],
    prior: float,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Returns the gradient of the log likelihood, and the information: minus its curvature."""
    expected = _logistic(theta[:, None] - theta[None, :])
    imagined = _logistic(theta)
    gradient = (won - games * expected).sum(axis=1) + prior * (0.5 - imagined)
    weight = games * expected * (1 - expected)
    own = weight.sum(axis=1) + prior * imagined * (1 - imagined)
    # Without a prior a common shift of all ratings changes nothing; this holds their mean where
    # it is, and leaves differences alone.
    held = 0.0 if prior else own.mean() / len(won)
    return gradient, np.diag(own) - weight + held


def _logistic(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return (1 + np.tanh(x / 2)) / 2


def _demand_connected(won: npt.NDArray[np.float64], names: tuple[str, ...]) -> None:
    """Demands that every player has, perhaps over others, won something from every other.

    This is the condition of L. R. Ford (1957) for finite ratings.
    """
    reach = (won > 0) | np.eye(len(won), dtype=bool)
    for middle in range(len(won)):
        reach |= reach[:, [middle]] & reach[[middle], :]
    if not reach.all():
        first = int(np.argmin(reach.sum(axis=1)))
        group = [name for name, found in zip(names, reach[first], strict=True) if found]
        raise ValueError(
            f"without a prior there are no finite ratings: {', '.join(group)} won nothing from "
            "the other players; leave prior at 1"
        )

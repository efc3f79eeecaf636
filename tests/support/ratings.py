"""Ratings found in another, slower way."""

import numpy as np


def ratings_by_mm(points: np.ndarray, prior: float, rounds: int = 20_000) -> np.ndarray:
    """Returns Bradley-Terry ratings in Elo points about their mean, by Hunter's MM algorithm.

    The prior is a player of its own, of strength 1, with whom all others draw.
    """
    count = len(points)
    won = np.array(points, dtype=float)
    if prior:
        won = np.pad(won, (0, 1))
        won[:count, count] = won[count, :count] = prior / 2
    games = won + won.T
    strength = np.ones(len(won))
    for _ in range(rounds):
        before = strength
        strength = won.sum(axis=1) / (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength /= strength[-1]
        if np.abs(np.log(strength / before)).max() < 1e-9:
            break
    elo = 400 * np.log10(strength[:count])
    return elo - elo.mean()

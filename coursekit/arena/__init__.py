"""Who beats whom: games and matches between players, and what they prove.

``match(a, b)`` plays both sides equally from random openings and returns a :class:`MatchResult`;
``play_game(black, white)`` plays one game to look at.
"""

from coursekit.arena.errors import PlayerError
from coursekit.arena.games import play_game
from coursekit.arena.matches import match
from coursekit.arena.result import MatchResult, Tally, Transcript
from coursekit.arena.stats import Interval, games_needed, resolution, wilson

__all__ = [
    "Interval",
    "MatchResult",
    "PlayerError",
    "Tally",
    "Transcript",
    "games_needed",
    "match",
    "play_game",
    "resolution",
    "wilson",
]

"""Who beats whom: games and matches between players, and what they prove.

``match(a, b)`` plays both sides equally from random openings and returns a :class:`MatchResult`;
``lockstep_match(a, b)`` does so with all games side by side, for players with networks;
``league(players)`` lets everyone play everyone and returns ratings and more as a
:class:`LeagueResult`; ``play_game(black, white)`` plays one game to look at, and ``analyse(env)``
says which of a game's moves lost how much; ``strength(game)`` is what was measured of the shipped
network of a game while it learned.
"""

from coursekit.arena.analysis import Analysis, Review, analyse
from coursekit.arena.errors import PlayerError
from coursekit.arena.games import play_game
from coursekit.arena.league_files import LeagueError
from coursekit.arena.leagues import enter, league
from coursekit.arena.lockstep import lockstep_match
from coursekit.arena.matches import match
from coursekit.arena.ratings import Ratings, bradley_terry, elo_lead, expected_score
from coursekit.arena.result import MatchResult, Tally, Transcript
from coursekit.arena.standings import LeagueResult, Triple
from coursekit.arena.stats import Interval, games_needed, resolution, wilson
from coursekit.arena.strength_record import StrengthRecord, strength

__all__ = [
    "Analysis",
    "Interval",
    "LeagueError",
    "LeagueResult",
    "MatchResult",
    "PlayerError",
    "Ratings",
    "Review",
    "StrengthRecord",
    "Tally",
    "Transcript",
    "Triple",
    "analyse",
    "bradley_terry",
    "elo_lead",
    "enter",
    "expected_score",
    "games_needed",
    "league",
    "lockstep_match",
    "match",
    "play_game",
    "resolution",
    "strength",
    "wilson",
]

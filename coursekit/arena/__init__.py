"""Who beats whom: games and matches between players, and what they prove.

``match(a, b)`` plays both sides equally from random openings and returns a
:class:`~coursekit.arena.result.MatchResult`; ``league(players)`` lets everyone play everyone and
returns ratings and more as a :class:`~coursekit.arena.leagues.standings.LeagueResult`;
``play_game(black, white)`` plays one game to look at, and ``analyse(env)`` says which of a game's
moves lost how much; ``strength(game)`` is what was measured of the shipped network of a game while
it learned.
"""

from coursekit.arena.analysis import analyse
from coursekit.arena.errors import PlayerError
from coursekit.arena.games import play_game
from coursekit.arena.leagues.playing import add_player, league
from coursekit.arena.leagues.ratings import bradley_terry, elo_lead
from coursekit.arena.matches import match
from coursekit.arena.stats import games_needed, wilson
from coursekit.arena.strength import strength

__all__ = [
    "PlayerError",
    "add_player",
    "analyse",
    "bradley_terry",
    "elo_lead",
    "games_needed",
    "league",
    "match",
    "play_game",
    "strength",
    "wilson",
]

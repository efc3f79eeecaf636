"""Players that count, one ply ahead: flipped discs, and the opponent's replies."""

from __future__ import annotations

from coursekit.engine import greedy
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.games.othello import Othello
from coursekit.players.base import NamedPlayer, othello_only, pick_best


class MostFlipsPlayer(NamedPlayer):
    """Flips as many discs as possible; see :func:`most_flips`."""

    name = "most flips"

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action, drawing one number from ``env.rng``."""
        own, opp, board, _ = othello_only(env, self.name)
        rank: int = greedy.by_flips(own, opp, board, env.rng.random())
        return env.legal_actions()[rank]


class MobilityPlayer(NamedPlayer):
    """Leaves the opponent as few moves as possible; see :func:`mobility`."""

    name = "mobility"

    def __call__(self, env: Env) -> Action:
        """Returns the chosen action, drawing one number from ``env.rng``."""
        actions = env.legal_actions()
        if isinstance(env, Othello):
            own, opp, board, _ = othello_only(env, self.name)
            rank: int = greedy.by_replies(own, opp, board, env.rng.random())
            return actions[rank]
        replies = []
        for action in actions:
            env.update(action)
            replies.append(sum(not reply.is_pass for reply in env.legal_actions()))
            env.undo()
        return pick_best(env, actions, [-count for count in replies])


def most_flips() -> MostFlipsPlayer:
    """Returns a player of Othello that takes the move that flips the most discs.

    Equals are drawn with one number from ``env.rng``. It beats random play in 59 % of games: many
    discs early are worth little, since they can all be flipped back.
    """
    return MostFlipsPlayer()


def mobility() -> MobilityPlayer:
    """Returns a player, in any game, after whose move the opponent has the fewest moves.

    A pass is no move, so a position in which the opponent must pass, or in which the game is over,
    counts 0. Equals are drawn with one number from ``env.rng``. In Othello it beats random play
    in 66 % of games.
    """
    return MobilityPlayer()

"""Players that search: minimax, alpha-beta and iterative deepening.

All of them choose the best move that they find, and among equally good ones the first by index;
chance plays no part. Minimax and alpha-beta are the plain algorithms that a lesson writes in
Python, compiled: the same values, moves and numbers of nodes. Deepening uses a full engine, which
finds the same values and moves with far fewer nodes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from coursekit.budget import Budget, checked_budget
from coursekit.checks import checked_whole
from coursekit.engine.alphabeta.evaluation import WIN
from coursekit.games.actions import Action
from coursekit.games.env import Env
from coursekit.games.evaluation import AnyEvaluation, LinearEvaluation, as_evaluation
from coursekit.games.othello import Othello
from coursekit.players.base import NamedPlayer, actions_of
from coursekit.strangers import shown
from coursekit.truth.minimax import Minimax

if TYPE_CHECKING:
    from coursekit.engine.alphabeta.deepening import SearchResult
    from coursekit.engine.alphabeta.table import Table

Algorithm: TypeAlias = Literal["minimax", "alpha-beta", "pvs"]


@dataclass(frozen=True)
class Deepening:
    """What the search to one depth found.

    Attributes:
        depth: Plies searched.
        action: The best action.
        value: Its value for the side to move.
        nodes: Nodes visited since the search began.
        seconds: Time since the search began.
    """

    depth: int
    action: Action
    value: float
    nodes: int
    seconds: float = field(compare=False, repr=False)


@dataclass(frozen=True)
class SearchInfo:
    """What a search found.

    Attributes:
        action: The action to play.
        value: Its value for the side to move.
        depth: Plies searched. If the budget ran out in a deeper search that had already found a
            better action than the one before, the depth of that search.
        nodes: Positions visited, the root included, in all searches together.
        seconds: Time taken.
        variation: The principal variation: best play for both sides, to the depth searched.
        root_values: For each action, its value for the side to move. In minimax all are exact; in
            the others only that of the action to play is, and the rest are upper bounds. Actions
            that the budget did not reach are missing.
        exhausted: Whether every line was searched to the end of the game.
        iterations: What each finished search to a depth found.
    """

    action: Action
    value: float
    depth: int
    nodes: int
    seconds: float = field(compare=False, repr=False)
    variation: tuple[Action, ...] = ()
    root_values: dict[Action, float] = field(default_factory=dict, repr=False)
    exhausted: bool = False
    iterations: tuple[Deepening, ...] = field(default=(), repr=False)


class SearchPlayer(NamedPlayer):
    """Searches the game tree; made by :func:`minimax`, :func:`alpha_beta`, :func:`deepening`.

    Attributes:
        name: For example ``"alpha-beta, depth 4"``.
        megabytes: Memory that its table may take, of 2^20 bytes. It belongs to the key by which a
            league recognises the player.
        info: What the last search found, or ``None`` before the first.
    """

    def __init__(
        self,
        algorithm: Algorithm,
        depth: int | None,
        budget: Budget | None,
        evaluation: AnyEvaluation,
    ) -> None:
        self.algorithm = algorithm
        self.depth = depth
        self.budget = budget
        self.evaluation = as_evaluation(evaluation)
        self.default_evaluation = evaluation is None
        self.megabytes = 32.0 if depth is None else 0.0
        self.info: SearchInfo | None = None
        self._table: Table | None = None
        self.name = self._make_name()

    def _make_name(self) -> str:
        if self.budget is None:
            name = f"{self.algorithm}, depth {self.depth}"
        else:
            kind = "alpha-beta" if self.algorithm == "pvs" else f"plain {self.algorithm}"
            name = f"deepening {kind}, {self.budget.words('node')}"
        if self.default_evaluation:
            return name
        return f"{name}, mobility" if repr(self.evaluation) == "mobility" else f"{name}, own scores"

    def __call__(self, env: Env) -> Action:
        """Returns the best action; the search is kept in :attr:`info`.

        With one legal action only, a player with a budget looks one ply ahead and saves the rest.
        """
        no_choice = self.budget is not None and len(env.legal_actions()) == 1
        self.info = self._search(env, 1 if no_choice else self.depth)
        return self.info.action

    def analyse(self, env: Env) -> SearchInfo:
        """Returns what a search of a position finds, with the whole budget.

        Raises:
            ValueError: If the game is over.
            TypeError: If the player cannot play the env's game.
        """
        self.info = self._search(env, self.depth)
        return self.info

    def check_game(self, env: Env) -> None:
        """Checks that a game is Othello, or can be searched by its rules alone."""
        if isinstance(env, Othello):
            return
        if self.depth is None:
            raise TypeError(f"{self.name} has kernels for Othello only: it cannot play {env.name}")
        if not self.default_evaluation:
            raise TypeError(
                f"{self.name} values Othello's discs: in {env.name} it can only search without an "
                "evaluation, to the end of the game or to where nothing is decided"
            )

    def prepare(self) -> None:
        """Loads the kernels and allocates the table, before any clock starts."""
        from coursekit.engine.alphabeta import deepening  # noqa: F401  (compiles for seconds on a new machine)
        from coursekit.engine.alphabeta.table import Table

        if self.algorithm == "pvs" and self._table is None:
            self._table = Table(self.budget.count if self.budget else None)

    def _search(self, env: Env, depth: int | None) -> SearchInfo:
        if env.is_done():
            raise ValueError(f"the game is over: {self.name} has no move to search for\n{env}")
        if not isinstance(env, Othello):
            self.check_game(env)
            return self._search_other_game(env, self.depth or 0)
        evaluation = self.evaluation.compiled(env.size)
        from coursekit.engine.alphabeta import deepening as search

        self.prepare()
        found = search.search(
            *env.bitboards,
            evaluation,
            algorithm=self.algorithm,
            depth=depth,
            budget=self.budget,
            table=self._table,
        )
        return _info(env, found, self.evaluation)

    def _search_other_game(self, env: Env, depth: int) -> SearchInfo:
        started = time.perf_counter()
        search = Minimax(env, prune=self.algorithm == "alpha-beta")
        value, line = search.search(env.state, env.space, depth)
        return SearchInfo(
            action=line[0],
            value=WIN * value,
            depth=depth,
            nodes=search.nodes,
            seconds=time.perf_counter() - started,
            variation=line,
            root_values={action: WIN * worth for action, worth in search.root_values.items()},
            exhausted=search.exhausted,
        )

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_table": None}


def minimax(depth: int, evaluation: AnyEvaluation = None) -> SearchPlayer:
    """Returns a player that searches every line of ``depth`` plies and expects the best replies.

    It plays Othello of every size, compiled. Other games it plays in plain Python and by the rules
    alone: an unfinished position counts 0. Only small ones are fast enough for that.

    Args:
        depth: Plies, from 1. A pass is a ply.
        evaluation: What positions at that depth are worth: cell scores as an (n, n) table (by
            default :func:`~coursekit.players.default_table`), ``"mobility"`` (the number of moves
            of the side to move) or a :class:`~coursekit.players.LinearEvaluation`.

    Raises:
        ValueError: If the depth is below 1 or the evaluation is invalid.

    >>> from coursekit import othello
    >>> player = minimax(3)
    >>> player(othello.from_moves("f5"))
    WHITE d6
    >>> player.info.nodes
    79
    """
    return SearchPlayer("minimax", checked_whole(depth, "depth"), None, evaluation)


def alpha_beta(depth: int, evaluation: AnyEvaluation = None) -> SearchPlayer:
    """Returns a player that finds the value and the move of :func:`minimax` with fewer nodes.

    Plain alpha-beta: moves in index order and no table, so it visits the same nodes as the Python
    of lesson 04.

    Args:
        depth: Plies, from 1. A pass is a ply.
        evaluation: As in :func:`minimax`.

    Raises:
        ValueError: If the depth is below 1 or the evaluation is invalid.

    >>> alpha_beta(4)
    alpha-beta, depth 4
    """
    return SearchPlayer("alpha-beta", checked_whole(depth, "depth"), None, evaluation)


def deepening(
    budget: Budget,
    evaluation: AnyEvaluation = None,
    algorithm: Algorithm = "pvs",
) -> SearchPlayer:
    """Returns a player of Othello that searches deeper and deeper until its budget is spent.

    It always has a move, reads its clock within the search as well as between depths, and stops
    early once every line reaches the end of the game.

    Args:
        budget: Nodes (``Budget(count=…)``, kept exactly) or seconds for each move.
        evaluation: As in :func:`minimax`.
        algorithm: ``"pvs"``: alpha-beta with moves sorted, null windows and a transposition table.
            ``"alpha-beta"`` and ``"minimax"``: the plain ones, to compare with.

    Raises:
        TypeError: If the budget is no :class:`coursekit.Budget`.
        ValueError: If there is no such algorithm, or the evaluation is invalid.

    >>> deepening(Budget(count=10_000))
    deepening alpha-beta, 10,000 nodes
    """
    budget = checked_budget(budget)
    if algorithm not in get_args(Algorithm):
        raise ValueError(
            f"there is no algorithm {shown(algorithm)}; use 'pvs', 'alpha-beta' or 'minimax'"
        )
    player = SearchPlayer(algorithm, None, budget, evaluation)
    if budget.seconds is not None:
        player.prepare()
    return player


def _info(env: Othello, found: SearchResult, evaluation: LinearEvaluation) -> SearchInfo:
    """Returns an engine's answer in the env's actions."""
    best = found.best
    if best is None:  # the budget did not reach beyond the root
        action = env.legal_actions()[0]
        return SearchInfo(action, evaluation(env), 0, found.nodes, found.seconds)
    named = env.space.numbered
    line = actions_of(env.space, best.line)
    return SearchInfo(
        action=line[0],
        value=best.value,
        depth=best.depth,
        nodes=found.nodes,
        seconds=found.seconds,
        variation=line,
        root_values={named(move): value for move, value in best.root.items()},
        exhausted=found.exhausted,
        iterations=tuple(
            Deepening(step.depth, named(step.move), step.value, step.nodes, step.seconds)
            for step in found.iterations
        ),
    )

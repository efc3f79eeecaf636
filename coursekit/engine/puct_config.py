"""How a forest of PUCT trees searches: the settings of :class:`coursekit.engine.puct.Forest`."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class PuctConfig:
    """How a forest searches. The defaults are for playing, without noise.

    Attributes:
        simulations: Simulations for each search, from 1; the root's evaluation comes on top.
        c: Exploration constant.
        fpu_reduction: How much worse than its parent's mean an unvisited child counts (first-play
            urgency); ``None``: it counts as 0.
        solver: Whether nodes whose value is certain are known as such. A new node looks a move
            or two ahead: if it can finish the game with a win, as a wipe-out does, it is proven;
            moves that let the other side turn all discs at once are proven to lose. A node is
            proven won by a child that is proven lost for its mover, and proven by its best
            child when all are proven. Moves proven lost are not searched any more, and a search
            ends when its root is proven.
        gumbel: Whether the root chooses by sequential halving among candidates instead of PUCT.
        candidates: Candidates of the Gumbel root at most.
        c_visit: Danihelka's σ(q) is (c_visit + most visits) · c_scale · q, q from −1 to +1.
        c_scale: See ``c_visit``.
        dirichlet: Root noise without Gumbel: all the α of a Dirichlet distribution together, so
            that each of k legal moves has α = dirichlet / k.
        play_forced: Whether a root with a single move, or one that the solver decides at first
            sight, is finished without an evaluation.
        exact_empties: With the solver, in Othello: a new node of at most so many empty squares is
            solved at once, and so are the children of a root with one more; 0 is never.
    """

    simulations: int = 100
    c: float = 1.5
    fpu_reduction: float | None = 0.2
    solver: bool = True
    gumbel: bool = False
    candidates: int = 8
    c_visit: float = 50.0
    c_scale: float = 0.25
    dirichlet: float = 10.0
    play_forced: bool = False
    exact_empties: int = 0

    @classmethod
    def textbook(cls, simulations: int, c: float = 1.5) -> PuctConfig:
        """Returns the search of the AlphaZero paper and nothing else: what lesson 10 writes."""
        return cls(simulations, c, fpu_reduction=None, solver=False)

    def with_simulations(self, simulations: int) -> PuctConfig:
        """Returns the same search with another number of simulations."""
        return replace(self, simulations=simulations)

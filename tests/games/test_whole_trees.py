"""Every game there is, of the two games small enough: tic-tac-toe and Othello 4×4."""

import numpy as np

from coursekit import Env, othello, tictactoe
from coursekit.games.symmetry import SYMMETRIES, transform

Endings = tuple[int, int, int]
"""How many games the first player wins, the second player wins, and nobody."""


class Tree:
    """Every position below an env, each visited once, with the endings of the games through it."""

    def __init__(self, env: Env) -> None:
        self.known: dict[object, Endings] = {}
        self.boards: set[bytes] = set()
        self.unfinished = 0
        self.endings = self._visit(env)

    def _visit(self, env: Env) -> Endings:
        found = self.known.get(env.position)
        if found is not None:
            return found
        self.boards.add(env.board.tobytes())
        if env.is_done():
            endings = (int(env.is_win(1)), int(env.is_win(-1)), int(env.is_draw()))
            assert sum(endings) == 1
            assert (env.is_lose(-1), env.is_lose(1)) == (env.is_win(1), env.is_win(-1))
        else:
            self.unfinished += 1
            endings = (0, 0, 0)
            for action in env.legal_actions():
                env.update(action)
                first, second, draws = self._visit(env)
                endings = (endings[0] + first, endings[1] + second, endings[2] + draws)
                env.undo()
        self.known[env.position] = endings
        return endings


def test_all_of_tictactoe() -> None:
    tree = Tree(tictactoe.make())
    assert tree.endings == (131184, 77904, 46080)
    assert sum(tree.endings) == 255168
    assert len(tree.known) == len(tree.boards) == 5478
    assert tree.unfinished == 4520
    boards = [np.frombuffer(board, np.int8).reshape(3, 3) for board in tree.boards]
    assert len({min(transform(b, s).tobytes() for s in SYMMETRIES) for b in boards}) == 765


def test_all_of_othello_4x4() -> None:
    tree = Tree(othello.make(4))
    assert tree.endings == (24632, 30116, 5312)
    assert sum(tree.endings) == 60060
    assert len(tree.boards) == 51943

"""``check_game`` passes the course's games and says in words what is wrong with broken ones."""

import pytest

from coursekit import check_game
from coursekit.games import bank, registry
from coursekit.games.conformance import ConformanceError
from coursekit.games.othello import Othello
from coursekit.games.tictactoe import TicTacToe


@pytest.mark.parametrize("name", registry.names())
def test_the_games_of_the_course_conform(name):
    check_game(registry.spec(name).make(), games=5)


def test_the_env_is_left_as_it_was():
    env = bank.position("forced pass")
    twin = env.copy()
    check_game(env, games=3)
    assert env == twin


class UndoDoesNothing(TicTacToe):
    def undo(self):
        pass


class CopySharesTheHistory(TicTacToe):
    def copy(self):
        twin = super().copy()
        twin._history = self._history
        return twin


class CloneHasChanceOfItsOwn(TicTacToe):
    def clone(self, chance=None):
        return super().clone(chance or self._chance.another())


class CloneSharesTheHistory(TicTacToe):
    def clone(self, chance=None):
        twin = super().clone(chance)
        if chance is None:
            twin._history = self._history
        return twin


class CloneSharesALog(TicTacToe):
    def __init__(self):
        super().__init__()
        self.log = []


class CloneForgetsTheHistory(TicTacToe):
    def clone(self, chance=None):
        twin = super().clone(chance)
        twin._history = twin._history if chance else []
        return twin


class DeepcopyLosesTheHistory(TicTacToe):
    def __deepcopy__(self, memo):
        twin = self.copy()
        twin._history = []
        return twin


class PickleLosesTheHistory(TicTacToe):
    def __getstate__(self):
        return {**self.__dict__, "_history": []}


class DrawIsALossForBoth(TicTacToe):
    def is_lose(self, player):
        return self.is_done() and not self.is_win(player)

    def is_draw(self):
        return False


class UnfinishedIsADraw(TicTacToe):
    def is_draw(self):
        return not self.is_win(1) and not self.is_win(-1)


class IllegalSquareIsPlayed(TicTacToe):
    def update(self, action):
        if isinstance(action, tuple) and max(action) < 3:
            legal = self.legal_actions()
            if (action[0], action[1]) not in {(a.row, a.col) for a in legal}:
                action = legal[0]
        super().update(action)


class PassIsLegalAtAnyTime(Othello):
    def turn_change(self):
        self._space = self._space.opponent


class PlayoutMovesOn(TicTacToe):
    def playout(self):
        self.update(self.legal_actions()[0])
        return 0


class SidesDoNotAlternate(TicTacToe):
    def update(self, action):
        super().update(action)
        if len(self._history) == 3:
            self._space = self._space.opponent


class NothingLegalAtAPass(Othello):
    def legal_actions(self):
        return [action for action in super().legal_actions() if not action.is_pass]


class MovesAfterTheEnd(TicTacToe):
    def legal_actions(self):
        return super().legal_actions() or list(self._space.actions[:1])


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (UndoDoesNothing, "undo\\(\\) of .* does not give back"),
        (CopySharesTheHistory, "playing on a copy\\(\\) changes the env"),
        (CloneHasChanceOfItsOwn, "clone\\(\\) .* do not draw the same random numbers"),
        (CloneSharesTheHistory, "playing on a clone\\(\\) changes the env"),
        (CloneSharesALog, "clone\\(\\) shares log, which may change"),
        (CloneForgetsTheHistory, "clone\\(\\) differs from the env"),
        (DeepcopyLosesTheHistory, "copy.deepcopy loses something"),
        (PickleLosesTheHistory, "pickle loses something"),
        (DrawIsALossForBoth, "one side wins exactly when the other loses"),
        (UnfinishedIsADraw, "an unfinished game is no draw"),
        (IllegalSquareIsPlayed, "is played, yet illegal"),
        (PassIsLegalAtAnyTime, "passes though there are legal moves"),
        (PlayoutMovesOn, "playout\\(\\) changes the env"),
        (SidesDoNotAlternate, "sides alternate"),
        (NothingLegalAtAPass, "legal_actions\\(\\) is empty though the game is not over"),
        (MovesAfterTheEnd, "the game is over, yet legal_actions\\(\\) is not empty"),
    ],
)
def test_a_broken_game_is_told_what_is_wrong(game, words):
    with pytest.raises(ConformanceError, match=words):
        check_game(game())


def test_missing_names_are_listed():
    with pytest.raises(ConformanceError, match="the game has no player, board"):
        check_game(object())

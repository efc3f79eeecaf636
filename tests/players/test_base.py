import functools

from coursekit import othello
from coursekit.players import NamedPlayer, pick_best, player_name, random


def test_player_names():
    class Opponent:
        def __call__(self, env):
            return "f5"

    def my_player(env, depth):
        return "f5"

    assert player_name(my_player) == "my_player"
    assert player_name(functools.partial(my_player, depth=3)) == "my_player"
    assert player_name(lambda env: "f5") == "lambda"
    assert player_name(Opponent()) == "Opponent"
    assert player_name(random()) == "random"


def test_a_student_names_a_player_by_deriving():
    class Corner(NamedPlayer):
        name = "corner lover"

    assert player_name(Corner()) == repr(Corner()) == "corner lover"


def test_pick_best_takes_the_highest_value():
    env = othello.make(seed=0)
    actions = env.legal_actions()
    picked = {pick_best(env, actions, [1, 3, 3, -2]).name for _ in range(50)}
    assert picked == {"c4", "f5"}

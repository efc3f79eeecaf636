import numpy as np
import pytest

from coursekit import othello, tictactoe, ultimate
from coursekit.arena.openings import random_openings
from tests.support.movers import four


def seeds(number=0):
    return np.random.SeedSequence(number)


def position_after(make, opening):
    env = make()
    for name in opening:
        env.update(name)
    return env


@pytest.mark.parametrize(("make", "plies"), [(othello.make, 8), (ultimate.make, 4)])
def test_openings_differ_and_have_the_length_asked_for(make, plies):
    openings = random_openings(make(), 500, plies, seeds())
    assert {len(opening) for opening in openings} == {plies}
    assert len({position_after(make, opening).position for opening in openings}) == 500


def test_openings_grow_when_a_depth_is_used_up():
    openings = random_openings(four(), 500, 2, seeds())
    lengths = [len(opening) for opening in openings]
    assert lengths == sorted(lengths)
    assert lengths[:12] == [2] * 12
    assert lengths[12] == 3
    assert len({position_after(four, opening).position for opening in openings}) == 500


def test_openings_begin_again_when_the_game_has_no_more_and_never_end_it():
    lengths = [len(opening) for opening in random_openings(tictactoe.make(), 2000, 1, seeds())]
    assert lengths[:9] == [1] * 9
    assert max(lengths) == 4, "half of the nine squares"
    assert lengths[lengths.index(4) :].count(1) == 9
    openings = random_openings(tictactoe.make(), 300, 6, seeds())
    assert not any(position_after(tictactoe.make, opening).is_done() for opening in openings)


def test_openings_follow_from_the_seed_and_fewer_are_the_beginning_of_more():
    more = random_openings(othello.make(), 50, 8, seeds(3))
    assert random_openings(othello.make(), 20, 8, seeds(3)) == more[:20]
    assert random_openings(othello.make(), 50, 8, seeds(4)) != more
    assert random_openings(othello.make(), 3, 0, seeds()) == [(), (), ()]

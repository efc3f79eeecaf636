"""Positions to learn from: planes, twins, the split by games, and whose results are learned."""

import numpy as np
import pytest
import torch

from coursekit.games.symmetry import SYMMETRIES, twin
from coursekit.learning import planes
from coursekit.learning.alphago.examples import (
    Arrays,
    Examples,
    canonical,
    move_examples,
    one_a_game,
    result_examples,
    split,
    without_duplicates,
    word_planes,
)
from tests.support.othello8 import env_at, teacher_games


def words(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.uint64)


def some(count: int = 30) -> Examples:
    examples = move_examples(teacher_games())
    return examples[:: len(examples) // count]


def test_planes_are_those_of_the_env() -> None:
    examples = some()
    found = word_planes(examples.own, examples.opp, examples.legal)
    envs = [env_at(int(own), int(opp)) for own, opp in zip(examples.own, examples.opp, strict=True)]
    assert torch.equal(found.float(), planes(envs, channels=3))


def test_all_twins_of_a_position_have_one_canonical_form_and_others_another() -> None:
    examples = some()
    forms = set()
    for own, opp in zip(examples.own.tolist(), examples.opp.tolist(), strict=True):
        twins = [twin(env_at(own, opp), symmetry).bitboards[:2] for symmetry in SYMMETRIES]
        found = canonical(*(words(*side) for side in zip(*twins, strict=True)))
        pairs = set(zip(*(side.tolist() for side in found), strict=True))
        assert len(pairs) == 1
        assert pairs <= set(twins)
        forms |= pairs
    assert len(forms) == len(examples)


def test_duplicates_go_the_first_stays() -> None:
    # Black's lone corner, again, mirrored, and with the colours of the sides exchanged.
    examples = Examples(
        words(1, 1, 128, 2), words(2, 2, 64, 1), np.array([5, 6, 7, 8]), np.arange(4)
    )
    assert without_duplicates(examples).target.tolist() == [5, 8]


def test_split_holds_out_whole_games_and_shares_no_position() -> None:
    examples = move_examples(teacher_games())
    learned, validation = split(examples, 0.25, seed=3)
    games, others = set(learned.game.tolist()), set(validation.game.tolist())
    assert len(others) == 10
    assert not games & others
    forms = [
        set(zip(*(side.tolist() for side in canonical(part.own, part.opp)), strict=True))
        for part in (learned, validation)
    ]
    assert not forms[0] & forms[1]
    assert [len(form) for form in forms] == [len(learned), len(validation)]
    assert len(learned) + len(validation) == len(without_duplicates(examples))
    again = split(examples, 0.25, seed=3)[1]
    assert again.fingerprint() == validation.fingerprint() != learned.fingerprint()


def test_one_position_of_each_game() -> None:
    examples = move_examples(teacher_games())
    once = one_a_game(examples, seed=1)
    assert once.game.tolist() == sorted(set(examples.game.tolist()))
    assert once.fingerprint() != one_a_game(examples, seed=2).fingerprint()


def random_moves(own: list[int], opp: list[int], after: list[tuple[int, int]]) -> Arrays:
    """Returns value data of games that the maker of the random move won."""
    return {
        "own": words(*own),
        "opp": words(*opp),
        "after_own": words(*(pair[0] for pair in after)),
        "after_opp": words(*(pair[1] for pair in after)),
        "result": np.ones(len(own), np.int8),
        "game": np.arange(len(own)),
    }


def test_results_are_those_of_the_side_to_move_where_something_can_be_played() -> None:
    """The fault that this guards against trains a network that wants to lose."""
    after = env_at(0x0000000810000000, 0x0000001008000000)
    after.update("d3")
    arrays = random_moves([0x0000000810000000], [0x0000001008000000], [after.bitboards[:2]])
    assert result_examples(arrays, before=True).target.tolist() == [1]
    assert result_examples(arrays).target.tolist() == [-1]
    assert result_examples(arrays).own.tolist() == [after.bitboards[0]]
    arrays = random_moves([1, 2**64 - 1 - 3], [2, 2], [(2, 1), (0, 2**64 - 1)])
    assert len(result_examples(arrays, before=True)) == 2
    assert result_examples(arrays).game.tolist() == [0]


def test_what_is_incomplete_is_refused() -> None:
    with pytest.raises(ValueError, match="one target and one game"):
        Examples(words(1), words(2), np.zeros(2), np.zeros(1, np.int64))
    for share in (0.0, 0.001, 0.999):
        with pytest.raises(ValueError, match="nothing would be left"):
            split(some(), share)

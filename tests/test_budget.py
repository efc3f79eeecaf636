import math
import pickle

import numpy as np
import pytest

import coursekit
from coursekit import Budget


def test_a_budget_is_seconds_or_a_count():
    assert (Budget(seconds=2).seconds, Budget(seconds=2).count) == (2.0, None)
    assert (Budget(count=7).seconds, Budget(count=7).count) == (None, 7)
    assert coursekit.Budget is Budget


def test_numpy_numbers_become_plain_ones():
    assert type(Budget(count=np.int64(7)).count) is int
    assert type(Budget(seconds=np.float32(0.5)).seconds) is float


@pytest.mark.parametrize(("given", "said"), [({}, "neither"), ({"seconds": 1, "count": 1}, "both")])
def test_exactly_one_is_given(given, said):
    with pytest.raises(ValueError, match=said):
        Budget(**given)


@pytest.mark.parametrize("count", [0, -1])
def test_a_count_is_positive(count):
    with pytest.raises(ValueError, match="at least 1"):
        Budget(count=count)


@pytest.mark.parametrize("seconds", [0, -0.1, math.nan, math.inf])
def test_seconds_are_positive_and_finite(seconds):
    with pytest.raises(ValueError, match="more than 0"):
        Budget(seconds=seconds)


@pytest.mark.parametrize("given", [{"count": 1.5}, {"count": "9"}, {"count": True}])
def test_a_count_is_a_whole_number(given):
    with pytest.raises(TypeError, match="whole number"):
        Budget(**given)


@pytest.mark.parametrize("given", [{"seconds": "1"}, {"seconds": True}])
def test_seconds_are_a_number(given):
    with pytest.raises(TypeError, match="number"):
        Budget(**given)


def test_budgets_are_values():
    budget = Budget(count=10_000)
    assert pickle.loads(pickle.dumps(budget)) == budget == eval(repr(budget))
    assert len({budget, Budget(count=10_000), Budget(seconds=1)}) == 2
    assert (str(budget), str(Budget(seconds=0.01))) == ("10,000", "0.01 s")
    with pytest.raises(AttributeError):
        budget.count = 3

import math
from dataclasses import asdict

import numpy as np
import pytest

from coursekit import Budget


@pytest.mark.parametrize(
    ("name", "given", "kept"), [("count", np.int64(7), 7), ("seconds", np.float32(0.5), 0.5)]
)
def test_a_budget_is_seconds_or_a_count_and_keeps_plain_numbers(name, given, kept):
    budget = Budget(**{name: given})
    assert asdict(budget) == {"seconds": None, "count": None, name: kept}
    assert type(getattr(budget, name)) is type(kept)


@pytest.mark.parametrize(
    ("settings", "error", "said"),
    [
        ([{}], ValueError, "neither"),
        ([{"seconds": 1, "count": 1}], ValueError, "both"),
        ([{"count": count} for count in (0, -1)], ValueError, "at least 1"),
        ([{"seconds": s} for s in (0, -0.1, math.nan, math.inf)], ValueError, "more than 0"),
        ([{"count": count} for count in (1.5, "9", True)], TypeError, "whole number"),
        ([{"seconds": seconds} for seconds in ("1", True)], TypeError, "number"),
    ],
)
def test_what_is_no_budget_is_refused(settings, error, said):
    for given in settings:
        with pytest.raises(error, match=said):
            Budget(**given)

import pytest

from coursekit.arena import games_needed, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [  # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_intervals(successes, n, low, high):
    found = wilson(successes, n)
    assert found == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(n - successes, n)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


@pytest.mark.parametrize("difference", [0.5, 0.1, 0.03, 0.0123])
def test_games_needed_is_the_least_number_that_leaves_one_half_out(difference):
    n = games_needed(difference)
    assert wilson((0.5 + difference) * n, n).low >= 0.5 - 1e-12
    assert n < 5 or wilson((0.5 + difference) * (n - 1), n - 1).low < 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(1, 0), "1 successes of 0 trials"),
        (lambda: wilson(-1, 10), "-1 successes of 10 trials"),
        (lambda: games_needed(0), "difference is 0"),
    ],
)
def test_numbers_out_of_range_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()

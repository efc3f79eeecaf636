import pytest

from coursekit.arena import games_needed, resolution, wilson


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


def test_bounds_are_exact_at_the_ends():
    assert wilson(0, 7).low == 0
    assert wilson(7, 7).high == 1


def test_more_confidence_is_a_wider_interval():
    narrow, wide = wilson(60, 100, 0.9), wilson(60, 100, 0.99)
    assert wide.low < narrow.low < 0.6 < narrow.high < wide.high


def test_interval_reads_as_percentages():
    assert str(wilson(728, 1000)) == "70.0–75.5 %"


@pytest.mark.parametrize("n", [4, 10, 100, 1000, 12345])
def test_resolution_is_where_the_interval_leaves_one_half_out(n):
    just_below = n * (0.5 + resolution(n) * 0.999)
    just_above = n * (0.5 + resolution(n) * 1.001)
    assert wilson(just_below, n).low < 0.5 < wilson(just_above, n).low


@pytest.mark.parametrize("difference", [0.5, 0.1, 0.03, 0.0123])
def test_games_needed_is_the_least_number_that_resolves(difference):
    n = games_needed(difference)
    assert resolution(n) <= difference
    assert n == 1 or resolution(n - 1) > difference


def test_known_sizes():
    assert resolution(100) == pytest.approx(0.098, abs=1e-4)
    assert games_needed(0.05) == 385
    assert games_needed(0.01) == 9604


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(1, 0), "1 successes of 0 trials"),
        (lambda: wilson(11, 10), "11 successes of 10 trials"),
        (lambda: wilson(-1, 10), "-1 successes of 10 trials"),
        (lambda: wilson(5, 10, 95), "confidence is 95"),
        (lambda: resolution(0), "0 games"),
        (lambda: games_needed(0), "difference is 0"),
        (lambda: games_needed(3), "difference is 3"),
    ],
)
def test_numbers_out_of_range_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()

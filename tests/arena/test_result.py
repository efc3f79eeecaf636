import xml.etree.ElementTree as ElementTree

import pytest

from coursekit import BLACK, WHITE
from coursekit.arena import wilson
from coursekit.arena.result import MatchResult, Transcript


def result_of(wins=712, draws=31, losses=257, name="cell scores"):
    """A made-up match: wins first, the sides in turn, every game another one."""
    results = [1] * wins + [0] * draws + [-1] * losses
    games = tuple(
        Transcript(f"game{number}", WHITE if number % 2 else BLACK, 8, result, number)
        for number, result in enumerate(results)
    )
    return MatchResult(name, "random", "othello8", 0, games)


def test_counts_score_interval_and_text():
    result = result_of()
    assert (result.wins, result.draws, result.losses, result.games) == (712, 31, 257, 1000)
    assert result.score == 0.7275
    assert result.interval == wilson(727.5, 1000)
    assert (result.as_black.wins, result.as_white.wins) == (356, 356)
    assert (result.as_black.draws, result.as_white.draws) == (16, 15)
    black, white = result.as_black, result.as_white
    assert [one + other for one, other in zip(black, white, strict=True)] == [712, 31, 257]
    assert repr(result) == (
        "cell scores v random: 712 wins, 31 draws, 257 losses of 1,000; "
        "score 72.8 % (95 %: 69.9–75.4 %)"
    )
    assert "1 win, 0 draws, 1 loss of 2" in repr(result_of(1, 0, 1))


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((540, 0, 460), "cell scores is stronger"),
        ((460, 0, 540), "random is stronger"),
        ((520, 0, 480), "cannot be told apart"),
    ],
)
def test_verdict(counts, verdict):
    assert result_of(*counts).verdict == verdict


def test_repeated_games_are_counted_and_told():
    once = Transcript("f5d6", BLACK, 0, 1, 0)
    swapped = Transcript("f5f6", WHITE, 0, 1, 0)
    result = MatchResult("a", "b", "othello8", 0, (once, swapped) * 50)
    assert result.distinct == 2
    told = "only 2 of the 100 games are different"
    assert told in result.repetition
    assert told in repr(result)
    assert told in result._repr_html_()
    assert result_of().distinct == 1000
    assert result_of().repetition == ""


def test_picture_for_notebooks_is_well_formed_and_names_are_escaped():
    result = result_of(name="<b>&co")
    html = result._repr_html_()
    root = ElementTree.fromstring(html)
    svg = root.find("svg")
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == repr(result)
    widths = [float(rect.get("width")) for rect in svg.iter("rect")]
    assert widths == pytest.approx([480 * 0.712, 480 * 0.031, 480 * 0.257], abs=0.06)
    cells = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    assert cells[1] == ["all games", "72.8 %", "69.9–75.4 %", "712", "31", "257"]
    assert cells[2][0] == "<b>&co as black"
    assert html == result_of(name="<b>&co")._repr_html_()

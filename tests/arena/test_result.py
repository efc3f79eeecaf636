import pickle
import xml.etree.ElementTree as ElementTree

import matplotlib as mpl
import pytest

from coursekit import BLACK, WHITE
from coursekit.arena import MatchResult, Transcript, resolution, wilson


def result_of(wins=712, draws=31, losses=257, name="cell scores"):
    """A made-up match: wins first, the sides in turn, every game another one."""
    results = [1] * wins + [0] * draws + [-1] * losses
    games = tuple(
        Transcript(f"game{number}", WHITE if number % 2 else BLACK, 8, result, number)
        for number, result in enumerate(results)
    )
    return MatchResult(name, "random", "othello8", 0, games)


def test_counts_score_and_interval():
    result = result_of()
    assert (result.wins, result.draws, result.losses, result.games) == (712, 31, 257, 1000)
    assert result.score == 0.7275
    assert result.interval == wilson(727.5, 1000)
    assert result.resolution == resolution(1000)
    assert (result.as_black.wins, result.as_white.wins) == (356, 356)
    assert (result.as_black.draws, result.as_white.draws) == (16, 15)
    black, white = result.as_black, result.as_white
    assert [one + other for one, other in zip(black, white, strict=True)] == [712, 31, 257]


def test_text():
    assert repr(result_of()) == (
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
        ((0, 10, 0), "cannot be told apart"),
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


def test_table():
    table = result_of(2, 1, 1).table()
    assert table["result"].tolist() == [1, 1, 0, -1]
    assert table["side of cell scores"].tolist() == ["BLACK", "WHITE", "BLACK", "WHITE"]
    assert table["opening plies"].tolist() == [8] * 4
    assert table["moves"].tolist() == ["game0", "game1", "game2", "game3"]


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
    assert cells[1] == ["all games", "712", "31", "257", "72.8 %", "69.9–75.4 %"]
    assert cells[2][0] == "<b>&co as black"
    assert html == result_of(name="<b>&co")._repr_html_()


def test_chart():
    with mpl.rc_context({"backend": "agg"}):
        import matplotlib.pyplot as plt

        _, ax = plt.subplots()
        assert result_of().plot(ax) is ax
        names = [label.get_text() for label in ax.get_yticklabels()]
        assert names == ["all games", "cell scores as black", "cell scores as white"]
        widths = [bar.get_width() for bar in ax.patches]
        assert widths[::3] == pytest.approx([71.2, 3.1, 25.7])
        plt.close("all")


def test_a_result_is_a_value():
    assert pickle.loads(pickle.dumps(result_of())) == result_of()
    assert result_of() != result_of(711, 32)
    assert str(result_of().transcripts[3]) == "game3"

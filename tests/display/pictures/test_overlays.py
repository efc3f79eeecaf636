"""heat=, text= and marks=: every form, what it draws, and what is refused with which words."""

import numpy as np
import pytest

from coursekit import othello
from coursekit.display.pictures import overlays, scales, theme
from coursekit.display.pictures.layout import lay_out

ENV = othello.from_moves("f5")
LEGAL = ENV.legal_actions()  # f4, d6, f6
NUMBERS = [1.0, 2.0, 4.0]
SQUARES = [(a.row, a.col) for a in LEGAL]
EXPECTED = dict(zip(SQUARES, NUMBERS, strict=True))


def table(values):
    full = np.full((8, 8), np.nan)
    for square, value in values.items():
        full[square] = value
    return full


FORMS = {
    "actions": dict(zip(LEGAL, NUMBERS, strict=True)),
    "upper case": dict(zip([a.name.upper() for a in LEGAL], NUMBERS, strict=True)),
    "pairs": EXPECTED,
    "indices": dict(zip([a.index for a in LEGAL], NUMBERS, strict=True)),
    "array": table(EXPECTED),
    "nested lists": table(EXPECTED).tolist(),
    "flat array": table(EXPECTED).ravel(),
    "policy with pass": np.append(table(EXPECTED).ravel(), 0.25),
    "aligned list": NUMBERS,
    "aligned array": np.array(NUMBERS, dtype=np.float32),
    "with a pass": dict(zip(LEGAL, NUMBERS, strict=True)) | {"pass": 9.0},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_heat_and_text(form):
    assert overlays.read_heat(FORMS[form], (8, 8), LEGAL) == EXPECTED
    labels = dict(zip(SQUARES, ["1", "2", "4"], strict=True))
    assert overlays.read_text(FORMS[form], (8, 8), LEGAL) == labels


def pixel(picture, square, shift=0, size=400):
    layout = lay_out((8, 8), size, 1, 0, True, True, False)
    x, y = layout.corner(square)
    return picture.getpixel((x + 3 + shift, y + 3 + shift))[:3]


def brightness(colour):
    return sum(colour)


def test_sequential_colours_darken_with_the_number():
    assert pixel(ENV.render(heat={"a1": 7}), (0, 0)) == scales.SEQUENTIAL[-1]  # one alone
    picture = ENV.render(heat=FORMS["actions"])
    low, mid, high = (pixel(picture, square) for square in SQUARES)
    assert brightness(low) > brightness(mid) > brightness(high)
    assert low == scales.SEQUENTIAL[0]
    assert high == scales.SEQUENTIAL[-1]
    assert pixel(picture, (0, 0)) == theme.OTHELLO.board


def test_diverging_colours_are_centred_on_zero():
    scale = scales.Scale.of([-1, 0, 1, 2])
    negative, zero, small, positive = map(scale.colour, (-2, 0, 1, 2))
    assert negative[0] > negative[2]  # red
    assert positive[2] > positive[0]  # blue
    assert brightness(zero) > brightness(small) > brightness(positive)
    assert (zero, positive) == (scales.DIVERGING[5], scales.DIVERGING[-1])


def test_the_colour_bar_adds_a_row_with_the_whole_scale():
    plain, heated = ENV.render(), ENV.render(heat=NUMBERS)
    assert heated.height > plain.height
    row = np.asarray(heated)[lay_out((8, 8), 400, 1, 0, True, True, False).bar_middle, :, :3]
    colours = {tuple(int(c) for c in colour) for colour in row}
    assert {scales.SEQUENTIAL[0], scales.SEQUENTIAL[-1]} <= colours


def test_nothing_to_draw_is_a_plain_board():
    plain = ENV.render().tobytes()
    assert ENV.render(heat={}, text={}, marks=[]).tobytes() == plain
    assert ENV.render(heat={"pass": 3}, text={"pass": 3}, marks=["pass"]).tobytes() == plain


def test_labels_contrast_with_the_disc_below():
    pixels = othello.make().render(text={"d4": "H", "e4": "H"}).convert("L")
    layout = lay_out((8, 8), 400, 1, 0, True, False, False)
    for square, is_white in (((3, 3), True), ((3, 4), False)):
        x, y = layout.corner(square)
        cell = np.asarray(pixels)[y + 10 : y + 34, x + 10 : x + 34].astype(int)
        assert np.ptp(cell) > 150
        assert (np.median(cell) > 128) == is_white


def test_long_labels_stay_in_their_square():
    env = othello.make()
    plain = np.asarray(env.render()).astype(int)
    labelled = np.asarray(env.render(text={"b2": "a long one"})).astype(int)
    rows, columns = np.nonzero(np.abs(labelled - plain).sum(-1))
    layout = lay_out((8, 8), 400, 1, 0, True, False, False)
    x0, y0, x1, y1 = layout.box((1, 1))
    assert len(rows) > 20
    assert x0 <= columns.min() <= columns.max() <= x1
    assert y0 <= rows.min() <= rows.max() <= y1


def test_numbers_get_a_plus_only_beside_negative_ones():
    assert overlays.read_text({"a1": 12, "b1": 0.5}, (8, 8), ()) == {(0, 0): "12", (0, 1): "0.50"}
    mixed = overlays.read_text({"a1": 12, "b1": -0.5, "c1": 0, "d1": "x"}, (8, 8), ())
    assert mixed == {(0, 0): "+12", (0, 1): "-0.50", (0, 2): "0", (0, 3): "x"}
    assert overlays.read_text({"a1": None, "b1": float("nan"), "c1": ""}, (8, 8), ()) == {}


def test_marks_are_rings():
    squares = [(0, 0), (0, 1), (0, 2), SQUARES[0]]
    assert list(overlays.read_marks(["a1", (0, 1), 2, LEGAL[0]], (8, 8))) == squares
    layout = lay_out((8, 8), 400, 1, 0, True, False, False)
    picture = ENV.render(marks=["a1"])
    (x, y), half = layout.corner((0, 0)), layout.cell // 2
    assert picture.getpixel((x + half, y + half))[:3] == theme.OTHELLO.board
    right = x + half + round(0.42 * layout.cell)
    assert picture.getpixel((right, y + half))[:3] == theme.OTHELLO.mark


NAN = float("nan")
BAD = [
    ({"heat": {"j9": 1}}, r"heat: 'j9' is no square of this 8×8 board; .*'a1' to 'h8'"),
    ({"heat": {65: 1}}, r"heat: 65 is no square.*index from 0 to 63"),
    ({"heat": {True: 1}}, r"heat: True is no square"),
    ({"heat": {2.0: 1}}, r"heat: 2\.0 is no square"),
    ({"heat": {"f4": "high"}}, r"heat: the value for 'f4' is 'high'; .*text="),
    ({"heat": {"f4": float("inf")}}, r"heat: the value for 'f4' is inf; .*finite"),
    ({"heat": ["a", 1, 2]}, r"heat: the value for f4 is 'a'"),
    ({"heat": np.full((8, 8), NAN)}, r"heat: all 64 values are NaN"),
    ({"heat": {"f4": NAN}}, r"heat: all 1 values are NaN"),
    ({"heat": np.zeros((6, 6))}, r"heat: got an array of shape \(6, 6\); .*\(8, 8\).*3 legal"),
    ({"heat": "f4"}, r"heat: got 'f4'; give a dict"),
    ({"text": [[1, 2], [3, 4]]}, r"text: got an array of shape \(2, 2\)"),
    ({"marks": "f4"}, r"marks: 'f4' is no list of squares; write marks=\['f4'\]"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_refused_in_words(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        ENV.render(**arguments)


def test_compact_numbers():
    numbers = [0.5234, 0.999, 9.96, 999.4, 999.6, 1234, 999_600]
    assert [scales.compact(x) for x in numbers] == ["0.52", "1.00", "10", "999", "1k", "1.2k", "1M"]
    assert [scales.compact(x, True) for x in (1.0, -0.001, 0)] == ["+1", "0", "0"]

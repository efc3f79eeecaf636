"""heat=, text= and marks=: every form, what it draws, and what is refused with which words."""

import numpy as np
import pytest

from coursekit import othello, tictactoe, ultimate
from coursekit.display import overlays, scales, theme
from coursekit.display.layout import lay_out

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
    "names": dict(zip([a.name for a in LEGAL], NUMBERS, strict=True)),
    "upper case": dict(zip([a.name.upper() for a in LEGAL], NUMBERS, strict=True)),
    "pairs": EXPECTED,
    "indices": dict(zip([a.index for a in LEGAL], NUMBERS, strict=True)),
    "numpy indices": dict(zip(np.array([a.index for a in LEGAL]), NUMBERS, strict=True)),
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
    assert overlays.read_heat(FORMS[form], 8, LEGAL) == EXPECTED
    labels = dict(zip(SQUARES, ["1", "2", "4"], strict=True))
    assert overlays.read_text(FORMS[form], 8, LEGAL) == labels


def pixel(picture, square, shift=0, size=400):
    layout = lay_out(8, size, 1, 0, True, True, False)
    x, y = layout.corner(square)
    return picture.getpixel((x + 3 + shift, y + 3 + shift))[:3]


def brightness(colour):
    return sum(colour)


def test_sequential_colours_darken_with_the_number():
    picture = ENV.render(heat=FORMS["actions"])
    low, mid, high = (pixel(picture, square) for square in SQUARES)
    assert brightness(low) > brightness(mid) > brightness(high)
    assert low == scales.SEQUENTIAL[0]
    assert high == scales.SEQUENTIAL[-1]
    assert pixel(picture, (0, 0)) == theme.OTHELLO.board


def test_diverging_colours_are_centred_on_zero():
    picture = ENV.render(heat={"a1": -2, "b1": 0, "c1": 1, "d1": 2})
    negative, zero, small, positive = (pixel(picture, (0, col)) for col in range(4))
    assert negative[0] > negative[2]  # red
    assert positive[2] > positive[0]  # blue
    assert brightness(zero) > brightness(small) > brightness(positive)
    assert positive == scales.DIVERGING[-1]
    assert zero == scales.DIVERGING[5]
    # -2 and +2 are equally far from 0, whatever the smallest number is
    lopsided = ENV.render(heat={"a1": -1, "d1": 2})
    assert pixel(lopsided, (0, 3)) == positive
    assert brightness(pixel(lopsided, (0, 0))) > brightness(negative)


def test_the_colour_bar_adds_a_row_with_the_whole_scale():
    plain, heated = ENV.render(), ENV.render(heat=NUMBERS)
    assert heated.height > plain.height
    row = np.asarray(heated)[lay_out(8, 400, 1, 0, True, True, False).bar_middle, :, :3]
    colours = {tuple(int(c) for c in colour) for colour in row}
    assert {scales.SEQUENTIAL[0], scales.SEQUENTIAL[-1]} <= colours


def test_one_number_alone_has_a_colour():
    assert pixel(ENV.render(heat={"a1": 0}), (0, 0)) == scales.SEQUENTIAL[0]
    assert pixel(ENV.render(heat={"a1": 7}), (0, 0)) == scales.SEQUENTIAL[-1]


def test_nothing_to_draw_is_a_plain_board():
    plain = ENV.render().tobytes()
    assert ENV.render(heat={}, text={}, marks=[]).tobytes() == plain
    assert ENV.render(heat={"pass": 3}, text={"pass": 3}, marks=["pass"]).tobytes() == plain


def test_labels_contrast_with_what_is_behind_them():
    env = othello.make()
    pixels = env.render(text={"d4": "H", "e4": "H"}).convert("L")
    layout = lay_out(8, 400, 1, 0, True, False, False)
    means = []
    for square in ((3, 3), (3, 4)):
        x, y = layout.corner(square)
        cell = np.asarray(pixels)[y + 10 : y + 34, x + 10 : x + 34]
        means.append((int(cell.min()), int(cell.max())))
    (white_ink, white_ground), (black_ground, black_ink) = means
    assert white_ground - white_ink > 150
    assert black_ink - black_ground > 150


def test_long_labels_stay_in_their_square():
    env = othello.make()
    plain = np.asarray(env.render()).astype(int)
    labelled = np.asarray(env.render(text={"b2": "a long one"})).astype(int)
    rows, columns = np.nonzero(np.abs(labelled - plain).sum(-1))
    layout = lay_out(8, 400, 1, 0, True, False, False)
    x0, y0, x1, y1 = layout.box((1, 1))
    assert len(rows) > 20
    assert x0 <= columns.min() <= columns.max() <= x1
    assert y0 <= rows.min() <= rows.max() <= y1


def test_numbers_get_a_plus_only_beside_negative_ones():
    assert overlays.read_text({"a1": 12, "b1": 0.5}, 8, ()) == {(0, 0): "12", (0, 1): "0.50"}
    mixed = overlays.read_text({"a1": 12, "b1": -0.5, "c1": 0, "d1": "x"}, 8, ())
    assert mixed == {(0, 0): "+12", (0, 1): "-0.50", (0, 2): "0", (0, 3): "x"}
    assert overlays.read_text({"a1": None, "b1": float("nan"), "c1": ""}, 8, ()) == {}


def test_marks():
    assert overlays.read_marks(["a1", (0, 1), 2, LEGAL[0]], 8) == dict.fromkeys(
        [(0, 0), (0, 1), (0, 2), SQUARES[0]], "circle"
    )
    given = {"a1": "cross", "b1": "circle", "c1": "purple"}
    assert list(overlays.read_marks(given, 8).values()) == ["cross", "circle", "purple"]
    picture = np.asarray(othello.make().render(marks=given))
    layout = lay_out(8, 400, 1, 0, True, False, False)
    x, y = layout.corner((0, 0))
    half = layout.cell // 2
    assert tuple(picture[y + half, x + half, :3]) == theme.OTHELLO.mark  # where the strokes cross
    for col, colour in ((1, theme.OTHELLO.mark), (2, theme.NAMED["purple"])):
        x, y = layout.corner((0, col))
        assert tuple(picture[y + half, x + half, :3]) == theme.OTHELLO.board
        assert tuple(picture[y + half, x + half + round(0.42 * layout.cell), :3]) == colour


@pytest.mark.parametrize("make", [tictactoe.make, ultimate.make])
def test_overlays_on_the_other_games(make):
    env = make()
    values = {action: -1.0 + action.index for action in env.legal_actions()}
    heated = env.render(heat=values, text=values, marks=env.legal_actions()[:2])
    assert heated.tobytes() != env.render().tobytes()


NAN = float("nan")
BAD = [
    ({"heat": {"j9": 1}}, r"heat: 'j9' is no square of this 8×8 board; .*'a1' to 'h8'"),
    ({"heat": {(8, 0): 1}}, r"heat: \(8, 0\) is no square"),
    ({"heat": {65: 1}}, r"heat: 65 is no square.*index from 0 to 63"),
    ({"heat": {-1: 1}}, r"heat: -1 is no square"),
    ({"heat": {True: 1}}, r"heat: True is no square"),
    ({"heat": {2.0: 1}}, r"heat: 2\.0 is no square"),
    ({"heat": {"f4": "high"}}, r"heat: the value for 'f4' is 'high' \(str\).*text="),
    ({"heat": {"f4": None}}, r"heat: the value for 'f4' is None"),
    ({"heat": {"f4": float("inf")}}, r"heat: the value for 'f4' is inf; .*finite"),
    ({"heat": ["a", 1, 2]}, r"heat: the value for f4 is 'a'"),
    ({"heat": np.full((8, 8), NAN)}, r"heat: all 64 values are NaN"),
    ({"heat": {"f4": NAN}}, r"heat: all 1 values are NaN"),
    ({"heat": np.zeros((6, 6))}, r"heat: got an array of shape \(6, 6\); .*\(8, 8\).*3 legal"),
    ({"heat": [1, 2]}, r"heat: got an array of shape \(2,\)"),
    ({"heat": 3}, r"heat: got 3; give a dict"),
    ({"heat": "f4"}, r"heat: got 'f4'; give a dict"),
    ({"text": {"i1": "x"}}, r"text: 'i1' is no square"),
    ({"text": [[1, 2], [3, 4]]}, r"text: got an array of shape \(2, 2\)"),
    ({"marks": ["a9"]}, r"marks: 'a9' is no square"),
    ({"marks": "f4"}, r"marks: 'f4' is no list of squares; write marks=\['f4'\]"),
    ({"marks": 3}, r"marks: 3 is no list"),
    ({"marks": {"f4": "blob"}}, r"marks: 'blob' for 'f4' is no mark; use 'circle', 'cross'.*red"),
    ({"marks": {"f4": 3}}, r"marks: 3 for 'f4' is no mark"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_refused_in_words(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        ENV.render(**arguments)


@pytest.mark.parametrize(
    ("value", "signed", "expected"),
    [
        (0.5234, False, "0.52"),
        (-0.5, False, "-0.50"),
        (1.0, True, "+1"),
        (0.999, False, "1.00"),
        (9.96, False, "10"),
        (99.6, False, "100"),
        (999.4, False, "999"),
        (999.6, False, "1k"),
        (1234, False, "1.2k"),
        (12_345, False, "12k"),
        (999_600, False, "1M"),
        (-0.001, True, "0"),
        (0, True, "0"),
    ],
)
def test_compact_numbers(value, signed, expected):
    assert scales.compact(value, signed) == expected

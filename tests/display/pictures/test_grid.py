"""Several boards in one picture: grid, strip, and a table on an empty board."""

import numpy as np
import pytest
from PIL import Image

from coursekit import othello, tictactoe, ultimate
from coursekit.display import grid, heat_map, strip
from coursekit.display.pictures.grid import GAP, SMALL

GAME = "f5d6c3d3c4f4f6f3e6e7"


@pytest.mark.parametrize(("count", "columns", "expected"), [(4, None, 4), (5, None, 3), (5, 2, 2)])
def test_a_grid_has_rows_and_columns(count, columns, expected):
    picture = grid([othello.make()] * count, columns=columns)
    one = grid([othello.make()])
    assert picture.width == expected * (SMALL + GAP) + GAP
    rows = -(-count // expected)
    assert picture.height == rows * (one.height - GAP) + GAP


def test_a_grid_takes_games_of_all_kinds_and_pictures_with_overlays():
    env = othello.make()
    plain = grid([env, tictactoe.make(), ultimate.make()], size=160)
    heated = grid([env.render(heat={"a1": 1.0}), tictactoe.make(), ultimate.make()], size=160)
    assert heated.height > plain.height
    titled = grid([env, env], titles=["left", "right"])
    assert titled.height > grid([env, env]).height
    assert repr(plain).startswith("<grid of 3 boards: ")


BAD_GRIDS = [
    ({"boards": []}, "boards: the list is empty"),
    ({"boards": [othello.make()], "titles": ["a", "b"]}, r"titles: got \['a', 'b'\] for 1 boards"),
    ({"boards": [othello.make()], "titles": "a"}, "titles: got 'a'"),
    ({"boards": [othello.make()], "columns": 0}, "columns is a whole number from 1 up, not 0"),
    ({"boards": [othello.make()], "size": 20}, "size: 20 is no whole number of pixels"),
    ({"boards": [Image.new("RGB", (9, 9))]}, "boards: item 0 is .* neither an env nor"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_GRIDS)
def test_a_bad_grid_is_refused_in_words(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        grid(**arguments)


def test_a_strip_shows_evenly_spaced_stages_up_to_the_end():
    env = othello.from_moves(GAME)
    before = env.copy()
    picture = strip(env, stages=3)
    assert env == before
    stages = [othello.from_moves(GAME[: 2 * plies]) for plies in (0, 5, 10)]
    expected = grid(stages, titles=["start", "ply 5", "ply 10"])
    assert picture.tobytes() == expected.tobytes()
    assert strip(env, stages=1).tobytes() == grid([env], titles=["ply 10"]).tobytes()
    assert strip(othello.from_moves("f5"), stages=9).width == grid([env] * 2).width
    with pytest.raises(ValueError, match=r"^stages is a whole number from 1 up"):
        strip(env, stages=0)


def test_a_heat_map_draws_the_table_on_an_empty_board():
    table = np.arange(64).reshape(8, 8)
    picture = heat_map(table, "Cell scores", size=240)
    assert repr(picture).startswith("<Cell scores: 240 x ")
    assert picture.tobytes() == heat_map(table.ravel(), "Cell scores", size=240).tobytes()
    assert picture.tobytes() != heat_map(table.T, "Cell scores", size=240).tobytes()
    assert heat_map(table, size=240).height < picture.height


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.zeros((1, 3)), r"table: got shape \(1, 3\)"),
        ([1.0], r"table: got shape \(1, 1\)"),
        ("hello", "could not convert string to float"),
        (np.full((8, 8), np.nan), "heat: all 64 values are NaN"),
    ],
)
def test_a_table_that_is_none_is_refused(table, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        heat_map(table)

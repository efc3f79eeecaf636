"""The card around a board, for a dark page: it inverts as charts do; what lies on it stays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from coursekit.display.pictures.theme import BLACK_DISC, FRAME, WHITE_DISC

BLOCK = 10, 120
"""Height and width in pixels that a board and a colour scale fill, and no letter does."""

LUMINANCE = 0.213, 0.715, 0.072  # as CSS weighs red, green and blue


def is_card(picture: Image.Image) -> bool:
    """Tells whether a picture is one of coursekit's boards or trees."""
    below_the_border = picture.width // 2, 6
    return picture.convert("RGB").getpixel(below_the_border) == FRAME


def dark(card: Image.Image) -> Image.Image:
    """Returns a card for a dark page: frame and letters inverted, the hues as they were.

    Boards, colour scales and the discs beside the counts stay: a black disc must not turn white.
    """
    pixels = np.asarray(card.convert("RGBA")).copy()
    colours = pixels[..., :3]
    discs = [(colours == colour).all(2) for colour in (*BLACK_DISC, *WHITE_DISC)]
    # Single pixels of the frame's colour are blends at the edge of a small disc.
    around = _opened((colours == FRAME).all(2), 2, 2)
    stays = _blocks(~around) | np.any(discs, axis=0)
    inverted = 255.0 - colours
    # Twice the luminance less the colour turns its hue by 180 degrees: `hue-rotate(180deg)`.
    inverted = 2 * (inverted @ LUMINANCE)[..., None] - inverted
    colours[~stays] = inverted[~stays].clip(0, 255).round()
    return Image.fromarray(pixels)


def _blocks(filled: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns which pixels lie in a filled block, or between parts of one in both directions."""
    blocks = _opened(filled, *BLOCK)
    either = np.logical_or.accumulate
    across = either(blocks, 1) & either(blocks[:, ::-1], 1)[:, ::-1]
    along = either(blocks, 0) & either(blocks[::-1], 0)[::-1]
    between: NDArray[np.bool_] = across & along
    return between


def _opened(mask: NDArray[np.bool_], height: int, width: int) -> NDArray[np.bool_]:
    """Returns the part of a mask that windows of a size cover which lie in it as a whole."""
    whole = _counts(mask, height, width) == height * width
    around = (height - 1, height - 1), (width - 1, width - 1)
    return _counts(np.pad(whole, around), height, width) > 0


def _counts(mask: NDArray[np.bool_], height: int, width: int) -> NDArray[np.int64]:
    """Returns how many pixels are set in each window of a size."""
    sums = np.pad(mask.astype(np.int64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    lower, upper = sums[height:], sums[:-height]
    return lower[:, width:] - lower[:, :-width] - upper[:, width:] + upper[:, :-width]

"""From numbers to colours and labels: the two colour scales of heat maps and compact numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from coursekit.display.pictures.theme import INK, RGB, mix


def colours(hexes: str) -> tuple[RGB, ...]:
    """Returns colours that are written as six hexadecimal digits each.

    >>> colours("f4f8fc 083068")
    ((244, 248, 252), (8, 48, 104))
    """
    levels = bytes.fromhex(hexes)
    return tuple(zip(levels[::3], levels[1::3], levels[2::3], strict=True))


# Eleven samples of ColorBrewer's Blues and RdBu as in matplotlib; both are colour-blind safe, and
# in both of them blue is more and red is less than nothing.
SEQUENTIAL = colours("f4f8fc e0ecf8 d0e0f0 b4d4e8 94c4dc 68acd4 4898c8 2c7cbc 1864a8 084890 083068")
DIVERGING = colours("680020 b0182c d8604c f4a480 fcdcc8 f8f8f8 d0e4f0 90c4dc 4494c4 2064ac 043060")


@dataclass(frozen=True)
class Scale:
    """A colour scale over `low..high`."""

    low: float
    high: float
    samples: tuple[RGB, ...]

    @classmethod
    def of(cls, values: Iterable[float]) -> Scale:
        """Returns the scale for these numbers.

        It is sequential from the smallest to the largest or, as soon as one is negative,
        diverging with 0 in the middle.

        >>> Scale.of([1, 5]).low, Scale.of([-2, 1]).high
        (1.0, 2.0)
        """
        numbers = [float(value) for value in values]
        low, high = min(numbers), max(numbers)
        if low < 0:
            reach = max(-low, high)
            return cls(-reach, reach, DIVERGING)
        if low == high:  # a single number: show it as the full colour of a scale from 0
            low, high = 0.0, high or 1.0
        return cls(low, high, SEQUENTIAL)

    def colour(self, value: float) -> RGB:
        """Returns the colour of `value`, components divisible by 4."""
        span = self.high - self.low
        place = (value - self.low) / span * (len(self.samples) - 1)
        index = min(max(int(place), 0), len(self.samples) - 2)
        red, green, blue = mix(self.samples[index], self.samples[index + 1], place - index)
        return red & ~3, green & ~3, blue & ~3


def ink_on(ground: RGB) -> RGB:
    """Returns near-black or white, whichever reads better on `ground`.

    >>> ink_on((250, 250, 250)) == INK, ink_on((20, 20, 20))
    (True, (252, 252, 252))
    """
    light: RGB = (252, 252, 252)
    # White on a strong colour reads better than the formula says, hence the small advantage.
    return INK if contrast(ground, INK) > 1.25 * contrast(ground, light) else light


def contrast(a: RGB, b: RGB) -> float:
    """Returns how much two colours differ in lightness, from 1 to 21, as WCAG measures it.

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """

    def luminance(colour: RGB) -> float:
        parts = (c / 255 for c in colour)
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(a) + 0.05, luminance(b) + 0.05))
    return high / low


def compact(value: float, signed: bool = False) -> str:
    """Returns a number in at most about five characters; `signed` writes a plus where it is due.

    >>> [compact(v) for v in (0.5234, 3.14159, 12, 87.5, 1234, 2_500_000, -0.004)]
    ['0.52', '3.1', '12', '88', '1.2k', '2.5M', '0']
    >>> compact(12, signed=True)
    '+12'
    """
    size = abs(value)
    if not math.isfinite(size):
        body = "inf" if size == math.inf else "nan"
    elif size >= 999.5:
        unit, letter = (1e6, "M") if size >= 999_500 else (1e3, "k")
        body = _short(size / unit).removesuffix(".0") + letter
    elif float(value).is_integer():
        body = f"{size:.0f}"
    else:
        body = f"{size:.2f}" if size < 1 else _short(size)
    if not body.strip("0."):
        return "0"
    return ("-" if value < 0 else "+" if signed else "") + body


def _short(size: float) -> str:
    return f"{size:.1f}" if size < 9.95 else f"{size:.0f}"

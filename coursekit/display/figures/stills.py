"""Still pictures of figures that move: for print, and for pages without scripts."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image

from coursekit.display.charts import COLOURS
from coursekit.display.figures.films import Film
from coursekit.display.pictures.board import SIZE, picture_of
from coursekit.display.pictures.picture import Picture

_COLOURS = 48  # of a still: it lies beside the page in every notebook
_SIZE = (6.5, 3.2)  # of a chart, in inches
_DOTS = 100  # per inch


def still_png(picture: Picture) -> tuple[bytes, int]:
    """Returns a small PNG with twice the pixels, and its width in CSS pixels."""
    found = picture._repr_png_()
    assert found is not None
    png, width = (
        (found[0], found[1]["width"]) if isinstance(found, tuple) else (found, picture.width)
    )
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        flat = image.convert("RGBA").quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    flat.save(buffer, "PNG", optimize=True)
    return buffer.getvalue(), width


def still_of_film(film: Film) -> Picture:
    """Returns the last picture of a film."""
    if film.kind == "tree":
        return film.grown.still()
    if film.kind == "boards":
        _, scene = film.boards[-1]
        return picture_of(scene, SIZE, scene.status)
    return Picture.of(lambda scale: _chart(film, scale), "chart")


def _chart(film: Film, scale: int) -> Image.Image:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, dpi=_DOTS * scale, layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.subplots()
    (_bars if film.kind == "bars" else _curves)(axes, film.steps[-1][1])
    axes.set_xlabel(film.label)
    canvas.draw()
    return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def _bars(axes: Any, rows: list[list[Any]]) -> None:
    axes.use_sticky_edges = False  # a bar that ends at the frame looks cut off
    axes.axvline(0, color="black", linewidth=1)
    for place, (_, value, low, high, note, chosen) in enumerate(rows):
        colour = COLOURS[3 if chosen else 0]
        if low is not None and high is not None:
            axes.barh(place, high - low, left=low, color=colour, alpha=0.3)
        if value is not None:
            axes.plot(value, place, "o", color=colour)
        beside = axes.get_yaxis_transform()
        axes.text(1.01, place, note, transform=beside, va="center")
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.invert_yaxis()


def _curves(axes: Any, lines: list[list[Any]]) -> None:
    for place, (name, points) in enumerate(lines):
        known = [(x, y) for x, y in points if y is not None]
        axes.plot(*zip(*known, strict=True), color=COLOURS[place % len(COLOURS)], label=name)
    axes.legend()

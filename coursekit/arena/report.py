"""A match result as one line of text, as a table with a picture, and as a chart."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from coursekit.arena.result import MatchResult, Tally

# Readable beside each other, in grey, and on a light and a dark page.
WIN, DRAW, LOSS = "#2f7fc1", "#9a9a9a", "#d9772b"
_BAR_WIDTH = 480


def text(result: MatchResult) -> str:
    """Returns the result in one line, and a second one if nearly all games repeat one another."""
    line = (
        f"{result.a} v {result.b}: {_counted(result.wins, 'win', 'wins')}, "
        f"{_counted(result.draws, 'draw', 'draws')}, "
        f"{_counted(result.losses, 'loss', 'losses')} of {result.games:,}; "
        f"score {100 * result.score:.1f} % (95 %: {result.interval})"
    )
    return f"{line}\n{result.repetition}" if result.repetition else line


def html(result: MatchResult) -> str:
    """Returns the result as a small table with a bar, for notebooks and the book."""
    header = "".join(
        f"<th>{name}</th>" for name in ("", "wins", "draws", "losses", "score", "95 % interval")
    )
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{tally.wins:,}</td><td>{tally.draws:,}</td>"
        f"<td>{tally.losses:,}</td><td>{100 * tally.score:.1f} %</td><td>{tally.interval}</td></tr>"
        for name, tally in _rows(result)
    )
    warning = f"<p>{escape(result.repetition)}</p>" if result.repetition else ""
    return (
        f"<div><p><b>{escape(result.a)}</b> v <b>{escape(result.b)}</b>, {result.games:,} games "
        f"of {result.game}: {escape(result.verdict)}</p>{_bar(result)}"
        '<table style="border-collapse:separate;border-spacing:12px 2px">'
        f"<thead><tr>{header}</tr></thead><tbody>{rows}</tbody></table>{warning}</div>"
    )


def plot(result: MatchResult, ax: Axes | None) -> Axes:
    """Draws the bars of :meth:`MatchResult.plot`."""
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(6.4, 2.4), layout="constrained")
    names = [name for name, _ in _rows(result)]
    tallies = [tally for _, tally in _rows(result)]
    left = [0.0] * len(tallies)
    for label, color, place in (("wins", WIN, 0), ("draws", DRAW, 1), ("losses", LOSS, 2)):
        widths = [100 * tally[place] / tally.games for tally in tallies]
        ax.barh(names, widths, left=left, color=color, label=label, height=0.6)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    for row, tally in enumerate(tallies):
        low, high = (100 * bound for bound in tally.interval)
        ax.plot([low, high], [row, row], color="black", linewidth=2, solid_capstyle="butt")
        ax.plot(100 * tally.score, row, "o", color="black", markersize=5)
    ax.axvline(50, color="black", linestyle=":", linewidth=1)
    ax.set(xlim=(0, 100), xlabel=f"% of games; dot and line: score of {result.a} and 95 % interval")
    ax.invert_yaxis()
    ax.set_title(f"{result.a} v {result.b}, {result.games:,} games")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return ax


def _rows(result: MatchResult) -> list[tuple[str, Tally]]:
    names = {int(game.side): str(game.side).lower() for game in result.transcripts}
    return [
        ("all games", result.total),
        (f"{result.a} as {names[1]}", result.as_black),
        (f"{result.a} as {names[-1]}", result.as_white),
    ]


def _bar(result: MatchResult) -> str:
    """Returns an inline picture: wins, draws and losses as one bar, with the score's interval."""
    parts = []
    left = 0.0
    for count, color in zip(result.total, (WIN, DRAW, LOSS), strict=True):
        width = _BAR_WIDTH * count / result.games
        parts.append(f'<rect x="{left:.1f}" y="6" width="{width:.1f}" height="18" fill="{color}"/>')
        left += width
    low, high = (_BAR_WIDTH * bound for bound in result.interval)
    half = _BAR_WIDTH / 2
    return (
        f'<svg width="{_BAR_WIDTH}" height="42" viewBox="0 0 {_BAR_WIDTH} 42" role="img" '
        f'aria-label="{escape(text(result))}" style="max-width:100%">{"".join(parts)}'
        f'<path d="M{half:.1f} 2V28" stroke="currentColor" stroke-dasharray="2 2"/>'
        f'<path d="M{low:.1f} 33H{high:.1f}M{low:.1f} 29V37M{high:.1f} 29V37" '
        'stroke="currentColor" stroke-width="2" fill="none"/>'
        f'<circle cx="{_BAR_WIDTH * result.score:.1f}" cy="33" r="3.5" fill="currentColor"/></svg>'
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"

"""A league as lines of text, and as a table for notebooks and the book."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from coursekit.arena.report import WIN

if TYPE_CHECKING:
    from coursekit.arena.standings import LeagueResult

_WIDTH = 220


def text(league: LeagueResult) -> str:
    """Returns a line for the league and one for each player, the strongest first."""
    ratings = league.ratings
    width = max(map(len, ratings.index))
    lines = [_title(league)]
    for place, (name, row) in enumerate(ratings.iterrows(), start=1):
        lines.append(
            f"{place:3d}  {name!s:<{width}}  {row.elo:+5.0f} ({row.low:+.0f} to {row.high:+.0f})  "
            f"{100 * row.score:5.1f} % of {row.games:,.0f}"
        )
    return "\n".join(lines)


def html(league: LeagueResult) -> str:
    """Returns the ratings as a table with a picture of each interval."""
    ratings = league.ratings
    low, high = float(ratings.low.min()), float(ratings.high.max())
    header = "".join(
        f"<th>{name}</th>" for name in ("", "player", "Elo", "95 % interval", "", "score", "games")
    )
    rows = "".join(
        f"<tr><td>{place}</td><th>{escape(str(name))}</th><td>{row.elo:+.0f}</td>"
        f"<td>{row.low:+.0f} to {row.high:+.0f}</td><td>{_mark(row, low, high)}</td>"
        f"<td>{100 * row.score:.1f} %</td><td>{row.games:,.0f}</td></tr>"
        for place, (name, row) in enumerate(ratings.iterrows(), start=1)
    )
    return (
        f"<div><p>{escape(_title(league))}</p>"
        '<table style="border-collapse:separate;border-spacing:12px 2px">'
        f"<thead><tr>{header}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _title(league: LeagueResult) -> str:
    counts = sorted({match.games for match in league.matches})
    each = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    return (
        f"League of {len(league.players)} players, {league.game}: {league.games:,} games, {each} "
        "for each pair; Elo points about the mean, with 95 % intervals"
    )


def _mark(row: object, low: float, high: float) -> str:
    """Returns an inline picture: the rating as a dot, its interval as a line."""
    scale = (_WIDTH - 12) / max(high - low, 1.0)
    elo, left, right = (
        6 + scale * (float(getattr(row, name)) - low) for name in ("elo", "low", "high")
    )
    return (
        f'<svg width="{_WIDTH}" height="14" viewBox="0 0 {_WIDTH} 14" aria-hidden="true">'
        f'<path d="M{left:.1f} 7H{right:.1f}" stroke="currentColor" stroke-width="2"/>'
        f'<circle cx="{elo:.1f}" cy="7" r="4" fill="{WIN}"/></svg>'
    )

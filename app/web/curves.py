"""A curve over the moves of a game: a line to draw, and the same in a table."""

from collections.abc import Sequence
from typing import NamedTuple

from app.web.i18n import Language

WIDTH, HEIGHT = 600, 160
"""The box that a line is drawn in, in units of its own."""
_POINTS = 200
_ROWS = 12


class CurveView(NamedTuple):
    """A curve as a line in a box of fixed size, and the same as rows of a table."""

    line: str
    highest: str
    lowest: str
    nothing: float
    rows: list[tuple[str, str]]


def view_curve(values: Sequence[float], language: Language) -> CurveView:
    """Draw shares over the moves of a game, from the left to the right, 0 always within."""
    low, high = min(0.0, *values), max(0.0, *values)
    last, height = len(values) - 1, high - low or 1.0

    def place(value: float) -> float:
        return HEIGHT * (high - value) / height

    points = [
        f"{WIDTH * turn / max(1, last):.1f},{place(values[turn]):.1f}" for turn in _spread(last, _POINTS)
    ]

    def written(share: float) -> str:
        # A little less than nothing is nothing.
        return language.percent(round(share, 2) + 0.0, 0)

    return CurveView(
        " ".join(points),
        written(high),
        written(low),
        round(place(0.0), 1),
        [(language.number(turn), written(values[turn])) for turn in _spread(last, _ROWS)],
    )


def _spread(last: int, most: int) -> list[int]:
    """Return at most so many turns from 0 to the last, evenly spread, both among them."""
    steps = min(last, most - 1) or 1
    return sorted({round(last * step / steps) for step in range(steps + 1)})

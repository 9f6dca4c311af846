"""A chart of how many games reach each tile: where its lines and marks lie, in units of its own."""

from collections.abc import Sequence
from typing import NamedTuple

from app.web.i18n import Language

WIDTH, HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 32, 16, 40
_LEVELS = 5


class Mark(NamedTuple):
    """A line of the grid: where it lies, and what it stands for."""

    at: float
    text: str


class Line(NamedTuple):
    """One line of the chart: its name and its corners."""

    name: str
    corners: list[tuple[float, float]]

    @property
    def points(self) -> str:
        """The corners as the attribute of a line wants them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.corners)


class Chart(NamedTuple):
    """The parts of the chart: grid lines across and upright, and the lines."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    levels: list[Mark]
    tiles: list[Mark]
    lines: list[Line]


def draw(
    shares: Sequence[tuple[str, Sequence[float]]], exponents: Sequence[int], language: Language
) -> Chart:
    """Return the chart of these shares of games, a name with each line, over the tiles of these exponents."""
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    across = [_LEFT + (right - _LEFT) * place / (len(exponents) - 1) for place in range(len(exponents))]

    def height_of(share: float) -> float:
        return round(bottom - (bottom - _TOP) * share, 1)

    levels = [step / (_LEVELS - 1) for step in range(_LEVELS)]
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        right=right,
        top=_TOP,
        bottom=bottom,
        levels=[Mark(height_of(level), language.percent(level, 0)) for level in levels],
        tiles=[Mark(round(x, 1), language.tiles[e]) for x, e in zip(across, exponents, strict=True)],
        lines=[
            Line(
                name,
                [(round(x, 1), height_of(share)) for x, share in zip(across, line, strict=True)],
            )
            for name, line in shares
        ],
    )

"""The learning curve of a training: as CSV to compute with, as SVG to look at, as a line of blocks."""

import csv
from collections.abc import Sequence
from io import StringIO
from itertools import accumulate

from app.solver.training import Round

_WIDTH, _HEIGHT, _MARGIN = 720, 360, 60
_POINTS = 200
_BLOCKS = "▁▂▃▄▅▆▇█"
_SHOWN = (11, 13, 14, 15)


def merged(rounds: Sequence[Round], most: int = _POINTS) -> list[Round]:
    """Return at most so many rounds, neighbours added up."""
    size = -(-len(rounds) // most) or 1
    return [_sum(rounds[first : first + size]) for first in range(0, len(rounds), size)]


def as_csv(rounds: Sequence[Round]) -> str:
    """Return a line a round: moves so far, seconds, games, the average and shares of games by tile."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["moves", "seconds", "games", "average", *(str(1 << exponent) for exponent in _SHOWN)])
    for moves, done in zip(accumulate(done.moves for done in rounds), rounds, strict=True):
        shares = [f"{done.share(exponent):.4f}" for exponent in _SHOWN]
        writer.writerow([moves, f"{done.seconds:.1f}", done.games, f"{done.average:.0f}", *shares])
    return text.getvalue()


def as_svg(rounds: Sequence[Round]) -> str:
    """Return a picture of the average of a game against the moves learned from."""
    points = merged(rounds)
    moves = list(accumulate(done.moves for done in points))
    right, top = max(moves), max(max(done.average for done in points), 1)
    across, up = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN
    line = " ".join(
        f"{_MARGIN + across * x / right:.1f},{_HEIGHT - _MARGIN - up * done.average / top:.1f}"
        for x, done in zip(moves, points, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        ' font-family="sans-serif" font-size="13"><title>Average of a game while learning</title>'
        f'<path d="M{_MARGIN} {_MARGIN}V{_HEIGHT - _MARGIN}H{_WIDTH - _MARGIN}"'
        ' fill="none" stroke="#776e65"/>'
        f'<polyline points="{line}" fill="none" stroke="#c2410c" stroke-width="2"/>'
        f'<text x="{_MARGIN}" y="{_MARGIN - 12}">{top:,.0f} points</text>'
        f'<text x="{_WIDTH - _MARGIN}" y="{_HEIGHT - _MARGIN + 24}" text-anchor="end">'
        f"{right / 1e6:,.0f} million moves</text></svg>\n"
    )


def as_blocks(rounds: Sequence[Round], width: int = 24) -> str:
    """Return the averages as a line of blocks, the highest of them full."""
    averages = [done.average for done in merged(rounds, width)]
    top = max([*averages, 1])
    return "".join(_BLOCKS[int(average / top * (len(_BLOCKS) - 1))] for average in averages)


def _sum(rounds: Sequence[Round]) -> Round:
    return Round(
        sum(done.seconds for done in rounds),
        sum(done.moves for done in rounds),
        sum(done.games for done in rounds),
        sum(done.points for done in rounds),
        tuple(map(sum, zip(*(done.reached for done in rounds), strict=True))),
    )

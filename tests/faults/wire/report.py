"""What the wire half of the fault suite tells: one row a promise."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """What was looked for, in how large a sample, what was found, and what was expected.

    ``holds`` tells whether the one agrees with the other; a row that promises nothing holds.
    """

    what: str
    sample: str
    found: str
    expected: str
    holds: bool = True


def none(what: str, sample: str, found: int) -> Row:
    """Return the row of something that must not occur."""
    return Row(what, sample, f"{found:,}", "0", found == 0)


def exactly(what: str, sample: str, found: int, expected: int) -> Row:
    """Return the row of something that is counted."""
    return Row(what, sample, f"{found:,}", f"{expected:,}", found == expected)


def at_most(what: str, sample: str, found: float, limit: float, unit: str) -> Row:
    """Return the row of something that has an upper bound."""
    return Row(what, sample, f"{found:,.1f} {unit}", f"≤ {limit:,.0f} {unit}", found <= limit)


def told(what: str, sample: str, found: str) -> Row:
    """Return the row of something that is only told."""
    return Row(what, sample, found, "–")


def lines(rows: Iterable[Row]) -> list[str]:
    """Return the rows as a table, its heads first, lined up by spaces."""
    heads: Sequence[str] = ("what", "sample", "found", "expected", "")
    cells = [heads, *([*row[:4], "" if row.holds else "FAILS"] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]

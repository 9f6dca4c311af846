"""What the full run of the fault suite tells: one row a promise, as one table."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """What was looked for, in how large a sample, what was found, and what was expected.

    ``holds`` tells whether the one agrees with the other; a figure that promises nothing holds.
    """

    what: str
    sample: str
    found: str
    expected: str
    holds: bool = True


def none_of(what: str, sample: str, found: int) -> Figure:
    """Return the figure of something that must not occur."""
    return Figure(what, sample, f"{found:,}", "0", found == 0)


def at_most(what: str, sample: str, found: float, limit: float, unit: str = "", digits: int = 0) -> Figure:
    """Return the figure of something that has an upper bound."""
    words = (f"{found:,.{digits}f} {unit}".strip(), f"≤ {limit:,.{digits}f} {unit}".strip())
    return Figure(what, sample, *words, found <= limit)


def is_true(what: str, sample: str, *, found: bool, yes: str = "yes", no: str = "NO") -> Figure:
    """Return the figure of something that is so or is not."""
    return Figure(what, sample, yes if found else no, yes, found)


def number_of(count: int, thing: str) -> str:
    """Write a number of things; the thing is one whose plural ends with an s."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def lines(figures: Iterable[Figure]) -> list[str]:
    """Return the rows of a table, its heads first, lined up by spaces."""
    heads = ("what", "sample", "found", "expected", "")
    rows: list[Sequence[str]] = [heads]
    rows += [(*figure[:4], "" if figure.holds else "FAILS") for figure in figures]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def broken(figures: Iterable[Figure]) -> list[str]:
    """Return the rows that do not hold, each in a line of its own."""
    return [f"{figure.what}: {figure.found} ({figure.sample})" for figure in figures if not figure.holds]

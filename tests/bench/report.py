"""Tables, as plain text for the terminal and as Markdown for the file."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

UNKNOWN = math.nan
"""A figure that this machine cannot tell."""


class Table(NamedTuple):
    """A title, a sentence on how to read it, the heads of the columns, and the rows.

    Columns of figures stand to the right; the first ``words`` columns are words, to the left.
    """

    title: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1

    def plain(self) -> str:
        """Return the table with its columns lined up by spaces."""
        return "\n".join([self.title, *_lined_up([self.heads, *self.rows], self.words), self.note])

    def markdown(self) -> str:
        """Return the table as Markdown, lined up as well, so that a change of it reads well."""
        heads, *rows = (f"| {row} |" for row in _lined_up([self.heads, *self.rows], self.words, " | "))
        rule = ("---" if column < self.words else "---:" for column in range(len(self.heads)))
        return "\n".join([f"## {self.title}", "", heads, f"| {' | '.join(rule)} |", *rows, "", self.note])


def figure(value: float, digits: int = 0) -> str:
    """Write a figure with so many digits after the point."""
    return "–" if math.isnan(value) else f"{value:,.{digits}f}"


def _lined_up(rows: Sequence[Sequence[str]], words: int, between: str = "  ") -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield between.join(
            cell.ljust(width) if column < words else cell.rjust(width)
            for column, (cell, width) in enumerate(cells)
        )

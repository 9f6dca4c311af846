"""All 104,976 rows of four cells, against a slow oracle written the other way round."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from app.engine.board import Direction, slide, slide_line
from tests.engine.boards import FROM_THE_EDGE, facing, points_in, sum_of

Row = tuple[int, int, int, int]


class Expected(NamedTuple):
    after: tuple[int, ...]
    gained: int
    targets: tuple[int, ...]
    merged: tuple[int, ...]


def every_row() -> Iterator[Row]:
    yield from product(range(18), repeat=4)


@cache
def oracle(row: Row) -> Expected:
    """Take the tiles off the row one by one from the edge, each with its partner if it has one."""
    tiles = [(place, exponent) for place, exponent in enumerate(row) if exponent]
    after: list[int] = []
    gained = 0
    targets = [0, 1, 2, 3]
    merged: list[int] = []
    while tiles:
        place, exponent = tiles.pop(0)
        targets[place] = len(after)
        if tiles and tiles[0][1] == exponent and exponent < 17:
            partner, _ = tiles.pop(0)
            targets[partner] = len(after)
            merged.append(len(after))
            exponent += 1
            gained += 2**exponent
        after.append(exponent)
    empty = [0] * (4 - len(after))
    return Expected((*after, *empty), gained, tuple(targets), tuple(merged))


def test_every_row_becomes_what_the_oracle_says() -> None:
    wrong = [row for row in every_row() if slide_line(row).after != oracle(row).after]
    assert wrong == []


def test_every_row_scores_what_the_oracle_says() -> None:
    wrong = [row for row in every_row() if slide_line(row).gained != oracle(row).gained]
    assert wrong == []


def test_the_tiles_of_every_row_go_where_the_oracle_says() -> None:
    wrong = [row for row in every_row() if slide_line(row).targets != oracle(row).targets]
    assert wrong == []


def test_the_merged_places_of_every_row_are_those_of_the_oracle() -> None:
    wrong = [row for row in every_row() if slide_line(row).merged != oracle(row).merged]
    assert wrong == []


def test_no_row_gains_a_tile_that_cannot_exist() -> None:
    exponents = {exponent for row in every_row() for exponent in slide_line(row).after}
    assert exponents == set(range(18))


def test_two_of_the_largest_tile_never_merge() -> None:
    for row in every_row():
        pushed = slide_line(row)
        assert pushed.after.count(17) == row.count(17) + sum(
            pushed.after[place] == 17 for place in pushed.merged
        )


def test_a_pair_of_any_smaller_tile_merges() -> None:
    for exponent in range(1, 17):
        assert slide_line((exponent, exponent, 0, 0)).after == (exponent + 1, 0, 0, 0)


def test_every_row_keeps_its_sum() -> None:
    wrong = [row for row in every_row() if sum_of(slide_line(row).after) != sum_of(row)]
    assert wrong == []


def test_every_row_scores_what_it_adds_to_the_points_in_its_tiles() -> None:
    wrong = [
        row
        for row in every_row()
        if slide_line(row).gained != points_in(slide_line(row).after) - points_in(row)
    ]
    assert wrong == []


@pytest.mark.parametrize("direction", list(Direction))
def test_every_row_does_in_this_direction_what_its_mirror_image_does(direction: Direction) -> None:
    cells = FROM_THE_EDGE[direction]
    rows = list(every_row())
    for first in range(0, len(rows), 4):
        four = rows[first : first + 4]
        expected = [oracle(row) for row in four]
        pushed = slide(facing(direction, tuple(exponent for row in four for exponent in row)), direction)
        assert pushed.board == facing(direction, tuple(e for one in expected for e in one.after))
        assert pushed.gained == sum(one.gained for one in expected)
        for line, one in enumerate(expected):
            at = cells[4 * line : 4 * line + 4]
            assert [pushed.targets[cell] for cell in at] == [at[place] for place in one.targets]
            assert [cell in pushed.merged for cell in at] == [place in one.merged for place in range(4)]

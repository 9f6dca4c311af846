"""The page of the solver shows what was measured and how it thinks, and nothing that only a network knows."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from app.engine.board import empty_cells, slide
from app.solver.example import EXAMPLE, futures_of
from app.solver.grades import AT_LEAST, Grade, grade, share
from app.solver.levels import EFFORTS, Level
from app.solver.strength import Played, Strength, read_strength
from app.web import solver
from app.web.i18n import languages
from app.web.levels import level_names
from tests.conftest import Player

Telling = Callable[[Strength | None], None]


@pytest.fixture
def committed() -> Strength:
    strength = read_strength()
    assert strength
    return strength


@pytest.fixture
def tell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Telling]:
    """Makes the page tell of another strength than that of the product."""

    def told(strength: Strength | None) -> None:
        monkeypatch.setattr(solver, "read_strength", lambda: strength)
        solver.view_solver.cache_clear()

    yield told
    solver.view_solver.cache_clear()


async def read(player: Player) -> str:
    return (await player.client.get("/en/solver")).text


def rows_of(page: str, table: str) -> list[list[str]]:
    """Return the text of each row of the body of a table."""
    found = page.partition(f'id="{table}"')[2].partition("</table>")[0].partition("<tbody>")[2]
    rows = [re.sub(r"\s+", " ", re.sub("<[^>]+>", "|", row)) for row in found.split("</tr>")[:-1]]
    return [[cell.strip() for cell in row.split("|") if cell.strip()] for row in rows]


async def test_the_figures_of_every_level_that_was_measured_are_there(
    alice: Player, committed: Strength
) -> None:
    page = await read(alice)
    names = level_names(languages()["en"])
    strength, reached = rows_of(page, "strength"), rows_of(page, "reached")
    assert [row[0] for row in strength] == [row[0] for row in reached]
    assert [row[0] for row in strength] == [names[level] for level in committed.summaries]
    for row, shares, (level, summary) in zip(strength, reached, committed.summaries.items(), strict=True):
        games = len(summary.games)
        assert row[1:4] == [f"{games:,}", f"{round(summary.average):,}", f"± {round(summary.error):,}"]
        assert float(row[4]) == pytest.approx(summary.milliseconds, rel=0.06)
        assert shares[1::2] == [f"{summary.share(exponent):.1%}" for exponent in range(11, 16)]
        low, high = summary.interval(14)
        assert shares[8] == f"{low:.1%} to {high:.1%}"
        assert f"selfplay --level {level} --games {games} --seed {committed.seed}<" in page
    assert committed.weights in page


async def test_any_levels_may_have_been_measured(alice: Player, tell: Telling, committed: Strength) -> None:
    tell(replace(committed, games={Level.MAX: {0: Played(20_000, 1_000, 11, 2.5)}}))
    page = await read(alice)
    assert rows_of(page, "strength") == [["Strongest", "1", "20,000", "± 0", "2.5"]]
    assert rows_of(page, "reached")[0][:4] == ["Strongest", "100.0%", "20.7% to 100.0%", "0.0%"]
    assert page.count("<polyline") == 1
    assert "65,536" not in page
    tell(replace(committed, games={Level.MAX: {0: Played(900_000, 30_000, 16, 60)}}))
    assert len(rows_of(await read(alice), "reached")[0]) == 1 + 2 * 6


async def test_without_games_the_page_says_that_nothing_was_measured(
    alice: Player, tell: Telling, committed: Strength
) -> None:
    words = "has not been measured yet"
    assert words not in await read(alice)
    tell(replace(committed, games={level: {} for level in Level}))
    page = await read(alice)
    assert words in page
    assert "An example" in page
    assert not rows_of(page, "strength")
    tell(None)
    page = await read(alice)
    assert words in page
    assert "An example" not in page


def test_what_is_said_of_the_example_is_so() -> None:
    for direction in ("up", "down", "left", "right"):
        pushed = slide(EXAMPLE, direction)  # type: ignore[arg-type]
        assert (pushed.gained, len(empty_cells(pushed.board))) == (32, 4)
        assert len(futures_of(pushed.board)) == 8


def test_the_example_goes_from_the_best_push_to_a_board_that_may_come_of_it(committed: Strength) -> None:
    first, second = committed.example
    view = solver.view_solver(languages()["en"])["example"]
    assert first.board == EXAMPLE
    assert second.board in futures_of(slide(EXAMPLE, first.best).board)
    assert [push.direction for push, _ in view.pushes] == list(first.values)
    for (_, words), value in zip(view.pushes, first.values.values(), strict=True):
        best = first.values[first.best]
        given = grade(value, best)
        assert f": {given}." in words
        assert (given is Grade.BEST) != (f"keeps {share(value, best):.1%} of" in words)
    row, column = map(int, re.findall(r"row (\d), column (\d)", view.new_tile)[0])
    cell = 4 * row + column - 5
    assert slide(EXAMPLE, first.best).board[cell] == 0
    assert f"New {1 << second.board[cell]} in" in view.new_tile
    assert view.answer.direction == second.best


async def test_no_point_of_the_network_is_told(alice: Player, committed: Strength) -> None:
    page = await read(alice)
    for judged in committed.example:
        for value in judged.values.values():
            assert f"{value:,}" not in page
            assert str(value) not in page


async def test_grades_and_levels_are_told_as_they_are(alice: Player) -> None:
    page = await read(alice)
    for least, given in AT_LEAST:
        assert re.search(rf"{given}\b[^;.]* at least {least:.0%}", page), given
    rows = rows_of(page, "levels")
    assert [(row[0], int(row[1])) for row in rows] == [
        (name, EFFORTS[level].last) for level, name in level_names(languages()["en"]).items()
    ]
    assert [row[2] for row in rows] == ["leaves none out", "leaves none out", "1.0%", "0.3%", "0.3%"]


@pytest.mark.parametrize("path", ["/watch", "/en/help", "/en/strategy"])
async def test_who_meets_the_solver_finds_the_page(alice: Player, path: str) -> None:
    page = (await alice.client.get(path)).text
    assert re.search(r'href="(/en)?/solver">How the solver plays', page)

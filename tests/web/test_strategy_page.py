"""The page of the strategies shows what was measured, and nothing else."""

from app.engine.board import Direction, empty_cells, is_stuck, slide
from app.strategies.choosing import MISTAKES, Way, trapped_tiles
from app.strategies.results import read_results
from app.strategies.worth import CORNER
from app.web.i18n import languages
from app.web.strategy import ALMOST_FULL, CORNER_LEFT, MERGE_CHASED, SHUT_IN, view_strategy
from tests.conftest import Player


async def test_every_way_to_play_stands_in_both_tables_with_its_figures(alice: Player) -> None:
    page = (await alice.client.get("/en/strategy")).text
    results = read_results()
    glance, reached = page[page.index('id="glance"') :], page[page.index('id="reached"') :]
    glance = glance[: glance.index("</table>")]
    for way, counted in results.tallies.items():
        assert f"{round(counted.average):,} " in glance, way
        assert f"{counted.share():.2%}" in glance, way
        assert f"{counted.share(9):.1%}" in reached, way
    assert glance.count("<tr>") == reached.count("<tr>") == len(Way) + 1
    assert f"{results.games:,} games of each" in page
    assert f"--games {results.games} --seed {results.seed}" in page


def test_no_way_to_play_that_never_looks_ahead_wins_more_than_the_page_says() -> None:
    view = view_strategy(languages()["en"])
    won = [share_of(way.won) for way in view["ways"] if way.name != "Careful snake"]
    assert share_of(view["most_without_looking"]) == max(won) < share_of(view["careful"].won)


def share_of(text: str) -> float:
    return float(text.rstrip("%")) / 100


def test_each_picture_is_the_board_on_which_a_game_ended() -> None:
    view = view_strategy(languages()["en"])
    assert len(view["ways"]) == len(Way) - len(MISTAKES)
    for counted in read_results().tallies.values():
        assert is_stuck(counted.middle_board)


def test_the_example_of_free_directions_drags_the_largest_tile_out_of_its_corner() -> None:
    assert CORNER_LEFT[CORNER] == max(CORNER_LEFT)
    assert slide(CORNER_LEFT, Direction.RIGHT).board[CORNER] == 0


def test_the_example_of_a_chased_merge_pays_for_it_with_the_corner() -> None:
    pushed = slide(MERGE_CHASED, Direction.UP)
    assert pushed.gained == 16
    assert MERGE_CHASED[CORNER] == max(MERGE_CHASED) != pushed.board[CORNER]


def test_the_example_of_a_tile_shut_in_has_one() -> None:
    assert trapped_tiles(SHUT_IN) == 1
    assert SHUT_IN[0] == 1


def test_the_example_of_haste_is_lost_whatever_appears_and_the_other_push_is_not() -> None:
    assert len(empty_cells(ALMOST_FULL)) == 1

    def ends(direction: Direction) -> set[bool]:
        board = slide(ALMOST_FULL, direction).board
        assert board != ALMOST_FULL
        return {
            is_stuck((*board[:cell], exponent, *board[cell + 1 :]))
            for cell in empty_cells(board)
            for exponent in (1, 2)
        }

    assert ends(Direction.RIGHT) == {True}
    assert ends(Direction.DOWN) == {False}


def test_the_lines_of_the_chart_lie_where_the_shares_are() -> None:
    chart = view_strategy(languages()["en"])["chart"]
    counted = read_results().tallies[Way.CAREFUL]
    height = chart.bottom - chart.top
    line = chart.lines[-1]
    assert line.name == "Careful snake"
    assert len(line.corners) == len(chart.tiles)
    for (_, y), exponent in zip(line.corners, range(6, 13), strict=True):
        assert abs((chart.bottom - y) / height - counted.share(exponent)) < 0.001

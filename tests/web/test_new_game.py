"""POST /games, and the page GET /games/new that asks first."""

import pytest
from sqlalchemy import func, select

from app.play.seats import take_seat
from app.store.database import Database
from app.store.tables import games
from tests.builders import board_of, game_of, seat_at
from tests.conftest import FORM, FROM_PAGE, Player, Shown

STUCK = board_of(2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2)


async def count_games(database: Database) -> int:
    query = select(func.count()).select_from(games)
    return await database.read(lambda transaction: transaction.connection.execute(query).scalar_one())


@pytest.fixture
async def player(alice: Player) -> Player:
    """Alice, some moves into her game."""
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    return alice


async def test_a_new_game_begins_with_two_tiles_and_no_points(player: Player) -> None:
    assert (await player.new_game()).status_code == 200
    assert (player.seen.turn, player.seen.score) == (0, 0)
    assert len([value for value in player.seen.values if value]) == 2


async def test_the_old_game_stays_among_the_games_of_its_player(player: Player, database: Database) -> None:
    await player.new_game()
    assert await count_games(database) == 2
    rows = await database.read(lambda t: t.connection.execute(select(games.c.turn, games.c.closed_at)).all())
    assert sorted((row.turn > 0, row.closed_at is None) for row in rows) == [(False, True), (True, False)]


async def test_versions_go_on_so_that_no_page_of_the_old_game_is_taken_for_the_new(
    player: Player, database: Database
) -> None:
    old = player.seen
    await player.new_game()
    assert player.seen.version == old.version + 1
    response = await player.move("left", "up", "right", "down", version=old.version)
    assert response.status_code == 409
    assert (await database.read(lambda c: take_seat(c, player.visitor))).game.turn == 0


async def test_the_same_request_again_begins_one_game(player: Player, database: Database) -> None:
    version = player.seen.version
    await player.new_game()
    values = player.seen.values
    assert (await player.new_game(version)).status_code == 200
    assert player.seen.values == values
    assert await count_games(database) == 2


async def test_a_stale_request_begins_none(player: Player, database: Database) -> None:
    assert (await player.new_game(player.seen.version + 5)).status_code == 409
    assert await count_games(database) == 1


async def test_a_game_without_a_move_is_new_already(player: Player, database: Database) -> None:
    await player.new_game()
    before = player.seen
    await player.new_game()
    assert (player.seen.version, player.seen.values) == (before.version, before.values)
    assert await count_games(database) == 2


async def test_a_visitor_who_never_played_leaves_nothing(alice: Player, database: Database) -> None:
    await alice.visit()
    assert (await alice.new_game()).status_code == 200
    assert await count_games(database) == 0


async def test_two_games_of_a_player_have_different_luck(player: Player, database: Database) -> None:
    await player.new_game()
    seeds = await database.read(lambda t: t.connection.execute(select(games.c.seed)).scalars().all())
    assert len(set(seeds)) == 2


async def test_the_button_leads_to_the_question_only_where_there_is_something_to_leave(alice: Player) -> None:
    page = (await alice.visit()).text
    assert "data-asks" not in page
    assert 'formaction="/games/new"' not in page
    await alice.move("left", "up", "right", "down")
    page = (await alice.visit()).text
    assert "data-asks" in page
    assert 'formaction="/games/new"' in page


async def test_a_game_that_is_over_is_left_without_a_question(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(STUCK))
    assert "data-asks" not in (await alice.visit()).text


async def test_the_question_is_a_page_with_both_ways_on(player: Player) -> None:
    page = Shown((await player.client.get("/games/new")).text)
    assert page.is_page
    assert 'data-action="new-game"' in page.text
    assert f'name="version" value="{player.seen.version}"' in page.text
    assert 'href="/"' in page.text


async def test_a_plain_form_is_sent_back_to_the_page(player: Player) -> None:
    response = await player.client.post("/games", data={"version": str(player.seen.version)})
    assert (response.status_code, response.headers["location"]) == (303, "/")
    await player.visit()
    assert player.seen.turn == 0


async def test_a_stranger_cannot_leave_the_game_of_another(
    player: Player, stranger: Player, database: Database
) -> None:
    await stranger.visit()
    assert (await stranger.new_game(player.seen.version)).status_code == 409
    assert await count_games(database) == 1


@pytest.mark.parametrize("fields", [{}, {"version": "-1"}, {"version": ["1", "1"]}])
async def test_a_bad_form_is_refused(
    player: Player, fields: dict[str, str | list[str]], database: Database
) -> None:
    response = await player.client.post("/games", data=fields, headers=FORM | FROM_PAGE)
    assert response.status_code == 422
    assert await count_games(database) == 1

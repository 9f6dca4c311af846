"""GET and POST /games/…/practice: playing on from a turn of a finished game."""

from functools import partial

import pytest
from sqlalchemy import func, select, update

from app.engine.chance import commitment
from app.engine.game import replay
from app.play.looking_back import Past, directions_of
from app.play.seats import Seat, take_seat
from app.store.database import Database
from app.store.tables import games, openings, players
from app.store.verification import violations
from tests.conftest import FORM, FROM_PAGE, Player, Shown
from tests.finished import newest_game, play_to_the_end

TURN = 40


@pytest.fixture
async def past(alice: Player, database: Database) -> Past:
    """A game that Alice has played to its end."""
    return await play_to_the_end(database, alice)


async def practise(player: Player, past: Past, turn: int = TURN, version: int | None = None) -> int:
    fields = {"version": str(player.seen.version if version is None else version), "turn": str(turn)}
    response = await player.client.post(f"/games/{past.game.id}/practice", data=fields, headers=FROM_PAGE)
    if response.status_code in (200, 409):
        player.seen = Shown(response.text)
    return response.status_code


async def seat_of(player: Player, database: Database) -> Seat:
    return await database.read(partial(take_seat, visitor=player.visitor))


async def count_games(database: Database) -> int:
    return await database.read(lambda t: t.connection.scalar(select(func.count()).select_from(games)) or 0)


async def test_practice_begins_where_the_game_stood_with_the_same_luck(
    alice: Player, past: Past, database: Database
) -> None:
    directions = await database.read(partial(directions_of, game=past.game))
    assert await practise(alice, past) == 200
    seat = await seat_of(alice, database)
    assert seat.game == replay(past.game.seed, directions[:TURN])
    assert commitment(past.game.seed).hex() in (await alice.visit()).text
    assert (await alice.move(directions[TURN])).status_code == 200
    assert (await seat_of(alice, database)).game == replay(past.game.seed, directions[: TURN + 1])


async def test_it_can_be_undone_to_the_very_start_and_checked_like_any_game(
    alice: Player, past: Past, database: Database
) -> None:
    await practise(alice, past)
    await alice.undo(64)
    assert alice.seen.turn == 0
    await alice.redo(33)
    assert alice.seen.turn == 33
    await alice.move("left", "up", "right", "down")
    assert await database.read(lambda t: list(violations(t))) == []


async def test_it_is_marked_as_practice_on_the_page_and_a_new_game_is_not(alice: Player, past: Past) -> None:
    await practise(alice, past)
    assert "Practice:" in (await alice.visit()).text
    await alice.new_game()
    assert "Practice:" not in alice.seen.text
    assert "Practice:" not in (await alice.visit()).text


async def test_it_counts_for_no_best(alice: Player, past: Past, database: Database) -> None:
    await practise(alice, past)
    forgotten = update(players).values(best=0, best_assisted=0)
    await database.write(lambda t: t.connection.execute(forgotten).rowcount)
    await alice.move("left", "up", "right", "down")
    await alice.undo()
    await alice.move("left", "up", "right", "down")
    assert alice.seen.score > 0
    seat = await seat_of(alice, database)
    assert (seat.best, seat.best_assisted) == (0, 0)
    await alice.new_game()
    for _ in range(20):
        await alice.move("left", "up", "right", "down")
    assert alice.seen.best == alice.seen.score > 0


async def test_the_game_on_the_page_is_left_and_kept(alice: Player, past: Past, database: Database) -> None:
    await alice.new_game()
    await alice.move("left", "up", "right", "down")
    assert await practise(alice, past) == 200
    assert await count_games(database) == 3
    left = await newest_game(database, alice.visitor)
    assert (left.game.turn > 0, left.game.practice) == (True, False)


async def test_practice_can_be_begun_from_practice(alice: Player, past: Past, database: Database) -> None:
    await practise(alice, past)
    await alice.new_game()
    practised = await newest_game(database, alice.visitor)
    assert practised.game.practice
    assert await practise(alice, practised, turn=5) == 200
    assert alice.seen.turn == 5
    assert await database.read(lambda t: list(violations(t))) == []


async def test_it_spends_no_opening(alice: Player, past: Past, database: Database) -> None:
    await practise(alice, past, turn=0)
    spent = await database.read(lambda t: list(t.connection.execute(select(openings.c.commitment)).scalars()))
    assert spent == [commitment(past.game.seed)]


async def test_the_same_request_again_begins_one_game(alice: Player, past: Past, database: Database) -> None:
    version = alice.seen.version
    await practise(alice, past)
    assert await practise(alice, past, version=version) == 200
    assert await count_games(database) == 2


async def test_a_stale_request_begins_none(alice: Player, past: Past, database: Database) -> None:
    assert await practise(alice, past, version=alice.seen.version + 5) == 409
    assert await count_games(database) == 1


@pytest.mark.parametrize("beyond", [0, 1, 1000, 10**14])
async def test_no_game_goes_on_from_its_end_or_later(
    alice: Player, past: Past, database: Database, beyond: int
) -> None:
    assert await practise(alice, past, turn=past.game.turn + beyond) == 422
    assert await count_games(database) == 1


async def test_a_game_that_was_left_goes_on_from_where_it_was_left(
    alice: Player, past: Past, database: Database
) -> None:
    await practise(alice, past)
    await alice.new_game()
    left = await newest_game(database, alice.visitor)
    assert await practise(alice, left, turn=left.game.turn) == 200
    assert alice.seen.turn == left.game.turn


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"version": "1"},
        {"turn": "4"},
        {"version": "1", "turn": "-1"},
        {"version": "1", "turn": ["1", "2"]},
    ],
)
async def test_a_bad_form_is_refused(
    alice: Player, past: Past, fields: dict[str, str | list[str]], database: Database
) -> None:
    response = await alice.client.post(
        f"/games/{past.game.id}/practice", data=fields, headers=FORM | FROM_PAGE
    )
    assert response.status_code == 422
    assert await count_games(database) == 1


async def test_nobody_practises_on_the_game_of_another(
    alice: Player, stranger: Player, past: Past, database: Database
) -> None:
    await play_to_the_end(database, stranger, 2)
    assert await practise(stranger, past) == 404
    assert (await stranger.client.get(f"/games/{past.game.id}/practice?turn=4")).status_code == 404
    assert await count_games(database) == 2


async def test_a_game_that_is_not_finished_is_not_practised_on(alice: Player, database: Database) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    seat = await seat_of(alice, database)
    assert seat.stored is not None
    response = await alice.client.get(f"/games/{seat.stored.game_id}/practice?turn=1")
    assert response.status_code == 404


async def test_the_question_says_what_practice_is_and_what_is_left(alice: Player, past: Past) -> None:
    page = (await alice.client.get(f"/games/{past.game.id}/practice?turn={TURN}")).text
    assert "counts for no best" in page
    assert f'name="turn" value="{TURN}"' in page
    assert f'name="version" value="{alice.seen.version}"' in page
    assert "is left for it" not in page
    await alice.new_game()
    await alice.move("left", "up", "right", "down")
    assert "is left for it" in (await alice.client.get(f"/games/{past.game.id}/practice?turn={TURN}")).text


async def test_there_is_no_question_at_the_end_of_a_game(alice: Player, past: Past) -> None:
    address = f"/games/{past.game.id}/practice?turn={past.game.turn}"
    assert (await alice.client.get(address)).status_code == 404


async def test_a_plain_form_is_sent_to_the_board(alice: Player, past: Past) -> None:
    fields = {"version": str(alice.seen.version), "turn": str(TURN)}
    response = await alice.client.post(f"/games/{past.game.id}/practice", data=fields)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    await alice.visit()
    assert alice.seen.turn == TURN


async def test_deleting_the_data_of_a_player_removes_practice_too(
    alice: Player, past: Past, database: Database
) -> None:
    await practise(alice, past)
    await alice.client.post("/your-data/delete", headers=FORM)
    assert await count_games(database) == 0

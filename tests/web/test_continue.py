"""POST /continue."""

import pytest

from app.engine.game import Outcome, outcome
from app.play.seats import Seat, take_seat
from app.store.database import Database
from tests.builders import board_of, game_of, seat_at
from tests.conftest import FORM, FROM_PAGE, Player, Shown

WON = board_of(2048, 2, *[0] * 14)
NEARLY = board_of(1024, 1024, *[0] * 14)


@pytest.fixture
async def winner(alice: Player, database: Database) -> Player:
    """Alice with the win before her."""
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(WON))
    await alice.visit()
    return alice


async def stored_game(database: Database, player: Player) -> Seat:
    return await database.read(lambda transaction: take_seat(transaction, player.visitor))


async def test_continue_takes_the_banner_away_for_good(winner: Player) -> None:
    assert winner.seen.has("won")
    assert (await winner.play_on()).status_code == 200
    assert not winner.seen.has("won")
    await winner.visit()
    assert not winner.seen.has("won")


async def test_continue_leaves_the_board_and_the_score(winner: Player) -> None:
    before = winner.seen
    await winner.play_on()
    assert (winner.seen.values, winner.seen.score, winner.seen.turn) == (
        before.values,
        before.score,
        before.turn,
    )
    assert winner.seen.version == before.version + 1


async def test_the_status_line_does_not_say_that_nothing_moved(winner: Player) -> None:
    version = winner.seen.version
    for _ in range(2):
        response = await winner.play_on(version)
        assert "Nothing moved." not in response.text
        assert "Score " in response.text


async def test_moves_are_taken_again_after_continue(winner: Player) -> None:
    await winner.play_on()
    turn = winner.seen.turn
    await winner.move("right")
    assert winner.seen.turn == turn + 1
    assert not winner.seen.has("won")


async def test_making_2048_again_later_brings_no_second_banner(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(2048, 1024, 1024, *[0] * 13), continued=True))
    await alice.visit()
    await alice.move("left")
    assert alice.seen.values.count(2048) == 2
    assert not alice.seen.has("won")


async def test_continue_before_the_win_changes_nothing(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(NEARLY))
    await alice.visit()
    before = await stored_game(database, alice)
    assert (await alice.play_on()).status_code == 200
    assert await stored_game(database, alice) == before
    await alice.move("left")
    assert alice.seen.has("won")


async def test_continue_before_the_first_move_stores_nothing(alice: Player, database: Database) -> None:
    await alice.visit()
    assert (await alice.play_on()).status_code == 200
    assert (await stored_game(database, alice)).stored is None


async def test_the_same_request_again_counts_once(winner: Player, database: Database) -> None:
    version = winner.seen.version
    await winner.play_on()
    stored = await stored_game(database, winner)
    assert (await winner.play_on(version)).status_code == 200
    assert await stored_game(database, winner) == stored


async def test_a_stale_request_changes_nothing(winner: Player, database: Database) -> None:
    response = await winner.play_on(winner.seen.version + 1)
    assert response.status_code == 409
    assert Shown(response.text).has("won")
    assert outcome((await stored_game(database, winner)).game) is Outcome.WON


async def test_a_plain_form_is_sent_back_to_the_page(winner: Player) -> None:
    response = await winner.client.post("/continue", data={"version": str(winner.seen.version)})
    assert (response.status_code, response.headers["location"]) == (303, "/")


async def test_a_stranger_cannot_continue_the_game_of_another(
    winner: Player, stranger: Player, database: Database
) -> None:
    await stranger.visit()
    assert (await stranger.play_on(winner.seen.version)).status_code == 409
    assert outcome((await stored_game(database, winner)).game) is Outcome.WON


@pytest.mark.parametrize("fields", [{}, {"version": ""}, {"version": "x"}, {"version": ["1", "2"]}])
async def test_a_bad_form_is_refused(winner: Player, fields: dict[str, str | list[str]]) -> None:
    response = await winner.client.post("/continue", data=fields, headers=FORM | FROM_PAGE)
    assert response.status_code == 422


async def test_get_is_refused(alice: Player) -> None:
    assert (await alice.client.get("/continue")).status_code == 405

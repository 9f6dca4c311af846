"""POST /moves."""

import re
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.board import Direction, is_legal
from app.engine.game import replay
from app.play.seats import Seat, take_seat
from app.store.database import Database
from app.store.games import read_directions
from tests.builders import SEED, board_of, game_of, seat_at
from tests.conftest import FORM, FROM_PAGE, Player, Shown

METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
ROUND = ["up", "left", "down", "right"]
TWO_TO_WIN = board_of(1024, 1024, 0, 0, *[0] * 12)


async def stored_game(database: Database, player: Player) -> Seat:
    return await database.read(lambda transaction: take_seat(transaction, player.visitor))


async def stored_directions(database: Database, player: Player) -> list[Direction]:
    seat = await stored_game(database, player)
    if seat.stored is None:
        return []
    game_id, turns = seat.stored.game_id, seat.game.turn
    return await database.read(lambda transaction: read_directions(transaction, game_id, turns))


async def test_the_first_move_is_played_on_the_board_that_was_shown(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    shown, opening = alice.seen, alice.visitor.opening_seed
    response = await alice.move(*ROUND)
    assert response.status_code == 200
    played = await stored_directions(database, alice)
    assert replay(opening, []).board == tuple(v.bit_length() - 1 if v else 0 for v in shown.values)
    assert replay(opening, played) == (await stored_game(database, alice)).game


async def test_the_answer_is_a_fragment_and_never_a_page(alice: Player) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    assert not alice.seen.is_page
    assert alice.seen.text.startswith("<hx-partial")


async def test_the_parts_of_an_answer_have_no_loose_text_around_them(alice: Player) -> None:
    """The page would keep it, and grow by it with every move."""
    await alice.visit()
    text = (await alice.move(*ROUND)).text
    parts = re.findall(r'hx-swap="outerMorph">(.*?)</hx-partial>', text, re.DOTALL)
    assert len(parts) == 9
    assert [(part[0], part[-1]) for part in parts] == [("<", ">")] * 9


async def test_a_plain_form_is_sent_back_to_the_page(alice: Player) -> None:
    await alice.visit()
    data = {"version": str(alice.seen.version), "direction": "left"}
    response = await alice.client.post("/moves", data=data)
    assert (response.status_code, response.headers["location"]) == (303, "/")


async def test_several_directions_are_played_in_their_order(alice: Player, database: Database) -> None:
    await alice.visit()
    opening, version = alice.visitor.opening_seed, alice.seen.version
    await alice.move(*ROUND, *ROUND)
    assert alice.seen.version == version + 1
    assert alice.seen.turn > 2
    stored = await stored_game(database, alice)
    assert replay(opening, await stored_directions(database, alice)) == stored.game


async def test_a_hundred_moves_are_stored_as_they_replay(alice: Player, database: Database) -> None:
    await alice.visit()
    seed = alice.visitor.opening_seed
    for number in range(100):
        await alice.move(ROUND[number % 4])
    stored = await stored_game(database, alice)
    assert replay(seed, await stored_directions(database, alice)) == stored.game
    assert (stored.game.turn, stored.game.score) == (alice.seen.turn, alice.seen.score)


async def test_an_illegal_direction_changes_nothing(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(2, 4, 0, 0, *[0] * 12)))
    await alice.visit()
    before = await stored_game(database, alice)
    response = await alice.move("left")
    assert response.status_code == 200
    assert await stored_game(database, alice) == before


async def test_an_illegal_first_move_stores_no_player(alice: Player, database: Database) -> None:
    """Pushing one way until nothing moves, then once more: some visitor's first push is illegal."""
    for _ in range(200):
        alice.client.cookies.clear()
        await alice.visit()
        values = alice.seen.values
        board = tuple(value.bit_length() - 1 if value else 0 for value in values)
        if not is_legal(board, Direction.LEFT):
            break
    else:
        pytest.fail("no opening with all tiles on the left edge was found")
    await alice.move("left")
    assert (await stored_game(database, alice)).stored is None


async def test_illegal_directions_in_a_batch_are_skipped(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(2, 4, 0, 0, *[0] * 12)))
    await alice.visit()
    turn = alice.seen.turn
    await alice.move("left", "up", "right")
    assert alice.seen.turn == turn + 1


async def test_the_same_request_again_counts_once(alice: Player, database: Database) -> None:
    await alice.visit()
    version = alice.seen.version
    first = await alice.move(*ROUND)
    stored = await stored_game(database, alice)
    again = await alice.move(*ROUND, version=version)
    assert (first.status_code, again.status_code) == (200, 200)
    assert await stored_game(database, alice) == stored
    assert Shown(again.text).values == Shown(first.text).values


async def test_another_request_for_the_same_version_is_told_that_the_game_moved_on(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    version = alice.seen.version
    await alice.move(*ROUND)
    stored = await stored_game(database, alice)
    response = await alice.move("down", version=version)
    assert response.status_code == 409
    assert "moved on elsewhere" in response.text
    assert alice.seen.version == version + 1
    assert await stored_game(database, alice) == stored


@pytest.mark.parametrize("off", [-2, -1, 1, 2, 1000])
async def test_any_other_version_changes_nothing(alice: Player, database: Database, off: int) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    await alice.move("right", "down", "left", "up")
    stored = await stored_game(database, alice)
    response = await alice.move("up", version=alice.seen.version + off)
    assert response.status_code == 409
    assert await stored_game(database, alice) == stored


async def test_a_stale_plain_form_is_told_on_the_page_it_is_sent_to(alice: Player) -> None:
    await alice.visit()
    version = alice.seen.version
    await alice.move(*ROUND)
    response = await alice.client.post(
        "/moves", data={"version": str(version), "direction": "down"}, follow_redirects=True
    )
    assert response.status_code == 200
    assert response.history[0].status_code == 303
    assert "moved on elsewhere" in response.text


async def test_a_visitor_without_the_cookie_is_shown_a_board_and_stores_nothing(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    alice.client.cookies.clear()
    response = await alice.move("left")
    assert response.status_code == 409
    assert "set-cookie" in response.headers
    assert (await stored_game(database, alice)).stored is None


async def test_a_stranger_cannot_move_on_the_board_of_another(
    alice: Player, stranger: Player, database: Database
) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    stored = await stored_game(database, alice)
    await stranger.visit()
    response = await stranger.move("left", version=alice.seen.version)
    assert response.status_code == 409
    assert await stored_game(database, alice) == stored


async def test_making_2048_stops_the_batch_and_shows_the_win(alice: Player, database: Database) -> None:
    await alice.visit()
    game = game_of(TWO_TO_WIN)
    await seat_at(database, alice.visitor, game)
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    assert alice.seen.turn == game.turn + 1
    assert 2048 in alice.seen.values
    assert alice.seen.has("won")
    assert not alice.seen.has("over")


async def test_no_move_is_taken_while_the_win_waits(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(2048, 2, *[0] * 14)))
    await alice.visit()
    stored = await stored_game(database, alice)
    response = await alice.move(*ROUND)
    assert response.status_code == 200
    assert Shown(response.text).has("won")
    assert await stored_game(database, alice) == stored


async def test_the_last_move_ends_the_game(alice: Player, database: Database) -> None:
    full = board_of(4, 8, 16, 32, 64, 128, 256, 512, 4, 8, 16, 32, 1024, 64, 8, 0)
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(full))
    await alice.visit()
    await alice.move("right")
    assert alice.seen.has("over")
    assert not alice.seen.has("won")
    stored = await stored_game(database, alice)
    assert (await alice.move(*ROUND)).status_code == 200
    assert await stored_game(database, alice) == stored


async def test_a_full_board_with_a_pair_left_goes_on(alice: Player, database: Database) -> None:
    full = board_of(4, 8, 16, 32, 64, 128, 256, 512, 4, 8, 16, 32, 1024, 64, 8, 8)
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(full))
    await alice.visit()
    assert not alice.seen.has("over")


async def test_winning_on_the_move_that_locks_the_board_is_both(alice: Player, database: Database) -> None:
    """The spawn is known from the seed, so the board around the last cell is chosen to lock it."""
    board = board_of(1024, 1024, 16, 32, 64, 128, 256, 512, 4, 8, 16, 32, 256, 64, 8, 512)
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board), seed=SEED)
    await alice.visit()
    await alice.move("left")
    assert alice.seen.has("won")
    assert alice.seen.has("over")


async def test_the_best_score_rises_with_the_score_and_never_falls(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(8, 8, *[0] * 14)), best=40)
    await alice.visit()
    assert (alice.seen.score, alice.seen.best) == (32, 40)
    await alice.move("left")
    assert (alice.seen.score, alice.seen.best) == (48, 48)
    await alice.new_game()
    assert (alice.seen.score, alice.seen.best) == (0, 48)


async def test_the_gain_of_a_merge_is_shown_and_a_slide_gains_nothing(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(8, 8, *[0] * 14)))
    await alice.visit()
    assert 'class="gain"' in (await alice.move("left")).text
    assert 'class="gain"' not in (await alice.move("right")).text


async def test_the_status_line_says_the_move_in_whole_sentences(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(8, 8, 2, 2, *[0] * 12)))
    await alice.visit()
    text = (await alice.move("left")).text
    assert "Left. Merged into 16 and 4. New " in text
    assert "Score 52." in text


async def test_the_status_line_says_when_nothing_moved(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(2, 4, 0, 0, *[0] * 12)))
    await alice.visit()
    assert "Nothing moved." in (await alice.move("left")).text
    assert "Nothing moved." not in (await alice.move("right")).text


async def test_the_cookie_is_not_sent_again_with_moves(alice: Player) -> None:
    await alice.visit()
    first = await alice.move(*ROUND)
    assert "set-cookie" in first.headers
    for number in range(20):
        assert "set-cookie" not in (await alice.move(ROUND[number % 4])).headers


BAD_FORMS = {
    "no direction": {"version": "1"},
    "no version": {"direction": "left"},
    "unknown direction": {"version": "1", "direction": "north"},
    "direction in capitals": {"version": "1", "direction": "LEFT"},
    "one good and one bad direction": {"version": "1", "direction": ["left", "north"]},
    "empty direction": {"version": "1", "direction": ""},
    "65 directions": {"version": "1", "direction": ["left"] * 65},
    "version in words": {"version": "one", "direction": "left"},
    "negative version": {"version": "-1", "direction": "left"},
    "fraction": {"version": "1.5", "direction": "left"},
    "exponent": {"version": "1e3", "direction": "left"},
    "infinity": {"version": "inf", "direction": "left"},
    "underscores": {"version": "1_0", "direction": "left"},
    "full-width digits": {"version": "\uff11", "direction": "left"},
    "a space": {"version": " 1", "direction": "left"},
    "a line feed": {"version": "1\n", "direction": "left"},
    "thousands of digits": {"version": "9" * 5000, "direction": "left"},
    "two versions": {"version": ["1", "2"], "direction": "left"},
    "NUL": {"version": "1", "direction": "left\x00"},
    "empty": {},
}


@pytest.mark.parametrize("fields", BAD_FORMS.values(), ids=BAD_FORMS.keys())
async def test_a_bad_form_gets_a_line_for_the_page_or_a_page_and_changes_nothing(
    alice: Player, database: Database, fields: dict[str, str | list[str]]
) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    stored = await stored_game(database, alice)
    fragment = await alice.client.post("/moves", data=fields, headers=FORM | FROM_PAGE)
    page = await alice.client.post("/moves", data=fields, headers=FORM)
    assert (fragment.status_code, page.status_code) == (422, 422)
    assert not Shown(fragment.text).is_page
    assert 'hx-target="#notice"' in fragment.text
    assert "#tiles" not in fragment.text
    assert Shown(page.text).is_page
    assert await stored_game(database, alice) == stored


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", "nonsense", ""])
@pytest.mark.parametrize(
    "body", [b'{"version": 1, "direction": "left"}', b"\xff\xfe\x00", b"", b"&&&===&&%%%zz"]
)
async def test_a_body_of_another_kind_is_refused(alice: Player, kind: str, body: bytes) -> None:
    response = await alice.client.post("/moves", content=body, headers={"Content-Type": kind, **FROM_PAGE})
    assert response.status_code in (400, 415, 422)
    assert 'hx-target="#notice"' in response.text


async def test_a_huge_body_is_refused_before_it_is_read(alice: Player) -> None:
    response = await alice.client.post(
        "/moves", content=b"version=1&direction=" + b"x" * 5_000_000, headers=FORM
    )
    assert response.status_code == 413
    assert Shown(response.text).is_page


async def test_a_body_without_an_announced_length_is_refused_as_well(alice: Player) -> None:
    async def body() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    response = await alice.client.post("/moves", content=body(), headers=FORM)
    assert response.status_code == 413


@pytest.mark.parametrize("method", METHODS)
async def test_any_other_method_is_refused_and_told_which_is_right(alice: Player, method: str) -> None:
    response = await alice.client.request(method, "/moves")
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(version=st.text(max_size=40), directions=st.lists(st.text(max_size=20), max_size=70))
async def test_whatever_text_arrives_it_is_answered_and_changes_nothing(
    alice: Player, database: Database, version: str, directions: list[str]
) -> None:
    data = {
        "version": version.encode("utf-8", "surrogatepass").decode("latin-1"),
        "direction": [d.encode("utf-8", "surrogatepass").decode("latin-1") for d in directions],
    }
    response = await alice.client.post("/moves", data=data, headers=FROM_PAGE)
    assert response.status_code in (409, 422)
    assert (await stored_game(database, alice)).stored is None

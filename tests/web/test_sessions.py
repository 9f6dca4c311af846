"""The session cookie: which token finds which player, and how it changes."""

import hashlib

from sqlalchemy import select

from app.play import seats
from app.store.database import Database
from app.store.tables import players
from app.web.app import create_app
from tests.conftest import FORM, FROM_PAGE, Player, Shown, player_of

ROUND = ("left", "up", "right", "down")


async def stored_hashes(database: Database) -> list[tuple[bytes, bytes | None]]:
    query = select(players.c.token_hash, players.c.previous_hash)
    rows = await database.read(lambda t: t.connection.execute(query).all())
    return [(token, previous) for token, previous in rows]


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


async def test_the_first_move_changes_the_token(alice: Player, database: Database) -> None:
    await alice.visit()
    planted = alice.client.cookies["session"]
    await alice.move(*ROUND)
    token = alice.client.cookies["session"]
    assert token != planted
    assert await stored_hashes(database) == [(hashed(token), hashed(planted))]


async def test_the_former_token_is_worth_nothing_once_the_new_one_has_come_back(
    alice: Player, stranger: Player, database: Database
) -> None:
    await alice.visit()
    stranger.client.cookies.set("session", alice.client.cookies["session"])
    await alice.move(*ROUND)
    await alice.move(*ROUND)
    assert (await stored_hashes(database))[0][1] is None
    await stranger.visit()
    assert stranger.seen.turn == 0


async def test_an_answer_that_got_lost_with_its_cookie_loses_no_player(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    before, version = alice.client.cookies["session"], alice.seen.version
    await alice.move(*ROUND)
    turn, token = alice.seen.turn, alice.client.cookies["session"]
    alice.client.cookies.clear()
    alice.client.cookies.set("session", before)
    retried = await alice.move(*ROUND, version=version)
    assert retried.status_code == 200
    assert alice.seen.turn == turn
    assert f"session={token}" in retried.headers["set-cookie"]
    assert len(await stored_hashes(database)) == 1


async def test_a_reload_with_the_former_token_finds_the_game_and_the_new_token(alice: Player) -> None:
    await alice.visit()
    before = alice.client.cookies["session"]
    await alice.move(*ROUND)
    turn, token = alice.seen.turn, alice.client.cookies["session"]
    alice.client.cookies.clear()
    alice.client.cookies.set("session", before)
    response = await alice.visit()
    assert alice.seen.turn == turn
    assert f"session={token}" in response.headers["set-cookie"]


async def test_a_token_of_a_month_is_changed_with_the_next_move(alice: Player, database: Database) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    await alice.move(*ROUND)
    first = alice.client.cookies["session"]
    old = players.update().values(renewed_at=players.c.renewed_at - seats.RENEWAL)
    await database.write(lambda t: t.connection.execute(old).rowcount)
    await alice.move(*ROUND)
    second = alice.client.cookies["session"]
    assert second != first
    await alice.move(*ROUND)
    assert alice.client.cookies["session"] == second
    assert await stored_hashes(database) == [(hashed(second), None)]


async def test_the_token_is_in_no_page_and_not_in_the_database(alice: Player, database: Database) -> None:
    texts = [(await alice.visit()).text]
    texts += [(await alice.move(*ROUND)).text]
    texts += [(await alice.visit()).text]
    token = alice.client.cookies["session"]
    assert not any(token in text for text in texts)
    rows = await database.read(lambda t: t.connection.execute(select(players)).all())
    assert token.encode() not in repr(rows).encode()


async def test_a_token_of_the_players_own_making_is_never_adopted(alice: Player, database: Database) -> None:
    own = "A" * 64
    response = await alice.client.get("/", headers={"Cookie": f"session={own}"})
    alice.seen = Shown(response.text)
    assert alice.client.cookies["session"] != own
    await alice.move(*ROUND)
    assert alice.seen.turn > 0
    assert hashed(own) not in [hash_ for pair in await stored_hashes(database) for hash_ in pair]


async def test_a_token_that_was_left_behind_begins_no_second_game_and_gets_a_new_cookie(
    alice: Player, database: Database
) -> None:
    """As after a browser has put back an older store of cookies."""
    await alice.visit()
    await alice.move(*ROUND)
    retired, version = alice.client.cookies["session"], alice.seen.version
    old = players.update().values(renewed_at=players.c.renewed_at - seats.RENEWAL)
    for _ in range(3):
        await database.write(lambda t: t.connection.execute(old).rowcount)
        await alice.move(*ROUND)
    first = alice.client.cookies["session"]
    assert first != retired
    alice.client.cookies.clear()
    alice.client.cookies.set("session", retired)
    response = await alice.client.get("/")
    assert response.status_code == 200
    for _ in range(2):
        response = await alice.client.post(
            "/moves", data={"version": str(version), "direction": list(ROUND)}, headers=FROM_PAGE
        )
        assert response.status_code == 409
    assert len(await stored_hashes(database)) == 1


async def test_an_opening_is_played_once_even_after_its_player_is_gone(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    opening, shown = alice.client.cookies["session"], alice.seen
    await alice.move(*ROUND)
    await alice.client.post("/your-data/delete", headers=FORM)
    alice.client.cookies.clear()
    alice.client.cookies.set("session", opening)
    response = await alice.visit()
    assert alice.seen.version != shown.version
    assert "set-cookie" in response.headers
    await alice.move(*ROUND, version=shown.version)
    assert await stored_hashes(database) == []


async def test_a_lost_key_loses_no_player(alice: Player, database: Database) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    turn = alice.seen.turn
    async for returned in player_of(create_app(database, b"another key, made after the loss..")):
        returned.client.cookies.set("session", alice.client.cookies["session"])
        await returned.visit()
        assert returned.seen.turn == turn
        assert (await returned.move(*ROUND)).status_code == 200
        assert returned.seen.turn > turn


async def test_a_token_of_another_key_begins_no_game(alice: Player, database: Database) -> None:
    await alice.visit()
    async for other in player_of(create_app(database, b"another key, made after the loss..")):
        other.client.cookies.set("session", alice.client.cookies["session"])
        response = await other.visit()
        assert "set-cookie" in response.headers
        assert other.seen.version != alice.seen.version

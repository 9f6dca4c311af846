"""The session cookie: which token finds which player, and how it changes."""

import hashlib

from sqlalchemy import select

from app.play import seats
from app.store.database import Database
from app.store.tables import players
from tests.conftest import Player, Shown

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

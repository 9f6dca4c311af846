"""GET /your-data and POST /your-data/delete."""

from pathlib import Path

from sqlalchemy import select

from app.store.database import Database
from app.store.tables import games, players
from tests.conftest import FORM, Player, Shown

ROUND = ("left", "up", "right", "down")


def files_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("2048.sqlite3*")))


async def test_the_page_says_what_is_kept_and_offers_to_remove_it(alice: Player) -> None:
    page = Shown((await alice.client.get("/your-data")).text)
    assert page.is_page
    assert 'action="/your-data/delete"' in page.text


async def test_deleting_leaves_no_trace_in_the_database_or_its_log(
    alice: Player, database: Database, tmp_path: Path
) -> None:
    await alice.visit()
    for _ in range(10):
        await alice.move(*ROUND)
    secrets: list[bytes] = await database.read(
        lambda t: [
            *t.connection.execute(select(players.c.token_hash)).scalars(),
            *t.connection.execute(select(players.c.previous_hash)).scalars(),
            *t.connection.execute(select(games.c.seed)).scalars(),
        ]
    )
    traces = [secret for secret in secrets if secret]
    assert traces
    assert all(trace in files_of(tmp_path) for trace in traces)
    response = await alice.client.post("/your-data/delete", headers=FORM)
    assert response.status_code == 303
    assert not any(trace in files_of(tmp_path) for trace in traces)
    assert await database.read(lambda t: t.connection.execute(select(players)).all()) == []


async def test_deleting_takes_the_cookie_away(alice: Player) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    response = await alice.client.post("/your-data/delete", headers=FORM)
    assert 'session="";' in response.headers["set-cookie"]
    assert "Max-Age=0" in response.headers["set-cookie"]
    assert '"cookies"' in response.headers["clear-site-data"]
    page = await alice.client.get(response.headers["location"])
    assert Shown(page.text).turn == 0
    assert "Everything that was kept about you is gone" in page.text


async def test_deleting_removes_nobody_else(alice: Player, stranger: Player) -> None:
    for player in (alice, stranger):
        await player.visit()
        await player.move(*ROUND)
    await stranger.client.post("/your-data/delete", headers=FORM)
    await alice.visit()
    assert alice.seen.turn > 0


async def test_deleting_where_nothing_is_kept_is_no_error(alice: Player) -> None:
    assert (await alice.client.post("/your-data/delete", headers=FORM)).status_code == 303


async def test_a_page_left_open_from_before_is_told_and_starts_nothing(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    await alice.client.post("/your-data/delete", headers=FORM)
    assert (await alice.move(*ROUND)).status_code == 409
    assert await database.read(lambda t: t.connection.execute(select(players)).all()) == []

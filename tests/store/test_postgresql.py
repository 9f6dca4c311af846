"""The same code on PostgreSQL, alone and with another process on the same database."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlalchemy.engine import URL

from app.engine.game import replay
from app.play.seats import take_seat
from app.solver.service import Service
from app.store import games as stored_games
from app.store.database import Database, writer_engine
from app.store.migration import is_current, migrate
from app.store.tables import games, metadata, moves, players, reviews
from app.store.unfit import NewerSchema
from app.store.verification import violations
from app.web.app import create_app
from tests.builders import board_of, game_of, seat_at
from tests.conftest import FORM, FROM_PAGE, KEY, Player, player_of
from tests.finished import newest_game, play_to_the_end, store_review

ROUND = ["up", "left", "down", "right"]


@pytest.fixture
async def alice(on_postgresql: Database, solver: Service) -> AsyncIterator[Player]:
    async for player in player_of(create_app(on_postgresql, KEY, solver=solver)):
        yield player


@pytest.fixture
def elsewhere(postgresql: URL, on_postgresql: Database) -> Iterator[Database]:
    """The database as another process has it open."""
    other = Database(postgresql)
    yield other
    other.close()


async def count(database: Database, *tables: object) -> list[int]:
    queries = [select(func.count()).select_from(table) for table in tables]  # type: ignore[arg-type]
    return await database.read(
        lambda transaction: [transaction.connection.execute(q).scalar_one() for q in queries]
    )


def test_the_migrations_and_the_tables_say_the_same(postgresql: URL) -> None:
    engine = writer_engine(postgresql)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


async def test_a_hint_and_the_moves_of_the_solver_mark_the_game(
    alice: Player, on_postgresql: Database
) -> None:
    await alice.visit()
    await alice.want_hint()
    assert (await alice.look_at_hint()).status_code == 200
    await alice.let_solver_play(4)
    seat = await on_postgresql.read(lambda transaction: take_seat(transaction, alice.visitor))
    assert (seat.position.assisted, seat.position.solver, seat.best_assisted) == (True, True, 0)
    assert seat.game.turn > 0


def test_a_later_schema_is_refused(postgresql: URL) -> None:
    engine = writer_engine(postgresql)

    def change(version: str) -> str:
        with engine.begin() as connection:
            (before,) = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
            connection.execute(
                text("UPDATE alembic_version SET version_num = :version"), {"version": version}
            )
        return str(before)

    newest = change("9999")
    try:
        assert not is_current(postgresql)
        with pytest.raises(NewerSchema):
            migrate(postgresql)
    finally:
        change(newest)
        engine.dispose()
    assert is_current(postgresql)


async def test_a_game_is_played_stored_and_found_again(alice: Player, on_postgresql: Database) -> None:
    await alice.visit()
    seed = alice.visitor.opening_seed
    for number in range(40):
        assert (await alice.move(ROUND[number % 4], ROUND[(number + 1) % 4])).status_code == 200
    seat = await on_postgresql.read(lambda c: take_seat(c, alice.visitor))
    assert seat.stored is not None
    game_id, turns = seat.stored.game_id, seat.game.turn
    directions = await on_postgresql.read(lambda c: stored_games.read_directions(c, game_id, turns))
    assert replay(seed, directions) == seat.game
    assert (await alice.visit()).status_code == 200
    assert alice.seen.turn == turns > 20


async def test_a_retry_counts_once_and_a_stale_request_not_at_all(
    alice: Player, on_postgresql: Database
) -> None:
    await alice.visit()
    version = alice.seen.version
    await alice.move(*ROUND)
    turn = alice.seen.turn
    assert (await alice.move(*ROUND, version=version)).status_code == 200
    assert (await alice.move("down", version=version)).status_code == 409
    assert await count(on_postgresql, moves) == [turn]


async def test_win_continue_and_new_game(alice: Player, on_postgresql: Database) -> None:
    await alice.visit()
    await seat_at(on_postgresql, alice.visitor, game_of(board_of(1024, 1024, *[0] * 14)))
    await alice.visit()
    await alice.move("left")
    assert alice.seen.has("won")
    await alice.play_on()
    assert not alice.seen.has("won")
    best = alice.seen.best
    await alice.new_game()
    assert (alice.seen.turn, alice.seen.best) == (0, best)
    assert await count(on_postgresql, players, games) == [1, 2]


async def test_a_finished_game_is_reviewed_and_practised_on(alice: Player, on_postgresql: Database) -> None:
    past = await play_to_the_end(on_postgresql, alice)
    found = await store_review(on_postgresql, past)
    await store_review(on_postgresql, past)
    assert (await newest_game(on_postgresql, alice.visitor)).review == found
    assert await count(on_postgresql, reviews) == [1]
    fields = {"version": str(alice.seen.version), "turn": "40"}
    for _ in range(2):
        response = await alice.client.post(f"/games/{past.game.id}/practice", data=fields, headers=FROM_PAGE)
        assert response.status_code == 200
    await alice.visit()
    assert alice.seen.turn == 40
    await alice.undo(64)
    await alice.redo(40)
    assert await count(on_postgresql, games, moves) == [2, past.game.turn + 40]
    assert await on_postgresql.read(lambda t: list(violations(t))) == []
    assert (await alice.client.post("/your-data/delete", headers=FORM)).status_code == 303
    assert await count(on_postgresql, players, games, moves, reviews) == [0, 0, 0, 0]


async def test_two_processes_racing_for_one_version_store_one_of_the_moves(
    alice: Player, on_postgresql: Database, elsewhere: Database
) -> None:
    async for other in player_of(create_app(elsewhere, KEY)):
        await alice.visit()
        await alice.move(*ROUND)
        other.client.cookies = alice.client.cookies
        for number in range(60):
            version, turn = alice.seen.version, alice.seen.turn
            here, there = ROUND[number % 4], ROUND[(number + 1) % 4]
            answers = await asyncio.gather(
                alice.move(here, version=version), other.move(there, version=version)
            )
            assert {answer.status_code for answer in answers} <= {200, 409}
            await alice.visit()
            assert alice.seen.turn - turn <= 1
        seat = await on_postgresql.read(lambda c: take_seat(c, alice.visitor))
        assert await count(on_postgresql, moves) == [seat.game.turn]


async def test_two_processes_meeting_one_new_player_make_one(
    alice: Player, on_postgresql: Database, elsewhere: Database
) -> None:
    async for other in player_of(create_app(elsewhere, KEY)):
        for number in range(20):
            alice.client.cookies.clear()
            await alice.visit()
            other.client.cookies = alice.client.cookies
            version = alice.seen.version
            answers = await asyncio.gather(
                alice.move(*ROUND, version=version), other.move(*ROUND, version=version)
            )
            assert [answer.status_code for answer in answers] == [200, 200]
            assert await count(on_postgresql, players, games) == [number + 1, number + 1]

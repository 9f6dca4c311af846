"""Letting go of what nobody came back to."""

from typing import NamedTuple

from sqlalchemy import Update, insert, select

from app.store.database import Database
from app.store.retention import ABANDONED_GAMES, IDLE_PLAYERS, find, remove
from app.store.tables import games, moves, players
from app.store.transaction import Transaction
from app.sweeping import is_clock_right, sweep
from app.web.clock import now

OLD, LIMIT, NEW = 100, 1000, 5000


class Kept(NamedTuple):
    """A game to keep or to let go, by what the removal looks at."""

    moved_at: int
    closed_at: int | None = None
    score: int = 0
    over: bool = False
    won: bool = False


async def put(database: Database, best: int, *kept: Kept) -> int:
    def store(transaction: Transaction) -> int:
        connection = transaction.connection
        number = len(connection.execute(select(players)).all()) + 1
        hash_ = number.to_bytes(32)
        row = {
            "token_hash": hash_,
            "previous_hash": None,
            "best": best,
            "best_assisted": 0,
            "created_at": 0,
            "renewed_at": 0,
        }
        player_id = connection.execute(insert(players), row).lastrowid
        for place, one in enumerate(kept):
            seed = number.to_bytes(16) + place.to_bytes(16)
            fixed = {"seed": seed, "board": bytes(16), "tiles": bytes(64), "turn": 1, "continued": False} | {
                "assisted": False,
                "redoable": 0,
            }
            marks = {"version": 1, "last_request": "", "created_at": 0, "player_id": player_id}
            game_id = connection.execute(insert(games), one._asdict() | fixed | marks).lastrowid
            connection.execute(
                insert(moves), {"game_id": game_id, "turn": 1, "direction": 0, "milliseconds": 0, "digest": 0}
            )
        return int(player_id)

    return await database.write(store)


async def scores(database: Database) -> list[int]:
    query = select(games.c.score).order_by(games.c.score)
    return await database.read(lambda t: list(t.connection.execute(query).scalars()))


async def count(database: Database, table: object) -> int:
    return await database.read(lambda t: len(t.connection.execute(select(table)).all()))  # type: ignore[call-overload]


async def test_an_abandoned_game_goes_with_its_moves(database: Database) -> None:
    await put(database, 50, Kept(OLD, closed_at=OLD, score=1), Kept(NEW, score=2))
    assert await sweep(database, ABANDONED_GAMES, LIMIT) == 1
    assert await scores(database) == [2]
    assert await count(database, moves) == 1


async def test_games_that_are_open_new_won_or_over_stay(database: Database) -> None:
    await put(
        database,
        50,
        Kept(OLD, score=1),
        Kept(NEW, closed_at=NEW, score=2),
        Kept(OLD, closed_at=OLD, score=3, won=True),
        Kept(OLD, closed_at=OLD, score=4, over=True),
    )
    assert await sweep(database, ABANDONED_GAMES, LIMIT) == 0
    assert await scores(database) == [1, 2, 3, 4]


async def test_a_game_of_the_solver_goes_although_it_was_finished(database: Database) -> None:
    kept = (Kept(OLD, closed_at=OLD, score=1, won=True), Kept(OLD, closed_at=OLD, score=2, over=True))
    await put(database, 50, *kept, Kept(NEW, score=3))
    await database.write(lambda t: t.connection.execute(_of_solver(score=1)).rowcount)
    assert await sweep(database, ABANDONED_GAMES, LIMIT) == 1
    assert await scores(database) == [2, 3]


async def test_a_game_of_the_solver_keeps_no_idle_player(database: Database) -> None:
    await put(database, 50, Kept(OLD, closed_at=OLD, score=50, over=True))
    await database.write(lambda t: t.connection.execute(_of_solver(score=50)).rowcount)
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 1


def _of_solver(score: int) -> Update:
    return games.update().where(games.c.score == score).values(solver=True)


async def test_an_old_game_for_practice_goes_however_it_ended(database: Database) -> None:
    await put(
        database,
        50,
        Kept(OLD, closed_at=OLD, score=1, won=True),
        Kept(OLD, closed_at=OLD, score=2, over=True),
        Kept(OLD, closed_at=NEW, score=3, over=True),
        Kept(OLD, score=4, over=True),
    )
    practice = games.update().values(practice=True)
    await database.write(lambda t: t.connection.execute(practice).rowcount)
    assert await sweep(database, ABANDONED_GAMES, LIMIT) == 2
    assert await scores(database) == [3, 4]


async def test_a_game_for_practice_keeps_no_idle_player(database: Database) -> None:
    await put(database, 50, Kept(OLD, closed_at=OLD, score=50, over=True))
    practice = games.update().values(practice=True)
    await database.write(lambda t: t.connection.execute(practice).rowcount)
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 1


async def test_an_idle_player_goes_with_everything(database: Database) -> None:
    await put(database, 50, Kept(OLD, score=50), Kept(OLD, closed_at=OLD, score=7, over=True))
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 1
    assert [await count(database, table) for table in (players, games, moves)] == [0, 0, 0]


async def test_a_player_whose_best_stands_in_a_finished_game_stays(database: Database) -> None:
    await put(database, 50, Kept(OLD, closed_at=OLD, score=50, over=True), Kept(OLD, score=3))
    await put(database, 60, Kept(OLD, closed_at=OLD, score=60, won=True))
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 0
    assert await scores(database) == [3, 50, 60]


async def test_a_player_whose_assisted_best_stands_in_a_finished_game_stays(database: Database) -> None:
    await put(database, 90, Kept(OLD, closed_at=OLD, score=50, over=True))
    change = [players.update().values(best_assisted=50), games.update().values(assisted=True)]
    await database.write(lambda t: [t.connection.execute(statement).rowcount for statement in change])
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 0
    await database.write(lambda t: t.connection.execute(players.update().values(best_assisted=70)).rowcount)
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 1


async def test_a_clock_far_from_the_newest_move_is_not_trusted(database: Database) -> None:
    assert not await is_clock_right(database)
    await put(database, 0, Kept(now() - 1000))
    assert await is_clock_right(database)
    await database.write(lambda t: t.connection.execute(games.update().values(moved_at=OLD)).rowcount)
    assert not await is_clock_right(database)


async def test_a_player_who_moved_lately_stays(database: Database) -> None:
    await put(database, 50, Kept(OLD, closed_at=OLD, score=1), Kept(NEW, score=2))
    assert await sweep(database, IDLE_PLAYERS, LIMIT) == 0


async def test_a_sweep_takes_everything_in_however_many_portions(database: Database) -> None:
    many = 60
    await put(database, 0, *[Kept(OLD, closed_at=OLD, score=n) for n in range(many)], Kept(NEW, score=many))
    assert await sweep(database, ABANDONED_GAMES, LIMIT) == many
    assert await scores(database) == [many]


async def test_whoever_comes_back_between_the_look_and_the_removal_stays(database: Database) -> None:
    await put(database, 50, Kept(OLD, score=1))
    found = await database.read(lambda t: find(t, IDLE_PLAYERS, LIMIT))
    await database.write(lambda t: t.connection.execute(games.update().values(moved_at=NEW)).rowcount)
    assert await database.write(lambda t: remove(t, IDLE_PLAYERS, found, LIMIT)) == 0
    assert await scores(database) == [1]

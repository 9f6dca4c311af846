"""The migrations and the tables say the same."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select
from sqlalchemy.engine import URL

from app.store.database import database_url, writer_engine
from app.store.migration import alembic_config, is_current, migrate
from app.store.tables import games, metadata

FIRST = """
    INSERT INTO players VALUES (1, x'01', NULL, 8, 0, 5, 5);
    INSERT INTO games VALUES (1, 1, x'aa', x'', x'', 8, 2, 0, 0, 0, 0, 0, 7, '', 5, 5, 6);
    INSERT INTO games VALUES (2, 1, x'bb', x'', x'', 0, 1, 0, 0, 0, 0, 0, 9, '', 6, 6, NULL);
    INSERT INTO moves VALUES (1, 1, 0, 0, 0, NULL), (1, 2, 1, 0, 0, NULL), (2, 1, 2, 0, 0, NULL);
"""
"""A player with two games, in the words of the first schema."""


def test_a_migrated_database_has_the_tables_of_the_code(tmp_path: Path) -> None:
    url = database_url(None, tmp_path)
    migrate(url)
    engine = writer_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_is_current_only_after_migrating(tmp_path: Path) -> None:
    url = database_url(None, tmp_path)
    assert not is_current(url)
    migrate(url)
    assert is_current(url)


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    url = database_url(None, tmp_path)
    migrate(url)
    before = (tmp_path / "2048.sqlite3").read_bytes()
    migrate(url)
    assert (tmp_path / "2048.sqlite3").read_bytes() == before


def test_games_from_before_the_solver_are_games_without_it(tmp_path: Path) -> None:
    url = database_url(None, tmp_path)
    engine = writer_engine(url)
    with engine.connect() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    game = f"1, 1, x'{'00' * 32}', x'{'00' * 16}', x'{'00' * 64}', 0, 0, 0, 0, 0, 1, 0, 5, '', 0, 0, NULL"
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO players VALUES (1, x'00', NULL, 0, 0, 0, 0)")
        connection.exec_driver_sql(f"INSERT INTO games VALUES ({game})")  # noqa: S608 - a row of zeros
    engine.dispose()
    assert not is_current(url)
    migrate(url)
    engine = writer_engine(url)
    with engine.connect() as connection:
        kept = connection.execute(select(games.c.version, games.c.assisted, games.c.solver)).one()
    engine.dispose()
    assert tuple(kept) == (5, True, False)


def test_a_move_takes_no_more_than_20_bytes(tmp_path: Path) -> None:
    from sqlalchemy import insert, text

    from app.store.tables import games, moves, players

    url = database_url(None, tmp_path)
    migrate(url)
    engine = writer_engine(url)
    empty = (tmp_path / "2048.sqlite3").stat().st_size
    rows = 20_000
    with engine.begin() as connection:
        connection.execute(
            insert(players),
            {"id": 1, "token_hash": b"t", "best": 0, "best_assisted": 0, "created_at": 0, "renewed_at": 0},
        )
        game = {"id": 1, "player_id": 1, "seed": b"s", "board": b"", "tiles": b"", "score": 0, "turn": rows}
        marks = {
            "won": False,
            "continued": False,
            "over": False,
            "assisted": False,
            "redoable": 0,
            "version": 1,
            "last_request": "",
        }
        connection.execute(insert(games), game | marks | {"created_at": 0, "moved_at": 0})
        played = [
            {"game_id": 1, "turn": n, "direction": n % 4, "milliseconds": 250 + n % 700, "digest": n}
            for n in range(rows)
        ]
        connection.execute(insert(moves), played)
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))
        connection.rollback()
        connection.connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
    engine.dispose()
    assert ((tmp_path / "2048.sqlite3").stat().st_size - empty) / rows <= 20


@pytest.fixture
def old(tmp_path: Path) -> URL:
    """A database of the first schema with games in it."""
    url = database_url(None, tmp_path)
    engine = writer_engine(url, migrating=True)
    config = alembic_config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(str(url.database))) as connection:
        connection.executescript(FIRST)
    return url


def ask(url: URL, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(str(url.database))) as connection:
        return connection.execute(sql).fetchall()


def test_a_database_of_the_first_schema_keeps_every_game_and_move(old: URL) -> None:
    migrate(old)
    assert ask(old, "SELECT id, seed, score, turn, solver, practice, closed_at FROM games") == [
        (1, b"\xaa", 8, 2, 0, 0, 6),
        (2, b"\xbb", 0, 1, 0, 0, None),
    ]
    assert ask(old, "SELECT game_id, turn, direction FROM moves") == [(1, 1, 0), (1, 2, 1), (2, 1, 2)]
    assert ask(old, "PRAGMA foreign_key_check") == ask(old, "SELECT * FROM reviews") == []
    assert is_current(old)


def test_two_games_with_one_seed_are_refused_but_for_practice(old: URL) -> None:
    migrate(old)
    columns = "player_id, board, tiles, score, turn, won, continued, over, assisted, redoable, version"
    copy = f"""INSERT INTO games ({columns}, last_request, created_at, moved_at, closed_at, seed, practice)
        SELECT {columns}, last_request, created_at, moved_at, 9, seed, ? FROM games WHERE id = 1"""  # noqa: S608
    with closing(sqlite3.connect(str(old.database))) as connection:
        with pytest.raises(sqlite3.IntegrityError, match="seed"):
            connection.execute(copy, (False,))
        assert connection.execute(copy, (True,)).rowcount == 1
        assert connection.execute(copy, (True,)).rowcount == 1


def test_while_serving_a_player_takes_along_all_that_refers_to_them(old: URL) -> None:
    migrate(old)
    engine = writer_engine(old)
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO reviews VALUES (1, 7, x'00')")
        connection.exec_driver_sql("DELETE FROM players")
    engine.dispose()
    assert ask(old, "SELECT * FROM moves") == ask(old, "SELECT * FROM reviews") == []

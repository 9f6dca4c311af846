"""Every stored game is checked; whatever was forged is found."""

from typing import Any

import pytest
from sqlalchemy import update

from app.store.database import Database
from app.store.tables import games, moves, players
from app.store.verification import violations
from tests.conftest import Player

ROUND = ("left", "up", "right", "down")


@pytest.fixture
async def played(alice: Player, database: Database) -> Database:
    """A database with a game of many moves and one that was left."""
    await alice.visit()
    for _ in range(8):
        await alice.move(*ROUND)
    await alice.new_game()
    for _ in range(8):
        await alice.move(*ROUND)
    return database


async def found(database: Database) -> list[str]:
    return await database.read(lambda transaction: list(violations(transaction)))


async def forge(database: Database, table: Any, where: Any, **values: Any) -> None:
    statement = update(table).where(where).values(**values)
    await database.write(lambda transaction: transaction.connection.execute(statement).rowcount)


async def test_nothing_is_found_in_games_that_were_played(played: Database) -> None:
    assert await found(played) == []


async def test_a_forged_score_is_found(played: Database) -> None:
    await forge(played, games, games.c.id == 1, score=games.c.score + 4)
    assert any("game 1" in line and "points" in line for line in await found(played))


async def test_a_forged_best_is_no_violation_but_one_too_low_is(played: Database) -> None:
    await forge(played, players, players.c.id == 1, best=0)
    assert any("player 1" in line for line in await found(played))


@pytest.mark.parametrize("mark", ["assisted", "solver", "practice"])
async def test_points_of_a_game_of_another_class_are_no_best_that_is_too_low(
    played: Database, mark: str
) -> None:
    best = {"best_assisted": 1_000_000} if mark == "assisted" else {}
    await forge(played, players, players.c.id == 1, best=0, **best)
    assert await found(played) != []
    await forge(played, games, games.c.player_id == 1, **{mark: True})
    assert await found(played) == []


@pytest.mark.parametrize("bit", range(0, 128, 11))
async def test_a_flipped_bit_of_a_board_is_found(played: Database, bit: int) -> None:
    board = await played.read(lambda t: t.connection.execute(games.select()).first())
    assert board is not None
    flipped = bytearray(board.board)
    flipped[bit // 8] ^= 1 << (bit % 8)
    await forge(played, games, games.c.id == board.id, board=bytes(flipped))
    assert await found(played) != []


async def test_a_changed_move_is_found(played: Database) -> None:
    for turn in range(1, 11):
        row = await played.read(
            lambda t, n=turn: t.connection.execute(  # type: ignore[misc]
                moves.select().where(moves.c.game_id == 1, moves.c.turn == n)
            ).one()
        )
        where = (moves.c.game_id == 1) & (moves.c.turn == turn)
        await forge(played, moves, where, direction=row.direction ^ 1)
        assert await found(played) != []
        await forge(played, moves, where, direction=row.direction)
    assert await found(played) == []


async def test_a_missing_move_is_found(played: Database) -> None:
    where = (moves.c.game_id == 1) & (moves.c.turn == 3)
    await played.write(lambda t: t.connection.execute(moves.delete().where(where)).rowcount)
    assert any("not all there" in line for line in await found(played))


async def test_a_move_in_no_direction_is_found(played: Database) -> None:
    await forge(played, moves, (moves.c.game_id == 1) & (moves.c.turn == 3), direction=9)
    assert any("no direction" in line for line in await found(played))


async def test_another_seed_is_found(played: Database) -> None:
    await forge(played, games, games.c.id == 2, seed=b"s" * 32)
    assert any("game 2" in line for line in await found(played))


@pytest.mark.parametrize("mark", ["won", "over"])
async def test_a_mark_that_is_not_true_is_found(played: Database, mark: str) -> None:
    await forge(played, games, games.c.id == 1, **{mark: True})
    assert await found(played) != []

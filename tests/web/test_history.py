"""GET /games: the list of a player's finished games."""

import re

import pytest
from sqlalchemy import select, update

from app.store.database import Database
from app.store.tables import games, players
from tests.conftest import Player, Shown
from tests.finished import play_to_the_end

ROUND = ("left", "up", "right", "down")


async def listed(player: Player, query: str = "") -> list[str]:
    """Return the rows of the list, as the words in them."""
    response = await player.client.get(f"/games{query}")
    assert response.status_code == 200
    rows = re.findall(r"<tr>(.*?)</tr>", response.text, re.DOTALL)[1:]
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]


async def leave_games(player: Player, number: int) -> None:
    """Play some moves in so many games, and leave each for the next."""
    await player.visit()
    for _ in range(number):
        await player.move(*ROUND)
        await player.new_game()


async def test_a_visitor_who_never_played_has_none_and_leaves_nothing(
    alice: Player, database: Database
) -> None:
    assert await listed(alice) == []
    assert await database.read(lambda t: t.connection.execute(select(players)).all()) == []


async def test_a_game_stands_in_the_list_once_it_is_over(alice: Player, database: Database) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    assert await listed(alice) == []
    past = await play_to_the_end(database, alice)
    (row,) = await listed(alice)
    assert f"{past.game.score:,}" in row
    assert str(1 << max(past.game.board)) in row
    assert "Own game" in row
    assert f'href="/games/{past.game.id}/review"' in (await alice.client.get("/games")).text


async def test_a_game_that_was_left_stands_in_the_list_and_one_without_a_move_does_not(
    alice: Player,
) -> None:
    await leave_games(alice, 1)
    assert len(await listed(alice)) == 1
    await alice.move("left", "up")
    await alice.undo(2)
    await alice.new_game()
    assert len(await listed(alice)) == 1


@pytest.mark.parametrize(
    ("marks", "kind"),
    [
        ({}, "Own game"),
        ({"assisted": True}, "Assisted"),
        ({"assisted": True, "solver": True}, "Solver"),
        ({"solver": True, "practice": True}, "Practice"),
    ],
)
async def test_each_kind_of_game_is_named(
    alice: Player, database: Database, marks: dict[str, bool], kind: str
) -> None:
    await leave_games(alice, 1)
    if marks:
        await database.write(lambda t: t.connection.execute(update(games).values(**marks)).rowcount)
    (row,) = await listed(alice)
    assert row.endswith(kind)


async def test_the_newest_games_come_first_twenty_a_page(alice: Player, database: Database) -> None:
    await leave_games(alice, 23)
    number = games.c.score.label("number")
    await database.write(lambda t: t.connection.execute(update(games).values(score=games.c.id)).rowcount)
    scores = await database.read(
        lambda t: list(t.connection.execute(select(number).order_by(number.desc())).scalars())
    )
    finished = [str(score) for score in scores[1:]]
    first, second = await listed(alice), await listed(alice, "?page=2")
    assert [row.split()[-4] for row in first + second] == finished
    assert (len(first), len(second)) == (20, 3)


@pytest.mark.parametrize("query", ["?page=0", "?page=-1", "?page=x", "?page=", "?page=9&page=x"])
async def test_a_page_that_is_none_is_the_first(alice: Player, query: str) -> None:
    await leave_games(alice, 21)
    assert len(await listed(alice, query)) == 20


async def test_a_page_beyond_the_last_is_the_last(alice: Player) -> None:
    await leave_games(alice, 21)
    assert len(await listed(alice, "?page=999999999999999")) == 1


async def test_nobody_sees_the_games_of_another(alice: Player, stranger: Player) -> None:
    await leave_games(alice, 1)
    await stranger.visit()
    assert await listed(stranger) == []


async def test_the_page_of_the_game_leads_to_the_list(alice: Player) -> None:
    assert 'href="/games"' in (await alice.visit()).text
    assert Shown((await alice.client.get("/games")).text).is_page

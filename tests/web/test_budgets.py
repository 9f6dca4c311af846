"""What one client may spend, and who counts as one client."""

import pytest
from fastapi import Request
from sqlalchemy import func, select

from app.store.database import Database
from app.store.tables import players
from app.web import budgets
from app.web.app import Rules, create_app
from app.web.budgets import Budgets, OverBudget, Spending
from app.web.clients import Clients
from tests.conftest import KEY, Player, player_of

ROUND = ("left", "up", "right", "down")
MANY = dict.fromkeys(Spending, "1000000/minute")


async def count_players(database: Database) -> int:
    query = select(func.count()).select_from(players)
    return await database.read(lambda transaction: transaction.connection.execute(query).scalar_one())


def come_from(address: str, forwarded: str | None = None) -> Request:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded is not None else []
    return Request({"type": "http", "headers": headers, "client": (address, 1)})


async def test_moves_beyond_the_budget_are_refused_until_it_is_new(database: Database) -> None:
    rules = Rules(budgets=MANY | {Spending.MOVES: "3/minute"})
    async for player in player_of(create_app(database, KEY, rules)):
        await player.visit()
        for _ in range(3):
            assert (await player.move(*ROUND)).status_code == 200
        turn = player.seen.turn
        response = await player.move(*ROUND)
        assert response.status_code == 429
        assert 1 <= int(response.headers["retry-after"]) <= 60
        await player.visit()
        assert player.seen.turn == turn


async def test_new_players_beyond_the_budget_are_not_stored_and_known_ones_play_on(
    database: Database,
) -> None:
    rules = Rules(budgets=MANY | {Spending.NEW_PLAYERS: "2/hour"})
    app = create_app(database, KEY, rules)
    known: list[Player] = []
    async for first in player_of(app):
        async for second in player_of(app):
            async for third in player_of(app):
                for player in (first, second, third):
                    await player.visit()
                    known.append(player)
                assert [(await player.move(*ROUND)).status_code for player in known] == [200, 200, 429]
                assert (await first.move(*ROUND)).status_code == 200
                assert await count_players(database) == 2


async def test_new_games_have_a_budget_of_their_own(database: Database) -> None:
    rules = Rules(budgets=MANY | {Spending.NEW_GAMES: "1/hour"})
    async for player in player_of(create_app(database, KEY, rules)):
        await player.visit()
        await player.move(*ROUND)
        assert (await player.new_game()).status_code == 200
        await player.move(*ROUND)
        assert (await player.new_game()).status_code == 429
        assert (await player.move(*ROUND)).status_code == 200


async def test_another_address_in_a_header_changes_nothing_without_a_trusted_proxy(
    database: Database,
) -> None:
    rules = Rules(budgets=MANY | {Spending.MOVES: "5/minute"})
    async for player in player_of(create_app(database, KEY, rules)):
        await player.visit()
        statuses = []
        for number in range(10):
            player.client.headers["X-Forwarded-For"] = f"10.0.0.{number}"
            statuses.append((await player.move(*ROUND)).status_code)
        assert statuses == [200] * 5 + [429] * 5


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("1.2.3.4", None, "1.2.3.4"),
        ("1.2.3.4", "5.6.7.8", "1.2.3.4"),
        ("10.0.0.1", "5.6.7.8", "5.6.7.8"),
        ("10.0.0.1", "9.9.9.9, 5.6.7.8", "5.6.7.8"),
        ("10.0.0.1", "5.6.7.8, 10.0.0.2", "5.6.7.8"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "nonsense", "unknown"),
        ("2001:db8::1:2:3", None, "2001:db8::"),
        ("2001:db8::ffff", None, "2001:db8::"),
        ("::ffff:1.2.3.4", None, "1.2.3.4"),
        ("", None, "unknown"),
    ],
)
def test_a_client_is_told_by_the_peer_or_through_a_trusted_proxy(
    peer: str, forwarded: str | None, client: str
) -> None:
    clients = Clients(frozenset({"10.0.0.1", "10.0.0.2"}))
    assert clients.address(come_from(peer, forwarded)) == client


def test_each_client_and_each_kind_counts_alone() -> None:
    counted = Budgets(MANY | {Spending.MOVES: "1/minute"})
    counted.spend(Spending.MOVES, "a")
    counted.spend(Spending.MOVES, "b")
    counted.spend(Spending.NEW_GAMES, "a")
    with pytest.raises(OverBudget):
        counted.spend(Spending.MOVES, "a")


def test_a_spent_budget_is_whole_again_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(budgets, "monotonic", lambda: clock[0])
    counted = Budgets(MANY | {Spending.MOVES: "1/minute"})
    counted.spend(Spending.MOVES, "a")
    clock[0] += 59
    with pytest.raises(OverBudget) as refused:
        counted.spend(Spending.MOVES, "a")
    assert refused.value.seconds == 1
    clock[0] += 1
    counted.spend(Spending.MOVES, "a")


def test_the_memory_of_spending_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST_REMEMBERED", 100)
    counted = Budgets(MANY)
    for number in range(1000):
        counted.spend(Spending.MOVES, str(number))
    assert len(counted._windows) <= 100

"""Health, readiness and measurements, on an address that players never reach."""

from collections.abc import AsyncIterator

import httpx
import pytest

from app.store.database import Database
from app.web.operations import create_operations
from tests.conftest import Player


@pytest.fixture
async def operator(database: Database) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=create_operations(database))
    async with httpx.AsyncClient(transport=transport, base_url="http://ops") as client:
        yield client


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_players_find_nothing_of_it(alice: Player, path: str) -> None:
    assert (await alice.client.get(path)).status_code == 404


async def test_a_process_that_answers_is_healthy(operator: httpx.AsyncClient, database: Database) -> None:
    assert (await operator.get("/healthz")).status_code == 200
    database.close()
    assert (await operator.get("/healthz")).status_code == 200


async def test_it_is_ready_while_a_move_could_be_stored(
    operator: httpx.AsyncClient, database: Database
) -> None:
    assert (await operator.get("/readyz")).status_code == 200
    database.close()
    assert (await operator.get("/readyz")).status_code == 503


async def test_the_measurements_tell_what_happened(operator: httpx.AsyncClient, alice: Player) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    text = (await operator.get("/metrics")).text
    for name in ("web_requests_total", "web_request_seconds", "store_batch_size", "store_commit_seconds"):
        assert name in text
    for name in ("store_queue_depth", "store_wal_bytes", "web_budget_refused"):
        assert name in text
    assert 'route="/moves"' in text


async def test_the_measurements_name_no_path_that_a_client_made_up(
    operator: httpx.AsyncClient, alice: Player
) -> None:
    await alice.client.get("/made-up-by-a-client")
    await alice.client.request("MADEUP", "/moves")
    text = (await operator.get("/metrics")).text
    assert "made-up" not in text
    assert "MADEUP" not in text

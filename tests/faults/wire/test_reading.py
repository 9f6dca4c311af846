"""Whoever only looks changes nothing."""

from pathlib import Path

from app.web.operations import create_operations
from tests.faults.clients import request
from tests.faults.wire import reading
from tests.faults.wire.commits import application
from tests.faults.wire.conftest import Ready
from tests.faults.wire.player import Change, first_visit
from tests.faults.wire.routes import routes_of
from tests.faults.wire.stored import digest
from tests.faults.wire.talk import Line


async def test_nothing_but_a_post_changes_a_table(ready: Ready, tmp_path: Path) -> None:
    async with application(tmp_path) as (watched, database):
        paths = [*routes_of(watched), "/nothing-here", "/static/nothing-here"]
        ops_paths = list(routes_of(create_operations(database)))
    cookies = await reading.people(ready.server, ready.seats.take())
    readings = await reading.ask_everything(ready.server, paths, ops_paths, cookies)
    assert readings.changes == []
    assert readings.asked > 1000


async def test_a_post_does_change_a_table(ready: Ready) -> None:
    server = ready.server
    cookie, page = await first_visit(server.port)
    before = digest(server.database)
    change = Change("/moves", page.legal[0])
    async with await Line.open(server.port) as line:
        await line.ask(request("POST", change.path, cookie, change.form(page.version)))
    assert digest(server.database) != before

"""Whatever comes over the wire, the server stays small, quick and exact, and is there afterwards."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from time import monotonic

import pytest

from app.web.security import security_headers
from tests.faults.wire import cookies, corpus, crowd, floods, slow
from tests.faults.wire.headers import STATUSES, header_faults
from tests.faults.wire.impatient import ANSWER_SECONDS, MODULE, RECEIVE_SECONDS
from tests.faults.wire.logged import log_faults, paths
from tests.faults.wire.player import first_visit
from tests.faults.wire.serving import Server, serving
from tests.faults.wire.talk import Line, raw

LONGEST_WAIT = 500.0
"""Milliseconds: ten times what is promised, since the machine is shared with other work."""
SLACK = 3.0
"""Seconds by which a busy machine may be late."""


FILES = 9
"""Of three more connections of the server to its database, which it opens when several read at once."""


@pytest.fixture(autouse=True)
async def unharmed(server: Server) -> AsyncIterator[None]:
    """See after each test that the server answers and has let go of every connection."""
    await asyncio.gather(*(first_visit(server.port) for _ in range(16)))
    before = server.descriptors() + FILES
    yield
    async with await Line.open(server.port) as line:
        assert (await line.ask(raw("GET", "/"))).status == 200
    deadline = monotonic() + 10
    while server.descriptors() > before and monotonic() < deadline:  # noqa: ASYNC110 - of another process
        await asyncio.sleep(0.05)
    assert server.descriptors() <= before


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("impatient") / "data"
    with serving(folder, MODULE, MAX_CONNECTIONS_PER_CLIENT="60", MAX_CONNECTIONS="90") as server:
        yield server


@pytest.mark.parametrize("kilobytes", cookies.KILOBYTES)
async def test_a_cookie_of_escapes_holds_up_nobody(server: Server, kilobytes: int) -> None:
    for cookie in await cookies.ask_with(server, kilobytes, LONGEST_WAIT):
        assert cookie.status in (200, 431), cookie
        assert cookie.longest < LONGEST_WAIT, cookie


@pytest.mark.parametrize("kind", floods.FLOODS, ids=lambda kind: kind.name)
async def test_what_does_not_end_is_ended_and_kept_nowhere(server: Server, kind: floods.Flood) -> None:
    flooded = await floods.flood(server, kind, 20, LONGEST_WAIT)
    assert flooded.is_closed, flooded
    assert flooded.growth < floods.LARGEST_GROWTH, flooded
    assert set(flooded.statuses) <= STATUSES, flooded
    assert len(flooded.statuses) <= 1 or kind.name.startswith("requests"), flooded
    assert flooded.worst_ping < LONGEST_WAIT, flooded


async def test_who_takes_too_long_is_not_waited_for(impatient: Server) -> None:
    holding = [slow.hold(impatient.port, kind, 3, pause=0.2, longest=20) for kind in slow.KINDS]
    for lived in await asyncio.gather(*holding):
        assert lived.longest < max(RECEIVE_SECONDS, 5.0) + SLACK, lived


@pytest.mark.parametrize("requests", [1, 10, 200])
async def test_who_reads_nothing_is_not_waited_for(impatient: Server, requests: int) -> None:
    lived = await slow.never_read(impatient, requests, count=5, longest=30)
    assert lived.longest < ANSWER_SECONDS + RECEIVE_SECONDS + 5 + SLACK, lived


async def test_no_client_and_not_all_together_have_more_connections_than_they_may(impatient: Server) -> None:
    came = await crowd.crowd(impatient, attempts=70)
    assert came.served == {"127.0.0.1": 60, "127.0.0.2": 30, "127.0.0.3": 0}
    assert came.refused == {"127.0.0.1": 10, "127.0.0.2": 40, "127.0.0.3": 70}
    assert came.faults == []
    assert came.said_when == {"127.0.0.1": 10, "127.0.0.2": 40, "127.0.0.3": 70}
    assert came.afterwards == 200


async def test_every_request_ends_where_it_ends(server: Server) -> None:
    told = await corpus.tell_all(server.port, corpus.SMUGGLING)
    assert [(one.case.name, one.statuses) for one in told if not one.is_right] == []
    assert corpus.SMUGGLED not in paths(server.log())


async def test_odd_requests_get_the_answer_they_should(server: Server) -> None:
    told = await corpus.tell_all(server.port, corpus.ODDITIES)
    assert [(one.case.name, one.statuses) for one in told if not one.is_right] == []


async def test_no_answer_to_an_odd_request_has_a_header_of_the_clients_making(server: Server) -> None:
    known = {name.decode() for name, _ in security_headers(https=False)}
    known |= {"date", "content-type", "content-length", "content-language", "cache-control", "vary"}
    known |= {"connection", "allow", "set-cookie", "location", "retry-after"}
    for told in await corpus.tell_all(server.port, corpus.SMUGGLING + corpus.ODDITIES):
        for answer in told.answers:
            assert header_faults(answer) == [], told.case.name
            assert {name for name, _ in answer.headers} <= known, told.case.name
            assert b"/smuggled" not in answer.body, told.case.name


async def test_every_line_of_the_log_is_one_event(server: Server) -> None:
    await corpus.tell_all(server.port, corpus.SMUGGLING + corpus.ODDITIES)
    lines = server.log()
    assert log_faults(lines) == []
    assert any("FAKE" in path for path in paths(lines)), "what should be escaped was not logged at all"
